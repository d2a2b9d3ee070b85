//! Where torch adds `eps`.

use crate::prelude::*;

/// `eps` of torch's Adam and AdamW, as a schedule for those here: `eps·√(1 − β₂ᵗ)` in step `t`.
///
/// Torch adds `eps` after the second moment has been corrected for its start at zero, this project (as the reference does) before. With
/// this schedule both compute the same, as long as every parameter has a gradient in every step.
///
/// ```
/// use optim_std::prelude::*;
/// use optim_std::torch::TorchEps;
///
/// let model = optim_std::ndarray::array![1.0_f32];
/// let mut opt = AdamW::new().lr(1e-3).eps(TorchEps::new(1e-8, 0.999)).build(&model)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[scheduler]
#[derive(Debug, Clone, PartialEq)]
pub struct TorchEps {
    /// The number that torch has.
    #[hyper(range = 0.0..)]
    pub eps: f64,
    /// The second of the betas.
    #[hyper(range = 0.0..1.0)]
    pub beta2: f64,
}

#[scheduler]
impl TorchEps {
    fn value(&self, t: Scalar) -> Scalar {
        self.eps * (1.0 - self.beta2.powf(t + 1.0)).sqrt()
    }
}

/// The number that torch has, where a setting is this schedule.
pub(super) fn of_torch(setting: &Setting) -> Option<f64> {
    let Setting::Scheduled(schedule) = setting else { return None };
    if schedule.name() != Some("TorchEps") {
        return None;
    }
    schedule.arguments().iter().find(|(name, _)| *name == "eps")?.1.as_f64()
}
