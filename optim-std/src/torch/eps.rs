//! The places where torch adds `eps`.

use optim_core::GroupInfo;
use optim_core::checkpoint::{GroupDict, ParamDict};

use super::convert::{Note, number};
use crate::prelude::*;

/// `eps` of torch's Adam and AdamW, as a schedule for those here: `eps·√(1 − β₂ᵗ)` in step `t`.
///
/// Torch adds `eps` after the second moment has been corrected for its start at zero, this project (as the reference does) before. With
/// this schedule both compute the same, as long as every parameter has a gradient in every step.
/// [`convert_for`](super::OptimizerState::convert_for) sets it by itself.
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
    /// Steps of the optimizer before the first gradient of the group's parameters: `t` does not count them.
    #[hyper(default = 0)]
    pub delay: u64,
}

#[scheduler]
impl TorchEps {
    fn value(&self, t: Scalar) -> Scalar {
        let step = (t + 1.0 - self.delay as f64).max(1.0);
        self.eps * (1.0 - self.beta2.powf(step)).sqrt()
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

/// Where both add it, a difference of `eps` up to this share is not reported.
const NOTED: f64 = 1e-3;

/// Gives a group of Adam or AdamW, whose `eps` is the number of torch now, the schedule that stands for it here; `counts` are the
/// steps of the parameters. With `keep` it stays a number.
pub(super) fn convert(
    group: &mut GroupDict,
    before: &GroupInfo<'_>,
    params: &[&ParamDict],
    steps: u64,
    keep: bool,
    notes: &mut Vec<Note>,
) {
    let Some((_, here)) = before.settings.iter().find(|(hyper, _)| *hyper == "eps") else { return };
    let constant = |hyper| group.settings.iter().any(|(name, value)| name == hyper && !value.is_scheduled());
    // A schedule of your own stays; betas that change have no such formula.
    if !constant("eps") || !constant("betas") {
        return;
    }
    let (Some(eps), Some(beta2)) = (number(group, "eps", 0), number(group, "betas", 1)) else { return };
    if let Some(here) = of_torch(here).or(here.as_f64()).filter(|&here| here != eps) {
        notes.push(Note::EpsReplaced { group: group.name.clone(), here, file: eps });
    }
    if keep || eps == 0.0 || beta2 == 0.0 {
        return;
    }
    let first = params.iter().map(|param| param.step_count).max().unwrap_or(0);
    let schedule = TorchEps::new(eps, beta2).delay(steps.saturating_sub(first));
    if let Some((_, value)) = group.settings.iter_mut().find(|(hyper, _)| hyper == "eps") {
        *value = Setting::schedule(schedule);
    }
    let correction = |count: u64| (1.0 - beta2.powf(count as f64 + 1.0)).sqrt();
    let larger = |param: &ParamDict| correction(first) / correction(param.step_count);
    let late = params.iter().filter(|param| larger(param) > 1.0 + NOTED);
    let late: Vec<String> = late.map(|param| param.name.clone()).collect();
    if !late.is_empty() {
        let factor = params.iter().map(|param| larger(param)).fold(1.0, f64::max);
        notes.push(Note::EpsLate { group: group.name.clone(), params: late, factor });
    }
}
