//! The loop.

use std::path::PathBuf;

use optim_core::{LoadOptions, Parameters, StepError};

use super::checkpoint::{self, Newest, Saved};
use super::data::DataSource;
use super::directory::Directory;
use super::error::TrainingError;
use super::info::{CheckpointInfo, Progress, ResumeInfo, Skipped, StepInfo, StepRequests, TrainingReport};
use super::optimizer::TrainingOptimizer;
use super::output::{StepOutput, UserError};
use super::position::Position;
use super::{CheckpointCallback, Training};

impl<P: Parameters, A: TrainingOptimizer<P>> Training<'_, P, A> {
    /// Does the steps that are left: for each a batch of `data`, loss and gradients by `compute`, and a step of the optimizer.
    ///
    /// `compute` gets the model, the batch and the position of the run, which gives seeds, and returns `(loss, grads)` or a
    /// `Result` of them. A step that the optimizer skips for gradients that are not finite counts as one. For an optimizer
    /// with a `probe` it is called twice per step, with the same batch, which is taken from `data` again.
    ///
    /// The weights for evaluation of an optimizer with an `eval` are those of
    /// [`eval_weights`](optim_core::Engine::eval_weights): `step.optimizer.eval_weights(step.model)` in `on_step`, and
    /// [`with_eval`](optim_core::Engine::with_eval) after the run.
    ///
    /// [`StepInfo::stop`] ends the run before its last step. A run that has all its steps already loads the last checkpoint and does nothing more.
    ///
    /// # Errors
    ///
    /// See [`TrainingError`]. The model and the optimizer are as after the last finished step, the directory holds the
    /// last checkpoint.
    pub fn run<S, R>(
        mut self,
        model: &mut P,
        optimizer: &mut A,
        data: &S,
        mut compute: impl FnMut(&P, S::Batch, Position) -> R,
    ) -> Result<TrainingReport, TrainingError>
    where
        S: DataSource,
        R: StepOutput<Grads: Parameters<Elem = P::Elem>>,
    {
        self.check()?;
        let mut files = Files::open(&mut self)?;
        let resumed = self.start(&mut files, model, optimizer, data)?;
        let (mut at, saved_batches) = (resumed.at, resumed.batches);
        let mut report = TrainingReport {
            start: at,
            end: at,
            loss: None,
            resumed: resumed.path,
            skipped: resumed.skipped,
            checkpoint: None,
            stopped: None,
            extra: std::mem::take(&mut self.extra),
        };
        let mut write = |at: Position, batches, model: &P, optimizer: &A, report: &mut TrainingReport| {
            let Some(files) = &mut files else { return Ok(()) };
            let saved = Saved { at, batches, extra: std::mem::take(&mut report.extra) };
            let written = files.write(model, optimizer, &saved, self.steps);
            report.extra = saved.extra;
            report.checkpoint = Some(written?);
            Ok(())
        };
        match &report.resumed {
            Some(path) => report.checkpoint = Some(path.clone()),
            None => write(at, None, model, optimizer, &mut report)?,
        }
        let (steps, every) = (self.steps, self.every.unwrap_or(0));
        let mut tell = |at, loss| self.progress.iter_mut().for_each(|progress| progress(&Progress { at, steps, loss }));
        tell(at, None);

        while at.step < steps {
            let batches = data.batches(at.epoch);
            let Some(rest) = data.epoch_from(at.epoch, at.index) else {
                return Err(match &report.resumed {
                    Some(path) if at == report.start => {
                        TrainingError::DataChanged { path: path.clone(), at, expected: saved_batches, found: batches }
                    }
                    _ => TrainingError::EmptyEpoch { epoch: at.epoch },
                });
            };
            let left = batches.map_or(u64::MAX, |batches| batches.saturating_sub(at.index));
            for (_, batch) in (0..left).zip(rest) {
                let mut batch = Some(batch);
                // An optimizer with a `probe` asks twice: the batch is taken from the data again then.
                let gradients = |model: &P| {
                    let again = || data.epoch_from(at.epoch, at.index).and_then(|mut rest| rest.next());
                    let batch = batch.take().or_else(again).ok_or(Failure::EndedEarly)?;
                    compute(model, batch, at).into_result().map_err(Failure::Compute)
                };
                let (loss, done) = optimizer.step_with(model, gradients).map_err(|failure| match failure {
                    Failure::Compute(source) => TrainingError::Compute { at, source },
                    Failure::Step(source) => TrainingError::Step { at, source },
                    Failure::EndedEarly => {
                        TrainingError::EndedEarly { epoch: at.epoch, expected: batches.unwrap_or(0), found: at.index }
                    }
                })?;
                let before = at;
                at = Position { step: at.step + 1, index: at.index.saturating_add(1), ..at };
                (report.end, report.loss) = (at, Some(loss));
                let mut requests = StepRequests::default();
                let mut info = StepInfo {
                    at: before,
                    steps,
                    batches,
                    loss,
                    report: done,
                    model: &*model,
                    optimizer: &mut *optimizer,
                    extra: &mut report.extra,
                    requests: &mut requests,
                };
                call("on_step", at, self.on_step.iter_mut().map(|f| f(&mut info)))?;
                report.stopped = requests.stop;
                let ends = at.step == steps || report.stopped.is_some();
                if ends || at.step.checked_rem(every) == Some(0) {
                    write(at, batches, model, optimizer, &mut report)?;
                }
                tell(at, Some(loss));
                if ends {
                    return Ok(report);
                }
            }
            match batches {
                Some(expected) if at.index < expected => {
                    return Err(TrainingError::EndedEarly { epoch: at.epoch, expected, found: at.index });
                }
                _ if at.index == 0 => return Err(TrainingError::EmptyEpoch { epoch: at.epoch }),
                _ => at.next_epoch(),
            }
        }
        Ok(report)
    }

    fn check(&self) -> Result<(), TrainingError> {
        let wrong = |setting, reason| Err(TrainingError::Setting { setting, reason });
        if self.every == Some(0) {
            return wrong(
                "checkpoint_every(0)",
                "expected at least 1\nhelp: leave it out for checkpoints at start and end only",
            );
        }
        if self.keep == 0 {
            return wrong(
                "keep(0)",
                "expected at least 1\nhelp: leave `checkpoint_dir` out for a run without checkpoints",
            );
        }
        if let Some(key) = &self.extra_twice {
            return Err(TrainingError::ExtraTwice { key: key.clone() });
        }
        const NO_DIR: &str = "there is no directory for checkpoints\nhelp: add `.checkpoint_dir(\"…\")`";
        match (&self.dir, self.every, self.resume) {
            (None, Some(_), _) => wrong("checkpoint_every", NO_DIR),
            (None, None, true) => wrong("resume(true)", NO_DIR),
            _ => Ok(()),
        }
    }

    /// Goes on from a checkpoint, or begins.
    fn start<S: DataSource>(
        &mut self,
        files: &mut Option<Files<'_>>,
        model: &mut P,
        optimizer: &mut A,
        data: &S,
    ) -> Result<Start, TrainingError> {
        let Some(files) = files else { return Ok(Start::default()) };
        let directory = &mut files.directory;
        if !self.resume {
            return match directory.checkpoints()?.len() {
                0 => Ok(Start::default()),
                count => Err(TrainingError::Occupied { dir: directory.path().to_owned(), count }),
            };
        }
        let options = self.load_options.take().unwrap_or_else(|| LoadOptions::strict().registry(crate::registry()));
        let Newest { found, skipped } = checkpoint::load_newest(directory, model, optimizer, &options)?;
        let Some((path, saved)) = found else { return Ok(Start::default()) };
        directory.untouchable = skipped.iter().map(|skipped| skipped.path.clone()).collect();
        let at = saved.at;
        if at.step > self.steps {
            return Err(TrainingError::Beyond { path, at, steps: self.steps });
        }
        // If the source doesn't know its length, a position behind its end is noticed when the run goes there.
        if let Some(now) = data.batches(at.epoch)
            && (saved.batches.is_some_and(|then| then != now) || now < at.index)
        {
            return Err(TrainingError::DataChanged { path, at, expected: saved.batches, found: Some(now) });
        }
        self.extra.extend(saved.extra);
        let info = ResumeInfo { path: &path, at, steps: self.steps, extra: &self.extra, skipped: &skipped };
        call("on_resume", at, self.on_resume.iter_mut().map(|f| f(&info)))?;
        Ok(Start { at, batches: saved.batches, path: Some(path), skipped })
    }
}

