//! Watched numbers: what a step tells of itself beside its work.

use std::sync::Arc;

use ndarray::ArrayD;
use thiserror::Error;

use super::Engine;
use crate::kernel::{Float, Param, ParamRow, WatchSums, WatchedNumbers, WatchedSum};
use crate::messages::shown;
use crate::sparsity::Masks;
use crate::spelling::{help, nearest};

/// A number that every optimizer can report of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watchable {
    GradNorm,
    GradAmax,
    ParamNorm,
    UpdateNorm,
    UpdateRatio,
    Cosine,
}

impl Watchable {
    const ALL: [Self; 6] =
        [Self::GradNorm, Self::GradAmax, Self::ParamNorm, Self::UpdateNorm, Self::UpdateRatio, Self::Cosine];

    const fn name(self) -> &'static str {
        match self {
            Self::GradNorm => "grad_norm",
            Self::GradAmax => "grad_amax",
            Self::ParamNorm => "param_norm",
            Self::UpdateNorm => "update_norm",
            Self::UpdateRatio => "update_ratio",
            Self::Cosine => "cosine",
        }
    }

    /// The sums that it is computed of.
    const fn sums(self) -> WatchSums {
        let none = WatchSums::NONE;
        match self {
            Self::GradNorm => WatchSums { grad: true, ..none },
            Self::GradAmax => WatchSums { grad_max: true, ..none },
            Self::ParamNorm | Self::UpdateNorm | Self::UpdateRatio => WatchSums { update: true, ..none },
            Self::Cosine => WatchSums { update: true, grad: true, ..none },
        }
    }

    /// The number, of the sums of a parameter or of the whole model.
    fn of(self, numbers: &WatchedNumbers) -> f64 {
        let [param, update, grad] =
            [WatchedSum::Param, WatchedSum::Update, WatchedSum::Grad].map(|sum| numbers[sum as usize].sqrt());
        match self {
            Self::GradNorm => grad,
            Self::GradAmax => numbers[WatchedSum::GradMax as usize],
            Self::ParamNorm => param,
            Self::UpdateNorm => update,
            Self::UpdateRatio => ratio(update, param),
            Self::Cosine => ratio(-numbers[WatchedSum::Product as usize], update * grad),
        }
    }
}

/// A quotient in which 0/0 is 0.
fn ratio(a: f64, b: f64) -> f64 {
    if a == 0.0 && b == 0.0 { 0.0 } else { a / b }
}

/// The numbers that an engine watches, and how often.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    numbers: Arc<[Watchable]>,
    /// Every so many steps; 0 is as 1.
    every: u64,
}

impl Watch {
    /// These numbers, every so many steps.
    ///
    /// # Errors
    ///
    /// When there is no such number, or the steps are 0.
    pub(crate) fn new<'n>(every: u64, names: impl IntoIterator<Item = &'n str>) -> Result<Self, WatchError> {
        if every == 0 {
            return Err(WatchError::Never);
        }
        let mut numbers = Vec::new();
        for name in names {
            let found = Watchable::ALL.into_iter().find(|number| number.name() == name);
            let number = found.ok_or_else(|| WatchError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, Watched::names()),
            })?;
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        Ok(Self { numbers: numbers.into(), every })
    }

    /// The sums that a step which is watched takes.
    pub(super) fn sums(&self) -> WatchSums {
        self.numbers.iter().map(|number| number.sums()).fold(WatchSums::NONE, WatchSums::with)
    }

    /// The same of the step behind so many.
    pub(super) fn sums_after(&self, steps: u64) -> WatchSums {
        let is_due = !self.numbers.is_empty() && steps.saturating_add(1).is_multiple_of(self.every.max(1));
        if is_due { self.sums() } else { WatchSums::NONE }
    }

    /// The report of a step in which these parameters, of `params`, had these numbers.
    pub(super) fn report(
        &self,
        params: &[Param],
        numbers: impl Iterator<Item = (usize, WatchedNumbers)>,
        scale: f64,
    ) -> Watched {
        let mut whole = [0.0; WatchedSum::COUNT];
        let mut names = Vec::new();
        let mut values = Vec::new();
        for (place, mut own) in numbers {
            own[WatchedSum::Grad as usize] *= scale * scale;
            own[WatchedSum::Product as usize] *= scale;
            let largest = &mut own[WatchedSum::GradMax as usize];
            // Nothing has no largest number.
            *largest = if *largest == f64::NEG_INFINITY { 0.0 } else { *largest * scale };
            for (sum, (whole, own)) in whole.iter_mut().zip(&own).enumerate() {
                *whole = if sum == WatchedSum::GradMax as usize {
                    crate::kernel::math::max(*whole, *own)
                } else {
                    *whole + own
                };
            }
            names.push(Arc::clone(&params[place].name));
            values.extend(self.numbers.iter().map(|number| number.of(&own)));
        }
        let model = self.numbers.iter().map(|number| number.of(&whole)).collect();
        Watched(Arc::new(WatchedOfStep { numbers: Arc::clone(&self.numbers), params: names, values, model }))
    }
}

/// The numbers that a step was asked for by [`Engine::watch`], of each parameter that had a gradient and of all of these together.
///
/// | name | meaning |
/// |---|---|
/// | `grad_norm` | Euclidean norm of the gradient as it was handed in, times `grad_scale`: before clipping |
/// | `grad_amax` | its largest absolute value |
/// | `param_norm` | norm of the parameter before the step |
/// | `update_norm` | norm of its change in the step |
/// | `update_ratio` | `update_norm / param_norm`; 1e-3 is usual in the middle of a training run |
/// | `cosine` | cosine of the angle between the change and the negative gradient: 1 for plain gradient descent |
///
/// 0/0 is 0. Of an optimizer in a wrapper, the numbers are those of both together. They are sums in `f64` of what the step computes with: a parameter
/// that is stored in two bytes counts as it is before it is rounded, if one pass writes it. Masked elements count as 0 before the step, and after it as the
/// optimizer leaves them.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched(Arc<WatchedOfStep>);

