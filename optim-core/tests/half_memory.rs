//! A step on parameters and gradients of two bytes copies none of them: it allocates as many bytes for large ones as for small ones. A
//! program of its own, because its allocator counts what the thread of the test allocates.

#![allow(missing_docs, reason = "the optimizer here is read in this file only")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use half::bf16;
use ndarray::{Array2, ShapeBuilder};
use optim_core::lang::{State, Tensor};
use optim_core::{Storage, Threads};
use optim_macros::optimizer;

// A count for each thread: the test harness has threads of its own, which allocate when they like.
thread_local! {
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counted.
struct Counting;

// SAFETY: every call is the system allocator's with the same arguments; the other methods are the defaults, made of these.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.set(BYTES.get() + layout.size());
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; `pointer` came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[optimizer(crate = optim_core, state <exp_avg = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Momentum {
    #[hyper(default = 0.01, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Momentum {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = 0.9 * state.exp_avg + grad;
        *param -= self.lr * state.exp_avg;
    }
}

/// Bytes that the third step of a parameter allocates.
fn in_a_step(len: usize, storage: Storage, rounding: Storage, columns_first: bool) -> usize {
    let shape = (len, 8).set_f(columns_first);
    let mut model = Array2::from_elem(shape, bf16::ONE);
    let grads = Array2::from_elem((len, 8), bf16::from_f32(0.5));
    let builder = Momentum::new().threads(Threads::One).storage("exp_avg", storage).storage("param", rounding);
    let mut opt = builder.build(&model).unwrap();
    let mut step = || opt.step(&mut model, &grads).unwrap();
    step(); // makes what is kept from step to step
    step();
    let before = BYTES.get();
    step();
    BYTES.get() - before
}

#[test]
fn a_step_copies_no_parameter_of_two_bytes() {
    for storage in Storage::OF_STATES {
        for rounding in [Storage::Native, Storage::Bf16Stochastic, Storage::Split8, Storage::Split16] {
            for columns_first in [false, true] {
                let [small, large] = [10, 10_000].map(|len| in_a_step(len, storage, rounding, columns_first));
                assert_eq!(small, large, "{storage}, {rounding}, columns first: {columns_first}");
                assert!(small < 1000, "{small} bytes: {storage}, {rounding}, columns first: {columns_first}");
            }
        }
    }
}
