#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    impl Body {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut n = self.k;
            let mut rate = 1.0;
            for i in 0..3 {
                if n > i {
                    rate *= 0.5;
                    n += 1;
                    *param -= rate * grad;
                }
            }
            if n > 4 && rate < 0.5 {
                rate = 1.0;
            }
            *param *= 1.0 - rate * self.lr;
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
        cx dimensions given grad grad_tile i index item lr n n_2 n_2_2 n_3 n_4 new_param
        now param param_tile place_param rate rate_2 rate_2_2 rate_3 rate_4 rate_4_2
        rate_5 recorder shape to x x_2 x_3 x_e
    }
    __optim::primitives!();
    #[automatically_derived]
    impl __optim::Definition for Body {
        __optim::states! {}
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
            let mut n = self.k;
            let mut rate = 1.0;
            let (n_4, rate_4) = {
                let mut now = (n, rate);
                for item in 0..3 {
                    let (n_2, rate_2) = now;
                    let i = item;
                    let (n_2_2, rate_2_2) = if n_2 > i {
                        let rate_3 = (rate_2 * 0.5);
                        let n_3 = (n_2 + 1);
                        (n_3, rate_3)
                    } else {
                        (n_2, rate_2)
                    };
                    now = (n_2_2, rate_2_2);
                }
                now
            };
            let (rate_4_2,) = if (n_4 > 4) && (rate_4 < 0.5) {
                let rate_5 = 1.0;
                (rate_5,)
            } else {
                (rate_4,)
            };
            let lr = cx.setting(0);
            let x = 1.0 - rate_4_2 * lr;
            __optim::pass!(
                cx.pass(shape, [Grad.tensor()], [Param.tensor()], [], [x]) Element |
                [x_e]; [grad_tile], [param_tile], [] | param_tile {} index { let grad =
                grad_tile[index]; let param = param_tile[index]; let mut x_2 = param; for
                (i, (n_2, rate_2,)) in
                ::core::iter::Iterator::scan(::core::iter::IntoIterator::into_iter(0..3),
                (n, rate,), | now, item | { let given = (::core::clone::Clone::clone(&
                item), * now); * now = { let now = * now; let (n_2, rate_2,) = now; let i
                = item; let (n_2_2, rate_2_2,) = if n_2 > i { let rate_3 = (rate_2 *
                0.5); let n_3 = (n_2 + 1); (n_3, rate_3,) } else { (n_2, rate_2,) };
                (n_2_2, rate_2_2,) }; ::core::option::Option::Some(given) }) { let x_3 =
                if n_2 > i { let rate_3 = (rate_2 * 0.5); x_2 - Element::lift(rate_3) *
                grad } else { x_2 }; (x_2,) = (x_3,); } let new_param = x_2 * x_e;
                param_tile[index] = new_param; }
            );
        }
        fn trace(&self, dimensions: &[usize], _: u64) -> __optim::Traced {
            let recorder = &__optim::Recorder::new(dimensions);
            let mut place_param = recorder.param();
            let grad = recorder.grad();
            let mut n = self.k;
            let mut rate = 1.0;
            for i in 0..3 {
                if __optim::condition(n > i) {
                    rate = rate * 0.5;
                    n = n + 1;
                    place_param = place_param - rate * grad;
                }
            }
            if __optim::condition((n > 4) && (rate < 0.5)) {
                rate = 1.0;
            }
            place_param = place_param * (1.0 - rate * recorder.hyper("lr", self.lr));
            recorder.store_param(place_param);
            recorder.finish("Body")
        }
    }
    __optim::register!(Optimizer(OptimizerEntry), Body);
    fn signatures(_: &mut Tensor, _: Tensor, _: &mut State<Body>) {}
};
