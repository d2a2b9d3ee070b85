use crate::author::*;

/// One number at every step.
///
/// ```text
/// value(t) = learning_rate
/// ```
///
/// `ConstantLR::new(0.1)`:
///
#[doc = include_str!("../../pictures/ConstantLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// assert_eq!(ConstantLR::new(0.1).at(1_000), 0.1);
/// ```
///
/// In `torch.optim`, the class with this name is a factor during warm-up. Here,
/// [`PiecewiseConstantLR`](crate::schedulers::PiecewiseConstantLR) does this.
#[scheduler(names(ConstantWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct ConstantLR {
    /// The value.
    #[hyper(names("learning_rate", "val"))]
    pub learning_rate: f64,
    /// The number of steps after which the next schedule of a configuration starts. It has no effect on the value.
    #[hyper(default = None, range = 1..)]
    pub total_iters: Option<u64>,
}

#[scheduler]
impl ConstantLR {
    fn value(&self, _t: Scalar) -> Scalar {
        scalar(self.learning_rate)
    }
}
