use crate::author::*;

/// Up and down along a cosine, half a period in `t_max` steps (Loshchilov and Hutter 2017, arXiv:1608.03983).
///
/// ```text
/// value(t) = eta_min + (initial - eta_min) * (1 + cos(pi * t / t_max)) / 2
/// ```
///
/// `CosineAnnealingLR::new(0.1, 40)`:
///
#[doc = include_str!("../../pictures/CosineAnnealingLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = CosineAnnealingLR::new(0.1, 50);
/// assert_eq!((schedule.at(0), schedule.at(50), schedule.at(100)), (0.1, 0.0, 0.1));
/// ```
///
/// As in `torch.optim`: after `t_max` the value rises again. [`CosineDecayLR`](crate::schedulers::CosineDecayLR) stays at the end.
#[scheduler(names(CosineAnnealingWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct CosineAnnealingLR {
    /// Value at the first step. It is the largest value if it is above `eta_min`.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Steps from `initial` to `eta_min`.
    #[hyper(range = 1.., names("T_max"))]
    pub t_max: u64,
    /// Value after `t_max` steps.
    #[hyper(default = 0.0)]
    pub eta_min: f64,
}

#[scheduler]
impl CosineAnnealingLR {
    fn value(&self, t: Scalar) -> Scalar {
        let angle = std::f64::consts::PI * t / self.t_max as f64;
        self.eta_min + (self.initial - self.eta_min) * (1.0 + angle.cos()) / 2.0
    }
}
