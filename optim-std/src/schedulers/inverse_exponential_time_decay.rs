use crate::author::*;

/// Decay by the inverse of a power of the time.
///
/// ```text
/// value(t) = initial / (1 + decay_rate * a),  a = t^step_exponent / total_iters
/// with staircase, floor(a)
/// ```
///
/// `InverseExponentialTimeDecayLR::new(0.1, 1.0, 20, 1.0)`:
///
#[doc = include_str!("../../pictures/InverseExponentialTimeDecayLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = InverseExponentialTimeDecayLR::new(0.1, 1.0, 10, 1.0);
/// assert_eq!(schedule.at(10), 0.05);
/// ```
///
/// `torch.optim` does not have it.
#[scheduler(names(InverseExponentialTimeDecayWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct InverseExponentialTimeDecayLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Exponent of the time.
    #[hyper(range = 0.0..)]
    pub step_exponent: f64,
    /// The divisor of the time in the power.
    #[hyper(range = 1..)]
    pub total_iters: u64,
    /// The strength of the decay.
    #[hyper(range = 0.0..)]
    pub decay_rate: f64,
    /// If true, the value stays until the next whole number.
    #[hyper(default = false)]
    pub staircase: bool,
}

#[scheduler]
impl InverseExponentialTimeDecayLR {
    fn value(&self, t: Scalar) -> Scalar {
        let age = t.powf(self.step_exponent) / self.total_iters as f64;
        let age = if self.staircase { age.floor() } else { age };
        self.initial / (1.0 + self.decay_rate * age)
    }
}
