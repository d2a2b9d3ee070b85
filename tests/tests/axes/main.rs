//! Axes by number: `along(i)`, `without(i)`, `param.dim(i)`, lists by axis and reductions to an axis.

mod optimizers;
mod quantiles;
mod run;

use optim_std::Definition;
use optim_std::testing::Check;
use optim_tests::{agrees, each_type};

use optimizers::*;

/// Kernel and graph agree.
fn agree<O: Definition>() {
    for (steps, cases) in [(1, 80), (3, 30)] {
        agrees::<O>(Check::new().steps(steps), cases);
    }
}

each_type!(agree: AnyRank, Blocks, Others, Reductions, Chosen, Mixed, Noisy, Quantiles);

#[test]
fn quantiles_are_exact() {
    let summary = agrees::<ExactQuantiles>(Check::new(), 80);
    assert_eq!(summary.exact, summary.passed);
}
