//! Training loops that survive crashes: steps over epochs of data, checkpoints, and resuming.
//!
//! It is optional: you can also call [`Optimizer::step`](crate::Optimizer::step) in your own loop.
//! [The guide](crate::guide::training) describes the order of events and the files.
//!
//! ```
//! use optim_std::ndarray::{Array1, array};
//! use optim_std::prelude::*;
//! use optim_std::training::{Indexed, Training};
//!
//! # let dir = std::env::temp_dir().join(format!("optim-training-{}", std::process::id()));
//! // 30 steps; the 8 batches of an epoch are points that the model should be near to.
//! let data = Indexed::new(8, |_epoch, index| array![index as f32, -1.0]);
//! let run = |steps| -> Result<Array1<f32>, Box<dyn std::error::Error>> {
//!     let mut model = array![0.0_f32, 0.0];
//!     let mut opt = AdamW::new().lr(0.1).build(&model)?;
//!     let report = Training::new(steps)
//!         .checkpoint_dir(&dir)
//!         .checkpoint_every(10)
//!         .resume(true)
//!         .on_step(|step| println!("{}: loss {}", step.step(), step.loss))
//!         .on_resume(|resumed| println!("went on from {}", resumed.at))
//!         .run(&mut model, &mut opt, &data, |model: &Array1<f32>, batch, _at| {
//!             let difference = model - &batch;
//!             (difference.mapv(|x| x * x).sum(), 2.0 * difference)
//!         })?;
//!     assert_eq!(report.end.step, steps);
//!     Ok(model)
//! };
//! run(20)?; // a crash would have done as well
//! let resumed = run(30)?;
//! # std::fs::remove_dir_all(&dir)?;
//! assert_eq!(run(30)?, resumed); // to the bit
//! # std::fs::remove_dir_all(&dir)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Steps that a resumed run repeats
//!
//! A checkpoint contains the parameters, the whole state of the optimizer (including hyperparameters and schedules), the position
//! of the run, and the strings in [`StepInfo::extra`]. A run that was stopped at any moment resumes from the newest valid
//! checkpoint with the next batch. It ends with the same bits as an uninterrupted run, if
//!
//! - the data of an epoch depend only on its number, see [`DataSource`];
//! - random numbers come from [`Position::seed`], not from a generator that lives longer than a step;
//! - closures keep everything that they need in later steps in [`StepInfo::extra`].
//!
//! Checkpoints do not save gradient options (clipping, scaling, policy) and threads. The program sets them.
//!
//! | file | purpose |
//! |---|---|
//! | `data`, `shuffle` | sources of batches |
//! | `position` | the position of a run; seeds |
//! | `check`, `run` | checks of settings, the loop |
//! | `score` | the best score, early stopping |
//! | `log/` | rows of numbers as CSV, JSON lines and events of TensorBoard |
//! | `find_rate` | a short run that tries learning rates |
//! | `directory`, `checkpoint`, `write` | files: names and locks, the newest valid checkpoint, writing |
//! | `optimizer`, `due`, `output` | types of arguments, inputs of a step, return values of closures |
//! | `skipped` | checkpoint files from which a run could not resume |
//! | `info`, `error` | arguments of closures, the result of a run |

mod check;
mod checkpoint;
mod data;
mod directory;
mod due;
mod error;
mod file_name;
mod find_rate;
mod info;
mod log;
mod optimizer;
mod output;
mod position;
mod run;
mod score;
mod shuffle;
mod skipped;
mod write;

use std::fmt;
use std::path::PathBuf;

pub use data::{DataSource, Indexed};
pub use due::DueInputs;
pub use error::TrainingError;
pub use find_rate::{LearningRateCurve, LearningRateFinder};
pub use info::{CheckpointInfo, Extra, Progress, ResumeInfo, StepInfo, TrainingReport};
pub use log::{Log, LoggedRun};
use optim_core::LoadOptions;
pub use optimizer::TrainingOptimizer;
pub use output::{CallbackOutput, LossAndGrads, StepOutput, UserError};
pub use position::Position;
use score::ScoreRules;
pub use score::{BestScore, EarlyStopping};
pub use shuffle::Shuffled;
pub use skipped::{SkipReason, Skipped};

