//! Trains a network once for each storage, and draws the effect on the loss.
//!
//! ```text
//! cargo run --release -p optim-examples --features half --example storage
//! cargo run --release -p optim-examples --features half --example storage -- --seeds 20 --plot optim-std/docs/pictures/storage.svg
//! cargo run --release -p optim-examples --features half,candle --example storage -- --model candle --seeds 5
//! cargo run --release -p optim-examples --features half,burn --example storage -- --model burn --seeds 5
//! ```
//!
//! It runs AdamW with its states in fewer bytes, then also with the parameters and gradients in two bytes. All runs of
//! a seed have the same initial weights, batches and settings. The network is a perceptron for the digits, with
//! ndarray, or a small transformer for text, with candle or burn.

#[cfg(feature = "burn")]
mod burn;
#[cfg(feature = "candle")]
mod candle;
mod digits;
#[cfg(any(feature = "burn", feature = "candle"))]
mod text;

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use optim_examples::network::Score;
use optim_examples::{curves, output};
use optim_std::chart::Chart;
use optim_std::contrib::MasterWeights;
use optim_std::optimizers::AdamWBuilder;
use optim_std::prelude::*;
use optim_std::{Builder, Definition, IntoBuilder, Storage};

/// The networks, the default first.
const MODELS: &[&str] = &[
    "digits",
    #[cfg(feature = "candle")]
    "candle",
    #[cfg(feature = "burn")]
    "burn",
];

fn main() -> Result<(), Box<dyn Error>> {
    let model = Arg::new("model").long("model").value_parser(PossibleValuesParser::new(MODELS));
    let model = model.default_value(MODELS[0]).help("The digits, or a transformer of this library");
    let epochs = Arg::new("epochs").long("epochs").value_name("N").value_parser(value_parser!(u64).range(1..));
    let epochs = epochs.default_value("40").help("How many epochs of each run");
    let seeds = Arg::new("seeds").long("seeds").value_name("N").value_parser(value_parser!(u64).range(1..));
    let seeds = seeds.default_value("1").help("How many seeds of the first weights and batches");
    let plot = Arg::new("plot").long("plot").value_name("FILE").value_parser(value_parser!(PathBuf));
    let plot = plot.help("Where the picture goes [default: storage.svg in the target folder]");
    let about = "Trains a network once for each storage and seed";
    let matches = Command::new("storage").about(about).args([model, epochs, seeds, plot]).get_matches();

    match matches.get_one::<String>("model").map(String::as_str) {
        #[cfg(feature = "candle")]
        Some("candle") => compare(&candle::Text::new(), &matches),
        #[cfg(feature = "burn")]
        Some("burn") => compare(&burn::Text::new(), &matches),
        _ => compare(&digits::Digits::load()?, &matches),
    }
}

/// A network with its data.
trait Task {
    /// The learning rate at the start. It falls along half a cosine.
    const LR: f64;
    /// True if the optimizer can update parameters of `bf16` in their own memory.
    const HAS_BF16: bool;

    /// The batches of an epoch.
    fn batches(&self) -> u64;

    /// Trains from the first weights of this seed.
    fn run<O>(&self, builder: &Builder<O>, elements: Elements, epochs: u64, seed: u64) -> Result<Run, Box<dyn Error>>
    where
        O: Definition + 'static;
}

/// The type of parameters and gradients.
#[derive(Clone, Copy)]
enum Elements {
    F32,
    Bf16,
}

/// A training run.
struct Run {
    /// The mean training loss of each epoch.
    losses: Vec<f64>,
    /// The quality on data held out.
    test: Score,
    /// The memory of the states, if the library tells it.
    bytes: Option<usize>,
}

