//! The training loop.

use std::path::{Path, PathBuf};

use optim_core::{LoadOptions, Parameters, StepError, StepReport, Watched};

use super::Training;
use super::checkpoint::{self, Newest, Saved};
use super::data::DataSource;
use super::due::DueInputs;
use super::error::TrainingError;
use super::info::{Extra, Progress, ResumeInfo, StepInfo, StepRequests, TrainingReport};
use super::log::{self, OpenLogs};
use super::optimizer::TrainingOptimizer;
use super::output::{StepOutput, UserError};
use super::position::Position;
use super::skipped::Skipped;
use super::write::{Files, call};

impl<P: Parameters, A: TrainingOptimizer<P>> Training<'_, P, A> {
    /// Runs the remaining steps. Each step takes a batch from `data`, calls `compute` for the loss and the gradients, and
    /// updates the model.
    ///
    /// `compute` gets the model, the batch and the position of the run, which provides seeds. It returns `(loss, grads)` or a `Result` of them. If
    /// the optimizer declares inputs, use [`run_with_inputs`](Self::run_with_inputs). If the optimizer skips a step, because of a spike, NaN or
    /// infinity in the gradients, the step still counts. For an optimizer with a `probe`, the run calls `compute` twice per step with the same batch,
    /// which it reads from `data` again.
    ///
    /// If the optimizer has an `eval`, evaluate the weights of [`eval_weights`](optim_core::Optimizer::eval_weights): call
    /// `step.optimizer.eval_weights(step.model)` in `on_step`, and [`with_eval`](optim_core::Optimizer::with_eval) after
    /// the run.
    ///
    /// [`StepInfo::stop`] and [`early_stopping`](Self::early_stopping) end the run before its last step. If a resumed run has no steps left, it only
    /// loads the last checkpoint.
    ///
    /// # Errors
    ///
    /// See [`TrainingError`]. The model and the optimizer are in the state after the last finished step. The directory
    /// has the last checkpoint.
    pub fn run<'i, S, R>(
        self,
        model: &mut P,
        optimizer: &mut A,
        data: &S,
        mut compute: impl FnMut(&P, S::Batch, Position) -> R,
    ) -> Result<TrainingReport, TrainingError>
    where
        S: DataSource,
        R: StepOutput<'i, Grads: Parameters<Elem = P::Elem>>,
    {
        self.run_with_inputs(model, optimizer, data, |model, batch, at, _due| compute(model, batch, at))
    }

    /// Like [`run`](Self::run), for an optimizer that declares [inputs](crate::guide::inputs). `compute` also gets the inputs that are due in the
    /// step, and returns their values: `(loss, grads, inputs)`. A resumed run needs the same inputs in the same steps.
    ///
    /// An optimizer with a `probe` calls the closure a second time. No input is due in this call, and its inputs are not read: `probe` and step
    /// share the inputs of the first call.
    ///
    /// [`DueInputs`] has an example.
    ///
    /// # Errors
    ///
    /// The same errors as [`run`](Self::run). An input that is missing or not due is a [`TrainingError::Step`].
    pub fn run_with_inputs<'i, S, R>(
        mut self,
        model: &mut P,
        optimizer: &mut A,
        data: &S,
        mut compute: impl FnMut(&P, S::Batch, Position, &DueInputs) -> R,
    ) -> Result<TrainingReport, TrainingError>
    where
        S: DataSource,
        R: StepOutput<'i, Grads: Parameters<Elem = P::Elem>>,
    {
        self.check()?;
        let mut files = Files::open(&mut self)?;
        let start = self.start(&mut files, model, optimizer, data)?;
        let saved_batches = start.saved.batches;
        let mut run = self.begin(start, files, model, optimizer)?;
        let (mut at, steps) = (run.report.start, self.steps);
        self.tell(at, None);

        // The previous process may have ended between its last checkpoint and its normal end.
        run.report.stopped = run.saved.scores.stop(self.rules);
        'run: while at.step < steps && run.report.stopped.is_none() {
            let batches = data.batches(at.epoch);
            let Some(rest) = data.epoch_from(at.epoch, at.index) else {
                return Err(run.no_batches(at, saved_batches, batches));
            };
            let left = batches.map_or(u64::MAX, |batches| batches.saturating_sub(at.index));
            for (_, batch) in (0..left).zip(rest) {
                let mut batch = Some(batch);
                // An optimizer with a `probe` calls this twice per step, so the batch is created again for the second call.
                let gradients = |model: &P, due: &DueInputs| {
                    let again = || data.epoch_from(at.epoch, at.index).and_then(|mut rest| rest.next());
                    let batch = batch.take().or_else(again).ok_or(Failure::EndedEarly)?;
                    compute(model, batch, at, due).into_result().map_err(Failure::Compute)
                };
                let (loss, done) =
                    optimizer.step_with(model, gradients).map_err(|failure| failure.into_error(at, batches))?;
                let before = at;
                at = Position { step: at.step + 1, index: at.index.saturating_add(1), ..at };
                (run.report.end, run.report.loss) = (at, Some(loss));
                (run.saved.at, run.saved.batches) = (at, batches);
                self.after_step(&mut run, before, (loss, done), model, optimizer)?;
                if at.step == steps || run.report.stopped.is_some() {
                    break 'run;
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
        Ok(TrainingReport { best: run.saved.scores.best, extra: run.saved.extra, ..run.report })
    }

    /// Writes the first checkpoint of a new run, and opens the logs.
    fn begin<'f>(
        &mut self,
        Start { saved, path, skipped }: Start,
        mut files: Option<Files<'f>>,
        model: &P,
        optimizer: &A,
    ) -> Result<Run<'f>, TrainingError> {
        let at = saved.at;
        if path.is_none() {
            // The logs are checked before the first checkpoint, so a refused run writes nothing.
            log::check_free(&self.logs)?;
        }
        let checkpoint = match (&path, &mut files) {
            (Some(path), _) => Some(path.clone()),
            (None, Some(files)) => Some(files.write(model, optimizer, &saved)?),
            (None, None) => None,
        };
        let logs = OpenLogs::open(std::mem::take(&mut self.logs), path.is_some().then_some(at.step))?;
        let report = TrainingReport {
            start: at,
            end: at,
            loss: None,
            resumed: path,
            skipped,
            checkpoint,
            best: None,
            stopped: None,
            extra: Extra::new(),
        };
        Ok(Run { saved, report, files, logs })
    }

    /// Calls the closures of a step, and writes its rows and checkpoints. `before` is the position before the step.
    fn after_step(
        &mut self,
        Run { saved, report, files, logs }: &mut Run<'_>,
        before: Position,
        (loss, done): (f64, StepReport),
        model: &P,
        optimizer: &mut A,
    ) -> Result<(), TrainingError> {
        let (at, steps, rules) = (saved.at, self.steps, self.rules);
        let mut requests = StepRequests::default();
        let mut info = StepInfo {
            at: before,
            steps,
            batches: saved.batches,
            loss,
            report: done,
            model,
            optimizer: &mut *optimizer,
            extra: &mut saved.extra,
            requests: &mut requests,
            scores: &saved.scores,
            rules,
        };
        call("on_step", at, self.on_step.iter_mut().map(|f| f(&mut info)))?;
        let (done, StepRequests { stop, score, columns }) = (info.report, requests);
        if !columns.is_empty() {
            let reported = done.watched.iter().flat_map(Watched::watching);
            log::check_columns(at, &columns, reported.map(str::to_owned).chain(optimizer.watching()))?;
        }
        let is_best = score.is_some_and(|score| saved.scores.add(score, at.step, rules));
        report.stopped = stop.or_else(|| saved.scores.stop(rules));
        let ends = at.step == steps || report.stopped.is_some();
        let is_due = ends || at.step.checked_rem(self.every.unwrap_or(0)) == Some(0);
        logs.add(before, loss, &done, score, columns)?;
        if is_due {
            // A checkpoint needs all rows up to its step, so they are written first.
            logs.flush()?;
        }
        if let Some(files) = files {
            if is_best && self.keep_best {
                files.write_best(model, optimizer, saved)?;
            }
            if is_due {
                report.checkpoint = Some(files.write(model, optimizer, saved)?);
            }
        }
        self.tell(at, Some(loss));
        Ok(())
    }

    /// Reports the progress.
    fn tell(&mut self, at: Position, loss: Option<f64>) {
        let steps = self.steps;
        self.progress.iter_mut().for_each(|progress| progress(&Progress { at, steps, loss }));
    }

    /// Loads the newest checkpoint, or starts from the beginning.
    fn start<S: DataSource>(
        &mut self,
        files: &mut Option<Files<'_>>,
        model: &mut P,
        optimizer: &mut A,
        data: &S,
    ) -> Result<Start, TrainingError> {
        let begin = |extra: &mut Extra| {
            let saved = Saved { extra: std::mem::take(extra), ..Saved::default() };
            Ok(Start { saved, path: None, skipped: Vec::new() })
        };
        let Some(files) = files else { return begin(&mut self.extra) };
        let directory = &mut files.directory;
        let is_there = |path: &Path| std::fs::symlink_metadata(path).is_ok();
        let best = usize::from(self.keep_best && is_there(&directory.best()));
        if !self.resume {
            return match directory.checkpoints()?.len() + best {
                0 => begin(&mut self.extra),
                count => Err(TrainingError::Occupied { dir: directory.path().to_owned(), count }),
            };
        }
        let options = self.load_options.take().unwrap_or_else(|| LoadOptions::strict().registry(crate::registry()));
        let Newest { found, skipped } = checkpoint::load_newest(directory, model, optimizer, &options)?;
        let Some((path, mut saved)) = found else {
            // The first score of a new run would replace the best model of an earlier run.
            return match best {
                0 => begin(&mut self.extra),
                count => Err(TrainingError::Occupied { dir: directory.path().to_owned(), count }),
            };
        };
        directory.untouchable = skipped.iter().map(|skipped| skipped.path.clone()).collect();
        let at = saved.at;
        if at.step > self.steps {
            return Err(TrainingError::Beyond { path, at, steps: self.steps });
        }
        // If the source does not know its length, the loop detects a position beyond its end.
        if let Some(now) = data.batches(at.epoch)
            && (saved.batches.is_some_and(|then| then != now) || now < at.index)
        {
            return Err(TrainingError::DataChanged { path, at, expected: saved.batches, found: Some(now) });
        }
        // Strings of the checkpoint take precedence over strings of the program.
        let of_checkpoint = std::mem::replace(&mut saved.extra, std::mem::take(&mut self.extra));
        saved.extra.extend(of_checkpoint);
        let info = ResumeInfo { path: &path, at, steps: self.steps, extra: &saved.extra, skipped: &skipped };
        call("on_resume", at, self.on_resume.iter_mut().map(|f| f(&info)))?;
        Ok(Start { saved, path: Some(path), skipped })
    }
}

