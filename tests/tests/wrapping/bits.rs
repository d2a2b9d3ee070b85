//! The same bits for any number of threads, and for any layout in memory.

use ndarray::{ArrayD, ArrayViewMutD, IxDyn};
use optim_std::prelude::*;
use optim_std::{Builder, StateView, Storage};

use crate::model::{Clip, Normal};
use crate::optimizers::{Accumulate, Around, Behind, Centralize, Mean, Noisy, Plain, Queued};
use crate::variables::Mixed;

const SHAPES: &[&[usize]] =
    &[&[], &[5], &[3, 4], &[8193], &[16_385], &[129, 257], &[1, 700], &[5, 40, 70], &[131_073], &[8, 3, 3, 3]];

fn arrays(f_order: bool) -> Vec<ArrayD<f32>> {
    let array = |shape: &&[usize]| {
        let mut next = 0..;
        let number = |index: usize| ((index * 37) % 101) as f32 / 50.0 - 1.0;
        let plain = ArrayD::from_shape_simple_fn(IxDyn(shape), || number(next.next().unwrap()));
        if !f_order {
            return plain;
        }
        let mut turned = ArrayD::zeros(plain.t().raw_dim()).reversed_axes();
        turned.assign(&plain);
        turned
    };
    SHAPES.iter().map(array).collect()
}

fn bits<O: Definition>(threads: Threads, f_order: bool) -> Vec<u64> {
    bits_of(Builder::<O>::new(), threads, f_order)
}

fn bits_of<O: Definition>(builder: Builder<O>, threads: Threads, f_order: bool) -> Vec<u64> {
    let (mut params, grads) = (arrays(f_order), arrays(false));
    let mut opt = builder.threads(threads).seed(3).build(&params).unwrap();
    for _ in 0..5 {
        let mut views: Vec<ArrayViewMutD<'_, f32>> = params.iter_mut().map(|param| param.view_mut()).collect();
        opt.step(&mut views, &grads).unwrap();
    }
    let mut bits: Vec<u64> = params.iter().flatten().map(|x| x.to_bits().into()).collect();
    opt.visit_state(|_, _, state| match state {
        StateView::Scalar(x) => bits.push(x.to_bits()),
        StateView::Array(array) => bits.extend(array.iter().map(|x| u64::from(x.to_bits()))),
    });
    bits
}

fn same<O: Definition>() {
    let expected = bits::<O>(Threads::One, false);
    for threads in [Threads::N(2), Threads::N(7), Threads::All] {
        assert!(bits::<O>(threads, false) == expected, "{threads:?}");
    }
}

#[test]
fn threads() {
    same::<Lookahead<AdamW>>();
    same::<Accumulate<Noisy>>();
    same::<Centralize<Lamb>>();
    same::<Around<Behind<Plain>>>();
    same::<Ema<Lookahead<Lamb>>>();
    same::<Clip<Normal>>();
    same::<Accumulate<Clip<Lamb>>>();
    same::<Queued<Mean>>();
    same::<Mixed<Clip<Normal>>>();
}

/// Elementwise wrappers do not depend on the order in memory.
#[test]
fn layouts() {
    for threads in [Threads::One, Threads::N(7)] {
        assert!(bits::<Lookahead<AdamW>>(threads, true) == bits::<Lookahead<AdamW>>(Threads::One, false));
        assert!(bits::<Accumulate<Noisy>>(threads, true) == bits::<Accumulate<Noisy>>(Threads::One, false));
    }
}

/// All passes walk over a range of elements in the same order. One of them may require C order, for random numbers or
/// for a state that is stored.
#[test]
fn ranges_of_several_passes() {
    fn same<O: Definition + Clone>(builder: &Builder<O>) {
        let expected = bits_of(builder.clone(), Threads::One, false);
        for threads in [Threads::N(3), Threads::N(7)] {
            assert!(bits_of(builder.clone(), threads, true) == expected, "{threads:?}");
        }
    }
    same(&Builder::<Ema<Noisy>>::new());
    same(&Builder::<Lookahead<Noisy>>::new());
    same(&Builder::<Ema<AdamW>>::new());
    for storage in [Storage::Bf16, Storage::Block8, Storage::Companded8] {
        same(&Builder::<Ema<AdamW>>::new().storage("inner.exp_avg", storage));
    }
}
