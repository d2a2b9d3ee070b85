//! Numbers of the whole model: reductions over all parameters, global states, shared settings.

mod accepted;
mod conditions;
mod lists;
mod programs;
mod runtime;

use optim_std::testing::{Check, check};
use programs::{Clipped, ClippedAdamW, Counting, Everything, Sharpness};

#[test]
fn kernels_agree_with_graphs() {
    check::<Clipped>();
    check::<ClippedAdamW>();
    check::<Counting>();
    check::<Sharpness>();
    let summary = optim_tests::agrees::<Everything>(Check::new(), 150);
    assert!(summary.passed > 120 || optim_tests::cases(150) < 150, "{summary:?}");
}
