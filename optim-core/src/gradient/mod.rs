//! Gradients before a step: scaling, clipping, and policies for infinity and NaN.

mod spikes;

use crate::hyper::HyperError;
use crate::kernel::GradLoad;
use crate::messages::shown;
#[cfg(feature = "checkpoint")]
pub(crate) use spikes::LONGEST_WINDOW;
pub(crate) use spikes::RecentNorms;
pub use spikes::{Spike, Spikes};

/// The policy of a step for gradients that are infinite or NaN. Inputs count as gradients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NonFinite {
    /// The step continues with them.
    #[default]
    Off,
    /// It fails and names the parameter; nothing changes.
    Error,
    /// It succeeds without changing anything. The report says so, with the names.
    Skip,
    /// As `Error`, also for parameters that are infinite or NaN before the step: every step reads them once more.
    Strict,
}

/// The value of an option of the whole optimizer is not allowed.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// It is not a finite positive number.
    #[error("`{option}` is {value:?}, allowed: finite and more than 0")]
    NotPositive {
        /// The option: `grad_scale`, `clip_norm` or `clip_value`.
        option: &'static str,
        /// The value that was given.
        value: f64,
    },
    /// The multiple of the median norm beyond which gradients are a spike.
    #[error("`spikes` allows norms up to {value:?} times the median, allowed: a finite number above 1")]
    SpikeTimes {
        /// The multiple.
        value: f64,
    },
    /// The number of norms that are compared.
    #[error("`spikes` compares the norms of {value} steps, allowed: 1 to {most}")]
    SpikeWindow {
        /// The number.
        value: usize,
        /// The largest number.
        most: usize,
    },
    /// The wrapper of a partition's rule clips the gradients for its inner optimizer, so the partition can't clip gradients.
    #[error("{optimizer} of rule `{}` clips by itself\nhelp: set `{}.{option}`", shown(rule), shown(rule))]
    RuleClips {
        /// The rule.
        rule: String,
        /// Its optimizer.
        optimizer: &'static str,
        /// The option.
        option: &'static str,
    },
    /// A wrapper does it itself, by a hyperparameter that does not take the value.
    #[error(transparent)]
    Taken(#[from] HyperError),
}

crate::messages::debug_as_display!(OptionError);

/// Options for gradients, of the whole optimizer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GradientOptions {
    pub(crate) scale: f64,
    pub(crate) clip_norm: Option<f64>,
    pub(crate) clip_value: Option<f64>,
    pub(crate) non_finite: NonFinite,
    pub(crate) spikes: Option<Spikes>,
}

impl Default for GradientOptions {
    fn default() -> Self {
        Self { scale: 1.0, clip_norm: None, clip_value: None, non_finite: NonFinite::Off, spikes: None }
    }
}

impl GradientOptions {
    /// Checks that every option is finite and positive.
    pub(crate) fn validate(&self) -> Result<(), OptionError> {
        let numbers =
            [("grad_scale", Some(self.scale)), ("clip_norm", self.clip_norm), ("clip_value", self.clip_value)];
        for (option, value) in numbers {
            if let Some(value) = value
                && !(value.is_finite() && value > 0.0)
            {
                return Err(OptionError::NotPositive { option, value });
            }
        }
        self.spikes.map_or(Ok(()), Spikes::validate)
    }

    /// Returns true if the norm of all gradients is needed.
    pub(crate) fn needs_norm(&self) -> bool {
        self.clip_norm.is_some() || self.spikes.is_some()
    }

    /// Returns true if the gradients must be read once before the step.
    pub(crate) fn needs_scan(&self) -> bool {
        self.needs_norm() || self.non_finite != NonFinite::Off
    }

    /// The factors for gradients that were not read before.
    pub(crate) fn load(&self) -> GradLoad {
        GradLoad { scale: self.scale, clip: self.clip_value }
    }

    /// The factors for gradients with this norm. A spike is first scaled down to its limit. The factor of clipping is as in
    /// `torch.nn.utils.clip_grad_norm_`: if the norm is NaN, every gradient becomes NaN.
    pub(crate) fn clipped(&self, norm: f64, spike: Option<Spike>) -> GradLoad {
        const TINY: f64 = 1e-6;
        let (scale, norm) =
            spike.map_or((self.scale, norm), |Spike { norm, limit }| (self.scale * (limit / norm), limit));
        let Some(max_norm) = self.clip_norm else {
            return GradLoad { scale, clip: self.clip_value };
        };
        let factor = max_norm / (norm + TINY);
        // `min` would drop a NaN.
        let factor = if factor > 1.0 { 1.0 } else { factor };
        GradLoad { scale: scale * factor, clip: self.clip_value }
    }
}
