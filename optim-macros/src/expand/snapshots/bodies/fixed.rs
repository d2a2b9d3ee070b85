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
    use __optim::{
        local as body, local as count, local as cx, local as dimensions, local as given,
        local as grad, local as grad_tile, local as i, local as index, local as item,
        local as lr, local as n, local as n_2, local as n_2_2, local as n_3,
        local as n_4, local as new_param, local as now, local as param,
        local as param_tile, local as place_param, local as rate, local as rate_2,
        local as rate_2_2, local as rate_3, local as rate_4, local as rate_4_2,
        local as rate_5, local as recorder, local as shape, local as to, local as x,
        local as x_2, local as x_3, local as x_e,
    };
    use ::core::primitive::{bool, f64, i32, str, u64, usize};
    #[automatically_derived]
    impl __optim::Definition for Body {
        const STATES: &'static [__optim::StateInfo] = &[];
        const USES_STEP: bool = false;
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
            cx.pass(
                shape,
                [__optim::Source::Grad.tensor()],
                [__optim::Source::Param.tensor()],
                [],
                [x],
                #[inline(always)]
                move |[x_e], [grad_tile], [param_tile], []| {
                    let body = __optim::inlined(
                        #[inline(always)]
                        move |grad_tile: &[Element], param_tile: &mut [Element]| {
                            let count = <[Element]>::len(param_tile);
                            let grad_tile = &grad_tile[..count];
                            let param_tile = &mut param_tile[..count];
                            for index in 0..count {
                                let grad = grad_tile[index];
                                let param = param_tile[index];
                                let mut x_2 = param;
                                for (i, (n_2, rate_2)) in ::core::iter::Iterator::scan(
                                    ::core::iter::IntoIterator::into_iter(0..3),
                                    (n, rate),
                                    |now, item| {
                                        let given = (::core::clone::Clone::clone(&item), *now);
                                        *now = {
                                            let now = *now;
                                            let (n_2, rate_2) = now;
                                            let i = item;
                                            let (n_2_2, rate_2_2) = if n_2 > i {
                                                let rate_3 = (rate_2 * 0.5);
                                                let n_3 = (n_2 + 1);
                                                (n_3, rate_3)
                                            } else {
                                                (n_2, rate_2)
                                            };
                                            (n_2_2, rate_2_2)
                                        };
                                        ::core::option::Option::Some(given)
                                    },
                                ) {
                                    let x_3 = if n_2 > i {
                                        let rate_3 = (rate_2 * 0.5);
                                        x_2 - Element::lift(rate_3) * grad
                                    } else {
                                        x_2
                                    };
                                    (x_2,) = (x_3,);
                                }
                                let new_param = x_2 * x_e;
                                param_tile[index] = new_param;
                            }
                        },
                    );
                    body(grad_tile, param_tile);
                },
            );
        }
        fn trace(
            &self,
            dimensions: &[usize],
            _: u64,
        ) -> ::core::result::Result<__optim::Graph, __optim::GraphError> {
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
