//! Code that the tests of this workspace share: comparisons of kernels with graphs, random programs, recordings, the
//! generated pages of the guide, and facts about the stock optimizers.

pub mod api;
pub mod choosing;
pub mod compare;
pub mod conformance;
pub mod functions;
pub mod generate;
pub mod messages;
pub mod parts;
pub mod stock;
pub mod xla;

use std::path::PathBuf;

use ndarray::ArrayD;
use optim_std::plan::StepPlan;
use optim_std::testing::{Check, Summary};
use optim_std::{Definition, Float, Inputs, Named, Optimizer, OptimizerEntry, Parameters, StepError, StepReport};

/// An error of reading or replaying a recording; the text contains the place.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// The folder of the golden files.
#[must_use]
pub fn goldens() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("goldens")
}

/// The number of random cases that tests run, as a share of `all`: all of them with `OPTIM_CHECK_CASES=64`, the default of `testing::Check`.
#[must_use]
pub fn cases(all: u64) -> u64 {
    let share = std::env::var("OPTIM_CHECK_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(64);
    all.min(all * share / 64).max(1)
}

/// Compares kernel and graph of an optimizer in random cases, see [`cases`] for their number. It skips cases whose
/// shapes the optimizer refuses, and cases that take too long.
///
/// # Panics
///
/// If they differ, or if half of the cases are skipped. If only a share of the cases runs: if all are skipped.
#[track_caller]
pub fn agrees<O: Definition>(check: Check, all: u64) -> Summary {
    let count = cases(all);
    let summary = check.cases(count).run::<O>().unwrap_or_else(|failure| panic!("{failure}"));
    let is_small = count < all.min(18);
    let enough = 2 * summary.passed > count || is_small && summary.passed > 0;
    assert!(enough, "{}: {summary:?}", O::NAME);
    summary
}

/// Returns true if an optimizer updates parameters of this shape.
#[must_use]
pub fn takes(entry: &OptimizerEntry, shape: &[usize]) -> bool {
    let builder = entry.builder().set("lr", 0.1);
    builder.is_ok_and(|builder| builder.build(&ArrayD::<f32>::zeros(shape)).is_ok())
}

/// The plan of an optimizer for a parameter of this shape, with a learning rate and otherwise the defaults.
///
/// # Panics
///
/// If it refuses this shape.
#[must_use]
pub fn plan_of(entry: &OptimizerEntry, shape: &[usize]) -> StepPlan {
    let builder = entry.builder().set("lr", 0.1).unwrap_or_else(|error| panic!("{error}"));
    builder.plan_for(shape).unwrap_or_else(|error| panic!("{error}"))
}

/// A step with all inputs that are due. They are ones.
///
/// # Errors
///
/// Returns the errors of the step.
pub fn step<T: Float, P, G>(optimizer: &mut Optimizer<T>, params: &mut P, grads: &G) -> Result<StepReport, StepError>
where
    P: Parameters<Elem = T> + ?Sized,
    G: Parameters<Elem = T> + ?Sized,
{
    let mut inputs = Inputs::new();
    for info in optimizer.inputs() {
        if info.global {
            inputs = inputs.number(info.name, 1.0);
            continue;
        }
        let mut ones = Named::new();
        grads.visit(optim_std::Name::ROOT, &mut |name, grad| {
            ones.push(name.to_string(), ArrayD::from_elem(grad.shape(), T::ONE));
        });
        inputs = inputs.tensors_where_due(info.name, ones);
    }
    optimizer.with_inputs(&inputs).step(params, grads)
}

/// Calls a function with each stock optimizer as its type: `each_optimizer!(has_one_pass)`. With `#[test]` in front,
/// each call is a separate test with the optimizer's name.
#[macro_export]
macro_rules! each_optimizer {
    (#[test] $check:ident) => {
        $crate::each_optimizer!(@list tests $check);
    };
    ($call:ident $(, $argument:expr)*) => {
        $crate::each_optimizer!(@list calls $call ($($argument),*));
    };
    (@list $($form:tt)*) => {
        optim_std::__optimizers! { [$crate::each_optimizer] @contrib $($form)*; }
    };
    (@contrib $($names:tt)*) => {
        optim_std::__contrib! { [$crate::each_optimizer] @ $($names)* }
    };
    (@ calls $call:ident $arguments:tt; $($optimizer:ident)*) => {
        $($call::<optim_std::prelude::$optimizer> $arguments;)*
    };
    (@ tests $check:ident; $($optimizer:ident)*) => {
        #[allow(non_snake_case, reason = "tests are named after the optimizers")]
        mod each {
            $(
                #[test]
                fn $optimizer() {
                    super::$check::<optim_std::prelude::$optimizer>();
                }
            )*
        }
    };
}

/// Calls a function with each of these types. Each call is a separate test with the type's name, so that they run in
/// parallel: `each_type!(agree: Delayed, Momenta)`.
#[macro_export]
macro_rules! each_type {
    ($check:ident: $($Type:ident),* $(,)?) => {
        #[allow(non_snake_case, reason = "tests are named after the types")]
        mod each {
            $(
                #[test]
                fn $Type() {
                    super::$check::<super::$Type>();
                }
            )*
        }
    };
}

/// The programs in the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
