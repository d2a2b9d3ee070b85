#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    impl Body {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut x = grad;
            let mut total = scalar(0.0);
            for i in 0..self.k {
                let norm = x.norm();
                x = x / (norm + i as f64 + 1.0);
                total += norm;
            }
            *param -= self.lr * total * x;
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
        cx dimensions grad grad_tile i index lens lr new_param norm norm_tile number
        param param_tile place_param recorder scratch_0_tile scratch_1_tile shape to
        total total_2 x x_2 x_2_e x_3 x_4 x_4_e
    }
    __optim::primitives!();
    #[automatically_derived]
    impl __optim::Definition for Body {
        __optim::states! {}
        const PASSES_ARE_ELEMENTWISE: bool = false;
        const SCRATCH: usize = 2;
        fn scratch(&self, shape: __optim::ParamShape, lens: &mut [usize]) {
            lens[0] = shape
                .batch()
                .saturating_mul(shape.rows())
                .saturating_mul(shape.cols());
            lens[1] = shape
                .batch()
                .saturating_mul(shape.rows())
                .saturating_mul(shape.cols());
        }
        fn settings(&self, to: &mut __optim::StepSettings) {
            to.give([self.lr]);
        }
        fn step<'k, Element: __optim::LoopNumber>(
            &'k self,
            cx: &mut __optim::Description<'_, 'k, Element>,
        ) {
            let shape = __optim::Description::shape(cx);
            let lr = cx.setting(0);
            cx.names(&["", "grad"]);
            __optim::pass!(
                cx.pass(shape, [Grad.tensor()], [Scratch(0).tensor()], [], [0.0_f64; 0])
                Element | []; [grad_tile], [scratch_0_tile], [] | scratch_0_tile {} index
                { let grad = grad_tile[index]; scratch_0_tile[index] = grad; }
            );
            let mut total = __optim::one(0.0);
            total = __optim::one(0.0);
            for i in 0..self.k {
                let number: f64 = i as f64;
                cx.names(&["x"]);
                let [norm] = __optim::pass!(
                    cx.pass(shape, [Scratch(0).tensor()], [], [norm()], [0.0_f64; 0])
                    Element | []; [scratch_0_tile], [], [norm_tile] | scratch_0_tile {}
                    index { let x = scratch_0_tile[index]; norm_tile[index] =
                    __optim::Value::square(Element::wide(x)); }
                );
                let x_2 = norm + number + 1.0;
                let total_2 = total + norm;
                cx.names(&["x", "x"]);
                __optim::pass!(
                    cx.pass(shape, [Scratch(0).tensor()], [Scratch(1).tensor()], [],
                    [x_2]) Element | [x_2_e]; [scratch_0_tile], [scratch_1_tile], [] |
                    scratch_1_tile {} index { let x = scratch_0_tile[index]; let x_3 = x
                    / x_2_e; scratch_1_tile[index] = x_3; }
                );
                (total,) = (total_2,);
                cx.swap(0usize, 1usize);
            }
            let x_4 = lr * total;
            cx.names(&["x"]);
            __optim::pass!(
                cx.pass(shape, [Scratch(0).tensor()], [Param.tensor()], [], [x_4])
                Element | [x_4_e]; [scratch_0_tile], [param_tile], [] | param_tile {}
                index { let x = scratch_0_tile[index]; let param = param_tile[index]; let
                new_param = param - x_4_e * x; param_tile[index] = new_param; }
            );
        }
        fn trace(&self, dimensions: &[usize], _: u64) -> __optim::Traced {
            let recorder = &__optim::Recorder::new(dimensions);
            let mut place_param = recorder.param();
            let grad = recorder.grad();
            let mut x = grad;
            let mut total = __optim::ops::scalar(0.0);
            for i in 0..self.k {
                let norm = __optim::ops::norm(x);
                x = x / (norm + (i as f64) + 1.0);
                total = total + norm;
            }
            place_param = place_param - recorder.hyper("lr", self.lr) * total * x;
            recorder.store_param(place_param);
            recorder.finish("Body")
        }
    }
    __optim::register!(Optimizer(OptimizerEntry), Body);
    fn signatures(_: &mut Tensor, _: Tensor, _: &mut State<Body>) {}
};
