use crate::author::*;

/// A number for each part of the run.
///
/// ```text
/// value(t) = learning_rates[i],  i = number of milestones <= t
/// ```
///
/// `PiecewiseConstantLR::new([0.05, 0.1, 0.02], [20, 60])`:
///
#[doc = include_str!("../../pictures/PiecewiseConstantLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = PiecewiseConstantLR::new([0.1, 0.01, 0.001], [30, 60]);
/// assert_eq!((schedule.at(29), schedule.at(30), schedule.at(99)), (0.1, 0.01, 0.001));
/// ```
///
/// `torch.optim` does not have it. `MultiStepLR` is the most similar.
#[scheduler(
    names(PiecewiseConstantWD),
    requires(
        self.milestones.len() + 1 == self.learning_rates.len(),
        "`milestones` must be one fewer than the values"
    ),
    requires(self.milestones.is_sorted(), "`milestones` must be in order")
)]
#[derive(Debug, Clone, PartialEq)]
pub struct PiecewiseConstantLR {
    /// The values.
    #[hyper(names("learning_rates", "vals"))]
    pub learning_rates: Vec<f64>,
    /// The steps at which the next value starts, one fewer than there are values.
    pub milestones: Vec<u64>,
}

#[scheduler]
impl PiecewiseConstantLR {
    fn value(&self, t: Scalar) -> Scalar {
        let mut value = scalar(self.learning_rates[0]);
        for (i, &milestone) in self.milestones.iter().enumerate() {
            value = select(t >= milestone as f64, self.learning_rates[i + 1], value);
        }
        value
    }
}
