//! Generated code next to the user's items with the same names: constants, `static`s and unit structs with the names of
//! its variables, traits with its methods, types and macros with names from the standard library.
//!
//! A name in a pattern is a new variable only if the module has no constant with this name. So each `let` and each
//! parameter of generated code may be affected. `no_prelude.rs` does the same without a prelude.

#![allow(warnings, clippy::all, reason = "names and items that no style guide would have; `lints` is about lints")]

mod names_of_functions;
mod one_letter;
mod sources;

use optim_std::prelude::Schedule;
use optim_std::testing::check;

/// Constants with these names. Their type fits no variable of generated code.
macro_rules! constants {
    ($($name:ident)*) => { $(pub const $name: &str = "the user's";)* };
}

/// The same as `static`s.
macro_rules! statics {
    ($($name:ident)*) => { $(pub static $name: &str = "the user's";)* };
}

/// The same as unit structs.
macro_rules! structs {
    ($($name:ident)*) => { $(#[derive(Debug)] pub struct $name;)* };
}

/// A trait that every type implements, with a method of each name that takes `self` by value.
macro_rules! methods {
    ($($name:ident)*) => {
        pub trait Everywhere: Sized {
            $(fn $name(self, _: ::core::convert::Infallible) -> ::core::convert::Infallible { loop {} })*
        }
        impl<T> Everywhere for T {}
    };
}

/// The names, and the methods.
macro_rules! hostile {
    ($kind:ident) => {
        $kind! {
            lr betas weight_decay nesterov exp_avg norms rows cols value values index component fields state params
            param grad t cx shape lens count body recorder dimensions items item now given self_ update beta1 beta2
            x x_2 x_3 x_4 x_5 x_e x_2_e x_3_e lr_e beta1_e beta2_e new_param new_exp_avg new_rows sum mean norm mask
            number product transposed fixed fixed_2 grad_tile param_tile exp_avg_tile rows_tile cols_tile norm_tile
            mean_tile sum_tile scratch_0_tile scratch_1_tile branch branch_2 place_param state_exp_avg state_rows
            name f group select change tag factor scale max_norm max policy threads step argument_0 argument_1
            initial end total_iters warmup share t_e weight bias layers first
        }
        methods! {
            clone into default map len is_empty rows cols shape pass t_ scalar set_scalar set read child hyper finish
            param_ store_param store_state matmul transpose swap reads writes scheduled ranges names doc replace
            to_lowercase as_str call lane apply fixed_ lift get iter into_iter visit visit_mut formula at
            plan_for
        }
        macro_rules! vec {
            ($t:tt) => {
                compile_error!("the user's macro")
            };
        }
        macro_rules! assert {
            ($t:tt) => {
                compile_error!("the user's macro")
            };
        }
        macro_rules! unreachable {
            ($t:tt) => {
                compile_error!("the user's macro")
            };
        }
        macro_rules! panic {
            ($t:tt) => {
                compile_error!("the user's macro")
            };
        }
        macro_rules! matches {
            ($t:tt) => {
                compile_error!("the user's macro")
            };
        }
        pub mod core {}
        pub mod std {}
        pub mod optim_std {}
        pub mod optim_core {}
        pub struct Option;
        pub struct Result;
        pub struct Some;
        pub struct None;
        pub struct Ok;
        pub struct Err;
        pub struct Vec;
        pub struct String;
        pub struct Box;
        pub struct Into;
        pub struct From;
        pub struct Default;
        pub struct Clone;
        pub struct Iterator;
        pub struct Element;
        pub struct Kernel;
        pub struct Definition;
        pub struct Builder;
    };
}

/// An optimizer, a schedule, a function, parameters and a choice, in a module with other items.
macro_rules! programs {
    () => {
        use ::optim_std::Parameters;
        use ::optim_std::author::{Choice, Scalar, State, Tensor, Value, elementwise, optimizer, scheduler};

        #[derive(Debug, Clone, Copy, PartialEq, Choice)]
        pub enum Norm {
            Two,
            Largest,
        }

        #[elementwise]
        fn softsign<V: Value>(input: V, width: f64) -> V {
            input / (width + input.abs())
        }

        #[elementwise]
        fn cube<V: Value>(input: V) -> V {
            input * input * input
        }

        const PART: f64 = 0.25;

        #[optimizer]
        fn thinned(average: &mut Tensor, input: Tensor, turns: usize, beta: Scalar) -> Tensor {
            let mut weight = beta * input;
            for turn in 0..turns {
                weight = PART * weight + cube(weight) * turn as f64;
            }
            *average = beta * *average + weight;
            weight
        }

        #[optimizer(uses(thinned))]
        fn thinned_twice(average: &mut Tensor, input: Tensor) -> Tensor {
            thinned(average, thinned(average, input, 2, PART), 1, 0.5)
        }

        #[optimizer(
            state <exp_avg = 0.0 if self.nesterov, rows: rows = { self.betas.0 }, cols: cols = { 0.5 }, power: scalar = 1.0>,
            requires(self.weight_decay < 1.0, "small"),
            requires(param.ndim() < 9, "few")
        )]
        #[derive(Debug, Clone)]
        pub struct Wide {
            #[hyper(scheduled)]
            lr: f64,
            #[hyper(default = (0.9, 0.99), scheduled)]
            betas: (f64, f64),
            #[hyper(default = 0.1, range = 0.0..)]
            weight_decay: f64,
            #[hyper(default = true)]
            nesterov: bool,
            #[hyper(default = Norm::Two)]
            norms: Norm,
            #[hyper(default = ::core::option::Option::None, none = 0.0)]
            value: ::core::option::Option<f64>,
            index: usize,
        }

        #[optimizer(uses(thinned, thinned_twice))]
        impl Wide {
            fn step(&self, p: &mut Tensor, g: Tensor, s: &mut State<Self>, time: Scalar) {
                let (first_beta, second_beta) = self.betas;
                let mut total = softsign(g, 2.0) + cube(g) + thinned(&mut s.rows, g.row_mean(), self.index, first_beta);
                if self.nesterov {
                    total += thinned_twice(&mut s.exp_avg, g);
                    s.exp_avg = first_beta * s.exp_avg + (1.0 - first_beta) * g;
                    total += s.exp_avg;
                }
                let length = match self.norms {
                    Norm::Two => g.norm(),
                    Norm::Largest => g.abs().amax(),
                };
                s.rows = second_beta * s.rows + total.row_mean();
                s.cols = second_beta * s.cols + total.col_sum();
                s.power *= 0.5;
                let mut scaled = total / (1.0 + length) * s.rows * s.cols;
                for turn in 0..self.index {
                    scaled += turn as f64 * g;
                }
                *p *= 1.0 - self.lr * self.weight_decay * s.power;
                *p -= self.lr * scaled / time + self.half(g);
            }

            fn half(&self, input: Tensor) -> Tensor {
                0.5 * input
            }
        }

        #[scheduler(names(Other), requires(self.warmup > 0, "some"))]
        #[derive(Debug, Clone, PartialEq)]
        pub struct Linear {
            initial: f64,
            end: f64,
            #[hyper(range = 1..)]
            total_iters: u64,
            #[hyper(default = 3)]
            warmup: u64,
        }

        #[scheduler]
        impl Linear {
            fn value(&self, time: Scalar) -> Scalar {
                let part = (time / self.total_iters as f64).min(1.0);
                self.initial + (self.end - self.initial) * part
            }
        }

        #[derive(Parameters)]
        pub struct Layer {
            pub weight: ::optim_std::ndarray::Array2<f32>,
            pub bias: ::optim_std::ndarray::Array1<f32>,
        }

        #[derive(Parameters)]
        pub struct Pair(pub Layer, pub ::optim_std::ndarray::Array1<f32>);

        /// Uses the generated items.
        pub fn run() -> f64 {
            let ones = |high, wide| Layer {
                weight: ::optim_std::ndarray::Array2::ones((high, wide)),
                bias: ::optim_std::ndarray::Array1::ones(wide),
            };
            let mut model = Pair(ones(2, 3), ::optim_std::ndarray::Array1::ones(4));
            let gradients = Pair(ones(2, 3), ::optim_std::ndarray::Array1::ones(4));
            let rate = Linear::new(0.1, 0.0, 10).warmup(2);
            let built = Wide::new(rate, 2)
                .betas((0.5, 0.75))
                .nesterov(true)
                .value(::core::option::Option::Some(0.5))
                .group("small", |found| found.ndim() < 2, |settings| settings.weight_decay(0.0))
                .build(&model);
            let mut running = ::core::result::Result::expect(built, "right settings");
            ::core::result::Result::expect(running.step(&mut model, &gradients), "a right step");
            f64::from(model.0.weight[[0, 0]])
        }
    };
}