/// The reason why there was no step.
enum Failure {
    Compute(UserError),
    Step(StepError),
    /// The data does not have a batch that it had.
    EndedEarly,
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

/// The start of the run.
#[derive(Default)]
struct Start {
    at: Position,
    /// Number of batches of the epoch when the checkpoint was written.
    batches: Option<u64>,
    path: Option<PathBuf>,
    skipped: Vec<Skipped>,
}

/// The files of checkpoints.
struct Files<'a> {
    directory: Directory,
    on_checkpoint: Vec<CheckpointCallback<'a>>,
}

impl<'a> Files<'a> {
    fn open<P, A>(training: &mut Training<'a, P, A>) -> Result<Option<Self>, TrainingError> {
        let Some(dir) = &training.dir else { return Ok(None) };
        let directory = Directory::open(dir, training.keep)?;
        Ok(Some(Self { directory, on_checkpoint: std::mem::take(&mut training.on_checkpoint) }))
    }

    fn write<P: Parameters, A: TrainingOptimizer<P>>(
        &mut self,
        model: &P,
        optimizer: &A,
        saved: &Saved,
        steps: u64,
    ) -> Result<PathBuf, TrainingError> {
        let at = saved.at;
        let path = self.directory.file(at.step);
        checkpoint::save(&path, model, optimizer, saved)
            .map_err(|source| TrainingError::Checkpoint { at, source: Box::new(source) })?;
        self.directory.untouchable.retain(|bad| *bad != path);
        self.directory.prune(at.step)?;
        let info = CheckpointInfo { path: &path, at, steps, extra: &saved.extra };
        call("on_checkpoint", at, self.on_checkpoint.iter_mut().map(|f| f(&info)))?;
        Ok(path)
    }
}

/// The first error of closures, with the name of where they were called.
fn call(
    callback: &'static str,
    at: Position,
    mut results: impl Iterator<Item = Result<(), UserError>>,
) -> Result<(), TrainingError> {
    results.try_for_each(|result| result.map_err(|source| TrainingError::Callback { callback, at, source }))
}
