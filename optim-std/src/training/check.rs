//! The settings of a run, checked before it begins.

use super::Training;
use super::error::TrainingError;
use super::log;

impl<P, A> Training<'_, P, A> {
    /// Refuses settings without a meaning, before anything is written.
    pub(super) fn check(&self) -> Result<(), TrainingError> {
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
        log::check(&self.logs)?;
        const NO_DIR: &str = "there is no directory for checkpoints\nhelp: add `.checkpoint_dir(\"…\")`";
        let needs_dir = [
            (self.every.is_some(), "checkpoint_every"),
            (self.resume, "resume(true)"),
            (self.keep_best, "keep_best(true)"),
        ];
        match needs_dir.into_iter().find(|(is_set, _)| *is_set) {
            Some((_, setting)) if self.dir.is_none() => wrong(setting, NO_DIR),
            _ => self.rules.early_stopping.map_or(Ok(()), |rule| rule.check()),
        }
    }
}