/// A module without other names in scope.
mod plain {
    programs!();
}

mod beside_constants {
    hostile!(constants);
    programs!();
}

mod beside_statics {
    hostile!(statics);
    programs!();
}

mod beside_structs {
    hostile!(structs);
    programs!();
}

mod beside_glob_imports {
    mod items {
        hostile!(constants);
    }
    use items::*;
    programs!();
}

/// Variants of an enum, imported.
mod beside_variants {
    pub enum Names {
        lr,
        param,
        grad,
        index,
        x,
        exp_avg,
        count,
        cx,
        shape,
        value,
        name,
        t,
        state,
        initial,
    }
    use Names::*;
    programs!();
}

/// Functions with these names never caused errors.
mod beside_functions {
    fn lr() {}
    fn param() {}
    fn index() {}
    fn x() {}
    fn local() {}
    programs!();
}

#[test]
fn programs_beside_any_items_compute_the_same() {
    let expected = plain::run();
    assert!(expected < 1.0);
    for found in [
        beside_constants::run(),
        beside_statics::run(),
        beside_structs::run(),
        beside_glob_imports::run(),
        beside_variants::run(),
        beside_functions::run(),
    ] {
        assert_eq!(found.to_bits(), expected.to_bits());
    }
    check::<beside_constants::Wide>();
    check::<beside_statics::Wide>();
    check::<beside_variants::Wide>();
    let schedule = beside_constants::Linear::new(1.0, 0.0, 10);
    assert_eq!(schedule.at(5), 0.5);
    assert!(schedule.graph().is_ok());
}

