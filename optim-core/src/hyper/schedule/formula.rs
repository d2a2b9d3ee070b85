//! The trait that `#[scheduler]` implements for a formula, and the methods of [`Schedule`] that follow from it.

use std::sync::Arc;

use super::{Schedule, ScheduleValue};
use crate::hyper::{HyperError, HyperInfo, Hyperparameters, Setting, guarded};

/// The name of the argument that takes the factor of a parameter group, see [`Schedule::for_group`].
pub const GROUP_FACTOR: &str = "adjust_learning_rate";

/// The arguments of a schedule: the struct half of `#[scheduler]`.
pub trait ScheduleArguments: Hyperparameters {
    /// The schedule's names, its own first; the n-th name of an argument goes with the n-th of these.
    const NAMES: &'static [&'static str];

    /// Checks the conditions of `requires(…)`.
    ///
    /// # Errors
    ///
    /// The first condition that does not hold.
    fn requirement(&self) -> Result<(), Unmet> {
        Ok(())
    }
}

/// A condition of `requires(…)` that does not hold.
#[derive(Clone, Copy, Debug)]
pub struct Unmet {
    /// The message of the requirement.
    pub message: &'static str,
    /// The arguments in the condition, as indices in `HYPERS`.
    pub arguments: &'static [usize],
}

/// A schedule written as a formula: the impl half of `#[scheduler]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a complete schedule",
    label = "no `#[scheduler]` formula for this struct",
    note = "write `#[scheduler] impl {Self} {{ fn value(&self, t: Scalar) -> Scalar {{ … }} }}`",
    note = "see `optim_std::guide::errors#scheduler`"
)]
pub trait Formula: ScheduleArguments + Clone {
    /// The value at the time `t`.
    fn formula<V: ScheduleValue>(&self, t: V) -> V;
}

/// Implements [`Schedule`] for a type with a [`Formula`], in generated code: `__schedule!(CosineDecayLR)`. A blanket implementation is
/// impossible, because functions of the time are schedules, too.
///
/// The struct half calls it, so that a second `#[scheduler] impl` is one conflict and not two. The bound on `Formula` contains
/// `for<'any>`, because the compiler would check a bound without it at once, and report a struct without its impl both here
/// and at each use.
#[doc(hidden)]
#[macro_export]
macro_rules! __schedule {
    ($ty:ty) => {
        const _: () = {
            #[allow(unused_imports, reason = "names that are variables below, whatever the module calls so")]
            use $crate::__private::{local as factor, local as step, local as t};

            #[allow(unused_lifetimes, reason = "it puts the check of the bound off")]
            #[automatically_derived]
            impl $crate::Schedule for $ty
            where
                for<'any> $ty: $crate::schedule::formula::Formula,
            {
                fn at(&self, step: ::core::primitive::u64) -> ::core::primitive::f64 {
                    $crate::schedule::formula::Formula::formula(self, step as ::core::primitive::f64)
                }

                fn value(&self, t: ::core::primitive::f64) -> ::core::primitive::f64 {
                    $crate::schedule::formula::Formula::formula(self, t)
                }

                fn trace(&self, t: $crate::lang::Scalar) -> ::core::option::Option<$crate::lang::Scalar> {
                    ::core::option::Option::Some($crate::schedule::formula::Formula::formula(self, t))
                }

                fn validate(&self) -> ::core::result::Result<(), $crate::HyperError> {
                    $crate::schedule::formula::validate(self)
                }

                fn name(&self) -> ::core::option::Option<&'static ::core::primitive::str> {
                    ::core::option::Option::Some(<Self as $crate::Hyperparameters>::NAME)
                }

                fn arguments(
                    &self,
                ) -> $crate::__private::std::vec::Vec<(&'static ::core::primitive::str, $crate::Setting)> {
                    $crate::schedule::formula::arguments(self)
                }

                fn initial_value(&self) -> ::core::primitive::f64 {
                    $crate::schedule::formula::initial_value(self)
                }

                fn length(&self) -> ::core::option::Option<::core::primitive::u64> {
                    $crate::schedule::formula::length(self)
                }

                fn for_group(
                    &self,
                    factor: ::core::primitive::f64,
                ) -> ::core::option::Option<$crate::__private::std::sync::Arc<dyn $crate::Schedule>> {
                    $crate::schedule::formula::for_group(self, factor)
                }
            }
        };
    };
}

/// The arguments of a schedule as a trait object, so that code for them is compiled once and not for every schedule.
struct GivenArguments<'s> {
    infos: &'static [HyperInfo],
    get: &'s dyn Fn(usize) -> Setting,
}

/// [`Schedule::validate`] of a formula.
///
/// # Errors
///
/// The first argument that is out of range, the first condition that does not hold, or a panic of the formula's fixed code.
pub fn validate<F: Formula>(schedule: &F) -> Result<(), HyperError> {
    Hyperparameters::validate(schedule)?;
    guarded(F::NAME, || schedule.requirement())?
        .map_err(|unmet| GivenArguments::of::<F>(&|place| schedule.get(place)).unmet(F::NAME, unmet))?;
    // The fixed code of a formula is the same at every time, so one call finds its panics.
    guarded(F::NAME, || schedule.formula(0.0)).map(drop)
}

