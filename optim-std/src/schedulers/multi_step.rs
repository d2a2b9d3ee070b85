use crate::author::*;

/// A factor at each milestone.
///
/// ```text
/// value(t) = initial * gamma^(number of milestones <= t)
/// ```
///
/// `MultiStepLR::new(0.1, 0.3, [20, 70])`:
///
#[doc = include_str!("../../pictures/MultiStepLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = MultiStepLR::new(0.8, 0.5, [30, 60]);
/// assert_eq!((schedule.at(29), schedule.at(30), schedule.at(60)), (0.8, 0.4, 0.2));
/// ```
///
/// As in `torch.optim`. A milestone that you pass twice counts twice.
#[scheduler(names(MultiStepWD), requires(self.milestones.is_sorted(), "`milestones` must be in order"))]
#[derive(Debug, Clone, PartialEq)]
pub struct MultiStepLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// The factor.
    pub gamma: f64,
    /// The steps from which on the factor applies once more.
    pub milestones: Vec<u64>,
}

#[scheduler]
impl MultiStepLR {
    fn value(&self, t: Scalar) -> Scalar {
        let mut passed = scalar(0.0);
        for &milestone in self.milestones.iter() {
            passed += select(t >= milestone as f64, 1.0, 0.0);
        }
        self.initial * self.gamma.powf(passed)
    }
}
