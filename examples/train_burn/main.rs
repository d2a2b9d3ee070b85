//! Trains a module of burn on handwritten digits: with our AdamW, with burn's AdamW, and with Muon for a matrix and AdamW for all other parameters.
//!
//! ```text
//! cargo run --release --example train_burn --features burn
//! cargo run --release --example train_burn --features burn -- --bench
//! cargo run --release --example train_burn --features gpu -- --device gpu
//! ```
//!
//! The module, the gradients and the training loop are burn's, and so is the learning rate, which falls along half a cosine. Both AdamW have the same
//! settings, and all runs start from the same parameters. With `--bench` it instead measures the time of a step of AdamW: ours by the kernel and by
//! the graph, and burn's. With `--device gpu` the module is on a GPU, which updates all parameters together.

mod bench;
#[cfg(feature = "gpu")]
mod gpu;

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use burn::lr_scheduler::cosine::CosineAnnealingLrSchedulerConfig;
use burn::module::Module;
use burn::nn::loss::CrossEntropyLossConfig;
use burn::nn::{Linear, LinearConfig};
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Int, Tensor, TensorData};
use optim_examples::data::{CLASSES, Dataset, digits};
use optim_std::burn::{BurnModuleOptimizer, BurnOptimizer, BurnOptions, LearningRates};
use optim_std::prelude::*;

const EPOCHS: usize = 40;
const BATCH: usize = 32;
const HIDDEN: usize = 128;
const LR: f64 = 5e-3;
const WEIGHT_DECAY: f64 = 0.01;

/// Two linear layers.
#[derive(Module, Debug)]
struct Mlp {
    fc1: Linear,
    fc2: Linear,
}

impl Mlp {
    fn new(pixels: usize, device: &Device) -> Self {
        device.seed(7);
        Self {
            fc1: LinearConfig::new(pixels, HIDDEN).init(device),
            fc2: LinearConfig::new(HIDDEN, CLASSES).init(device),
        }
    }

    fn forward(&self, images: Tensor<2>) -> Tensor<2> {
        self.fc2.forward(relu(self.fc1.forward(images)))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => train(),
        ["--bench"] => bench::run(),
        #[cfg(feature = "gpu")]
        ["--device", "gpu"] => gpu::train(),
        #[cfg(not(feature = "gpu"))]
        ["--device", "gpu"] => Err("`--device gpu` needs the feature `gpu`".into()),
        [other, ..] => Err(format!("`{other}` is no option\nhelp: there are `--bench` and `--device gpu`").into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn train() -> Result<(), Box<dyn Error>> {
    let (train, test) = digits::load()?.split(0.25, 7);
    let device = Device::flex().autodiff();
    println!("{} images to train on, {} held out, {EPOCHS} epochs", train.len(), test.len());
    let start = Mlp::new(train.pixels(), &device);
    let builder = AdamW::new().eps(1e-8).weight_decay(WEIGHT_DECAY);
    run("our AdamW", &mut by_burn(BurnOptimizer::new(builder.clone())?.init()), LR, start.clone(), &train, &test)?;
    run("burn's AdamW", &mut by_burn(burns_adamw()), LR, start.clone(), &train, &test)?;

    // Both learning rates fall along the same curve: burn's is a factor here.
    let recipe = Partition::new()
        .rule("hidden", |p| p.ndim() == 2 && p.name().starts_with("fc1"), Muon::new().lr(0.02))
        .rest("rest", builder.lr(LR))
        .watch(["update_ratio"]);
    let options = BurnOptions::new().learning_rates(LearningRates::Factor);
    let optimizer = BurnModuleOptimizer::with_options(recipe, options, &start)?;
    run("Muon and AdamW", &mut by_burn(optimizer.init()), 1.0, start, &train, &test)?;
    if let Some(watched) = optimizer.take_watched() {
        let ratios = watched.of_params().map(|(param, _, ratio)| format!("{param} {ratio:.1e}"));
        println!("update ratios of the last step: {}", ratios.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

/// A step of a module with a learning rate.
type Step<'s> = dyn FnMut(f64, Mlp, GradientsParams) -> Result<Mlp, Box<dyn Error>> + 's;

fn by_burn(mut optimizer: ModuleOptimizer) -> impl FnMut(f64, Mlp, GradientsParams) -> Result<Mlp, Box<dyn Error>> {
    move |lr, model, grads| Ok(optimizer.step(lr, model, grads))
}

fn burns_adamw() -> ModuleOptimizer {
    AdamWConfig::new().with_epsilon(1e-8).with_weight_decay(WEIGHT_DECAY as f32).init()
}

/// Trains a module, with this initial learning rate, and prints its accuracy.
fn run(
    name: &str,
    step: &mut Step<'_>,
    lr: f64,
    mut model: Mlp,
    train: &Dataset,
    test: &Dataset,
) -> Result<(), Box<dyn Error>> {
    let device = &model.fc1.weight.device();
    let loss = CrossEntropyLossConfig::new().init(device);
    let steps = EPOCHS * train.len().div_ceil(BATCH);
    let mut schedule = CosineAnnealingLrSchedulerConfig::new(lr, steps).with_min_lr(lr / 100.0).init()?;
    let mut order: Vec<usize> = (0..train.len()).collect();
    let mut rng = fastrand::Rng::with_seed(7);
    let (start, mut stepping) = (Instant::now(), Duration::ZERO);
    for _ in 0..EPOCHS {
        rng.shuffle(&mut order);
        for places in order.chunks(BATCH) {
            let (images, labels) = tensors(&train.select(places), device);
            let loss = loss.forward(model.forward(images), labels);
            let grads = GradientsParams::from_grads(loss.backward(), &model);
            let before = Instant::now();
            model = step(schedule.step().base(), model, grads)?;
            stepping += before.elapsed();
        }
    }
    let total = start.elapsed().as_secs_f64();
    let accuracy = accuracy(&model, test, device)?;
    println!(
        "{name:>14}: {:.2} % of the digits held out, {total:.2} s, of these {:.1} ms in {steps} steps of the optimizer",
        100.0 * accuracy,
        1e3 * stepping.as_secs_f64()
    );
    Ok(())
}

/// Images and labels on a device.
fn tensors(data: &Dataset, device: &Device) -> (Tensor<2>, Tensor<1, Int>) {
    let pixels: Vec<f32> = data.images.iter().copied().collect();
    let images = Tensor::from_data(TensorData::new(pixels, [data.len(), data.pixels()]), device);
    let labels: Vec<i64> = data.labels.iter().map(|label| *label as i64).collect();
    (images, Tensor::from_data(TensorData::new(labels, [data.len()]), device))
}

/// The fraction of the images that are classified correctly.
fn accuracy(model: &Mlp, data: &Dataset, device: &Device) -> Result<f64, Box<dyn Error>> {
    let (images, labels) = tensors(data, &device.clone().inner());
    let found = model.clone().valid().forward(images).argmax(1).flatten::<1>(0, 1);
    let right = found.equal(labels).int().sum().into_data().try_into_vec_as::<i64>();
    let right = right.map_err(|error| format!("{error:?}"))?;
    Ok(right.iter().sum::<i64>() as f64 / data.len() as f64)
}
