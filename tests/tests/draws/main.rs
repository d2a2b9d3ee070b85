//! Random numbers in steps and initial values: kernels compared with graphs, and the same bits for every way to run a step.

#![allow(missing_docs, reason = "the optimizers here are read in this file only")]

mod bits;
mod programs;
mod sgld;

use optim_std::Definition;
use optim_std::testing::Check;
use programs::{Control, First, Kinds, Noisy, Pairs, Probing, Rounded, Shapes};

/// Runs this number of cases. If `exact`, all must agree to the bit.
#[track_caller]
fn check<O: Definition>(cases: u64, exact: bool) {
    let summary = optim_tests::agrees::<O>(Check::new(), cases);
    assert!(!exact || summary.exact == summary.passed, "{}: {summary:?}", O::NAME);
}

#[test]
fn kernels_draw_what_graphs_draw() {
    check::<Noisy>(300, false);
    check::<Kinds>(300, false);
    check::<Shapes>(150, false);
    check::<First>(200, true);
}

#[test]
fn kernels_draw_what_graphs_draw_in_branches_and_probes() {
    check::<Rounded>(300, true);
    check::<Control>(300, false);
    check::<Probing>(150, false);
    check::<Pairs>(100, false);
}

/// All draws of a step differ: no two have the same place and iterations.
#[test]
fn every_draw_is_another_one() {
    let graph = optim_std::Builder::<Control>::new().graph(&[2, 3], 1).unwrap();
    let mut draws: Vec<String> = graph
        .leaves()
        .filter(|(_, leaf)| matches!(leaf, optim_std::lang::Leaf::Draw { .. }))
        .map(|(_, leaf)| format!("{leaf:?}").split("place").nth(1).unwrap().to_owned())
        .collect();
    let count = draws.len();
    draws.sort();
    draws.dedup();
    assert_eq!(draws.len(), count, "{graph}");
    // Two in the helper, three in the branches, 2 + 2 · 3 · 2 in the first loops, 1 + 3 + 2 in the last loop, and 2 unrolled.
    assert_eq!(count, 2 + 2 + 2 + 12 + 1 + 3 + 2 + 2, "{graph}");
}

#[test]
fn plans_count_what_is_drawn() {
    let plan = optim_std::Builder::<Noisy>::new().plan_for(&[4, 5]).unwrap();
    assert!(plan.is_elementwise() && plan.to_string().contains("2 drawn"), "{plan}");
    // The parameter and the momentum are read and written, and the gradient is read.
    assert_eq!((plan.passes[0].draws.len(), plan.bytes(4)), (2, 20 * 20), "{plan}");
}