type StepCallback<'a, P, A> = Box<dyn FnMut(&mut StepInfo<'_, P, A>) -> Result<(), UserError> + 'a>;
type CheckpointCallback<'a> = Box<dyn FnMut(&CheckpointInfo<'_>) -> Result<(), UserError> + 'a>;
type ProgressHook<'a> = Box<dyn FnMut(&Progress) + 'a>;
type ResumeCallback<'a> = Box<dyn FnMut(&ResumeInfo<'_>) -> Result<(), UserError> + 'a>;

/// A training run: its steps, checkpoints, logs and closures. Set the options, then call [`run`](Self::run).
///
/// `P` is the model and `A` the optimizer. The compiler infers both from the arguments of `run`. If a closure uses methods of the
/// model or the optimizer, begin with [`Training::of`], which fixes both types from the start.
///
/// Closures are called in the order in which you add them. If several closures write to the same variable, share it in
/// a [`Cell`](std::cell::Cell) or [`RefCell`](std::cell::RefCell).
#[must_use = "nothing happens before `run`"]
pub struct Training<'a, P, A> {
    steps: u64,
    dir: Option<PathBuf>,
    every: Option<u64>,
    keep: usize,
    keep_best: bool,
    rules: ScoreRules,
    logs: Vec<Log>,
    resume: bool,
    load_options: Option<LoadOptions>,
    extra: Extra,
    /// A key that was given twice.
    extra_twice: Option<String>,
    on_step: Vec<StepCallback<'a, P, A>>,
    on_checkpoint: Vec<CheckpointCallback<'a>>,
    on_resume: Vec<ResumeCallback<'a>>,
    progress: Vec<ProgressHook<'a>>,
}

impl<'a, P, A> Training<'a, P, A> {
    /// Creates a run of this number of steps, including the steps before a resume, without checkpoints.
    pub fn new(steps: u64) -> Self {
        Self {
            steps,
            dir: None,
            every: None,
            keep: 3,
            keep_best: false,
            rules: ScoreRules::default(),
            logs: Vec::new(),
            resume: false,
            load_options: None,
            extra: Extra::new(),
            extra_twice: None,
            on_step: Vec::new(),
            on_checkpoint: Vec::new(),
            on_resume: Vec::new(),
            progress: Vec::new(),
        }
    }

