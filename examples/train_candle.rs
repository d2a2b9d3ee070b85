//! Trains a network of candle on handwritten digits, with an optimizer of this crate and with candle's own.
//!
//! ```text
//! cargo run --release --features candle --example train_candle
//! cargo run --release --features candle --example train_candle -- --bench
//! ```
//!
//! It shows `CandleOptimizer` with two groups and a schedule for the variables of a `VarMap`. With `--bench` it
//! measures the time of a step on variables of 2^24 elements, and compares it with candle's own optimizer.

use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use candle_core::{DType, Device, Tensor, Var};
use candle_nn::{Linear, Module, Optimizer, VarBuilder, VarMap, loss};
use optim_examples::data::{CLASSES, Dataset, digits};
use optim_std::candle::CandleOptimizer;
use optim_std::prelude::{AdamW, CosineDecayLR};

const EPOCHS: usize = 20;
const BATCH: usize = 32;
const LR: f64 = 2e-3;

fn main() -> ExitCode {
    let done = match std::env::args().nth(1).as_deref() {
        None => train(),
        Some("--bench") => bench(),
        Some(other) => Err(format!("unknown option `{other}`, allowed: --bench").into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Two layers.
struct Network {
    hidden: Linear,
    out: Linear,
}

impl Network {
    fn new(vars: &VarMap, pixels: usize) -> candle_core::Result<Self> {
        let builder = VarBuilder::from_varmap(vars, DType::F32, &Device::Cpu);
        let hidden = candle_nn::linear(pixels, 64, builder.pp("hidden"))?;
        Ok(Self { hidden, out: candle_nn::linear(64, CLASSES, builder.pp("out"))? })
    }

    fn logits(&self, images: &Tensor) -> candle_core::Result<Tensor> {
        self.out.forward(&self.hidden.forward(images)?.relu()?)
    }
}

/// Images and labels as tensors.
fn tensors(data: &Dataset) -> candle_core::Result<(Tensor, Tensor)> {
    let pixels: Vec<f32> = data.images.iter().copied().collect();
    let labels: Vec<u32> = data.labels.iter().map(|label| *label as u32).collect();
    let images = Tensor::from_vec(pixels, (data.len(), data.pixels()), &Device::Cpu)?;
    Ok((images, Tensor::from_vec(labels, data.len(), &Device::Cpu)?))
}

fn train() -> Result<(), Box<dyn Error>> {
    let (train, test) = digits::load()?.split(0.25, 0);
    let steps = (EPOCHS * train.len().div_ceil(BATCH)) as u64;

    let vars = VarMap::new();
    let network = Network::new(&vars, train.pixels())?;
    // Both start from the same weights.
    let copies = VarMap::new();
    let copy = Network::new(&copies, train.pixels())?;
    for (name, var) in &*vars.data().lock().map_err(|error| error.to_string())? {
        copies.clone().set_one(name, var.as_tensor().copy()?)?;
    }

    let settings = AdamW::new().lr(CosineDecayLR::new(LR, 0.0, steps)).weight_decay(0.01).group(
        "bias",
        |param| param.name().ends_with("bias"),
        |group| group.weight_decay(0.0),
    );
    let mut ours: CandleOptimizer<AdamW> = CandleOptimizer::from_varmap(&vars, settings)?;
    let mut theirs = candle_nn::AdamW::new_lr(copies.all_vars(), LR)?;
    println!(
        "{} of optim-std, with a schedule and a group without weight decay; {steps} steps",
        ours.optimizer().name()
    );
    let first = fit(&network, &mut ours, &train, &test)?;
    println!("AdamW of candle, with a constant learning rate");
    let second = fit(&copy, &mut theirs, &train, &test)?;
    println!("the steps of candle took {:.1} times as long", second.as_secs_f64() / first.as_secs_f64());
    Ok(())
}

/// Trains the network. Returns the time of all optimizer steps.
fn fit(
    network: &Network,
    optimizer: &mut impl Optimizer,
    train: &Dataset,
    test: &Dataset,
) -> Result<Duration, Box<dyn Error>> {
    let mut random = fastrand::Rng::with_seed(0);
    let mut places: Vec<usize> = (0..train.len()).collect();
    let mut stepping = Duration::ZERO;
    for _ in 0..EPOCHS {
        random.shuffle(&mut places);
        for batch in places.chunks(BATCH) {
            let (images, labels) = tensors(&train.select(batch))?;
            let grads = loss::cross_entropy(&network.logits(&images)?, &labels)?.backward()?;
            let start = Instant::now();
            optimizer.step(&grads)?;
            stepping += start.elapsed();
        }
    }
    let (images, labels) = tensors(test)?;
    let found = network.logits(&images)?.argmax(1)?;
    let right = found.eq(&labels)?.to_dtype(DType::F32)?.mean_all()?.to_scalar::<f32>()?;
    println!("held out: accuracy {:.2} %, {:.3} s in steps of the optimizer", 100.0 * right, stepping.as_secs_f64());
    Ok(stepping)
}

/// Measures the time of a step on variables of 2^24 elements in total.
fn bench() -> Result<(), Box<dyn Error>> {
    let vars = || -> candle_core::Result<Vec<Var>> {
        (0..4).map(|_| Var::randn(0_f32, 1.0, (2048, 2048), &Device::Cpu)).collect()
    };
    let time =
        |vars: &[Var], optimizer: &mut dyn FnMut(&_) -> candle_core::Result<()>| -> Result<f64, Box<dyn Error>> {
            let mut grads = vars[0].sum_all()?.backward()?;
            for var in vars {
                grads.insert(var, Tensor::randn(0_f32, 1.0, (2048, 2048), &Device::Cpu)?);
            }
            optimizer(&grads)?;
            let mut times = Vec::new();
            for _ in 0..7 {
                let start = Instant::now();
                optimizer(&grads)?;
                times.push(start.elapsed().as_secs_f64());
            }
            times.sort_by(f64::total_cmp);
            Ok(1e3 * times[times.len() / 2])
        };
    let named = |vars: &[Var]| {
        vars.iter().cloned().enumerate().map(|(place, var)| (place.to_string(), var)).collect::<Vec<_>>()
    };
    let own = vars()?;
    let mut fused: CandleOptimizer<AdamW> = CandleOptimizer::from_named(named(&own), AdamW::new())?;
    let fused = time(&own, &mut |grads| fused.step(grads))?;
    let own = vars()?;
    let mut graph: CandleOptimizer<AdamW> = CandleOptimizer::from_named(named(&own), AdamW::new())?.on_graph()?;
    let graph = time(&own, &mut |grads| graph.step(grads))?;
    let own = vars()?;
    let mut theirs = candle_nn::AdamW::new_lr(own.clone(), 1e-3)?;
    let theirs = time(&own, &mut |grads| theirs.step(grads))?;
    println!("AdamW on 2^24 elements in f32, median of 7 steps");
    println!("optim-std in the memory of the variables  {fused:8.1} ms");
    println!("optim-std by its graph                    {graph:8.1} ms");
    println!("candle                                    {theirs:8.1} ms");
    println!("candle takes {:.1} times as long", theirs / fused);
    Ok(())
}
