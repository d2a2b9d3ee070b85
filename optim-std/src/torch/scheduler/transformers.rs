//! The schedules of Hugging Face's `transformers`. They are functions in a `LambdaLR`, and a file does not contain functions.

use std::sync::Arc;

use super::error::{TOTAL, choices};
use super::{GroupSchedules, SchedulerError, SchedulerState};
use crate::prelude::*;

/// The schedule after the warm-up, as a fraction of the highest learning rate.
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
            // Past the end it rises again, as in `transformers`.
            Self::Cosine { total } => Arc::new(CosineAnnealingLR::new(base, length(total)?).warmup(warmup)),
            Self::Constant => Arc::new(ConstantLR::new(base).warmup(warmup)),
        })
    }

    fn total(self) -> Option<u64> {
        match self {
            Self::Linear { total } | Self::Cosine { total } => Some(total),
            Self::Constant => None,
        }
    }

    fn with_total(self, total: u64) -> Self {
        match self {
            Self::Linear { .. } => Self::Linear { total },
            Self::Cosine { .. } => Self::Cosine { total },
            Self::Constant => Self::Constant,
        }
    }

    /// The fraction of the time between warm-up and end at which the learning rate is this fraction of the highest one.
    fn progress(self, share: f64) -> f64 {
        match self {
            Self::Linear { .. } => 1.0 - share,
            Self::Cosine { .. } => (2.0 * share - 1.0).clamp(-1.0, 1.0).acos() / std::f64::consts::PI,
            Self::Constant => 0.0,
        }
    }

    /// The number of warm-up steps that leads to this fraction of the highest learning rate, after the warm-up.
    fn fitting_warmup(self, steps: f64, share: f64) -> Option<f64> {
        let over = self.progress(share);
        match self.total() {
            Some(total) => Some((steps - over * total as f64) / (1.0 - over)),
            // Any number of finished steps is possible.
            None => (share == 1.0).then_some(0.0),
        }
    }

    /// The total number of steps that leads to this fraction, after this warm-up.
    fn fitting_total(self, steps: f64, share: f64, warmup: f64) -> Option<f64> {
        (steps > warmup && self.total().is_some()).then(|| warmup + (steps - warmup) / self.progress(share))
    }
}

impl SchedulerState {
    /// Continues `get_linear_schedule_with_warmup` of `transformers`, the Trainer's default: up from 0 in `warmup` steps, then down to 0
    /// at the step `total`, in straight lines.
    ///
    /// `total` is the Trainer's total number of steps (`max_steps` in `trainer_state.json`). `warmup` may be `None` if
    /// the learning rates of the file determine it, as during the warm-up. After the warm-up, `None` needs the right
    /// `total`, because another `total` may lead to another `warmup`. During the warm-up, the learning rates of the
    /// file fit any `total`, so check that yours is right.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has other learning rates than this schedule. The message says which `warmup` and which `total` would fit. Also
    /// returns an error if `warmup` is missing and the learning rates do not determine it.
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
    /// The same errors as [`linear_with_warmup`](Self::linear_with_warmup).
    pub fn cosine_with_warmup(
        &self,
        warmup: impl Into<Option<u64>>,
        total: u64,
    ) -> Result<GroupSchedules, SchedulerError> {
        self.warmup_then(warmup.into(), After::Cosine { total })
    }

    /// Continues `get_constant_schedule_with_warmup` of `transformers`: up from 0 in `warmup` steps, and constant from there on.
    /// See [`linear_with_warmup`](Self::linear_with_warmup).
    ///
    /// # Errors
    ///
    /// The same errors as [`linear_with_warmup`](Self::linear_with_warmup).
    pub fn constant_with_warmup(&self, warmup: impl Into<Option<u64>>) -> Result<GroupSchedules, SchedulerError> {
        self.warmup_then(warmup.into(), After::Constant)
    }

