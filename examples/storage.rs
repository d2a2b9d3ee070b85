//! Trains the digits once for each storage, and draws the effect on the loss.
//!
//! ```text
//! cargo run --release -p optim-examples --features half --example storage
//! cargo run --release -p optim-examples --features half --example storage -- --seeds 20 --plot optim-std/docs/pictures/storage.svg
//! ```
//!
//! It runs AdamW with its states in fewer bytes, then also with the parameters and gradients in two bytes. All runs of
//! a seed have the same initial weights, batches and settings.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use clap::{Arg, Command, value_parser};
use half::bf16;
use ndarray::{ArrayD, Dimension, ShapeError};
use optim_examples::data::{Dataset, digits};
use optim_examples::network::{Linear, Mlp, Score};
use optim_examples::output;
use optim_std::IntoBuilder;
use optim_std::chart::Chart;
use optim_std::contrib::MasterWeights;
use optim_std::optimizers::AdamWBuilder;
use optim_std::prelude::*;
use optim_std::{Builder, Definition, Storage};

const EPOCHS: usize = 40;
const BATCH_SIZE: usize = 32;
const HIDDEN: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let plot = Arg::new("plot").long("plot").value_name("FILE").value_parser(value_parser!(PathBuf));
    let plot = plot.help("Where the picture goes [default: storage.svg in the target folder]");
    let seeds = Arg::new("seeds").long("seeds").value_name("N").value_parser(value_parser!(u64).range(1..));
    let seeds = seeds.default_value("1").help("How many seeds of the first weights and batches");
    let about = "Trains the digits once for each storage and seed";
    let matches = Command::new("storage").about(about).args([plot, seeds]).get_matches();
    let plot = matches.get_one::<PathBuf>("plot").cloned().unwrap_or_else(|| output("storage.svg"));

    let digits = Digits::load(matches.get_one("seeds").copied().unwrap_or(1))?;
    let mut states = Chart::new("States, parameters in f32").x_label("epoch").y_label("training loss").log_y();
    for storage in Storage::OF_STATES {
        let name = if storage == Storage::Native { "f32" } else { storage.name() };
        states = states.line(name, digits.train::<f32, _>(name, stored(storage, digits.steps()))?);
    }

    let mut all = Chart::new("Parameters and gradients in bf16").x_label("epoch").log_y();
    let nearest = stored(Storage::Bf16, digits.steps());
    let name = "bf16, states too";
    all = all.line(name, digits.train::<bf16, _>(name, nearest.clone())?);
    let name = "bf16_stochastic, states bf16";
    all = all.line(name, digits.train::<bf16, _>(name, nearest.storage("param", Storage::Bf16Stochastic))?);
    let name = "split8, states bf16";
    let split = stored(Storage::Bf16, digits.steps()).storage("param", Storage::Split8);
    all = all.line(name, digits.train::<bf16, _>(name, split)?);
    for storage in [Storage::Block8, Storage::Companded8] {
        let name = format!("split8, states {storage}");
        let split = stored(storage, digits.steps()).storage("param", Storage::Split8);
        all = all.line(&name, digits.train::<bf16, _>(&name, split)?);
    }
    let name = "bf16 with MasterWeights";
    let master = MasterWeights::new(adamw(digits.steps()));
    all = all.line(name, digits.train::<bf16, _>(name, master)?);

    if let Some(dir) = plot.parent() {
        std::fs::create_dir_all(dir)?;
    }
    std::fs::write(&plot, Chart::row(&[states, all]))?;
    println!("curves: {}", plot.display());
    Ok(())
}

fn adamw(steps: u64) -> AdamWBuilder {
    AdamW::new().lr(CosineDecayLR::new(0.01, 0.0, steps)).weight_decay(0.1)
}

/// AdamW with its states in this storage.
fn stored(storage: Storage, steps: u64) -> AdamWBuilder {
    adamw(steps).storage("exp_avg", storage).storage("exp_avg_sq", storage)
}

struct Digits {
    train: Dataset,
    test: Dataset,
    seeds: u64,
}

impl Digits {
    fn load(seeds: u64) -> Result<Self, Box<dyn Error>> {
        let (train, test) = digits::load()?.split(0.25, 0);
        Ok(Self { train, test, seeds })
    }

    fn batches(&self) -> usize {
        self.train.len().div_ceil(BATCH_SIZE)
    }

    fn steps(&self) -> u64 {
        (EPOCHS * self.batches()) as u64
    }

