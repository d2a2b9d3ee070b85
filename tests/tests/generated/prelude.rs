//! What generated programs use.

use std::any::Any;
use std::panic::catch_unwind;

use optim_std::Definition;
pub(crate) use optim_std::prelude::*;
use optim_std::testing::Check;
use optim_tests::compare;

/// A choice among three.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub(crate) enum Mode {
    First,
    Second,
    Third,
}

/// A fixed number.
pub(crate) const RATE: f64 = 0.37;

/// Compares kernel and graph of a program, in both precisions.
pub(crate) fn compare<O: Definition>(seed: u64) {
    of_seed(seed, compare::compare::<O>);
}

/// [`compare`] in double precision only.
pub(crate) fn compare_double<O: Definition>(seed: u64) {
    of_seed(seed, compare::compare_double::<O>);
}

/// Compares the kernels of a program's step, `probe` and `eval` with their graphs.
pub(crate) fn compare_routines<O: Definition>(seed: u64) {
    of_seed(seed, |seed| {
        let result = Check::new().cases(8).seed(seed).run::<O>();
        result.unwrap_or_else(|failure| panic!("{failure}"));
    });
}

/// Runs the check of a program; where it fails, the message says how to print the program.
pub(crate) fn of_seed(seed: u64, check: fn(u64)) {
    let text = |cause: &Box<dyn Any + Send>| match cause.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => cause.downcast_ref::<&str>().copied().unwrap_or_default().to_owned(),
    };
    if let Err(cause) = catch_unwind(|| check(seed)) {
        panic!("{}\nthe program of seed {seed}: `cargo run -p optim-tests --bin generate {seed}`", text(&cause));
    }
}
