//! Steps of the kernel copy neither a parameter nor a gradient. This test is a program alone, because it counts all allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use burn::module::{Module, Param};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor};
use optim_std::burn::BurnOptimizer;
use optim_std::prelude::*;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count.
struct Watched;

// SAFETY: every call is the system allocator's with the same arguments. All other methods are the defaults, which use these.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller guarantees what the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; `pointer` came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

#[derive(Module, Debug)]
struct Line {
    weight: Param<Tensor<2>>,
    bias: Param<Tensor<1>>,
}

const ROWS: usize = 512;
/// The number of bytes of the weight.
const WEIGHT: usize = 4 * ROWS * ROWS;

#[test]
fn nothing_is_copied() {
    let device = Device::flex().autodiff();
    let random = |shape: [usize; 2]| Tensor::<2>::random(shape, burn::tensor::Distribution::Default, &device);
    let x = random([4, ROWS]);
    let mut model = Line {
        weight: Param::from_tensor(random([ROWS, ROWS])),
        bias: Param::from_tensor(Tensor::zeros([ROWS], &device)),
    };
    let mut optimizer = BurnOptimizer::new(AdamW::new()).unwrap().init();
    for step in 0..4 {
        let loss = (x.clone().matmul(model.weight.val()) + model.bias.val().unsqueeze()).square().sum();
        let grads = GradientsParams::from_grads(loss.backward(), &model);
        drop(loss);
        LARGEST.store(0, Ordering::SeqCst);
        model = optimizer.step(0.01, model, grads);
        let largest = LARGEST.load(Ordering::SeqCst);
        // The first step allocates the states.
        if step > 0 {
            assert!(largest < WEIGHT / 8, "step {step} allocates {largest} bytes at once, the weight has {WEIGHT}");
        } else {
            assert!(largest >= WEIGHT, "the states are there");
        }
    }
}
