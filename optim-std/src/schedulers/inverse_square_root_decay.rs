use crate::author::*;

/// Constant at first, then decay by the inverse square root of the time (Vaswani et al. 2017, arXiv:1706.03762).
///
/// ```text
/// value(t) = initial * scale / sqrt(max(warmup_steps, t))
/// ```
///
/// `InverseSquareRootDecayLR::new().initial(0.3).warmup_steps(10.0)`:
///
#[doc = include_str!("../../pictures/InverseSquareRootDecayLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = InverseSquareRootDecayLR::new().initial(0.2).warmup_steps(4.0);
/// assert_eq!((schedule.at(0), schedule.at(16)), (0.1, 0.05));
/// ```
///
/// `torch.optim` does not have it.
#[scheduler(
    names(InverseSquareRootDecayWD),
    requires(self.warmup_steps > 0.0, "`warmup_steps` must be more than 0, or the first value is infinite")
)]
#[derive(Debug, Clone, PartialEq)]
pub struct InverseSquareRootDecayLR {
    /// Value before the division by the root.
    #[hyper(default = 1.0, names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Factor of the value.
    #[hyper(default = 1.0)]
    pub scale: f64,
    /// Steps before the decay starts.
    #[hyper(default = 1.0, range = 0.0..)]
    pub warmup_steps: f64,
}

#[scheduler]
impl InverseSquareRootDecayLR {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * self.scale / t.max(self.warmup_steps).sqrt()
    }
}
