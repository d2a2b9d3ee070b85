//! The position and the strings of a run in a checkpoint.

use std::path::{Path, PathBuf};

use optim_core::checkpoint::{Checkpoint, CheckpointFile};
use optim_core::{CheckpointError, LoadOptions, Parameters};

use super::directory::Directory;
use super::error::TrainingError;
use super::info::Extra;
use super::optimizer::TrainingOptimizer;
use super::position::Position;
use super::score::{BestScore, Scores};
use super::skipped::{SkipReason, Skipped};

const STEP: &str = "training.step";
const EPOCH: &str = "training.epoch";
const INDEX: &str = "training.index";
const BATCHES: &str = "training.batches";
const BEST: &str = "training.best";
const BEST_STEP: &str = "training.best_step";
const REFERENCE: &str = "training.reference";
const SINCE_BEST: &str = "training.since_best";
/// The prefix of the program's keys. It separates them from the keys of the run.
const EXTRA: &str = "extra.";

/// The content of a checkpoint, apart from the model and the optimizer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Saved {
    pub(super) at: Position,
    /// The number of batches in the epoch, if it was known.
    pub(super) batches: Option<u64>,
    pub(super) scores: Scores,
    pub(super) extra: Extra,
}

pub(super) fn save<P: Parameters, A: TrainingOptimizer<P>>(
    path: &Path,
    model: &P,
    optimizer: &A,
    saved: &Saved,
) -> Result<(), CheckpointError> {
    let Position { step, epoch, index } = saved.at;
    let mut checkpoint = Checkpoint::new().params(model);
    let Scores { best, reference, since } = saved.scores;
    let has_scores = best.is_some() || since > 0;
    let numbers = [
        (STEP, Some(step)),
        (EPOCH, Some(epoch)),
        (INDEX, Some(index)),
        (BATCHES, saved.batches),
        (BEST_STEP, best.map(|best| best.step)),
        (SINCE_BEST, has_scores.then_some(since)),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            checkpoint = checkpoint.extra(key, number.to_string());
        }
    }
    for (key, score) in [(BEST, best.map(|best| best.score)), (REFERENCE, reference)] {
        if let Some(score) = score {
            // The shortest digits from which parsing restores the same bits.
            checkpoint = checkpoint.extra(key, format!("{score:?}"));
        }
    }
    for (key, value) in &saved.extra {
        checkpoint = checkpoint.extra(format!("{EXTRA}{key}"), value);
    }
    optimizer.save(checkpoint, path)
}

/// The newest checkpoint of a directory.
#[derive(Debug)]
pub(super) struct Newest {
    /// The newest valid checkpoint, already loaded.
    pub(super) found: Option<(PathBuf, Saved)>,
    /// Newer checkpoints that are not valid.
    pub(super) skipped: Vec<Skipped>,
}

/// Loads the newest valid checkpoint, and returns the reasons why newer ones are not valid.
pub(super) fn load_newest<P: Parameters, A: TrainingOptimizer<P>>(
    directory: &Directory,
    model: &mut P,
    optimizer: &mut A,
    options: &LoadOptions,
) -> Result<Newest, TrainingError> {
    let mut skipped = Vec::new();
    for (step, path) in directory.checkpoints()? {
        match load(step, &path, model, optimizer, options) {
            Ok(saved) => return Ok(Newest { found: Some((path, saved)), skipped }),
            Err(reason) => skipped.push(Skipped { path, reason }),
        }
    }
    if skipped.is_empty() {
        return Ok(Newest { found: None, skipped });
    }
    // The files may contain hours of work, so the user must decide to begin again.
    Err(TrainingError::NoneUsable { dir: directory.path().to_owned(), skipped })
}

fn load<P: Parameters, A: TrainingOptimizer<P>>(
    step: u64,
    path: &Path,
    model: &mut P,
    optimizer: &mut A,
    options: &LoadOptions,
) -> Result<Saved, SkipReason> {
    let file = CheckpointFile::open(path)?;
    let wrong = |reason| SkipReason::Position { reason };
    let bad = |key: &str, text: &str| wrong(format!("`{key}` is `{text}`"));
    let number = |key| match file.extra(key) {
        None => Ok(None),
        Some(text) => text.parse::<u64>().map(Some).map_err(|_| bad(key, text)),
    };
    let score = |key| match file.extra(key) {
        None => Ok(None),
        Some(text) => match text.parse::<f64>() {
            Ok(score) if !score.is_nan() => Ok(Some(score)),
            _ => Err(bad(key, text)),
        },
    };
    let required = |key| number(key)?.ok_or_else(|| wrong(format!("it has no `{key}`")));
    let at = Position { step: required(STEP)?, epoch: required(EPOCH)?, index: required(INDEX)? };
    if at.step != step {
        return Err(wrong(format!("it is of step {}", at.step)));
    }
    let batches = number(BATCHES)?;
    let best = match score(BEST)? {
        Some(score) => Some(BestScore { score, step: required(BEST_STEP)? }),
        None => None,
    };
    let scores = Scores { best, reference: score(REFERENCE)?, since: number(SINCE_BEST)?.unwrap_or(0) };
    let own = |(key, value): (&str, &str)| Some((key.strip_prefix(EXTRA)?.to_owned(), value.to_owned()));
    let extra = file.extras().filter_map(own).collect();
    // This comes last, because it changes the model and the optimizer.
    optimizer.load(model, &file, options)?;
    Ok(Saved { at, batches, scores, extra })
}
