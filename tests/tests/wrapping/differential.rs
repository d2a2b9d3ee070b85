//! Kernels against graphs, with every stock optimizer inside.

use optim_std::prelude::*;
use optim_std::testing::{Check, check};
use optim_tests::each_optimizer;
use optim_tests::stock::row;

use crate::model::{Clip, Normal};
use crate::optimizers::{
    Accumulate, Around, Behind, Between, Centralize, Curved, LookaheadPlain, Mean, Noisy, Plain, Queued, Sharp, Starts,
};

const CASES: u64 = 28;

/// Half of the cases must be compared; shapes that the inner optimizer refuses are left out.
pub(crate) fn agrees<O: Definition>() {
    let summary = Check::new().cases(CASES).run::<O>().unwrap_or_else(|failure| panic!("{failure}"));
    assert!(2 * summary.passed > CASES, "{summary:?}");
}

fn inside<O: Definition>() {
    // The differential tests compare optimizers with arbitrary bases.
    if row(O::NAME).shape.is_some() {
        return;
    }
    agrees::<Lookahead<O>>();
    agrees::<Centralize<O>>();
}

each_optimizer!(
    #[test]
    inside
);

#[test]
fn wrappers_of_all_kinds() {
    check::<LookaheadPlain>();
    check::<Around<Plain>>();
    check::<Behind<Plain>>();
    check::<Accumulate<Plain>>();
    check::<Accumulate<AdamW>>();
    check::<Around<Lamb>>();
    check::<Behind<Adafactor>>();
    check::<Sharp<Plain>>();
    check::<Sharp<Sharp<Plain>>>();
}

#[test]
fn wrappers_in_wrappers() {
    check::<Ema<Lookahead<AdamW>>>();
    check::<Accumulate<Lookahead<Plain>>>();
    check::<Starts<Lookahead<Plain>>>();
    check::<Starts<Starts<Noisy>>>();
    check::<Lookahead<Accumulate<Accumulate<Plain>>>>();
    check::<Centralize<Around<Behind<Plain>>>>();
    check::<Ema<ScheduleFreeSGD>>();
    check::<Lookahead<ScheduleFreeAdamW>>();
}

/// The inner optimizer has random numbers and timed conditions by its own count.
#[test]
fn what_is_inside_counts_its_own_steps() {
    check::<Lookahead<Noisy>>();
    check::<Accumulate<Noisy>>();
    check::<Around<Noisy>>();
    let check = Check::new().cases(20).steps(13).set("k", 2_usize).set("inner.often", 3_usize);
    let summary = check.run::<Accumulate<Noisy>>().unwrap_or_else(|failure| panic!("{failure}"));
    assert!(summary.passed > 10, "{summary:?}");
    let check = Check::new().cases(20).steps(13).set("k", 2_usize).set("inner.k", 2_usize);
    let summary = check.run::<Accumulate<Accumulate<Plain>>>().unwrap_or_else(|failure| panic!("{failure}"));
    assert!(summary.passed > 10, "{summary:?}");
}

/// Inputs of the inner optimizer are due by its own steps.
#[test]
fn inputs_inside() {
    check::<Lookahead<Curved>>();
    check::<Accumulate<Curved>>();
    let summary = Check::new().cases(20).steps(9).set("inner.k", 2_usize).run::<Ema<Accumulate<Curved>>>();
    assert!(summary.unwrap_or_else(|failure| panic!("{failure}")).passed > 10);
}

/// Weights for evaluation of both.
#[test]
fn evaluations_inside() {
    agrees::<Between<ScheduleFreeSGD>>();
    agrees::<Between<ScheduleFreeAdamW>>();
    agrees::<Between<Plain>>();
    agrees::<Between<Between<ScheduleFreeSGD>>>();
    agrees::<Lookahead<Between<Clip<Normal>>>>();
}

/// Lists of both: an item must be the same one for the kernel and for everything else.
#[test]
fn lists_of_both() {
    agrees::<Queued<Plain>>();
    agrees::<Centralize<Mean>>();
    agrees::<Queued<Mean>>();
    agrees::<Accumulate<Queued<Mean>>>();
    agrees::<Queued<Accumulate<Queued<Mean>>>>();
    agrees::<Clip<Queued<LBFGS>>>();
    let lengths = Check::new().cases(30).steps(7).set("n", 2_usize).set("inner.m", 5_usize);
    let summary = lengths.run::<Queued<Mean>>().unwrap_or_else(|failure| panic!("{failure}"));
    assert!(summary.passed > 15, "{summary:?}");
}
