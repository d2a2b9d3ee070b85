//! A step with linear algebra allocates the same amount for large and for small matrices. This test is a program alone,
//! because its allocator counts what the test's thread allocates.

#![allow(missing_docs, reason = "the optimizer is read in this file only")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ndarray::{Array2, Array3};
use optim_std::author::*;
use optim_std::prelude::*;

// A count for each thread, because the threads of the test harness allocate at any time.
thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a count.
struct Counting;

// SAFETY: every call is the system allocator's with the same arguments. All other methods are the defaults, which use these.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
        BYTES.set(BYTES.get() + layout.size());
        LARGEST.set(LARGEST.get().max(layout.size()));
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

#[optimizer]
#[derive(Debug, Clone)]
pub struct All {
    #[hyper(default = 0.1)]
    pub lr: f64,
}

#[optimizer]
impl All {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        // No product, because a product allocates memory.
        let mean = grad.row_mean();
        let across = (eye(param.rows()) * mean).diag();
        let a = 4.0 * eye(param.rows()) + mean * across;
        let (v, w) = a.eigh();
        let (u, s, t) = grad.svd();
        let (q, r) = a.qr();
        let sum = v + q + r + a.cholesky() + a.inv_root(4, 0.1);
        let turned = sum.take_cols(w.argsort()).first_cols(2);
        let scale = turned.mean() + (u * s).mean() + t.mean() + grad.quantile(0.4);
        *param -= self.lr * scale * grad.row_quantile(0.6) * (a.solve(grad) + a.solve_lower(grad));
    }
}

/// Two decompositions, neither of which needs the other.
#[optimizer]
#[derive(Debug, Clone)]
pub struct TwoBases {
    #[hyper(default = 0.1)]
    pub lr: f64,
}

#[optimizer]
impl TwoBases {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let ((q, _), (other, _)) = (grad.qr(), (grad + 1.0).qr());
        *param -= self.lr * (q + other);
    }
}

/// Threads share the decompositions of a large parameter, and `build` allocates the memory that each of them needs.
#[test]
fn steps_on_two_threads_allocate_no_workspace() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let mut model = [Array2::from_shape_fn((1200, 120), |(r, c)| ((r * 7 + c * 3) as f32).sin())];
    let grads = [model[0].map(|x| x * 0.5 + 0.1)];
    let mut opt = pool.install(|| TwoBases::new().build(&model).unwrap());
    // The library keeps memory for each thread that has used it.
    pool.broadcast(|_| {
        let small = || [Array2::from_elem((200, 100), 1.0_f32)];
        TwoBases::new().build(&small()).unwrap().step(&mut small(), &small()).unwrap();
        LARGEST.set(0);
    });
    pool.install(|| (0..20).for_each(|_| drop(opt.step(&mut model, &grads).unwrap())));
    let largest = pool.broadcast(|_| LARGEST.get()).into_iter().max();
    // Two matrices in double precision.
    let workspace = 2 * 8 * model[0].len();
    assert!(largest < Some(workspace), "{largest:?}");
}

/// A selection among all numbers of a parameter.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Median;

#[optimizer]
impl Median {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= grad.quantile(0.5);
    }
}

/// One thread selects, so there is one copy of the numbers, however many matrices they are.
#[test]
fn a_call_that_is_not_divided_has_one_workspace() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let model = [Array3::<f32>::zeros((64, 50, 50))];
    let bytes = pool.install(|| {
        let before = BYTES.get();
        drop(Median::new().build(&model).unwrap());
        BYTES.get() - before
    });
    let copy = 8 * model[0].len();
    assert!((copy..2 * copy).contains(&bytes), "{bytes}");
}

/// The number of allocations in one step of a matrix of this size, and their bytes.
fn in_a_step(rows: usize, cols: usize) -> (usize, usize) {
    let mut model = [Array2::from_shape_fn((rows, cols), |(r, c)| ((r * 7 + c * 3) as f32).sin())];
    let grads = [model[0].map(|x| x * 0.5 + 0.1)];
    let mut opt = All::new().threads(Threads::One).build(&model).unwrap();
    let mut step = || opt.step(&mut model, &grads).unwrap();
    step(); // creates everything that is kept between steps
    let before = (CALLS.get(), BYTES.get());
    step();
    let after = (CALLS.get(), BYTES.get());
    (after.0 - before.0, after.1 - before.1)
}

#[test]
fn a_step_allocates_nothing_of_the_size_of_its_matrices() {
    let small = in_a_step(4, 5);
    assert!(small.0 <= 8, "{small:?}");
    for (rows, cols) in [(40, 50), (130, 60), (60, 150)] {
        assert_eq!(in_a_step(rows, cols), small, "{rows} {cols}");
    }
}
