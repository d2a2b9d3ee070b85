//! Gradients that are suddenly large.

use std::collections::VecDeque;

use super::OptionError;

/// Policy for gradients that are suddenly large. A step is a spike if the norm of all gradients is more than a given multiple of the
/// median of recent norms. The norm is measured after `grad_scale` and before clipping.
///
/// ```
/// use optim_core::Spikes;
///
/// let policy = Spikes::skip(10.0).window(100);
/// # let _ = policy;
/// ```
///
/// Until the [`window`](Self::window) is full, no step is a spike. Norms of skipped steps enter the window, so training continues after about half
/// a window if gradients stay large. A norm that is infinite or NaN is not a spike: [`NonFinite`](crate::NonFinite) handles it. Checkpoints save
/// the norms, so a resumed run makes the same decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spikes {
    times: f64,
    window: usize,
    scales: bool,
}

/// The largest window.
pub(crate) const LONGEST_WINDOW: usize = 65_536;

impl Spikes {
    /// Skips a step whose norm is more than `times` the median; [`StepReport::spike`](crate::StepReport::spike) reports it. `times` must be
    /// above 1. A step after a `probe` is skipped as a whole.
    #[must_use]
    pub const fn skip(times: f64) -> Self {
        Self { times, window: 64, scales: false }
    }

    /// Scales the gradients of a spike down, so that their norm is `times` the median. Clipping comes after that.
    #[must_use]
    pub const fn scale(times: f64) -> Self {
        Self { scales: true, ..Self::skip(times) }
    }

    /// Sets the number of recent norms, from 1 to 65,536. The default is 64.
    #[must_use]
    pub const fn window(self, steps: usize) -> Self {
        Self { window: steps, ..self }
    }

    pub(crate) fn validate(self) -> Result<(), OptionError> {
        match (self.times.is_finite() && self.times > 1.0, (1..=LONGEST_WINDOW).contains(&self.window)) {
            (true, true) => Ok(()),
            (false, _) => Err(OptionError::SpikeTimes { value: self.times }),
            (_, false) => Err(OptionError::SpikeWindow { value: self.window, most: LONGEST_WINDOW }),
        }
    }

    /// True if spikes are scaled, false if their steps are skipped.
    pub(crate) const fn scales(self) -> bool {
        self.scales
    }
}

/// A spike in a report.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spike {
    /// The norm of all gradients together, after `grad_scale`.
    pub norm: f64,
    /// The largest norm that was allowed.
    pub limit: f64,
}

/// The norms of the last steps, the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentNorms(VecDeque<f64>);

impl RecentNorms {
    /// The last norms, at most as many as this number.
    pub(crate) fn new(norms: &[f64]) -> Self {
        let last = &norms[norms.len().saturating_sub(LONGEST_WINDOW)..];
        Self(last.iter().copied().filter(|norm| norm.is_finite()).collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = f64> {
        self.0.iter().copied()
    }

    /// The spike with this norm; `None` if it is not one, or if the window is not full yet.
    pub(crate) fn spike(&self, policy: Spikes, norm: f64) -> Option<Spike> {
        if self.0.len() < policy.window || !norm.is_finite() {
            return None;
        }
        let mut last: Vec<f64> = self.0.iter().rev().take(policy.window).copied().collect();
        let (odd, middle) = (last.len() % 2 == 1, last.len() / 2);
        let (below, upper, _) = last.select_nth_unstable_by(middle, f64::total_cmp);
        let lower = if odd { *upper } else { below.iter().copied().fold(0.0, f64::max) };
        let limit = policy.times * (0.5 * lower + 0.5 * *upper);
        // All gradients may have been zero, so the median may be 0.
        (norm > limit && limit > 0.0).then_some(Spike { norm, limit })
    }

    /// Adds the norm of a step.
    pub(crate) fn push(&mut self, policy: Spikes, norm: f64) {
        if !norm.is_finite() {
            return;
        }
        self.0.push_back(norm);
        while self.0.len() > policy.window {
            self.0.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spike_is_above_a_multiple_of_the_median_of_a_full_window() {
        let policy = Spikes::skip(2.0).window(3);
        let mut norms = RecentNorms::default();
        for norm in [1.0, 100.0, 3.0] {
            assert_eq!(norms.spike(policy, 1e9), None);
            norms.push(policy, norm);
        }
        assert_eq!(norms.spike(policy, 6.0), None);
        assert_eq!(norms.spike(policy, 6.5), Some(Spike { norm: 6.5, limit: 6.0 }));
        assert_eq!((norms.spike(policy, f64::NAN), norms.spike(policy, f64::INFINITY)), (None, None));
        norms.push(policy, f64::NAN);
        norms.push(policy, 200.0);
        assert!(norms.iter().eq([100.0, 3.0, 200.0]));
        assert_eq!(norms.spike(policy, 201.0).map(|spike| spike.limit), Some(200.0));
        let even = RecentNorms::new(&[4.0, 1.0, f64::NAN, 2.0, 9.0]);
        assert_eq!(even.spike(policy.window(4), 7.0), Some(Spike { norm: 7.0, limit: 6.0 }));
        let zeros = RecentNorms::new(&[0.0; 3]);
        assert_eq!(zeros.spike(policy, 1.0), None);
    }
}