/// [`Schedule::arguments`] of a formula.
pub fn arguments<F: Formula>(schedule: &F) -> Vec<(&'static str, Setting)> {
    GivenArguments::of::<F>(&|place| schedule.get(place)).arguments()
}

/// [`Schedule::initial_value`] of a formula.
pub fn initial_value<F: Formula>(schedule: &F) -> f64 {
    GivenArguments::of::<F>(&|place| schedule.get(place)).initial().unwrap_or_else(|| schedule.formula(0.0))
}

/// [`Schedule::length`] of a formula: its own number of steps; or the length of its inner schedule, with warm-up and epochs; or
/// for several inner schedules, the last milestone plus the length of the last one.
pub fn length<F: Formula>(schedule: &F) -> Option<u64> {
    GivenArguments::of::<F>(&|place| schedule.get(place)).length()
}

/// [`Schedule::for_group`] of a formula: the argument [`GROUP_FACTOR`] and all inner schedules get the factor.
pub fn for_group<F: Formula + Schedule>(schedule: &F, factor: f64) -> Option<Arc<dyn Schedule>> {
    let values = GivenArguments::of::<F>(&|place| schedule.get(place)).for_group(factor)?;
    F::from_values(&values).ok().map(|schedule| Arc::new(schedule) as Arc<dyn Schedule>)
}

impl<'s> GivenArguments<'s> {
    fn of<F: Formula>(get: &'s dyn Fn(usize) -> Setting) -> Self {
        Self { infos: F::HYPERS, get }
    }

    fn unmet(&self, schedule: &'static str, Unmet { message, arguments }: Unmet) -> HyperError {
        let given = arguments.iter().filter_map(|&place| Some((self.infos.get(place)?, (self.get)(place))));
        let given = given.map(|(info, value)| format!("`{}` is {}", info.name, value.brief())).collect();
        HyperError::Arguments { schedule, message, given }
    }

    fn arguments(&self) -> Vec<(&'static str, Setting)> {
        self.infos.iter().enumerate().map(|(place, info)| (info.name_under(0), (self.get)(place))).collect()
    }

    fn initial(&self) -> Option<f64> {
        self.named(&["initial"]).and_then(|value| value.as_f64())
    }

    fn length(&self) -> Option<u64> {
        let steps = |setting: &Setting| match setting {
            Setting::Int(steps) => u64::try_from(*steps).ok(),
            _ => None,
        };
        let inner = |setting: &Setting| match setting {
            Setting::Scheduled(schedule) => schedule.length(),
            _ => None,
        };
        if let Some(total) = self.named(&["total_iters", "total_steps"]) {
            return steps(&total);
        }
        if let Some(scheduler) = self.named(&["scheduler"]) {
            let before = self.named(&["warmup_steps"]).map_or(Some(0), |warmup| steps(&warmup))?;
            let each = self.named(&["steps_per_epoch"]).map_or(Some(1), |each| steps(&each))?;
            return inner(&scheduler)?.checked_mul(each)?.checked_add(before);
        }
        match (self.named(&["schedulers"])?, self.named(&["milestones"])?) {
            (Setting::Tuple(schedulers), Setting::Tuple(milestones)) => {
                inner(schedulers.last()?)?.checked_add(milestones.last().map_or(Some(0), steps)?)
            }
            _ => None,
        }
    }

    /// The first argument with one of these names.
    fn named(&self, names: &[&str]) -> Option<Setting> {
        self.infos.iter().position(|info| names.contains(&info.name)).map(self.get)
    }

    /// All arguments for a group with this factor; `None` if no argument depends on it.
    fn for_group(&self, factor: f64) -> Option<Vec<Setting>> {
        let mut changed = false;
        let mut replace = |(place, info): (usize, &HyperInfo)| {
            let value = (self.get)(place);
            let new = if info.name == GROUP_FACTOR { Some(Setting::Float(factor)) } else { inside(&value, factor) };
            changed |= new.is_some();
            new.unwrap_or(value)
        };
        let values = self.infos.iter().enumerate().map(&mut replace).collect();
        changed.then_some(values)
    }
}

/// The value with its schedules converted for a group.
fn inside(value: &Setting, factor: f64) -> Option<Setting> {
    match value {
        Setting::Scheduled(schedule) => schedule.for_group(factor).map(Setting::Scheduled),
        Setting::Tuple(parts) => {
            let new: Vec<Option<Setting>> = parts.iter().map(|part| inside(part, factor)).collect();
            let changed = new.iter().any(Option::is_some);
            let parts = new.into_iter().zip(parts).map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect();
            changed.then_some(Setting::Tuple(parts))
        }
        _ => None,
    }
}
