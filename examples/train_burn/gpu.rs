//! The same on a GPU: one launch for all parameters, in burn's own buffers.

use std::error::Error;

use burn::tensor::{Device, DeviceKind};
use optim_examples::data::digits;
use optim_gpu::burn::GpuModuleOptimizer;
use optim_std::prelude::*;

use super::{EPOCHS, LR, Mlp, WEIGHT_DECAY, burns_adamw, by_burn, run};

pub(super) fn train() -> Result<(), Box<dyn Error>> {
    let (train, test) = digits::load()?.split(0.25, 7);
    let device = Device::wgpu(DeviceKind::default()).autodiff();
    println!("{} images to train on, {} held out, {EPOCHS} epochs", train.len(), test.len());
    let start = Mlp::new(train.pixels(), &device);
    let builder = AdamW::new().eps(1e-8).weight_decay(WEIGHT_DECAY);
    let mut optimizer = GpuModuleOptimizer::new(builder, &start)?;
    let mut step = |lr, model, grads| {
        optimizer.set_learning_rate(lr)?;
        Ok(optimizer.step(model, grads)?)
    };
    run("our AdamW", &mut step, LR, start.clone(), &train, &test)?;
    println!("launches in a step of ours: {}", optimizer.launches());
    run("burn's AdamW", &mut by_burn(burns_adamw()), LR, start, &train, &test)
}
