//! Hygiene: almost every lint of the compiler and of clippy is denied, and the user takes names of the standard
//! library. Generated code causes no lint, and resolves.
#![deny(
    warnings,
    missing_docs,
    unsafe_code,
    missing_debug_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unused_results,
    explicit_outlives_requirements,
    let_underscore_drop,
    non_ascii_idents,
    private_bounds,
    private_interfaces,
    elided_lifetimes_in_paths,
    variant_size_differences
)]
#![deny(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#![allow(
    clippy::blanket_clippy_restriction_lints,
    reason = "every lint of that group is wanted here, but for those that speak about the user's own style:"
)]
#![allow(
    clippy::absolute_paths,
    clippy::allow_attributes,
    clippy::allow_attributes_without_reason,
    clippy::arbitrary_source_item_ordering,
    clippy::arithmetic_side_effects,
    clippy::cargo_common_metadata,
    clippy::default_numeric_fallback,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    clippy::field_scoped_visibility_modifiers,
    clippy::float_arithmetic,
    clippy::implicit_return,
    clippy::min_ident_chars,
    clippy::missing_docs_in_private_items,
    clippy::missing_inline_in_public_items,
    clippy::missing_trait_methods,
    clippy::mod_module_files,
    clippy::module_name_repetitions,
    clippy::partial_pub_fields,
    clippy::pub_use,
    clippy::pub_with_shorthand,
    clippy::pub_without_shorthand,
    clippy::question_mark_used,
    clippy::redundant_pub_crate,
    clippy::self_named_module_files,
    clippy::single_call_fn,
    clippy::tests_outside_test_module,
    clippy::expect_used,
    clippy::missing_panics_doc,
    unreachable_pub,
    dead_code,
    reason = "the user's own style"
)]

pub mod functions;

use optim_std::author::{Choice, Rows, Scalar, ScheduleRef, State, Tensor, Value, elementwise, optimizer, scheduler};

use optim_std::schedule::from_fn;

/// Lion: the sign of an interpolated momentum (Chen et al. 2023, arXiv:2302.06675).
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Lion {
    /// Learning rate.
    #[hyper(default = 1e-4, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weights of the old momentum in the update and in the new momentum.
    #[hyper(default = (0.9, 0.99), range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl Lion {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let update = (beta1 * state.exp_avg + (1.0 - beta1) * grad).sign();
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= self.lr * update;
        state.exp_avg = beta2 * state.exp_avg + (1.0 - beta2) * grad;
    }
}

/// The norm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Norm {
    /// Euclidean.
    L2,
    /// Largest.
    TwoSided,
}

/// Sign without a jump.
#[elementwise]
pub fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}

/// Warm-up, a constant part, decay.
#[scheduler(
    names(WsdWD, Trapezoid),
    requires(self.warmup <= self.total_iters, "the warm-up must end before the run"),
    requires(self.rates.len() < 9)
)]
#[derive(Debug, Clone, PartialEq)]
pub struct Wsd {
    /// Largest value.
    #[hyper(range = 0.0.., names("peak_learning_rate", "peak_val"))]
    pub peak: f64,
    /// Steps.
    #[hyper(range = 1..)]
    pub total_iters: u64,
    /// Numbers.
    pub rates: Vec<f64>,
    /// Schedules.
    pub parts: Vec<ScheduleRef>,
    /// Steps of warm-up.
    #[hyper(default = 10, range = 1..)]
    pub warmup: u64,
    /// A schedule.
    #[hyper(default = None)]
    pub tail: Option<ScheduleRef>,
    /// The norm.
    #[hyper(default = Norm::L2)]
    pub r#type: Norm,
}

#[scheduler]
impl Wsd {
    fn value(&self, t: Scalar) -> Scalar {
        let rest = Self::rest(t, self.total_iters as f64);
        let mut value = self.peak * (t / self.warmup as f64).min(1.0).min(rest).max(0.0);
        for (i, &rate) in self.rates.iter().enumerate() {
            value += rate * self.parts[i].value(softsign(t));
        }
        if let Some(tail) = self.tail {
            value += tail.value(t);
        }
        match self.r#type {
            Norm::L2 => value,
            Norm::TwoSided => scalar(0.0),
        }
    }

    fn rest(t: Scalar, steps: f64) -> Scalar {
        1.0 - t / steps
    }
}

mod inner {
    use super::{Norm, Rows, Scalar, State, Tensor, optimizer, softsign};

    pub(crate) const TWO: f64 = 2.0;

