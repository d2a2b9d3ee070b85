//! Trains a small network on handwritten digits with an optimizer that is defined here.
//!
//! ```text
//! cargo run --release --example train_digits
//! cargo run --release --example train_digits -- --optimizer adamw --lr 0.005 --epochs 20
//! cargo run --release --example train_digits -- --mnist path/to/mnist --hidden 256 --epochs 5
//! cargo run --release --example train_digits -- --config examples/data/sgd.yaml
//! cargo run --release --example train_digits -- --checkpoint-dir target/run --resume
//! cargo run --release --example train_digits -- --config examples/data/muon.yaml --events target/events
//! cargo run --release --example train_digits -- --log target/log.csv --column loss,grad_norm --clip-norm 10
//! ```
//!
//! It shows an optimizer and a schedule of your own, parameter groups, gradient clipping, a model of ndarray arrays,
//! optimizers chosen by name at run time or configured by a file, and checkpoints. With `--resume`, a run that was
//! stopped continues, with the same result as an uninterrupted run. The 1,797 digits of 8×8 pixels come with the
//! example; a quarter of them is for testing. The curves of loss and accuracy go to `target/train_digits.svg`, or to
//! the path in `--plot`. With `--column`, the picture shows columns of the log instead.

mod options;

use std::error::Error;
use std::f64::consts::PI;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use optim_examples::curves::{History, columns_svg, write_picture};
use optim_examples::data::{Dataset, digits, mnist};
use optim_examples::estimate::with_estimates;
use optim_examples::network::{Mlp, Score};
use optim_examples::stock::Settings;
use optim_std::author::*;
use optim_std::config::Config;
use optim_std::prelude::*;
use optim_std::training::{Log, ResumeInfo, Shuffled, StepInfo, Training};
use options::Options;

/// Cautious Lion: only applies Lion's steps that agree with the gradient (Chen et al. 2023, arXiv:2302.06675; Liang et
/// al. 2024, arXiv:2411.16085).
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct CautiousLion {
    /// Learning rate.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weights of the old momentum in the update and in the new momentum.
    #[hyper(default = (0.9, 0.99), range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay.
    #[hyper(default = 0.0, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl CautiousLion {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let update = (beta1 * state.exp_avg + (1.0 - beta1) * grad).sign();
        let agrees = update * grad > 0.0;
        // Scales the step, so that the total movement is the same as without the mask.
        let share = agrees.mean().max(1e-3);
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= self.lr / share * select(agrees, update, 0.0);
        state.exp_avg = beta2 * state.exp_avg + (1.0 - beta2) * grad;
    }
}

/// Rises in a straight line during the warm-up, then falls along half a cosine to zero. Checkpoints save its name.
#[scheduler]
#[derive(Debug, Clone, PartialEq)]
pub struct WarmupCosine {
    /// The value after the warm-up.
    #[hyper(range = 0.0..)]
    pub highest: f64,
    /// Steps of the warm-up.
    pub warmup: u64,
    /// Number of all steps.
    pub steps: u64,
}

#[scheduler]
impl WarmupCosine {
    fn value(&self, t: Scalar) -> Scalar {
        let warmup = self.warmup as f64;
        let rising = self.highest * (t + 1.0) / warmup.max(1.0);
        let done = (t - warmup) / (self.steps as f64 - warmup).max(1.0);
        let falling = self.highest * 0.5 * (1.0 + (PI * done.clamp(0.0, 1.0)).cos());
        select(t < warmup, rising, falling)
    }
}

