#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    impl Body {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut x = grad;
            if self.flag {
                state.m += x;
                x = state.m;
            } else if let Some(rate) = self.fixed {
                state.n = rate * x;
                x -= state.n;
            }
            *param
                -= match self.mode {
                    Mode::A => self.lr,
                    Mode::B if self.other => 0.5 * self.lr,
                    _ => scalar(1.0),
                } * x;
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
        branch branch_2 cx dimensions grad grad_tile index lr m m_tile n n_tile new_n
        new_param number number_e param param_tile place_param recorder shape state
        state_m state_n to x x_2 x_2_e x_3 x_4 x_5 x_6 x_7 x_8
    }
    __optim::primitives!();
    #[automatically_derived]
    impl __optim::Definition for Body {
        __optim::states! {
            ["m" Tensor.conditional()] ["n" Tensor.conditional()]
        }
        fn state_exists(
            &self,
            state: ::core::primitive::usize,
            shape: __optim::ParamShape,
        ) -> ::core::primitive::bool {
            Self::__state_exists(self, state, shape)
        }
        const PASSES_ARE_ELEMENTWISE: bool = true;
        const BATCHING: __optim::Batching = __optim::Batching::Many;
        fn settings(&self, to: &mut __optim::StepSettings) {
            to.give([self.lr]);
        }
        fn step<'k, Element: __optim::LoopNumber>(
            &'k self,
            cx: &mut __optim::Description<'_, 'k, Element>,
        ) {
            let shape = __optim::Description::shape(cx);
            let lr = cx.setting(0);
            let number = if self.flag {
                0.0_f64
            } else {
                let number = if let Some(rate) = self.fixed {
                    let number: f64 = rate;
                    number
                } else {
                    0.0_f64
                };
                number
            };
            let x_2 = match self.mode {
                Mode::A => lr,
                Mode::B if self.other => 0.5 * lr,
                _ => __optim::one(1.0),
            };
            let branch = self.flag;
            let branch_2 = if !branch {
                if let Some(rate) = self.fixed { true } else { false }
            } else {
                false
            };
            __optim::pass!(
                cx.pass(shape, [Grad.tensor()], [Param.tensor(), State(0).tensor(),
                State(1).tensor()], [], [__optim::one(number), x_2]) Element | [number_e,
                x_2_e]; [grad_tile], [param_tile, m_tile, n_tile], [] | param_tile {}
                index { let grad = grad_tile[index]; let param = param_tile[index]; let m
                = m_tile[index]; let n = n_tile[index]; let (x, x_3, new_n) = if branch {
                let x_4 = m + grad; (x_4, x_4, n) } else { let (x_5, x_6) = if branch_2 {
                let x_7 = number_e * grad; let x_8 = grad - x_7; (x_8, x_7) } else {
                (grad, n) }; (x_5, m, x_6) }; let new_param = param - x_2_e * x;
                param_tile[index] = new_param; if branch { m_tile[index] =
                Element::flush(x_3); } if ! branch { n_tile[index] =
                Element::flush(new_n); } }
            );
        }
        fn trace(&self, dimensions: &[usize], _: u64) -> __optim::Traced {
            let recorder = &__optim::Recorder::new(dimensions);
            let mut place_param = recorder.param();
            let mut state_m = recorder.state::<__optim::Tensor>("m");
            let mut state_n = recorder.state::<__optim::Tensor>("n");
            let grad = recorder.grad();
            let mut x = grad;
            if __optim::condition(self.flag) {
                state_m = state_m + x;
                x = state_m;
            } else {
                if let Some(rate) = self.fixed {
                    state_n = rate * x;
                    x = x - state_n;
                }
            };
            place_param = place_param
                - (match self.mode {
                    Mode::A => recorder.hyper("lr", self.lr),
                    Mode::B if self.other => 0.5 * recorder.hyper("lr", self.lr),
                    _ => __optim::ops::scalar(1.0),
                }) * x;
            recorder.store_param(place_param);
            recorder.store_state("m", state_m);
            recorder.store_state("n", state_n);
            recorder.finish("Body")
        }
    }
    __optim::register!(Optimizer(OptimizerEntry), Body);
    fn signatures(_: &mut Tensor, _: Tensor, _: &mut State<Body>) {}
};