    /// Everything.
    #[optimizer(
        state <
            exp_avg = TWO,
            exp_avg_sq = -0.0,
            copy = param,
            max_exp_avg_sq = 0.0 if self.amsgrad,
            beta1_power: scalar = { self.betas.0 },
            row: rows = 0.0 if param.ndim() >= 2,
            col: cols = Self::START if param.ndim() > 2 && self.k >> 1 > 0,
            flat = { let (a, b) = self.betas; a * b * TWO } if param.ndim() < 2>,
        requires(self.betas.0 < self.betas.1, "betas are not sorted"),
        requires(param.ndim() < 9, "too many axes"),
        requires(self.k > 0),
    )]
    #[derive(Clone, Debug)]
    pub(crate) struct All {
        #[hyper(scheduled, range = 0.0..)]
        lr: f64,
        #[hyper(default = (Self::START, 0.99), scheduled, range = (0.0..1.0, 0.0..=1.0))]
        pub betas: (f64, f64),
        #[hyper(range = ..=inner2::MAX)]
        pub(crate) k: usize,
        #[hyper(default = Norm::L2)]
        norm: Norm,
        mode: Norm,
        #[hyper(default = None, range = 0.0..1.0)]
        beta1: Option<f64>,
        #[hyper(default = [1.0, 2.0, 3.0], range = -1.0..)]
        coefficients: [f64; 3],
        #[hyper(default = false)]
        amsgrad: bool,
        #[hyper(default = 1)]
        r#type: i32,
    }

    impl All {
        const START: f64 = 0.5;
    }

    #[optimizer]
    impl All {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
            let (beta1, beta2) = self.betas;
            let mut update = softsign(grad) * TWO;
            if self.amsgrad {
                state.max_exp_avg_sq = state.max_exp_avg_sq.max(update);
            }
            if param.ndim() >= 2 {
                state.row = self.smooth(state.row, update.row_mean());
                update = update * state.row;
            }
            for weight in self.coefficients {
                update += weight * state.copy;
            }
            if param.ndim() > 2 && self.k >> 1 > 0 {
                state.col = state.col * 0.5 + update.col_mean();
            }
            if param.ndim() < 2 {
                update += state.flat;
            }
            let half = match self.norm {
                Norm::L2 => 0.5,
                Norm::TwoSided => 1.0,
            };
            let mut count = 0;
            for i in 0..self.k {
                count += i;
            }
            if let Some(beta) = self.beta1 {
                update = beta * update;
            }
            state.exp_avg = beta1.powf(t) * state.exp_avg + half * update;
            state.exp_avg_sq = beta2 * state.exp_avg_sq + update.square() * count as f64;
            state.beta1_power *= beta1;
            *param -= self.lr * select(update > 0.0, state.exp_avg, 0.0) * self.r#type.pow(2) as f64;
        }

        fn smooth(&self, old: Rows, new: Rows) -> Rows {
            old.lerp(new, self.betas.0)
        }
    }

    mod inner2 {
        pub(super) const MAX: u8 = 10;
    }
}

pub(crate) use optim_std::author::optimizer as prelude_optimizer;

mod renamed {
    use super::prelude_optimizer as optimizer;
    use super::{State, Tensor};
    use before::Sgd as Renamed;

    #[optimizer]
    impl Renamed {
        fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
            *param -= self.lr * grad;
        }
    }

    mod before {
        use super::optimizer;

        /// The `impl` stands outside.
        #[optimizer]
        #[derive(Clone)]
        pub(in super::super) struct Sgd {
            #[hyper]
            pub(super) lr: f64,
        }
    }

    pub(crate) fn local() -> f64 {
        #[optimizer(state <a = 0.0>)]
        #[derive(Clone)]
        struct Local {
            lr: f64,
        }

        #[optimizer]
        impl Local {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                state.a = grad;
                *param -= self.lr * state.a;
            }
        }

        let _builder = Local::new(0.1).lr(0.2);
        {
            #[optimizer(state <a = 0.0>)]
            #[derive(Clone)]
            struct Unit;

            #[optimizer]
            impl Unit {
                fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                    state.a = grad;
                    *param -= 0.1 * state.a;
                }
            }

            let _other = Unit::new().group("x", |p| p.ndim() < 2, |h| h.tag("y"));
        }
        0.0
    }
}

mod shadow {
    #![allow(non_camel_case_types, reason = "names of the prelude and of primitive types, taken by the user")]

    use super::prelude_optimizer as optimizer;
    use super::{State, Tensor};

    struct Option;
    struct Result;
    struct Some;
    struct None;
    struct Ok;
    struct Err;
    struct String;
    struct Send;
    struct Into;
    struct Default;
    struct Clone;
    struct Value;
    struct Kernel;
    struct Definition;
    struct std;
    struct usize;
    struct bool;
    struct str;
    mod core {}
    mod optim_std {}