/// The same apart from the report, which most steps have without it.
#[derive(Debug, PartialEq)]
struct WatchedOfStep {
    numbers: Arc<[Watchable]>,
    params: Vec<Arc<str>>,
    /// All numbers of each parameter, one parameter after another.
    values: Vec<f64>,
    model: Vec<f64>,
}

impl Watched {
    /// The names of all numbers that can be watched.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Watchable::ALL.into_iter().map(Watchable::name)
    }

    /// A number of all parameters together; `None` if it is not watched.
    #[must_use]
    pub fn model(&self, name: &str) -> Option<f64> {
        Some(self.0.model[self.place(name)?])
    }

    /// A number of one parameter; `None` if it is not watched, or there is no such parameter, or it had no gradient.
    #[must_use]
    pub fn param(&self, param: &str, name: &str) -> Option<f64> {
        let place = self.place(name)?;
        let own = self.0.params.iter().position(|known| **known == *param)?;
        Some(self.0.values[own * self.0.numbers.len() + place])
    }

    /// The names and values of all parameters together, in the order in which they are watched.
    pub fn of_model(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.0.numbers.iter().map(|number| number.name()).zip(self.0.model.iter().copied())
    }

    /// Parameter, name and value of each number of each parameter.
    pub fn of_params(&self) -> impl Iterator<Item = (&str, &'static str, f64)> {
        let rows = self.0.values.chunks(self.0.numbers.len().max(1));
        self.0.params.iter().zip(rows).flat_map(|(param, row)| {
            self.0.numbers.iter().zip(row).map(|(number, value)| (&**param, number.name(), *value))
        })
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.numbers.iter().position(|number| number.name() == name)
    }
}

/// An error in what is to be watched.
#[derive(Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WatchError {
    /// There is no such number.
    #[error("no number `{}` can be watched{}", shown(name), help(nearest, &Watched::names().collect::<Vec<_>>()))]
    Unknown {
        /// The name.
        name: String,
        /// The name that may be meant.
        nearest: Option<String>,
    },
    /// Every 0 steps.
    #[error("numbers cannot be watched every 0 steps\nhelp: `watch_every(1, …)` watches every step, `watch([])` none")]
    Never,
}

crate::messages::debug_as_display!(WatchError);

/// Replaces the numbers of changes by those since before the probe, of parameters that it may have moved. Masked elements were 0.
pub(super) fn compare<T: Float>(before: &[Option<ArrayD<T>>], masks: &Masks<T>, row: &mut ParamRow<'_, T>) {
    // As in almost all steps.
    if before.is_empty() {
        return;
    }
    let mut found = Vec::new();
    for (place, param, grad) in row.each() {
        let Some(Some(before)) = before.get(place) else { continue };
        let kept: Option<Vec<bool>> = masks.get(place).map(|masked| masked.kept().iter().copied().collect());
        let (mut squares, mut changes, mut products) = (0.0, 0.0, 0.0);
        let (param, grad) = (param.to_ndarray(), grad.to_ndarray());
        let numbers = before.iter().zip(&param).zip(&grad);
        for (index, ((before, after), grad)) in numbers.enumerate() {
            let is_kept = kept.as_ref().is_none_or(|kept| kept[index]);
            let (before, after, grad): (f64, f64, f64) = (before.as_(), after.as_(), grad.as_());
            let before = if is_kept { before } else { 0.0 };
            squares += before * before;
            changes += (after - before) * (after - before);
            products += (after - before) * grad;
        }
        found.push((place, [squares, changes, products]));
    }
    for (place, numbers) in found {
        row.set_watched(place, [WatchedSum::Param, WatchedSum::Update, WatchedSum::Product].into_iter().zip(numbers));
    }
}

impl<T: Float> Engine<T> {
    /// From now on every step reports these numbers, see [`Watched`]; without names none. They replace those before.
    ///
    /// They are taken in the pass that writes a parameter, without another walk over memory where that is possible; a step that is not watched
    /// costs nothing. Neither parameters nor states change by a bit. Checkpoints do not have them.
    ///
    /// ```
    /// # use optim_core::{Float, Engine};
    /// # fn example<T: Float>(opt: &mut Engine<T>) -> Result<(), Box<dyn std::error::Error>> {
    /// opt.watch(["update_ratio", "cosine"])?;
    /// // … opt.step(&mut model, &grads)?
    /// if let Some(watched) = opt.last_report().and_then(|report| report.watched.as_ref()) {
    ///     println!("{:?} of the model", watched.model("update_ratio"));
    ///     for (param, name, value) in watched.of_params() {
    ///         println!("{param} {name} {value}");
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no such number. Nothing has changed then.
    pub fn watch<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Result<(), WatchError> {
        self.watch_every(1, names)
    }

    /// [`watch`](Self::watch) in every `every`th step: in those after which [`steps`](Self::steps) is a multiple of it.
    ///
    /// # Errors
    ///
    /// When there is no such number, or `every` is 0. Nothing has changed then.
    pub fn watch_every<'n>(&mut self, every: u64, names: impl IntoIterator<Item = &'n str>) -> Result<(), WatchError> {
        self.watch = Watch::new(every, names)?;
        Ok(())
    }
}
