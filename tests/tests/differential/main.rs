//! Compares kernels with graphs: the stock optimizers, and optimizers that together use the whole language.

#![allow(missing_docs, reason = "the optimizers here are read in this file only")]

mod control;
mod elementwise;
mod matrices;
mod reductions;
mod states;
mod stock;

use optim_std::Definition;
use optim_std::testing::{Check, Summary};
use optim_tests::agrees;

#[track_caller]
fn check<O: Definition>(cases: u64) -> Summary {
    agrees::<O>(Check::new(), cases)
}

/// [`check`] for steps without sums, products or library functions: equal to the bit.
#[track_caller]
fn check_exact<O: Definition>(cases: u64) {
    let summary = check::<O>(cases);
    assert_eq!(summary.exact, summary.passed, "{}", O::NAME);
}