    #[optimizer(state <a = 0.0 if self.x > 1.0>, requires(self.x > 0.0, "x"), crate = ::optim_core)]
    #[derive(Clone)]
    struct Shadowed {
        #[hyper(default = 1.0, scheduled, range = 0.0..)]
        lr: f64,
        #[hyper(default = 1.0)]
        x: f64,
    }

    #[optimizer]
    impl Shadowed {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            let mut update = grad.max(0.0).powi(2);
            if self.x > 1.0 {
                state.a = update;
            }
            let small = grad.norm() < 1.0;
            for i in 0..3 {
                update += i as f64 * select(small, grad, 0.0);
            }
            *param -= self.lr * update * self.x.sqrt();
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
enum Private {
    A,
    B,
}

/// Names that are not in style.
#[optimizer(state <A_State = 0.0, b = { 1.0 }>)]
#[derive(Debug, Clone)]
#[allow(non_camel_case_types, non_snake_case)]
pub struct lowerOdd {
    private: Private,
    /// Rate.
    pub LR: f64,
    #[hyper(default = (3.0))]
    unused: f64,
    #[hyper(default = { 3.0 })]
    unused2: f64,
}

#[optimizer]
#[allow(deprecated)]
impl lowerOdd {
    fn step(&self, Param: &mut Tensor, G: Tensor, state: &mut State<Self>) {
        state.A_State = G;
        state.b = state.A_State;
        *Param -= self.LR * (state.b);
    }
}

/// The names at other places.
pub mod reexports {
    #![allow(unused_imports, reason = "nobody names them in a test")]

    mod deep {
        use crate::prelude_optimizer as optimizer;
        use crate::{State, Tensor};

        /// One.
        #[optimizer(state <a = 0.0>)]
        #[derive(Clone, Debug)]
        pub struct One {
            /// Rate.
            pub lr: f64,
        }

        #[optimizer]
        impl One {
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                state.a = grad;
                *param -= self.lr * state.a;
            }
        }
    }

    pub use self::deep::One as First;
    pub use self::deep::{One, OneBuilder};

    mod glob {
        pub use super::deep::*;
    }
    pub use self::glob::*;
}

mod made_by_macro {
    use crate::prelude_optimizer as optimizer;
    use crate::{State, Tensor};

    macro_rules! make {
        ($name:ident, $doc:literal, $default:expr, $ty:ty) => {
            #[doc = $doc]
            #[optimizer(state <a = { self.k } if self.j > 1 && param.ndim() > self.j, b = $default>, requires(self.k > $default, $doc))]
            #[derive(Clone, Debug)]
            pub(crate) struct $name {
                #[hyper(default = $default, range = $default..)]
                k: $ty,
                #[hyper(default = 3)]
                j: usize,
            }

            #[optimizer]
            impl $name {
                fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
                    if self.j > 1 && param.ndim() > self.j {
                        state.a = $default * grad;
                    }
                    state.b = grad;
                    *param -= self.k * state.b;
                }
            }
        };
    }
    make!(Made, "Made.", 1.0, f64);
}

mod derive_by_macro {
    use optim_std::{Choice, Parameters};

    macro_rules! make {
        ($name:ident, $choice:ident, $field:ident, $ty:ty) => {
            #[derive(Parameters)]
            pub(crate) struct $name {
                $field: $ty,
                other: ndarray::Array1<f32>,
            }

            #[derive(Choice, Clone, Copy, Debug)]
            pub(crate) enum $choice {
                $name,
                Other,
            }
        };
    }
    make!(Made, Chosen, weight, ndarray::Array2<f32>);
}

#[test]
fn everything_is_usable() {
    let _a = Lion::new()
        .lr(from_fn(|_| 0.0))
        .betas((0.9, 0.9))
        .group("no_decay", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0))
        .clip_norm(1.0);
    let _b = inner::All::new(0.1, 3, Norm::L2).betas((from_fn(|_| 0.0), 0.9)).norm(Norm::L2).beta1(Some(0.1)).r#type(3);
    assert_eq!(Lion::default(), Lion { lr: 1e-4, betas: (0.9, 0.99), weight_decay: 0.0 });
    assert!(renamed::local() < 1.0);
    let model = vec![ndarray::Array2::<f32>::ones((2, 3)).into_dyn()];
    let _optimizer = inner::All::new(0.1, 3, Norm::L2).betas((0.5, 0.9)).build(&model).expect("right settings");
}
