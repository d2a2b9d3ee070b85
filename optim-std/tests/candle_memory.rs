//! A step of variables of candle copies no parameter and no gradient, for any layout.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use candle_core::{DType, Device, Tensor, Var};
use optim_std::candle::CandleOptimizer;
use optim_std::prelude::*;

// A count for each thread, because the threads of the test harness allocate at any time.
thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a count.
struct Counting;

// SAFETY: every call is the system allocator's with the same arguments. All other methods are the defaults, which use these.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.set(BYTES.get() + layout.size());
        // SAFETY: the caller guarantees what the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; `pointer` came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that one step allocates, for three variables with this number of rows. Their gradients are contiguous, transposed and repeated.
fn in_a_step(rows: usize) -> usize {
    let var = || Var::ones((rows, 64), DType::F32, &Device::Cpu).unwrap();
    let vars = [var(), var(), var()];
    let full = |shape: (usize, usize)| Tensor::full(0.5_f32, shape, &Device::Cpu).unwrap();
    let mut grads = vars[0].sum_all().unwrap().backward().unwrap();
    grads.insert(&vars[0], full((rows, 64)).contiguous().unwrap());
    grads.insert(&vars[1], full((64, rows)).t().unwrap());
    grads.insert(&vars[2], full((rows, 1)).broadcast_as((rows, 64)).unwrap());
    let named = ["a", "b", "c"].into_iter().zip(vars);
    let mut opt: CandleOptimizer<AdamW> =
        CandleOptimizer::from_named(named, AdamW::new().threads(Threads::One)).unwrap();
    opt.update(&grads).unwrap();
    let before = BYTES.get();
    opt.update(&grads).unwrap();
    BYTES.get() - before
}

#[test]
fn a_step_copies_nothing() {
    let few = in_a_step(16);
    assert_eq!(in_a_step(4096), few);
    assert!(few < 8192, "{few}");
}
