//! Kernels are compiled once for all parameters of burn, and not again for another learning rate. This test is a
//! program alone, because CubeCL has one log for a whole program.

extern crate burn_core as burn;

use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use burn::tensor::{Device, Tensor};
use burn_optim::Optimizer;
use cubecl_environment::config::RuntimeConfig;
use optim_gpu::cubecl::config::CubeClRuntimeConfig;
use optim_gpu::cubecl::config::compilation::CompilationLogLevel;
use optim_std::burn::{BurnOptimizer, BurnOptions, StepPath};
use optim_std::prelude::*;

/// Waits until at least this many passes are compiled, and returns their number.
fn compiled(log: &std::path::Path, least: usize) -> usize {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(log).unwrap_or_default();
        let count = text.lines().filter(|line| line.contains("PassKernel")).count();
        if count >= least || start.elapsed() > Duration::from_secs(60) {
            return count;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn parameters_share_kernels() {
    let log = env::temp_dir().join(format!("optim-gpu-compilations-{}.log", process::id()));
    let mut config = CubeClRuntimeConfig::default();
    config.compilation.logger.file = Some(log.clone());
    config.compilation.logger.level = CompilationLogLevel::Basic;
    CubeClRuntimeConfig::set(config);

    let device = Device::default();
    let of = |n: usize| Tensor::<2>::ones([n, 3], &device);
    let options = BurnOptions::new().path(StepPath::Gpu);
    let adamw = BurnOptimizer::with_options(AdamW::new(), options).expect("for burn");
    let mut all: Vec<_> = (1..=100).map(|n| (of(n), None)).collect();
    for t in 0..5 {
        let step = |(param, state): (Tensor<2>, _)| {
            let grad = of(param.dims()[0]);
            adamw.step(1e-3 * f64::from(t + 1), param, grad, state)
        };
        all = all.into_iter().map(step).collect();
    }
    // The log is in order, so it has everything before this kernel.
    let sgd = BurnOptimizer::with_options(SGD::new(0.1), options).expect("for burn");
    let (moved, _) = sgd.step(0.1, of(1), of(1), None);
    moved.into_data();
    let count = compiled(&log, 2);
    fs::remove_file(&log).expect("it was written");
    assert_eq!(count, 2, "one kernel for 100 parameters, and one of SGD");
}