fn main() -> ExitCode {
    match run(&Options::read()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let (train, test) = match &options.mnist {
        Some(dir) => mnist::load(dir)?,
        None => digits::load()?.split(0.25, options.seed),
    };
    let mut model = Mlp::new(train.pixels(), options.hidden, &mut fastrand::Rng::with_seed(options.seed));
    let steps = (options.epochs * train.len().div_ceil(options.batch_size)) as u64;
    let mut optimizer = optimizer(options, steps, &model)?;
    println!(
        "{}: {} images to train on, {} held out, {steps} steps, {} bytes of state",
        optimizer.name(),
        train.len(),
        test.len(),
        optimizer.state_bytes()
    );

    let start = Instant::now();
    let history = fit(&mut model, &mut optimizer, options, steps, &train, &test)?;
    // The score of the averaged weights, if the optimizer has them.
    let Score { loss, accuracy } = optimizer.with_eval(&mut model, |model| model.score(&test))?;
    println!(
        "held out: loss {loss:.4}, accuracy {:.2} % after {:.2} s",
        100.0 * accuracy,
        start.elapsed().as_secs_f64()
    );
    let svg = match options.columns.as_slice() {
        [] => {
            let title = format!("{}: {:.2} % of {} held-out digits", optimizer.name(), 100.0 * accuracy, test.len());
            history.to_svg(&title)
        }
        columns => columns_svg(columns, options.compare.iter().chain(&options.log))?,
    };
    write_picture(&options.plot, &svg)?;
    println!("curves: {}", options.plot.display());
    Ok(())
}

/// The optimizer, for a run of this number of steps.
fn optimizer(options: &Options, steps: u64, model: &Mlp) -> Result<Optimizer<f32>, Box<dyn Error>> {
    if let Some(file) = &options.config {
        let config = Config::open(file)?;
        config.warnings().iter().for_each(|warning| eprintln!("warning: {warning}"));
        let mut optimizer = config.build(model)?;
        if options.clip_norm.is_some() {
            optimizer.set_clip_norm(options.clip_norm)?;
        }
        optimizer.set_threads(options.threads);
        optimizer.set_non_finite(NonFinite::Error);
        return Ok(optimizer);
    }
    let schedule = |highest| WarmupCosine::new(highest, steps / 20, steps);
    if let Some(stock) = &options.stock {
        let settings = Settings {
            lr: options.lr,
            schedule: &|highest| Arc::new(schedule(highest)),
            weight_decay: options.weight_decay,
            clip_norm: options.clip_norm,
            threads: options.threads,
        };
        return stock.build(&settings, model);
    }
    let mut builder = CautiousLion::new()
        .lr(schedule(options.lr))
        .weight_decay(options.weight_decay)
        .group("no_decay", |p| p.name().ends_with("bias"), |group| group.weight_decay(0.0))
        .non_finite(NonFinite::Error)
        .threads(options.threads);
    if let Some(max_norm) = options.clip_norm {
        builder = builder.clip_norm(max_norm);
    }
    Ok(builder.build(model)?)
}

/// The checkpoint keys of values that must survive a resume.
const ORDER: &str = "order";
const HISTORY: &str = "history";
const EPOCH_LOSS: &str = "epoch_loss";

/// Trains for all epochs and scores the model after each.
fn fit(
    model: &mut Mlp,
    optimizer: &mut Optimizer<f32>,
    options: &Options,
    steps: u64,
    train: &Dataset,
    test: &Dataset,
) -> Result<History, Box<dyn Error>> {
    let bar = ProgressBar::new(steps)
        .with_style(ProgressStyle::with_template("step {pos}/{len} {wide_bar} {msg} {elapsed}")?);
    let batches = train.len().div_ceil(options.batch_size) as u64;
    let after_step = |step: &mut StepInfo<'_, Mlp, Optimizer<f32>>| -> Result<(), Box<dyn Error + Send + Sync>> {
        let before = step.extra.get(EPOCH_LOSS).map_or(Ok(0.0), |text| text.parse::<f64>())?;
        let total = before + step.loss;
        step.extra.insert(EPOCH_LOSS.to_owned(), total.to_string());
        if step.ends_epoch() {
            let mut history = step.extra.get(HISTORY).map_or(Ok(History::default()), |text| text.parse())?;
            let score = step.optimizer.eval_weights(step.model)?.score(test);
            history.push(total / batches as f64, score);
            step.log("accuracy", score.accuracy);
            step.extra.insert(HISTORY.to_owned(), history.to_string());
            step.extra.remove(EPOCH_LOSS);
            // The learning rate that this step used. The optimizer has the learning rate of the next step.
            let groups = step.optimizer.groups().first();
            let rate = groups.map(|group| step.report.learning_rate_in(group.name())).transpose()?.flatten();
            let rate = rate.map_or(String::new(), |rate| format!(" lr {rate:.1e}"));
            bar.set_message(format!("loss {:.4} accuracy {:.2} %{rate}", score.loss, 100.0 * score.accuracy));
        }
        Ok(())
    };
    // A checkpoint does not contain the order of the images, only the position in it.
    let order = format!("{} images in batches of {}, seed {}", train.len(), options.batch_size, options.seed);
    let on_resume = |resumed: &ResumeInfo<'_>| {
        resumed.skipped.iter().for_each(|skipped| eprintln!("passed over: {skipped}"));
        println!("going on from `{}`, {}", resumed.path.display(), resumed.at);
        let found = resumed.extra.get(ORDER).filter(|found| **found != order);
        found.map_or(Ok(()), |found| Err(format!("the run had {found}, now there are {order}")))
    };
    let mut run = Training::new(steps)
        .extra(ORDER, &order)
        .on_resume(on_resume)
        .on_step(after_step)
        .progress(|progress| bar.set_position(progress.at.step));
    if let Some(dir) = &options.checkpoint_dir {
        let every = options.checkpoint_every.unwrap_or(batches);
        run = run.checkpoint_dir(dir).checkpoint_every(every).resume(options.resume);
    }
    if let Some(file) = &options.log {
        let is_json = file.extension().is_some_and(|extension| extension == "jsonl");
        run = run.log(if is_json { Log::json_lines(file) } else { Log::csv(file) });
    }
    if let Some(dir) = &options.events {
        run = run.log(Log::tensorboard(dir));
    }
    let data = Shuffled::new(train.len(), options.batch_size, options.seed);
    let report = run.run_with_inputs(model, optimizer, &data, |model, places, _, due| {
        with_estimates(model.loss_and_gradients(&train.select(&places)), due)
    })?;
    bar.finish();
    Ok(report.extra.get(HISTORY).map_or(Ok(History::default()), |text| text.parse())?)
}