    fn warmup_then(&self, warmup: Option<u64>, after: After) -> Result<GroupSchedules, SchedulerError> {
        let make = |warmup| {
            let curves = self.base_lrs().iter().map(|&base| after.schedule(base, warmup));
            GroupSchedules::checked(self, curves.collect::<Result<_, _>>()?, None)
        };
        match warmup {
            Some(warmup) => make(warmup).map_err(|error| self.with_fits(error, after, warmup)),
            None => {
                let fits = self.fitting_warmups(after);
                if let [warmup] = fits.as_slice() {
                    return make(*warmup);
                }
                let (last_lr, steps) = (self.last_lrs().first().copied().unwrap_or(f64::NAN), self.steps());
                // If every number fits, the result is 0.
                if fits.is_empty() && steps > 0 && !self.fits(after, 0) {
                    return Err(SchedulerError::NoWarmup { last_lr, steps, total: after.total() });
                }
                Err(SchedulerError::Warmup { last_lr, steps, fits })
            }
        }
    }

    /// Returns true if a schedule has the learning rates of the file.
    fn fits(&self, after: After, warmup: u64) -> bool {
        let mut pairs = self.base_lrs().iter().zip(self.last_lrs());
        pairs.all(|(&base, &last)| {
            let curve = after.schedule(base, warmup);
            curve.is_ok_and(|curve| self.agrees(curve.at(self.steps()), base, last))
        })
    }

    /// The file's learning rate as a fraction of the highest one.
    fn share(&self) -> Option<f64> {
        let mut pairs = self.base_lrs().iter().zip(self.last_lrs());
        let (base, last) = pairs.find(|(base, _)| **base > 0.0)?;
        // Rounding in the file must not decide between two steps.
        let share = last / base;
        Some(if (share - 1.0).abs() < 1e-12 { 1.0 } else { share })
    }

    /// The numbers of warm-up steps with which the schedule has the file's learning rates; empty if too many numbers fit.
    fn fitting_warmups(&self, after: After) -> Vec<u64> {
        let Some(share) = self.share() else { return Vec::new() };
        let steps = self.steps() as f64;
        let rising = Some(steps / share).filter(|warmup| *warmup > steps);
        let over = after.fitting_warmup(steps, share).filter(|warmup| *warmup <= steps + 0.5);
        let found = [over, rising].into_iter().flatten().filter_map(nearest);
        let mut found: Vec<u64> = found.filter(|&warmup| self.fits(after, warmup)).collect();
        found.dedup();
        found
    }

    /// The total number of steps with which the schedule has the file's learning rates.
    fn fitting_total(&self, after: After, warmup: u64) -> Option<u64> {
        let total = after.fitting_total(self.steps() as f64, self.share()?, warmup as f64).and_then(nearest)?;
        self.fits(after.with_total(total), warmup).then_some(total)
    }

    /// Adds the arguments that fit the file to the error. Each is computed from the other one as given, because either may be wrong.
    fn with_fits(&self, error: SchedulerError, after: After, warmup: u64) -> SchedulerError {
        let SchedulerError::Differs { group, steps, value, last_lr, help } = error else { return error };
        let warmups = match self.fitting_warmups(after).as_slice() {
            [] => None,
            fits => Some(format!("`warmup` = {}", choices(fits))),
        };
        let help = match (after.total(), self.fitting_total(after, warmup), warmups) {
            (_, None, None) | (None, _, None) => help,
            (None, _, Some(warmups)) => format!("the file fits {warmups}"),
            (Some(given), fitting, warmups) => {
                let total = fitting.map(|total| format!("`total` = {total} with `warmup` = {warmup}"));
                let warmups = warmups.map(|warmups| format!("{warmups} with `total` = {given}"));
                let fits: Vec<String> = total.into_iter().chain(warmups).collect();
                format!("the file fits {}; {TOTAL}", fits.join(", and "))
            }
        };
        SchedulerError::Differs { group, steps, value, last_lr, help }
    }
}

/// The nearest integer number of steps.
fn nearest(steps: f64) -> Option<u64> {
    let steps = steps.round();
    (0.0..1e15).contains(&steps).then_some(steps as u64)
}