/// Trains with all storages that the task supports.
fn compare<T: Task>(task: &T, matches: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let number = |option| matches.get_one(option).copied().unwrap_or(1);
    let runs = Runs { task, epochs: number("epochs"), seeds: number("seeds") };
    let states = Storage::OF_STATES.map(|storage| {
        let name = if storage == Storage::Native { "f32" } else { storage.name() };
        (name.to_owned(), runs.stored(storage))
    });
    let chart = Chart::new("States, parameters in f32").x_label("epoch").y_label("training loss").log_y();
    let mut charts = vec![runs.draw(chart, states, Elements::F32)?];
    if T::HAS_BF16 {
        charts.push(runs.of_bf16()?);
    }
    let plot = matches.get_one::<PathBuf>("plot").cloned().unwrap_or_else(|| output("storage.svg"));
    curves::write_picture(&plot, &Chart::row(&charts))?;
    println!("curves: {}", plot.display());
    Ok(())
}

/// The runs of a task with all seeds.
struct Runs<'t, T> {
    task: &'t T,
    epochs: u64,
    seeds: u64,
}

impl<T: Task> Runs<'_, T> {
    /// Runs with parameters of `bf16`.
    fn of_bf16(&self) -> Result<Chart, Box<dyn Error>> {
        let states = self.stored(Storage::Bf16);
        let random = states.clone().storage("param", Storage::Bf16Stochastic);
        let rounded = [("bf16, states too".to_owned(), states), ("bf16_stochastic, states bf16".to_owned(), random)];
        let split = [Storage::Bf16, Storage::Block8, Storage::Companded8].map(|storage| {
            (format!("split8, states {storage}"), self.stored(storage).storage("param", Storage::Split8))
        });
        let chart = Chart::new("Parameters and gradients in bf16").x_label("epoch").log_y();
        let chart = self.draw(chart, rounded.into_iter().chain(split), Elements::Bf16)?;
        let name = "bf16 with MasterWeights";
        Ok(chart.line(name, self.train(name, MasterWeights::new(self.adamw()), Elements::Bf16)?))
    }

    /// Adds a curve for each of these optimizers.
    fn draw<I>(&self, chart: Chart, optimizers: I, elements: Elements) -> Result<Chart, Box<dyn Error>>
    where
        I: IntoIterator<Item = (String, AdamWBuilder)>,
    {
        optimizers.into_iter().try_fold(chart, |chart, (name, optimizer)| {
            let curve = self.train(&name, optimizer, elements)?;
            Ok(chart.line(name, curve))
        })
    }

    fn adamw(&self) -> AdamWBuilder {
        AdamW::new().lr(CosineDecayLR::new(T::LR, 0.0, self.epochs * self.task.batches())).weight_decay(0.1)
    }

    /// AdamW with its states in this storage.
    fn stored(&self, storage: Storage) -> AdamWBuilder {
        self.adamw().storage("exp_avg", storage).storage("exp_avg_sq", storage)
    }

    /// Trains, and returns the mean curve of all seeds.
    fn train<B>(&self, name: &str, optimizer: B, elements: Elements) -> Result<Vec<f64>, Box<dyn Error>>
    where
        B: IntoBuilder<Optimizer: Definition + 'static>,
    {
        let builder = optimizer.into_builder();
        let runs = (0..self.seeds).map(|seed| self.task.run(&builder, elements, self.epochs, seed));
        let runs: Vec<Run> = runs.collect::<Result<_, _>>()?;
        let spread = |digits, number: fn(&Run) -> f64| Spread::of(&runs.iter().map(number).collect::<Vec<_>>(), digits);
        let last = spread(4, |run| run.losses.last().copied().unwrap_or_default());
        let (loss, accuracy) = (spread(4, |run| run.test.loss), spread(2, |run| 100.0 * run.test.accuracy));
        let bytes = runs[0].bytes.map_or_else(String::new, |bytes| format!(", {bytes} bytes of state"));
        println!("{name}: last training loss {last}, test loss {loss}, accuracy {accuracy} %{bytes}");
        let mean = |place| runs.iter().map(|run| run.losses[place]).sum::<f64>() / runs.len() as f64;
        Ok((0..runs[0].losses.len()).map(mean).collect())
    }
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