/// The reason why a step did not happen.
enum Failure {
    Compute(UserError),
    Step(StepError),
    /// The data no longer has a batch that existed before.
    EndedEarly,
}

impl Failure {
    /// The error of the step from this position, in an epoch of this number of batches.
    fn into_error(self, at: Position, batches: Option<u64>) -> TrainingError {
        match self {
            Self::Compute(source) => TrainingError::Compute { at, source },
            Self::Step(source) => TrainingError::Step { at, source },
            Self::EndedEarly => {
                TrainingError::EndedEarly { epoch: at.epoch, expected: batches.unwrap_or(0), found: at.index }
            }
        }
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

/// The start of the run.
struct Start {
    /// The content of the checkpoint, or the initial content.
    saved: Saved,
    path: Option<PathBuf>,
    skipped: Vec<Skipped>,
}

/// A run between its steps.
struct Run<'f> {
    /// The content of the next checkpoint.
    saved: Saved,
    /// The report of the steps so far.
    report: TrainingReport,
    files: Option<Files<'f>>,
    logs: OpenLogs,
}

impl Run<'_> {
    /// The error of an epoch that has no batches at this position. `saved` is the number of batches in the checkpoint, `found` the present one.
    fn no_batches(self, at: Position, saved: Option<u64>, found: Option<u64>) -> TrainingError {
        match self.report.resumed {
            Some(path) if at == self.report.start => TrainingError::DataChanged { path, at, expected: saved, found },
            _ => TrainingError::EmptyEpoch { epoch: at.epoch },
        }
    }
}
