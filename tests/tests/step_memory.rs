//! A step over views copies no parameter and no gradient, and makes as many allocations for many parameters as for few.
//! This test is a program alone, because its allocator counts what the test's thread allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use optim_std::prelude::*;
use optim_std::{Builder, Named, Shapes, Storage, TensorMut, TensorRef};

// A count for each thread, because the threads of the test harness allocate at any time.
thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a count.
struct Counting;

// SAFETY: every call is the system allocator's with the same arguments. All other methods are the defaults, which use these.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CALLS.set(CALLS.get() + 1);
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

/// The number of allocations, and their bytes, in one step of `count` parameters with `len` elements each.
fn in_a_step(count: usize, len: usize, storage: Storage) -> (usize, usize) {
    in_a_step_of(&Builder::<AdamW>::new().storage("exp_avg", storage).storage("exp_avg_sq", storage), count, len)
}

fn in_a_step_of<O: Definition>(builder: &Builder<O>, count: usize, len: usize) -> (usize, usize) {
    let shape = [len];
    let names: Vec<String> = (0..count).map(|place| format!("layer{place}.weight")).collect();
    let mut data = vec![vec![1.0_f32; len]; count];
    let grads = vec![vec![0.5_f32; len]; count];
    let shapes = Shapes::<f32>::new(names.iter().map(|name| (name.as_str(), shape)));
    let mut opt = builder.clone().threads(Threads::One).build(&shapes).unwrap();
    let mut step = || {
        let mut params = Named::with_capacity(count);
        let mut views = Named::with_capacity(count);
        for ((name, data), grad) in names.iter().zip(&mut data).zip(&grads) {
            params.push(name.as_str(), TensorMut::from_slice(data, &shape).unwrap());
            views.push(name.as_str(), TensorRef::from_slice(grad, &shape).unwrap());
        }
        opt.step(&mut params, &views).unwrap();
    };
    step(); // creates everything that is kept between steps
    let before = (CALLS.get(), BYTES.get());
    step();
    let after = (CALLS.get(), BYTES.get());
    (after.0 - before.0, after.1 - before.1)
}

#[test]
fn a_step_over_views_allocates_a_fixed_few() {
    for storage in Storage::OF_STATES {
        let (calls, bytes) = in_a_step(1000, 8, storage);
        assert_eq!(in_a_step(10, 8, storage).0, calls);
        assert!(calls <= 8, "{calls}");
        // Lists of pointers, element types and shapes, for any number of elements.
        assert_eq!(in_a_step(1000, 4096, storage), (calls, bytes));
        assert!(bytes < 1000 * 450, "{bytes}");
    }
}

/// Views that are not in C order are kept unchanged.
#[test]
fn a_step_over_swapped_views_allocates_a_fixed_few() {
    let calls = |count: usize| {
        let model: Vec<_> = (0..count).map(|_| ndarray::Array2::<f32>::ones((3, 4)).reversed_axes()).collect();
        let (mut params, grads) = (model.clone(), model);
        let mut opt = AdamW::new().threads(Threads::One).build(&params).unwrap();
        opt.step(&mut params, &grads).unwrap();
        let before = CALLS.get();
        opt.step(&mut params, &grads).unwrap();
        CALLS.get() - before
    };
    assert_eq!(calls(1000), calls(10));
}

/// A step distinguishes scratch slots of a wrapper and of its inner optimizer without a list for each parameter.
#[test]
fn a_step_of_a_wrapper_allocates_a_fixed_few() {
    fn same<O: Definition>(len: usize) {
        let builder = Builder::<O>::new();
        let few = in_a_step_of(&builder, 10, len);
        assert_eq!(in_a_step_of(&builder, 1000, len).0, few.0, "{}", O::NAME);
    }
    for len in [8, 300] {
        same::<Cautious<AdamW>>(len);
        same::<Cautious<Lamb>>(len);
        same::<Grokfast<Cautious<AdamW>>>(len);
    }
}