/// The user's constants in attributes keep their meaning, even if a field, and so a setter's argument, has the same
/// name.
mod constants_in_attributes {
    use optim_std::author::{Scalar, State, Tensor, optimizer, scheduler};

    const lr: f64 = 0.25;
    const state: f64 = 0.5;
    const index: f64 = 0.75;
    const values: f64 = 0.125;
    const fields: f64 = 0.0625;
    const value: usize = 2;
    const initial: u64 = 7;
    const lowest: f64 = -1.0;
    fn component() -> f64 {
        3.0
    }

    #[optimizer(state <first = { state + index }, second = { lr }>, requires(lr < index, "no"))]
    #[derive(Debug, Clone)]
    pub(super) struct Named {
        #[hyper(default = lr, scheduled, range = lowest..)]
        pub(super) lr: f64,
        #[hyper(default = component())]
        pub(super) index: f64,
        #[hyper(default = None, none = values + fields)]
        pub(super) fields: Option<f64>,
        pub(super) value: [f64; value],
    }

    #[optimizer]
    impl Named {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            *param -= self.lr * grad * self.index * self.value[0];
            state.first = grad;
            state.second = grad;
        }
    }

    #[scheduler]
    #[derive(Debug, Clone)]
    pub(super) struct Until {
        initial: f64,
        #[hyper(default = initial)]
        pub(super) last: u64,
    }

    #[scheduler]
    impl Until {
        fn value(&self, t: Scalar) -> Scalar {
            self.initial * t / self.last as f64
        }
    }
}

#[test]
fn constants_in_attributes_keep_their_meaning() {
    let model = ndarray::array![1.0_f32];
    let named = constants_in_attributes::Named::new([1.0, 2.0]).build(&model).expect("right settings");
    for (name, expected) in [("lr", 0.25), ("index", 3.0)] {
        assert_eq!(named.value(name).expect("a hyperparameter")[0].1, expected.into(), "{name}");
    }
    assert_eq!(named.state("param", "first").expect("a state")[[0]], 1.25);
    assert_eq!(constants_in_attributes::Until::new(1.0).at(7), 1.0);
}
