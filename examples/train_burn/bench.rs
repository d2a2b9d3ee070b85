//! The time of a step of AdamW.

use std::error::Error;
use std::time::Instant;

use burn::module::{Module, Param};
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Distribution, Tensor};
use optim_std::burn::{BurnOptimizer, BurnOptions, StepPath};
use optim_std::prelude::*;

/// One large parameter.
#[derive(Module, Debug)]
struct One {
    weight: Param<Tensor<2>>,
}

/// Rows and columns: 2^24 elements.
const LARGE: [usize; 2] = [4096, 4096];
/// The size of a layer's bias.
const SMALL: [usize; 2] = [1, 64];

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    for (shape, steps) in [(LARGE, 9), (SMALL, 2000)] {
        let ours = |path| {
            let options = BurnOptions::new().path(path);
            Ok::<_, Box<dyn Error>>(BurnOptimizer::with_options(AdamW::new().eps(1e-8), options)?.init())
        };
        let kernel = median(ours(StepPath::Kernel)?, shape, steps);
        let graph = median(ours(StepPath::Graph)?, shape, steps);
        let burn = median(AdamWConfig::new().with_epsilon(1e-8).init(), shape, steps);
        println!("{} x {} elements, median of {steps} steps:", shape[0], shape[1]);
        let line = |name, seconds: f64| {
            println!("{name:>24} {:>12.4} ms  {:>6.2} of burn's", 1e3 * seconds, seconds / burn);
        };
        line("ours by the kernel", kernel);
        line("ours by the graph", graph);
        line("burn's AdamW", burn);
    }
    Ok(())
}

/// Seconds of a step.
fn median(mut optimizer: ModuleOptimizer, shape: [usize; 2], steps: usize) -> f64 {
    let device = Device::flex().autodiff();
    let mut model = One { weight: Param::from_tensor(Tensor::random(shape, Distribution::Default, &device)) };
    let grad = Tensor::<2>::random(shape, Distribution::Default, &Device::flex());
    let mut times = Vec::new();
    // The first step creates the states.
    for _ in 0..=steps {
        let mut grads = GradientsParams::new();
        // A separate copy, as after a backward pass.
        grads.register(model.weight.id, grad.clone() + 0.0);
        let start = Instant::now();
        model = optimizer.step(1e-3, model, grads);
        times.push(start.elapsed().as_secs_f64());
    }
    times.remove(0);
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
