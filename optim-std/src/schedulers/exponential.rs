use crate::author::*;

/// Decay by one factor every `total_iters` steps, smoothly or in stairs.
///
/// ```text
/// value(t) = initial * decay_rate^(t / total_iters)
/// with staircase, decay_rate^floor(t / total_iters)
/// ```
///
/// `ExponentialLR::new(0.1, 25, 0.5)`:
///
#[doc = include_str!("../../pictures/ExponentialLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = ExponentialLR::new(0.8, 10, 0.5);
/// assert_eq!((schedule.at(10), schedule.at(20)), (0.4, 0.2));
/// assert_eq!(schedule.staircase(true).at(19), 0.4);
/// ```
///
/// `torch.optim` decays by its factor at every step: `total_iters = 1`.
#[scheduler(names(ExponentialWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct ExponentialLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Steps for one factor.
    #[hyper(range = 1..)]
    pub total_iters: u64,
    /// The factor.
    #[hyper(range = 0.0..)]
    pub decay_rate: f64,
    /// If true, the value stays until the factor is complete.
    #[hyper(default = false)]
    pub staircase: bool,
}

#[scheduler]
impl ExponentialLR {
    fn value(&self, t: Scalar) -> Scalar {
        let factors = t / self.total_iters as f64;
        let factors = if self.staircase { factors.floor() } else { factors };
        self.initial * self.decay_rate.powf(factors)
    }
}
