use crate::author::*;

/// Half a cosine, repeated. Each cycle is `t_mult` times as long as the previous one (Loshchilov and Hutter 2017, arXiv:1608.03983).
///
/// ```text
/// value(t) = eta_min + (initial - eta_min) * (1 + cos(pi * s / n)) / 2
/// s steps into a cycle of n = t_0 * t_mult^i steps
/// ```
///
/// `CosineAnnealingWarmRestarts::new(0.1, 14).t_mult(2)`:
///
#[doc = include_str!("../../pictures/CosineAnnealingWarmRestarts.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = CosineAnnealingWarmRestarts::new(0.1, 10).t_mult(2);
/// assert_eq!((schedule.at(10), schedule.at(30), schedule.at(70)), (0.1, 0.1, 0.1)); // cycles of 10, 20, 40 steps
/// assert!((schedule.at(20) - 0.05).abs() < 1e-15);
/// ```
///
/// As in `torch.optim`.
#[scheduler(names(CosineAnnealingWarmRestartsWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct CosineAnnealingWarmRestarts {
    /// Value at the start of every cycle.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Steps of the first cycle.
    #[hyper(range = 1.., names("T_0"))]
    pub t_0: u64,
    /// The length of a cycle divided by the length of the previous one.
    #[hyper(default = 1, range = 1.., names("T_mult"))]
    pub t_mult: u64,
    /// Value at the end of every cycle.
    #[hyper(default = 0.0)]
    pub eta_min: f64,
}

#[scheduler]
impl CosineAnnealingWarmRestarts {
    fn value(&self, t: Scalar) -> Scalar {
        let angle = std::f64::consts::PI * self.share(t);
        self.eta_min + (self.initial - self.eta_min) * (1.0 + angle.cos()) / 2.0
    }

    /// The fraction of the cycle that is finished.
    fn share(&self, t: Scalar) -> Scalar {
        let (first, factor) = (self.t_0 as f64, self.t_mult as f64);
        if self.t_mult == 1 {
            t % first / first
        } else {
            // The logarithm may round to the wrong integer, so the start of the cycle is compared, too.
            let cycle = ((t / first * (factor - 1.0)).log1p() / factor.ln()).floor();
            let cycle = select(self.start(cycle) > t, cycle - 1.0, cycle);
            let cycle = select(self.start(cycle + 1.0) <= t, cycle + 1.0, cycle);
            (t - self.start(cycle)) / (first * factor.powf(cycle))
        }
    }

    /// The first step of a cycle.
    fn start(&self, cycle: Scalar) -> Scalar {
        let factor = self.t_mult as f64;
        self.t_0 as f64 * (factor.powf(cycle) - 1.0) / (factor - 1.0)
    }
}