    /// Trains with parameters and gradients of a type, and returns the mean loss of each epoch over all seeds.
    fn train<E: Element, B>(&self, name: &str, optimizer: B) -> Result<Vec<f64>, Box<dyn Error>>
    where
        Vec<ArrayD<E>>: Parameters<Elem = f32>,
        B: IntoBuilder<Optimizer: Definition>,
    {
        let builder = optimizer.into_builder();
        let (mut means, mut last, mut accuracies, mut bytes) = (vec![0.0; EPOCHS], Vec::new(), Vec::new(), 0);
        for seed in 0..self.seeds {
            let run = self.run::<E, _>(&builder, seed)?;
            means.iter_mut().zip(&run.losses).for_each(|(mean, loss)| *mean += loss / self.seeds as f64);
            last.push(run.losses.last().copied().unwrap_or_default());
            accuracies.push(100.0 * run.accuracy);
            bytes = run.bytes;
        }
        let (loss, accuracy) = (Spread::of(&last, 4), Spread::of(&accuracies, 2));
        println!("{name}: last training loss {loss}, accuracy {accuracy} %, {bytes} bytes of state");
        Ok(means)
    }

    fn run<E: Element, O: Definition>(&self, builder: &Builder<O>, seed: u64) -> Result<Run, Box<dyn Error>>
    where
        Vec<ArrayD<E>>: Parameters<Elem = f32>,
    {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut network = Mlp::new(self.train.pixels(), HIDDEN, rng);
        let mut model: Vec<ArrayD<E>> = rounded(&network);
        let mut optimizer = builder.build(&model)?;
        let mut places: Vec<usize> = (0..self.train.len()).collect();
        let mut losses = Vec::new();
        for _ in 0..EPOCHS {
            rng.shuffle(&mut places);
            let mut sum = 0.0;
            for batch in places.chunks(BATCH_SIZE) {
                network = widened(&model)?;
                let (loss, gradients) = network.loss_and_gradients(&self.train.select(batch));
                sum += loss;
                optimizer.step(&mut model, &rounded::<E>(&gradients))?;
            }
            losses.push(sum / self.batches() as f64);
        }
        let Score { accuracy, .. } = widened(&model)?.score(&self.test);
        Ok(Run { losses, accuracy, bytes: optimizer.state_bytes() })
    }
}

/// A training run.
struct Run {
    /// The mean loss of each epoch.
    losses: Vec<f64>,
    /// The share of right answers on the test data.
    accuracy: f64,
    bytes: usize,
}

/// The mean of several numbers and their standard deviation, which one number doesn't have.
struct Spread {
    mean: f64,
    deviation: Option<f64>,
    digits: usize,
}

impl Spread {
    fn of(numbers: &[f64], digits: usize) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
        Self { mean, deviation: (count > 1.0).then(|| (squares / (count - 1.0)).sqrt()), digits }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mean, deviation, digits } = self;
        write!(f, "{mean:.digits$}")?;
        deviation.map_or(Ok(()), |deviation| write!(f, " ± {deviation:.digits$}"))
    }
}

/// A type for parameters and gradients.
trait Element: Copy {
    fn of(x: f32) -> Self;
    fn wide(self) -> f32;
}

impl Element for f32 {
    fn of(x: f32) -> Self {
        x
    }

    fn wide(self) -> f32 {
        self
    }
}

impl Element for bf16 {
    fn of(x: f32) -> Self {
        Self::from_f32(x)
    }

    fn wide(self) -> f32 {
        self.to_f32()
    }
}

fn rounded<E: Element>(network: &Mlp) -> Vec<ArrayD<E>> {
    let Mlp { fc1, fc2 } = network;
    vec![
        fc1.weight.mapv(E::of).into_dyn(),
        fc1.bias.mapv(E::of).into_dyn(),
        fc2.weight.mapv(E::of).into_dyn(),
        fc2.bias.mapv(E::of).into_dyn(),
    ]
}

fn widened<E: Element>(model: &[ArrayD<E>]) -> Result<Mlp, Box<dyn Error>> {
    fn wide<E: Element, D: Dimension>(array: &ArrayD<E>) -> Result<ndarray::Array<f32, D>, ShapeError> {
        array.mapv(E::wide).into_dimensionality()
    }
    let [weight1, bias1, weight2, bias2] = model else { return Err("a network has four parameters".into()) };
    Ok(Mlp {
        fc1: Linear { weight: wide(weight1)?, bias: wide(bias1)? },
        fc2: Linear { weight: wide(weight2)?, bias: wide(bias2)? },
    })
}
