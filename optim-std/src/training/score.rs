//! Scores of the model: the best one, and the end of a run whose scores no longer improve.

use super::error::TrainingError;

/// The best score of a run, see [`StepInfo::score`](super::StepInfo::score).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BestScore {
    /// The score.
    pub score: f64,
    /// Number of finished steps of the model with this score.
    pub step: u64,
}

/// Ends a run whose scores no longer improve, see [`Training::early_stopping`](super::Training::early_stopping).
///
/// ```
/// use optim_std::training::EarlyStopping;
///
/// // After 5 scores in a row that are not at least 0.001 better than the best one before them.
/// let rule = EarlyStopping::new(5).min_delta(0.001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EarlyStopping {
    patience: u64,
    min_delta: f64,
}

impl EarlyStopping {
    /// Ends the run after this number of scores in a row without improvement, at least 1. Any improvement counts, even
    /// a small one.
    #[must_use]
    pub fn new(patience: u64) -> Self {
        Self { patience, min_delta: 0.0 }
    }

    /// Sets the smallest improvement that counts: it must be greater than this number, 0 by default. Small improvements
    /// add up, because each score is compared with the last one that counted.
    #[must_use]
    pub fn min_delta(mut self, difference: f64) -> Self {
        self.min_delta = difference;
        self
    }

    pub(super) fn check(&self) -> Result<(), TrainingError> {
        let wrong = |setting, reason| Err(TrainingError::Setting { setting, reason });
        if self.patience == 0 {
            return wrong(
                "EarlyStopping::new(0)",
                "the patience must be at least 1\nhelp: leave `early_stopping` out for a run that has all its steps",
            );
        }
        if !(self.min_delta.is_finite() && self.min_delta >= 0.0) {
            return wrong("EarlyStopping::min_delta", "expected a finite number that is at least 0");
        }
        Ok(())
    }
}

/// The order of scores, and the rule for early stopping.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScoreRules {
    pub(super) higher_is_better: bool,
    pub(super) early_stopping: Option<EarlyStopping>,
}

impl ScoreRules {
    /// The improvement of a score over another one; NaN if one of them is NaN.
    fn improvement(self, score: f64, other: f64) -> f64 {
        if self.higher_is_better { score - other } else { other - score }
    }

    /// The better one of the best score and another one.
    pub(super) fn better(self, best: Option<BestScore>, other: BestScore) -> Option<BestScore> {
        let is_better = best.map_or(!other.score.is_nan(), |best| self.improvement(other.score, best.score) > 0.0);
        if is_better { Some(other) } else { best }
    }
}

/// The scores in a checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Scores {
    pub(super) best: Option<BestScore>,
    /// The score that the next one is compared with: the last one that was an improvement of more than `min_delta`.
    pub(super) reference: Option<f64>,
    /// The number of scores since then.
    pub(super) since: u64,
}

impl Scores {
    /// Adds a score. Returns true if it is the best.
    pub(super) fn add(&mut self, score: f64, step: u64, rules: ScoreRules) -> bool {
        let least = rules.early_stopping.map_or(0.0, |rule| rule.min_delta);
        let counts = self.reference.map_or(!score.is_nan(), |reference| rules.improvement(score, reference) > least);
        if counts {
            (self.reference, self.since) = (Some(score), 0);
        } else {
            self.since = self.since.saturating_add(1);
        }
        let best = rules.better(self.best, BestScore { score, step });
        let is_best = best != self.best;
        self.best = best;
        is_best
    }

    /// The reason to end the run, if its scores have not improved for long enough.
    pub(super) fn stop(&self, rules: ScoreRules) -> Option<String> {
        let EarlyStopping { patience, min_delta } = rules.early_stopping?;
        (self.since >= patience).then(|| {
            let best = match self.best {
                Some(BestScore { score, step }) => format!("the best score is {score}, of step {step}"),
                None => "no score was a number".to_owned(),
            };
            let least = if min_delta > 0.0 { format!(" by more than {min_delta}") } else { String::new() };
            let since = self.since;
            format!("early stopping: {best}; scores in a row without improvement{least}: {since}, patience: {patience}")
        })
    }
}
