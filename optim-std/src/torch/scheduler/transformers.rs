//! The schedules of Hugging Face's `transformers`: functions in a `LambdaLR`, which a file does not contain.

use std::sync::Arc;

use super::{GroupSchedules, SchedulerError, SchedulerState};
use crate::prelude::*;

/// What follows the warm-up, as a share of the highest learning rate.
#[derive(Clone, Copy)]
enum After {
    Linear { total: u64 },
    Cosine { total: u64 },
    Constant,
}

impl After {
    fn schedule(self, base: f64, warmup: u64) -> Result<Arc<dyn Schedule>, SchedulerError> {
        let length = |total: u64| match total.checked_sub(warmup) {
            Some(length) if length > 0 => Ok(length),
            _ => Err(SchedulerError::WarmupTooLong { warmup, total }),
        };
        Ok(match self {
            Self::Linear { total } => Arc::new(LinearLR::new(base, 0.0, length(total)?).warmup(warmup)),
            // Past the end it rises again, there too.
            Self::Cosine { total } => Arc::new(CosineAnnealingLR::new(base, length(total)?).warmup(warmup)),
            Self::Constant => Arc::new(ConstantLR::new(base).warmup(warmup)),
        })
    }

    /// The number of warm-up steps that leads to a share of the highest learning rate, where the warm-up is over.
    fn warmup(self, steps: f64, share: f64) -> Option<f64> {
        match self {
            Self::Linear { total } => Some(total as f64 - (total as f64 - steps) / share),
            Self::Cosine { total } => {
                let over = (2.0 * share - 1.0).clamp(-1.0, 1.0).acos() / std::f64::consts::PI;
                Some((steps - over * total as f64) / (1.0 - over))
            }
            // Any number of steps that are over.
            Self::Constant => (share == 1.0).then_some(0.0),
        }
    }
}

impl SchedulerState {
    /// Continues `get_linear_schedule_with_warmup` of `transformers`, the Trainer's default: up from 0 in `warmup` steps, then down to 0
    /// at the step `total`, in straight lines.
    ///
    /// `total` is the Trainer's number of steps in all (`max_steps` in `trainer_state.json`). `warmup` may be `None` where it follows from
    /// the learning rates of the file, as it does during the warm-up.
    ///
    /// # Errors
    ///
    /// When the file has other learning rates than this schedule, or `warmup` is missing and does not follow from them.
    pub fn linear_with_warmup(
        &self,
        warmup: impl Into<Option<u64>>,
        total: u64,
    ) -> Result<GroupSchedules, SchedulerError> {
        self.warmup_then(warmup.into(), After::Linear { total })
    }

    /// Continues `get_cosine_schedule_with_warmup` of `transformers`: up from 0 in `warmup` steps, then down to 0 at the step `total`
    /// along half a cosine. See [`linear_with_warmup`](Self::linear_with_warmup).
    ///
    /// # Errors
    ///
    /// As [`linear_with_warmup`](Self::linear_with_warmup).
    pub fn cosine_with_warmup(
        &self,
        warmup: impl Into<Option<u64>>,
        total: u64,
    ) -> Result<GroupSchedules, SchedulerError> {
        self.warmup_then(warmup.into(), After::Cosine { total })
    }

    /// Continues `get_constant_schedule_with_warmup` of `transformers`: up from 0 in `warmup` steps, and no change from there on.
    /// See [`linear_with_warmup`](Self::linear_with_warmup).
    ///
    /// # Errors
    ///
    /// As [`linear_with_warmup`](Self::linear_with_warmup).
    pub fn constant_with_warmup(&self, warmup: impl Into<Option<u64>>) -> Result<GroupSchedules, SchedulerError> {
        self.warmup_then(warmup.into(), After::Constant)
    }

    fn warmup_then(&self, warmup: Option<u64>, after: After) -> Result<GroupSchedules, SchedulerError> {
        let make = |warmup| {
            let curves = self.base_lrs().iter().map(|&base| after.schedule(base, warmup));
            GroupSchedules::checked(self, curves.collect::<Result<_, _>>()?, None)
        };
        match warmup {
            Some(warmup) => make(warmup).map_err(|error| self.with_fits(error, after)),
            None => {
                let fits = self.fitting_warmups(after);
                match fits.as_slice() {
                    [warmup] => make(*warmup),
                    _ => {
                        let last_lr = self.last_lrs().first().copied().unwrap_or(f64::NAN);
                        Err(SchedulerError::Warmup { last_lr, steps: self.steps(), fits })
                    }
                }
            }
        }
    }

    /// The numbers of warm-up steps with which the schedule has the learning rates of the file; none where any of many would do.
    fn fitting_warmups(&self, after: After) -> Vec<u64> {
        let pairs = self.base_lrs().iter().zip(self.last_lrs());
        let Some((&base, &last)) = pairs.clone().find(|(base, _)| **base > 0.0) else { return Vec::new() };
        let (steps, share) = (self.steps() as f64, last / base);
        // Rounding of the numbers of a file must not decide between steps.
        let share = if (share - 1.0).abs() < 1e-12 { 1.0 } else { share };
        let rising = Some(steps / share).filter(|warmup| *warmup > steps);
        let over = after.warmup(steps, share).filter(|warmup| *warmup <= steps + 0.5);
        let fits = |warmup: &u64| {
            let curve = |base| after.schedule(base, *warmup);
            pairs
                .clone()
                .all(|(&base, &last)| curve(base).is_ok_and(|curve| self.agrees(curve.at(self.steps()), base, last)))
        };
        let near =
            |warmup: f64| (warmup.is_finite() && (0.0..1e15).contains(&warmup.round())).then(|| warmup.round() as u64);
        let mut found: Vec<u64> = [over, rising].into_iter().flatten().filter_map(near).filter(fits).collect();
        found.dedup();
        found
    }

    /// The error with the numbers of warm-up steps that the file has.
    fn with_fits(&self, error: SchedulerError, after: After) -> SchedulerError {
        match error {
            SchedulerError::Differs { group, steps, value, last_lr, help } => {
                let help = match self.fitting_warmups(after).as_slice() {
                    [] => help,
                    fits => {
                        let fits: Vec<String> = fits.iter().map(u64::to_string).collect();
                        format!("with `warmup` = {} it has the learning rates of the file", fits.join(" or "))
                    }
                };
                SchedulerError::Differs { group, steps, value, last_lr, help }
            }
            error => error,
        }
    }
}
