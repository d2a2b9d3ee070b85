//! Training loops: their order of events, crashes, and resuming.

#![allow(missing_docs, reason = "the helpers here are read in these files only")]

mod closures;
mod damaged;
mod directory;
mod events;
mod find_rate;
mod inputs;
mod kill;
mod log;
mod probe;
mod read_log;
mod resume;
mod score;
mod sources;
mod stop;

use std::path::{Path, PathBuf};

use ndarray::Array1;
use optim_std::Optimizer;
use optim_std::checkpoint::ParamDict;
use optim_std::prelude::*;
use optim_std::training::{Position, Shuffled, Training, TrainingError, TrainingReport};

pub(crate) type Model = Array1<f32>;
pub(crate) type Opt = Optimizer<f32>;
pub(crate) type Run<'a> = Training<'a, Model, Opt>;

/// A directory for one test. It is removed afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("optim-training-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        Self(path)
    }

    /// The sorted names of all files but the lock.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != ".training.lock");
        names.sort();
        names
    }

    pub(crate) fn step(&self, step: u64) -> PathBuf {
        self.0.join(file(step))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

pub(crate) fn file(step: u64) -> String {
    format!("step-{step:012}.safetensors")
}

pub(crate) fn new() -> (Model, Opt) {
    let model = Array1::from(vec![1.0, -2.0, 0.5, 3.0]);
    let opt = AdamW::new().lr(CosineDecayLR::new(0.1, 0.01, 20)).build(&model).unwrap();
    (model, opt)
}

/// Ten items in batches of three: four batches per epoch.
pub(crate) const DATA: fn() -> Shuffled = || Shuffled::new(10, 3, 5);

/// A loss that depends on the model, the batch, and random numbers of the step.
pub(crate) fn compute(model: &Model, places: &[usize], at: Position) -> (f64, Model) {
    let noise = at.seed(3) % 1000;
    let target = places.iter().enumerate().map(|(place, item)| (place + 1) * item).sum::<usize>() as f32;
    let difference = model.mapv(|x| x - 0.01 * target - 1e-4 * noise as f32);
    (difference.iter().map(|x| f64::from(x * x)).sum(), 2.0 * difference)
}

/// All results of a run, to the bit.
#[derive(Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) model: Vec<u32>,
    pub(crate) state: Vec<ParamDict>,
    pub(crate) steps: u64,
    pub(crate) lr: Vec<String>,
}

pub(crate) fn outcome(model: &Model, opt: &Optimizer<f32>) -> Outcome {
    Outcome {
        model: model.iter().map(|x| x.to_bits()).collect(),
        state: opt.state_dict().params,
        steps: opt.steps(),
        lr: opt.values().iter().map(|group| format!("{:?}", group.values)).collect(),
    }
}

/// An uninterrupted run, and its losses.
pub(crate) fn straight(steps: u64) -> (Outcome, Vec<f64>) {
    let ((mut model, mut opt), mut losses) = (new(), Vec::new());
    let run = Run::new(steps).on_step(|step| losses.push(step.loss));
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
    (outcome(&model, &opt), losses)
}

/// A process's part of a run: a new model and optimizer, and then the directory's newest checkpoint, if there is one.
pub(crate) fn go_on(dir: &Path, run: Run<'_>) -> Result<(Outcome, TrainingReport), TrainingError> {
    let (mut model, mut opt) = new();
    let run = run.checkpoint_dir(dir).resume(true);
    let report = run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at))?;
    Ok((outcome(&model, &opt), report))
}
