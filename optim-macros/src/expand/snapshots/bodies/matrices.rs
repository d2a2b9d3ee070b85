#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    impl Body {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let tall = param.rows() > param.cols();
            let x = if tall { grad.t() } else { grad };
            let y = x.matmul(x.t()).matmul(x);
            *param -= if tall { y.t() } else { y };
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
        branch branch_2 cx dimensions grad grad_2 grad_tile index lens new_param param
        param_tile place_param recorder scratch_0_tile scratch_2_tile scratch_3_tile
        scratch_4_tile scratch_5_tile shape tall transposed transposed_2 x y y_2
    }
    __optim::primitives!();
    #[automatically_derived]
    impl __optim::Definition for Body {
        __optim::states! {}
        const PASSES_ARE_ELEMENTWISE: bool = false;
        const SCRATCH: usize = 6;
        fn scratch(&self, shape: __optim::ParamShape, lens: &mut [usize]) {
            let tall = (shape.rows() > shape.cols());
            lens[0] = shape
                .batch()
                .saturating_mul(shape.cols())
                .saturating_mul(shape.rows());
            lens[1] = shape
                .batch()
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                )
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                );
            lens[2] = shape
                .batch()
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                )
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.rows()
                    } else {
                        shape.cols()
                    }),
                );
            lens[3] = shape
                .batch()
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.rows()
                    } else {
                        shape.cols()
                    }),
                )
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                );
            lens[4] = shape
                .batch()
                .saturating_mul(shape.rows())
                .saturating_mul(shape.cols());
            lens[5] = shape
                .batch()
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                )
                .saturating_mul(
                    (if shape.rows() > shape.cols() {
                        shape.rows()
                    } else {
                        shape.cols()
                    }),
                );
        }
        fn step<'k, Element: __optim::LoopNumber>(
            &'k self,
            cx: &mut __optim::Description<'_, 'k, Element>,
        ) {
            let shape = __optim::Description::shape(cx);
            let tall = (shape.rows() > shape.cols());
            cx.names(&["", "grad"]);
            __optim::pass!(
                cx.pass(shape, [Grad.tensor()], [Scratch(4).tensor()], [], [0.0_f64; 0])
                Element | []; [grad_tile], [scratch_4_tile], [] | scratch_4_tile {} index
                { let grad = grad_tile[index]; scratch_4_tile[index] = grad; }
            );
            if tall {
                cx.names(&["grad"]);
                cx.transpose(
                    __optim::Operand::new(4usize, shape.rows(), shape.cols()),
                    0usize,
                );
            }
            let branch = tall;
            cx.names(&["", "", "grad"]);
            __optim::pass!(
                cx.pass(__optim::Extent::new(shape.batch(), (if shape.rows() > shape
                .cols() { shape.cols() } else { shape.rows() }), (if shape.rows() > shape
                .cols() { shape.rows() } else { shape.cols() })), [Grad.tensor(),
                Scratch(0).tensor()], [Scratch(5).tensor()], [], [0.0_f64; 0]) Element |
                []; [grad_tile, scratch_0_tile], [scratch_5_tile], [] | scratch_5_tile {}
                index { let grad = grad_tile[index]; let transposed =
                scratch_0_tile[index]; let grad_2 = if branch { transposed } else { grad
                }; scratch_5_tile[index] = grad_2; }
            );
            cx.names(&["grad", "grad"]);
            cx.matmul(
                __optim::Operand::new(
                    5usize,
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                    (if shape.rows() > shape.cols() {
                        shape.rows()
                    } else {
                        shape.cols()
                    }),
                ),
                __optim::Operand::new(
                        5usize,
                        (if shape.rows() > shape.cols() {
                            shape.cols()
                        } else {
                            shape.rows()
                        }),
                        (if shape.rows() > shape.cols() {
                            shape.rows()
                        } else {
                            shape.cols()
                        }),
                    )
                    .transposed(),
                1usize,
            );
            cx.names(&["", "grad", "y"]);
            cx.matmul(
                __optim::Operand::new(
                    1usize,
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                ),
                __optim::Operand::new(
                    5usize,
                    (if shape.rows() > shape.cols() {
                        shape.cols()
                    } else {
                        shape.rows()
                    }),
                    (if shape.rows() > shape.cols() {
                        shape.rows()
                    } else {
                        shape.cols()
                    }),
                ),
                2usize,
            );
            if tall {
                cx.names(&["y"]);
                cx.transpose(
                    __optim::Operand::new(
                        2usize,
                        (if shape.rows() > shape.cols() {
                            shape.cols()
                        } else {
                            shape.rows()
                        }),
                        (if shape.rows() > shape.cols() {
                            shape.rows()
                        } else {
                            shape.cols()
                        }),
                    ),
                    3usize,
                );
            }
            let branch_2 = tall;
            cx.names(&["y"]);
            __optim::pass!(
                cx.pass(shape, [Scratch(2).tensor(), Scratch(3).tensor()], [Param
                .tensor()], [], [0.0_f64; 0]) Element | []; [scratch_2_tile,
                scratch_3_tile], [param_tile], [] | param_tile {} index { let y =
                scratch_2_tile[index]; let transposed_2 = scratch_3_tile[index]; let
                param = param_tile[index]; let y_2 = if branch_2 { transposed_2 } else {
                y }; let new_param = param - y_2; param_tile[index] = new_param; }
            );
        }
        fn trace(&self, dimensions: &[usize], _: u64) -> __optim::Traced {
            let shape = __optim::ParamShape::of(dimensions);
            let recorder = &__optim::Recorder::new(dimensions);
            let mut place_param = recorder.param();
            let grad = recorder.grad();
            let tall = (shape.rows() > shape.cols());
            let x = if __optim::condition(tall) { __optim::ops::t(grad) } else { grad };
            let y = __optim::ops::matmul(__optim::ops::matmul(x, __optim::ops::t(x)), x);
            place_param = place_param
                - (if __optim::condition(tall) { __optim::ops::t(y) } else { y });
            recorder.store_param(place_param);
            recorder.finish("Body")
        }
    }
    __optim::register!(Optimizer(OptimizerEntry), Body);
    fn signatures(_: &mut Tensor, _: Tensor, _: &mut State<Body>) {}
};
