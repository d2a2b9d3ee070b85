use crate::author::*;

/// A power of a factor. The factor may be a function of the time.
///
/// ```text
/// value(t) = initial * coefficient(t)^t
/// ```
///
/// `MultiplicativeLR::new(0.1, 0.97)`:
///
#[doc = include_str!("../../pictures/MultiplicativeLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// assert_eq!(MultiplicativeLR::new(0.8, 0.5).at(2), 0.2);
/// assert_eq!(MultiplicativeLR::new(0.8, |t: f64| 1.0 / t.max(1.0)).at(2), 0.2);
/// ```
///
/// With a number, as in `torch.optim`. With a function, `torch.optim` multiplies all values so far, which has no closed
/// form.
#[scheduler(names(MultiplicativeWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct MultiplicativeLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// The factor of a step: a number, a closure or a schedule.
    pub coefficient: ScheduleRef,
}

#[scheduler]
impl MultiplicativeLR {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * self.coefficient.value(t).powf(t)
    }
}
