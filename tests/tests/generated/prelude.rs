//! Code that generated programs use.

use std::any::Any;
use std::panic::catch_unwind;

pub(crate) use optim_std::author::*;
use optim_std::testing::Check;
use optim_tests::compare;

/// An enum with three variants.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub(crate) enum Mode {
    First,
    Second,
    Third,
}

/// A fixed number.
pub(crate) const RATE: f64 = 0.37;

/// The inner optimizer of generated wrappers: states, one of them conditional, a schedule, and weights for evaluation.
#[optimizer(
    state <momentum = 0.0, scale: cols = 1.0 if param.ndim() >= 2, power: scalar = 1.0>,
    output <update_rms: scalar, power_now: scalar if param.ndim() >= 2>,
)]
#[derive(Debug, Clone)]
pub(crate) struct Inside {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 0.9, range = 0.0..=1.0)]
    beta: f64,
}

#[optimizer]
impl Inside {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>, t: Scalar) {
        state.momentum = state.momentum.lerp(grad, 1.0 - self.beta);
        state.power *= self.beta;
        let mut update = state.momentum / (1.0 - 0.5 * state.power) + grad / t;
        if param.ndim() >= 2 {
            state.scale = 0.5 * state.scale + 0.5 * grad.col_rms();
            update = update / (state.scale + 0.5);
            output.power_now = state.power;
        }
        output.update_rms = update.rms();
        *param -= self.lr * update;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param - 0.1 * state.momentum
    }
}

/// Compares kernel and graph of a program, in both precisions.
pub(crate) fn compare<O: Definition>(seed: u64) {
    of_seed(seed, compare::compare::<O>);
}

/// [`compare`] in double precision only.
pub(crate) fn compare_double<O: Definition>(seed: u64) {
    of_seed(seed, compare::compare_double::<O>);
}

/// Compares a program with its graphs if it has more than steps of single parameters: a `probe` or an `eval`, inputs,
/// numbers of the whole model, or an inner optimizer.
pub(crate) fn check<O: Definition>(seed: u64) {
    of_seed(seed, |seed| {
        let result = Check::new().cases(8).seed(seed).run::<O>();
        result.unwrap_or_else(|failure| panic!("{failure}"));
    });
}

/// Runs the check of a program. If it fails, the message says how to print the program.
pub(crate) fn of_seed(seed: u64, check: fn(u64)) {
    let text = |cause: &Box<dyn Any + Send>| match cause.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => cause.downcast_ref::<&str>().copied().unwrap_or_default().to_owned(),
    };
    if let Err(cause) = catch_unwind(|| check(seed)) {
        panic!("{}\nthe program of seed {seed}: `cargo run -p optim-tests --bin generate {seed}`", text(&cause));
    }
}