    /// Like [`new`](Self::new), for a model and an optimizer of these types: closures can use methods of `step.model` and
    /// `step.optimizer` without naming the types.
    ///
    /// ```
    /// # use optim_std::HyperError;
    /// use optim_std::ndarray::{Array1, array};
    /// use optim_std::prelude::*;
    /// use optim_std::training::{Indexed, Training};
    ///
    /// let mut model = array![1.0_f32, -2.0];
    /// let mut opt = SGD::new(0.1).build(&model)?;
    /// Training::of(&model, &opt, 20)
    ///     .on_step(|step| if step.step() == 10 { step.optimizer.set("lr", 0.01) } else { Ok(()) })
    ///     .run(&mut model, &mut opt, &Indexed::new(5, |_, _| ()), |model, _, _| (model.mapv(|x| x * x).sum(), 2.0 * model))?;
    /// assert_eq!(opt.value_in("default", "lr")?, 0.01.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(_model: &P, _optimizer: &A, steps: u64) -> Self {
        Self::new(steps)
    }

    /// Writes checkpoints to this directory: before the first step, in the steps of [`checkpoint_every`](Self::checkpoint_every), and after the last
    /// step. The first checkpoint saves random initial weights, and shows at once if the directory can't be written. The files are called
    /// `step-000000000120.safetensors`.
    ///
    /// The directory is created if it does not exist. It belongs to one run. A second run at the same time gets
    /// [`TrainingError::InUse`], and a new run afterwards [`TrainingError::Occupied`]. The run locks the file
    /// `.training.lock`, and the system unlocks it when the process ends. On file systems without locks, two runs would
    /// replace each other's checkpoints, but each file stays complete. Incomplete files of crashed runs are removed.
    pub fn checkpoint_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.dir = Some(dir.into());
        self
    }

    /// Writes a checkpoint after every `steps` steps.
    pub fn checkpoint_every(mut self, steps: u64) -> Self {
        self.every = Some(steps);
        self
    }

    /// Keeps this number of checkpoints, 3 by default. A run removes an old checkpoint only after a new one is safely
    /// on the disk.
    pub fn keep(mut self, checkpoints: usize) -> Self {
        self.keep = checkpoints;
        self
    }

    /// If true, stores the model with the best [score](StepInfo::score) so far in `best.safetensors`, next to the other checkpoints. The file
    /// is a checkpoint of the step with the best score. [`keep`](Self::keep) does not count it, and a run never resumes from it. The default
    /// is false. It needs a [`checkpoint_dir`](Self::checkpoint_dir).
    pub fn keep_best(mut self, keep: bool) -> Self {
        self.keep_best = keep;
        self
    }

    /// Treats higher [scores](StepInfo::score) as better, for example accuracies. By default, lower scores are better,
    /// for example losses.
    pub fn higher_is_better(mut self) -> Self {
        self.rules.higher_is_better = true;
        self
    }

    /// Ends the run, as [`StepInfo::stop`] does, if its [scores](StepInfo::score) have not improved for a while. A run without scores runs all of
    /// its steps.
    ///
    /// Checkpoints save the counts, so a run that is killed and resumed ends at the same step. If you resume a run
    /// after early stopping, it ends again at once, unless you increase the patience.
    pub fn early_stopping(mut self, rule: EarlyStopping) -> Self {
        self.rules.early_stopping = Some(rule);
        self
    }

    /// Writes a row for each step to a log. You can add several logs. Rows are on the disk before each checkpoint and at the end.
    ///
    /// A resumed run continues its logs. It first removes the rows of steps after its checkpoint, because it repeats
    /// these steps. If the run does not resume, an existing log is a [`TrainingError::LogOccupied`].
    pub fn log(mut self, log: Log) -> Self {
        self.logs.push(log);
        self
    }

    /// If true, resumes from the newest valid checkpoint. Without a checkpoint, the run starts from the beginning,
    /// unless it would replace the best model of an earlier run, see [`keep_best`](Self::keep_best).
    ///
    /// Files that can't be used are skipped and reported, see [`ResumeInfo::skipped`]. If no file can be used, the run returns
    /// [`TrainingError::NoneUsable`].
    pub fn resume(mut self, resume: bool) -> Self {
        self.resume = resume;
        self
    }

    /// Sets which differences from a checkpoint a resume accepts. By default, it accepts none. The checkpoint's
    /// hyperparameters and schedules replace the program's. To keep the program's, use
    /// [`keep_hyperparameters`](LoadOptions::keep_hyperparameters).
    pub fn load_options(mut self, options: LoadOptions) -> Self {
        self.load_options = Some(options);
        self
    }

    /// Adds your own string to the checkpoints. A resume replaces it with the string of the checkpoint. You can change
    /// it in [`StepInfo::extra`]. If you add a key twice, [`run`](Self::run) returns an error.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let key = key.into();
        if self.extra.insert(key.clone(), value.into()).is_some() {
            self.extra_twice.get_or_insert(key);
        }
        self
    }

    /// Calls `f` after every step, before its checkpoint if it has one. An error stops the run.
    pub fn on_step<R: CallbackOutput>(mut self, mut f: impl FnMut(&mut StepInfo<'_, P, A>) -> R + 'a) -> Self {
        self.on_step.push(Box::new(move |info| f(info).into_result()));
        self
    }

    /// Calls `f` after every checkpoint, once it is on the disk. An error stops the run.
    pub fn on_checkpoint<R: CallbackOutput>(mut self, mut f: impl FnMut(&CheckpointInfo<'_>) -> R + 'a) -> Self {
        self.on_checkpoint.push(Box::new(move |info| f(info).into_result()));
        self
    }

    /// Calls `f` when the run resumes from a checkpoint, before the first step. An error stops the run.
    pub fn on_resume<R: CallbackOutput>(mut self, mut f: impl FnMut(&ResumeInfo<'_>) -> R + 'a) -> Self {
        self.on_resume.push(Box::new(move |info| f(info).into_result()));
        self
    }

    /// Calls `f` before the first step, then after every step: for a progress bar.
    pub fn progress(mut self, f: impl FnMut(&Progress) + 'a) -> Self {
        self.progress.push(Box::new(f));
        self
    }
}

/// Prints the settings, without the closures.
impl<P, A> fmt::Debug for Training<'_, P, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Training")
            .field("steps", &self.steps)
            .field("checkpoint_dir", &self.dir)
            .field("checkpoint_every", &self.every)
            .field("keep", &self.keep)
            .field("keep_best", &self.keep_best)
            .field("higher_is_better", &self.rules.higher_is_better)
            .field("early_stopping", &self.rules.early_stopping)
            .field("logs", &self.logs)
            .field("resume", &self.resume)
            .finish_non_exhaustive()
    }
}
