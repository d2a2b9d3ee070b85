//! Arguments of closures, and the result of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use optim_core::StepReport;

use super::position::Position;
use super::score::{BestScore, ScoreRules, Scores};
use super::skipped::Skipped;

/// Your own strings, by key. Every checkpoint saves them, and a resume restores them.
pub type Extra = BTreeMap<String, String>;

/// A finished step, as passed to `on_step`.
#[derive(Debug)]
#[non_exhaustive]
pub struct StepInfo<'s, P, A> {
    /// The position of the run before the step, as passed to the closure of the step.
    pub at: Position,
    /// Number of steps of the whole run.
    pub steps: u64,
    /// Number of batches of the epoch, if the source knows it.
    pub batches: Option<u64>,
    /// The loss before the step.
    pub loss: f64,
    /// The optimizer's report of the step, with the settings that the step used: `step.report.value_in("default", "lr")`.
    pub report: StepReport,
    /// The model after the step.
    pub model: &'s P,
    /// The optimizer after the step. It has the settings of the next step, and you may change them here. Hyperparameters and
    /// schedules are in the checkpoint of this step; gradient options are not, so a resumed run must set them again.
    pub optimizer: &'s mut A,
    /// Strings for the next checkpoints.
    pub extra: &'s mut Extra,
    pub(super) requests: &'s mut StepRequests,
    /// The scores of earlier steps.
    pub(super) scores: &'s Scores,
    pub(super) rules: ScoreRules,
}

/// Requests of closures in one step. The run carries them out after it has called all closures.
#[derive(Debug, Default)]
pub(super) struct StepRequests {
    /// The reason to end the run.
    pub(super) stop: Option<String>,
    /// The score of the model after the step.
    pub(super) score: Option<f64>,
    /// The program's columns.
    pub(super) columns: Vec<(String, f64)>,
}

impl<P, A> StepInfo<'_, P, A> {
    /// Ends the run after this step. The run calls the other closures of the step and writes the last checkpoint as at a
    /// normal end. [`run`](super::Training::run) returns a report with the reason in [`TrainingReport::stopped`]. If several
    /// closures call it, the first reason counts.
    ///
    /// Checkpoints do not save the reason: a resumed run continues until a closure stops it again.
    pub fn stop(&mut self, reason: impl Into<String>) {
        self.requests.stop.get_or_insert_with(|| reason.into());
    }

    /// Sets the score of the model after this step. Your own evaluation computes it: a validation loss, for example, or an accuracy with
    /// [`higher_is_better`](super::Training::higher_is_better). A second call in one step replaces the first. NaN is never better than another score.
    ///
    /// [`keep_best`](super::Training::keep_best) and [`early_stopping`](super::Training::early_stopping) use the scores.
    pub fn score(&mut self, value: f64) {
        self.requests.score = Some(value);
    }

    /// Adds your own column to the row of this step in the [logs](super::Training::log). A second value for a name in one step
    /// replaces the first. If the row of this step is not written, the value is lost, see [`Log::every`](super::Log::every).
    ///
    /// A name must not be empty, contain control characters, or be the name of one of the run's own columns. Otherwise
    /// [`run`](super::Training::run) returns [`TrainingError::LogColumn`](super::TrainingError::LogColumn).
    pub fn log(&mut self, name: impl Into<String>, value: f64) {
        let (name, columns) = (name.into(), &mut self.requests.columns);
        match columns.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => columns.push((name, value)),
        }
    }

    /// The best score so far, including the score of this step if you have set it before this call. `None` if there is no score
    /// other than NaN.
    pub fn best(&self) -> Option<BestScore> {
        let now = self.requests.score.map(|score| BestScore { score, step: self.step() });
        now.map_or(self.scores.best, |now| self.rules.better(self.scores.best, now))
    }

    /// The number of finished steps, including this one. As an argument of a method of [`optimizer`](Self::optimizer), write `step.at.step + 1`,
    /// because the method borrows `step`.
    pub fn step(&self) -> u64 {
        self.at.step.saturating_add(1)
    }

    /// Returns true if this was the last step of its epoch. Always false if the source does not know the lengths of its epochs.
    pub fn ends_epoch(&self) -> bool {
        self.batches == Some(self.at.index.saturating_add(1))
    }

    /// Returns true if this was the last of the run's [`steps`](Self::steps). It does not depend on [`stop`](Self::stop).
    pub fn ends_run(&self) -> bool {
        self.step() == self.steps
    }
}

/// A checkpoint that was written, as passed to `on_checkpoint`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CheckpointInfo<'s> {
    /// The file.
    pub path: &'s Path,
    /// The position of the run.
    pub at: Position,
    /// Number of steps of the whole run.
    pub steps: u64,
    /// The strings in it.
    pub extra: &'s Extra,
}

/// A checkpoint that a run resumes from, as passed to `on_resume`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ResumeInfo<'s> {
    /// The file.
    pub path: &'s Path,
    /// The position of the run.
    pub at: Position,
    /// Number of steps of the whole run.
    pub steps: u64,
    /// The strings in it.
    pub extra: &'s Extra,
    /// Newer files that could not be used. They are kept until a checkpoint of the same step replaces them.
    pub skipped: &'s [Skipped],
}

/// The progress of a run: for a progress bar.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The position of the run.
    pub at: Position,
    /// Number of steps of the whole run.
    pub steps: u64,
    /// The loss of the last step; `None` before the first step of this process.
    pub loss: Option<f64>,
}

/// The result of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct TrainingReport {
    /// The position at which this process began: after the checkpoint, if it resumed from one.
    pub start: Position,
    /// The position of the run.
    pub end: Position,
    /// The loss of the last step; `None` if no step was left to run.
    pub loss: Option<f64>,
    /// The checkpoint from which the run resumed.
    pub resumed: Option<PathBuf>,
    /// Newer files that could not be used.
    pub skipped: Vec<Skipped>,
    /// The last checkpoint.
    pub checkpoint: Option<PathBuf>,
    /// The best score of the run, including the part before a resume.
    pub best: Option<BestScore>,
    /// The reason, if [`StepInfo::stop`] or [`EarlyStopping`](super::EarlyStopping) ended the run.
    pub stopped: Option<String>,
    /// The strings of the program.
    pub extra: Extra,
}
