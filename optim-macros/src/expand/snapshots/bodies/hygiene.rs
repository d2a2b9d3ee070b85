#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    impl Body {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let shape = grad.norm();
            let cx = shape * self.lr;
            let x = cx * grad;
            let x_2 = x;
            let x = x + x_2;
            let element = Self::helper(x, shape);
            state.index = element;
            state.count -= state.index;
            *param -= x;
        }
        fn helper(index: Tensor, x: Scalar) -> Tensor {
            let cx = index * x;
            cx
        }
    }
};
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated: the code that is written is above"
)]
const _: () = {
    use ::optim_std::__private as __optim;
    __optim::locals! {
        count_2 count_tile cx cx_2 cx_2_e cx_3 dimensions element grad grad_tile index
        index_tile lr new_count new_param param param_tile place_param recorder shape
        shape_2 shape_2_e shape_2_tile state_count state_index to x x_2 x_3 x_4
    }
    __optim::primitives!();
    #[automatically_derived]
    impl __optim::Definition for Body {
        __optim::states! {
            ["index" Tensor] ["count" Tensor]
        }
        const PASSES_ARE_ELEMENTWISE: bool = false;
        const BATCHING: __optim::Batching = __optim::Batching::Few;
        fn settings(&self, to: &mut __optim::StepSettings) {
            to.give([self.lr]);
        }
        fn step<'k, Element: __optim::LoopNumber>(
            &'k self,
            cx: &mut __optim::Description<'_, 'k, Element>,
        ) {
            let shape = __optim::Description::shape(cx);
            let lr = cx.setting(0);
            let [shape_2] = __optim::pass!(
                cx.pass(shape, [Grad.tensor()], [], [norm()], [0.0_f64; 0]) Element | [];
                [grad_tile], [], [shape_2_tile] | grad_tile {} index { let grad =
                grad_tile[index]; shape_2_tile[index] =
                __optim::Value::square(Element::wide(grad)); }
            );
            let cx_2 = shape_2 * lr;
            __optim::pass!(
                cx.pass(shape, [Grad.tensor()], [Param.tensor(), State(0).tensor(),
                State(1).tensor()], [], [shape_2, cx_2]) Element | [shape_2_e, cx_2_e];
                [grad_tile], [param_tile, index_tile, count_tile], [] | param_tile {}
                index { let grad = grad_tile[index]; let param = param_tile[index]; let
                count_2 = count_tile[index]; let x = cx_2_e * grad; let x_3 = x + x; let
                cx_3 = x_3 * shape_2_e; let new_count = count_2 - cx_3; let new_param =
                param - x_3; param_tile[index] = new_param; index_tile[index] =
                Element::flush(cx_3); count_tile[index] = Element::flush(new_count); }
            );
        }
        fn trace(&self, dimensions: &[usize], _: u64) -> __optim::Traced {
            let recorder = &__optim::Recorder::new(dimensions);
            let mut place_param = recorder.param();
            let mut state_index = recorder.state::<__optim::Tensor>("index");
            let mut state_count = recorder.state::<__optim::Tensor>("count");
            let grad = recorder.grad();
            let shape_2 = __optim::ops::norm(grad);
            let cx_2 = shape_2 * recorder.hyper("lr", self.lr);
            let x = cx_2 * grad;
            let x_2 = x;
            let x_3 = x + x_2;
            let element = {
                let index = x_3;
                let x_4 = shape_2;
                {
                    let cx_3 = index * x_4;
                    cx_3
                }
            };
            state_index = element;
            state_count = state_count - state_index;
            place_param = place_param - x_3;
            recorder.store_param(place_param);
            recorder.store_state("index", state_index);
            recorder.store_state("count", state_count);
            recorder.finish("Body")
        }
    }
    __optim::register!(Optimizer(OptimizerEntry), Body);
    fn signatures(
        _: &mut Tensor,
        _: Tensor,
        _: &mut State<Body>,
        _: Tensor,
        _: Scalar,
        _: Tensor,
    ) {}
};
