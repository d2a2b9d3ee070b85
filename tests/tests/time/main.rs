//! Timed conditions: `every`, `after`, `at` and `slot`.

mod build;
mod optimizers;
mod plan;
mod run;

use optim_std::Definition;
use optim_std::testing::Check;
use optim_tests::agrees;

use optimizers::*;

/// Kernel and graph agree, from the first step of every program.
fn agree<O: Definition>() {
    for (steps, cases) in [(1, 60), (3, 30), (9, 12)] {
        agrees::<O>(Check::new().steps(steps), cases);
    }
}

#[test]
fn kernels_agree_with_graphs() {
    agree::<Lookahead>();
    agree::<MeanOf>();
    agree::<Forms>();
    agree::<Phased>();
    agree::<Perhaps>();
    agree::<Curvature>();
    agree::<Slots>();
    agree::<Related>();
    agree::<Matched>();
}
