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
    use __optim::{
        local as body, local as count, local as cx, local as dimensions, local as grad,
        local as grad_tile, local as i, local as index, local as lens, local as lr,
        local as new_param, local as norm, local as norm_tile, local as number,
        local as param, local as param_tile, local as place_param, local as recorder,
        local as scratch_0_tile, local as scratch_1_tile, local as shape, local as to,
        local as total, local as total_2, local as x, local as x_2, local as x_2_e,
        local as x_3, local as x_4, local as x_4_e,
    };
    use ::core::primitive::{bool, f64, i32, str, u64, usize};
    #[automatically_derived]
    impl __optim::Definition for Body {
        const STATES: &'static [__optim::StateInfo] = &[];
        const USES_STEP: bool = false;
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
            cx.pass(
                shape,
                [__optim::Source::Grad.tensor()],
                [__optim::Source::Scratch(0).tensor()],
                [],
                [0.0_f64; 0],
                #[inline(always)]
                move |[], [grad_tile], [scratch_0_tile], []| {
                    let body = __optim::inlined(
                        #[inline(always)]
                        move |grad_tile: &[Element], scratch_0_tile: &mut [Element]| {
                            let count = <[Element]>::len(scratch_0_tile);
                            let grad_tile = &grad_tile[..count];
                            let scratch_0_tile = &mut scratch_0_tile[..count];
                            for index in 0..count {
                                let grad = grad_tile[index];
                                scratch_0_tile[index] = grad;
                            }
                        },
                    );
                    body(grad_tile, scratch_0_tile);
                },
            );
            let mut total = __optim::one(0.0);
            total = __optim::one(0.0);
            for i in 0..self.k {
                let number: f64 = i as f64;
                cx.names(&["x"]);
                let [norm] = cx
                    .pass(
                        shape,
                        [__optim::Source::Scratch(0).tensor()],
                        [],
                        [__optim::Reduction::norm()],
                        [0.0_f64; 0],
                        #[inline(always)]
                        move |[], [scratch_0_tile], [], [norm_tile]| {
                            let body = __optim::inlined(
                                #[inline(always)]
                                move |
                                    scratch_0_tile: &[Element],
                                    norm_tile: &mut [Element::Wide]|
                                {
                                    let count = <[Element]>::len(scratch_0_tile);
                                    let scratch_0_tile = &scratch_0_tile[..count];
                                    let norm_tile = &mut norm_tile[..count];
                                    for index in 0..count {
                                        let x = scratch_0_tile[index];
                                        norm_tile[index] = __optim::Value::square(Element::wide(x));
                                    }
                                },
                            );
                            body(scratch_0_tile, norm_tile);
                        },
                    );
                let x_2 = norm + number + 1.0;
                let total_2 = total + norm;
                cx.names(&["x", "x"]);
                cx.pass(
                    shape,
                    [__optim::Source::Scratch(0).tensor()],
                    [__optim::Source::Scratch(1).tensor()],
                    [],
                    [x_2],
                    #[inline(always)]
                    move |[x_2_e], [scratch_0_tile], [scratch_1_tile], []| {
                        let body = __optim::inlined(
                            #[inline(always)]
                            move |
                                scratch_0_tile: &[Element],
                                scratch_1_tile: &mut [Element]|
                            {
                                let count = <[Element]>::len(scratch_1_tile);
                                let scratch_0_tile = &scratch_0_tile[..count];
                                let scratch_1_tile = &mut scratch_1_tile[..count];
                                for index in 0..count {
                                    let x = scratch_0_tile[index];
                                    let x_3 = x / x_2_e;
                                    scratch_1_tile[index] = x_3;
                                }
                            },
                        );
                        body(scratch_0_tile, scratch_1_tile);
                    },
                );
                (total,) = (total_2,);
                cx.swap(0usize, 1usize);
            }
            let x_4 = lr * total;
            cx.names(&["x"]);
            cx.pass(
                shape,
                [__optim::Source::Scratch(0).tensor()],
                [__optim::Source::Param.tensor()],
                [],
                [x_4],
                #[inline(always)]
                move |[x_4_e], [scratch_0_tile], [param_tile], []| {
                    let body = __optim::inlined(
                        #[inline(always)]
                        move |scratch_0_tile: &[Element], param_tile: &mut [Element]| {
                            let count = <[Element]>::len(param_tile);
                            let scratch_0_tile = &scratch_0_tile[..count];
                            let param_tile = &mut param_tile[..count];
                            for index in 0..count {
                                let x = scratch_0_tile[index];
                                let param = param_tile[index];
                                let new_param = param - x_4_e * x;
                                param_tile[index] = new_param;
                            }
                        },
                    );
                    body(scratch_0_tile, param_tile);
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
