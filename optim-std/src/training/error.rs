//! Errors of a training run.

use optim_core::__private::messages::{quoted, shown, shown_lines};
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use optim_core::{CheckpointError, HyperError, StepError};

use super::output::UserError;
use super::position::Position;
use super::skipped::Skipped;

/// The error that stopped a run. The model and the optimizer are in the state after the last finished step, including the changes of `on_step`. The
/// directory has the last checkpoint.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// A setting of [`Training`](super::Training) that is not allowed.
    #[error("`{setting}`: {reason}")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// The reason, and code to write instead.
        reason: &'static str,
    },
    /// A key of [`Training::extra`](super::Training::extra) was given twice.
    #[error("`extra` was called twice with the key {key:?}\nhelp: give each string a key of its own")]
    ExtraTwice {
        /// The key.
        key: String,
    },
    /// The closure of a step failed.
    #[error("at {at}: {}", shown_lines(source))]
    Compute {
        /// The position of the run.
        at: Position,
        /// The closure's error.
        source: UserError,
    },
    /// A step of the optimizer failed.
    #[error("at {at}: {source}{}", missing_input(source))]
    Step {
        /// The position of the run.
        at: Position,
        /// The reason.
        source: StepError,
    },
    /// One of the other closures failed.
    #[error("`{callback}` at {at}: {}", shown_lines(source))]
    Callback {
        /// `on_step`, `on_checkpoint` or `on_resume`.
        callback: &'static str,
        /// The position of the run, after the step that was passed to the closure.
        at: Position,
        /// The closure's error.
        source: UserError,
    },
    /// An epoch without batches.
    #[error("epoch {epoch} has no batches\nhelp: a source must return at least one batch in every epoch")]
    EmptyEpoch {
        /// The epoch.
        epoch: u64,
    },
    /// An epoch had fewer batches than its source reported.
    #[error("epoch {epoch} ended after {found} batches, `DataSource::batches` says {expected}")]
    EndedEarly {
        /// The epoch.
        epoch: u64,
        /// The number of batches that the source reported.
        expected: u64,
        /// The number of batches that it had.
        found: u64,
    },
    /// The data has changed since the checkpoint was written. The model and the optimizer come from the checkpoint.
    #[error(
        "the data has changed since `{}` was written: epoch {} had {}, now it has {}\n\
         help: continue with the old data, or start a new run in another directory", shown(path.display()), at.epoch, count(*expected, at.index), count(*found, 0)
    )]
    DataChanged {
        /// The checkpoint.
        path: PathBuf,
        /// The position of the run.
        at: Position,
        /// Number of batches of the epoch when the checkpoint was written, if it was known; at least `at.index`.
        expected: Option<u64>,
        /// Number of batches of the epoch now, if it is known. Otherwise it is less than `at.index`.
        found: Option<u64>,
    },
    /// The checkpoint is from a later step than the last step of the run. It is kept.
    #[error("`{}` is of step {}, but the run has only {steps} steps\nhelp: ask for more steps, or start a new run in another directory", shown(path.display()), at.step)]
    Beyond {
        /// The checkpoint.
        path: PathBuf,
        /// The position of the run.
        at: Position,
        /// The requested number of steps.
        steps: u64,
    },
    /// A new run would use a directory with checkpoints of another run.
    #[error(
        "`{}` holds {count} checkpoints of an earlier run\nhelp: resume it with `.resume(true)`, choose another directory, or move them away", shown(dir.display())
    )]
    Occupied {
        /// The directory.
        dir: PathBuf,
        /// Number of checkpoints.
        count: usize,
    },
    /// Another run is writing checkpoints into the directory.
    #[error("another run is using `{}`\nhelp: wait for its end, or choose another directory", shown(dir.display()))]
    InUse {
        /// The directory.
        dir: PathBuf,
    },
    /// There are checkpoints, but none can be used. Nothing has changed.
    #[error(
        "no checkpoint in `{}` can be used:{}\nhelp: to start again, choose another directory", shown(dir.display()), reasons(skipped)
    )]
    NoneUsable {
        /// The directory.
        dir: PathBuf,
        /// All checkpoints, with the reasons.
        skipped: Vec<Skipped>,
    },
    /// A checkpoint could not be written.
    #[error("no checkpoint at {at}: {source}")]
    Checkpoint {
        /// The position of the run.
        at: Position,
        /// The reason.
        source: Box<CheckpointError>,
    },
    /// The log of a new run exists already. The file does not change.
    #[error(
        "`{}` exists already, and this run is new\nhelp: resume the run that wrote it with `.resume(true)`, or choose another path", shown(path.display())
    )]
    LogOccupied {
        /// The file, or the directory with events.
        path: PathBuf,
    },
    /// A resumed run can't continue the file, because it is not a log. The file does not change.
    #[error("`{}` is not a log of this kind: line {line} is not a row\nhelp: choose another path", shown(path.display()))]
    NotALog {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
    },
    /// Two logs have the same path.
    #[error("two logs have the path `{}`\nhelp: choose a path of its own for each", shown(path.display()))]
    LogTwice {
        /// The path.
        path: PathBuf,
    },
    /// A column of [`StepInfo::log`](super::StepInfo::log) has a name that is not allowed.
    #[error(
        "at {at}: a column of a log cannot have the name {name:?}\n\
         help: names are not empty, have no control characters, and are not `step`, `epoch`, `loss`, `grad_norm`, `lr`, `lr/…`, `score`, \
         `output/…`, or the names of watched numbers, such as `update_norm` and `update_norm/…`"
    )]
    LogColumn {
        /// The name.
        name: String,
        /// The position of the run, after the step of the row.
        at: Position,
    },
    /// A log does not have a column with this name.
    #[error("`{}` has no column `{}`{}", shown(path.display()), shown(column), columns(nearest.as_deref(), known))]
    UnknownColumn {
        /// The name.
        column: String,
        /// The file.
        path: PathBuf,
        /// The most similar column, if one is similar.
        nearest: Option<String>,
        /// The existing columns.
        known: Vec<String>,
    },
    /// A log cannot be read or written.
    #[error("cannot {action} `{}`: {}", shown(path.display()), shown(source))]
    LogFile {
        /// The action that failed.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The optimizer does not allow a learning rate of a [`LearningRateFinder`](super::LearningRateFinder).
    #[error("`LearningRateFinder`: {source}{}", one_of_several(source))]
    LearningRate {
        /// The reason.
        source: HyperError,
    },
    /// The directory of the checkpoints cannot be used.
    #[error("cannot {action} `{}`: {}", shown(path.display()), shown(source))]
    Directory {
        /// The action that failed.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

optim_core::__private::messages::debug_as_display!(TrainingError);

fn columns(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("\nhelp: did you mean `{}`?", shown(nearest)),
        None if known.is_empty() => ": it has no rows yet".to_owned(),
        None => format!("\nhelp: there are {}", quoted(known)),
    }
}

fn missing_input(source: &StepError) -> &'static str {
    match source {
        StepError::MissingInput { .. } => {
            "\nhelp: `run_with_inputs` tells the closure which inputs are due, and takes them"
        }
        _ => "",
    }
}

fn one_of_several(source: &HyperError) -> &'static str {
    match source {
        HyperError::UnknownInPartition { .. } => "\nhelp: `hyper` says which one is raised",
        _ => "",
    }
}

fn count(batches: Option<u64>, least: u64) -> String {
    match batches {
        Some(batches) => format!("{batches} batches"),
        None if least > 0 => format!("at least {least} batches"),
        None => "fewer".to_owned(),
    }
}

fn reasons(skipped: &[Skipped]) -> String {
    skipped.iter().fold(String::new(), |mut text, skipped| {
        // Writing into a string does not fail.
        let _ = write!(text, "\n- {skipped}");
        text
    })
}
