//! Compares kernels with graphs, with every stock optimizer as the inner optimizer.

use optim_std::prelude::*;
use optim_std::testing::{Check, check};
use optim_tests::each_optimizer;
use optim_tests::stock::row;

use crate::model::{Clip, Normal};
use crate::optimizers::{
    Accumulate, Around, Behind, Between, Centralize, Curved, LookaheadPlain, Mean, Noisy, Plain, Queued, Sharp, Starts,
};

const CASES: u64 = 28;

#[track_caller]
pub(crate) fn agrees<O: Definition>() {
    optim_tests::agrees::<O>(Check::new(), CASES);
}

fn inside<O: Definition>() {
    // For optimizers with arbitrary bases, see the differential tests.
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

/// The inner optimizer has random numbers and timed conditions that depend on its own count.
#[test]
fn what_is_inside_counts_its_own_steps() {
    check::<Lookahead<Noisy>>();
    check::<Accumulate<Noisy>>();
    check::<Around<Noisy>>();
    let often = Check::new().steps(13).set("k", 2_usize).set("inner.often", 3_usize);
    optim_tests::agrees::<Accumulate<Noisy>>(often, 20);
    let twice = Check::new().steps(13).set("k", 2_usize).set("inner.k", 2_usize);
    optim_tests::agrees::<Accumulate<Accumulate<Plain>>>(twice, 20);
}

/// Inputs of the inner optimizer are due in its own steps.
#[test]
fn inputs_inside() {
    check::<Lookahead<Curved>>();
    check::<Accumulate<Curved>>();
    optim_tests::agrees::<Ema<Accumulate<Curved>>>(Check::new().steps(9).set("inner.k", 2_usize), 20);
}

/// Both have weights for evaluation.
#[test]
fn evaluations_inside() {
    agrees::<Between<ScheduleFreeSGD>>();
    agrees::<Between<ScheduleFreeAdamW>>();
    agrees::<Between<Plain>>();
    agrees::<Between<Between<ScheduleFreeSGD>>>();
    agrees::<Lookahead<Between<Clip<Normal>>>>();
}

/// Both have lists. An item must be the same for the kernel and for all other code.
#[test]
fn lists_of_both() {
    agrees::<Queued<Plain>>();
    agrees::<Centralize<Mean>>();
    agrees::<Queued<Mean>>();
    agrees::<Accumulate<Queued<Mean>>>();
    agrees::<Queued<Accumulate<Queued<Mean>>>>();
    agrees::<Clip<Queued<LBFGS>>>();
    let lengths = Check::new().steps(7).set("n", 2_usize).set("inner.m", 5_usize);
    optim_tests::agrees::<Queued<Mean>>(lengths, 30);
}
