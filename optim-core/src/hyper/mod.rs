//! Hyperparameters: the settings of an optimizer, as data.
//!
//! A [`Setting`] is a value or a schedule, and the arguments of a schedule are settings. So schedules are a part of this module,
//! [`schedule`].
//!
//! `#[optimizer]` on a struct implements [`Hyperparameters`] for it. Builders, parameter groups, configuration and
//! checkpoints know an optimizer only through this trait.

mod argument;
mod convert;
mod error;
mod guard;
mod range;
pub mod schedule;
mod setting;

pub use argument::{FixedArgument, takes};
pub use convert::{
    Choice, HyperValue, IntoSetting, ValueError, choice_from_value, choice_into_value, number_or_none, plain_name,
};
pub use error::HyperError;
pub(crate) use guard::guarded;
pub use range::RangeInfo;
pub use setting::{ParseSettingError, Setting};

use std::borrow::Cow;

use crate::source::SourcePlace;
use crate::suggestion::nearest;

/// One hyperparameter, as declared.
#[derive(Clone, Copy, Debug)]
pub struct HyperInfo {
    /// The field's name.
    pub name: &'static str,
    /// The field's documentation, lines joined by `\n`; empty without any.
    pub doc: &'static str,
    /// The field's type as written, for messages and documentation.
    pub type_name: &'static str,
    /// The default value; `None` for a required hyperparameter.
    pub default: Option<fn() -> Setting>,
    /// True if a schedule may replace each number of it.
    pub scheduled: bool,
    /// True if it is the same for the whole model, so that groups can't override it.
    pub shared: bool,
    /// The names in configurations: one name for each name of a schedule, the last for all that follow; empty for
    /// `name`.
    pub names: &'static [&'static str],
    /// Allowed numbers: none for no limit but finiteness, one range for all numbers of a tuple, or one for each.
    pub ranges: &'static [RangeInfo],
}

impl HyperInfo {
    /// Describes a required hyperparameter without documentation. It can't be scheduled, has no other names, and allows
    /// every finite number. The methods below change that.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, type_name: &'static str) -> Self {
        Self { name, doc: "", type_name, default: None, scheduled: false, shared: false, names: &[], ranges: &[] }
    }

    /// With this [documentation](Self::doc).
    #[doc(hidden)]
    #[must_use]
    pub const fn doc(self, doc: &'static str) -> Self {
        Self { doc, ..self }
    }

    /// With this [default](Self::default).
    #[doc(hidden)]
    #[must_use]
    pub const fn default(self, value: fn() -> Setting) -> Self {
        Self { default: Some(value), ..self }
    }

    /// Declares that it may be a [schedule](Self::scheduled).
    #[doc(hidden)]
    #[must_use]
    pub const fn scheduled(self) -> Self {
        Self { scheduled: true, ..self }
    }

    /// Declares that it is the same for [the whole model](Self::shared).
    #[doc(hidden)]
    #[must_use]
    pub const fn shared(self) -> Self {
        Self { shared: true, ..self }
    }

    /// With these [names](Self::names).
    #[doc(hidden)]
    #[must_use]
    pub const fn names(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    /// With these [ranges](Self::ranges).
    #[doc(hidden)]
    #[must_use]
    pub const fn ranges(self, ranges: &'static [RangeInfo]) -> Self {
        Self { ranges, ..self }
    }

    /// The range of one number of the value. `component` is its index in a tuple, 0 for a plain number.
    pub fn range(&self, component: usize) -> Option<&'static RangeInfo> {
        match self.ranges {
            [all] => Some(all),
            ranges => ranges.get(component),
        }
    }

    /// Returns true if a number is finite and in range.
    #[inline]
    pub fn allows(&self, component: usize, number: f64) -> bool {
        number.is_finite() && self.range(component).is_none_or(|range| range.contains(number))
    }

    /// A description of the numbers that [`allows`](Self::allows) accepts.
    pub fn allowed(&self, component: usize) -> String {
        self.range(component).map_or_else(|| "a finite number".to_owned(), ToString::to_string)
    }

    /// The name in configurations under the schedule's name of this number.
    #[doc(hidden)]
    pub fn name_under(&self, which: usize) -> &'static str {
        self.names.get(which).or(self.names.last()).copied().unwrap_or(self.name)
    }

    /// Returns true if this is one of its names.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.names.contains(&name)
    }

    /// Checks every schedule in a value.
    pub(crate) fn check_schedules(&self, owner: &'static str, value: &Setting) -> Result<(), HyperError> {
        let place = |component: Option<usize>| match component {
            Some(place) if self.type_name.starts_with('(') => format!("{}.{place}", self.name),
            Some(place) => format!("{}[{place}]", self.name),
            None => self.name.to_owned(),
        };
        value.schedules().try_for_each(|(component, schedule)| {
            schedule.validate().map_err(|error| error.within(owner, &place(component)))
        })
    }

    /// Checks every number and every schedule of a value.
    fn check(&self, optimizer: &'static str, value: &Setting) -> Result<(), HyperError> {
        self.check_schedules(optimizer, value)?;
        for (component, part) in value.parts().iter().enumerate() {
            if let Some(number) = part.as_f64()
                && !self.allows(component, number)
            {
                return Err(HyperError::Range {
                    optimizer,
                    name: self.name,
                    value: value.brief(),
                    allowed: self.allowed(component),
                });
            }
        }
        Ok(())
    }
}

/// A struct of hyperparameters. Implemented by `#[optimizer]`, and by `#[scheduler]` for the arguments of a schedule.
///
/// The fields hold plain values; schedules are in the optimizer, which writes their current values into its copies
/// of the struct with [`set_scheduled`](Self::set_scheduled).
pub trait Hyperparameters: Sized + Send + Sync + 'static {
    /// The optimizer's name, the struct's identifier.
    const NAME: &'static str;
    /// The documentation of the struct, lines joined by `\n`.
    const DOC: &'static str = "";
    /// The place of the struct.
    const SOURCE: SourcePlace = SourcePlace::UNKNOWN;
    /// One entry per field, in the order of declaration. Indices below are places in it.
    const HYPERS: &'static [HyperInfo];

    /// Makes the struct of one value per hyperparameter, in order; see [`Fields`].
    ///
    /// # Errors
    ///
    /// Returns an error if a value is missing or not of its field's type. Ranges are [`validate`](Self::validate)'s.
    fn from_values(values: &[Setting]) -> Result<Self, HyperError>;

    /// Replaces one value.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such hyperparameter or the value is not of its type; nothing changes then.
    fn set(&mut self, index: usize, value: &Setting) -> Result<(), HyperError> {
        let mut values: Vec<Setting> = (0..Self::HYPERS.len()).map(|index| self.get(index)).collect();
        match values.get_mut(index) {
            Some(old) => old.clone_from(value),
            None => return Err(no_such_index(Self::NAME, Self::HYPERS, index)),
        }
        *self = Self::from_values(&values)?;
        Ok(())
    }

    /// The current value of a hyperparameter, [`Setting::None`] for an index out of range.
    fn get(&self, index: usize) -> Setting;

    /// The name of a hyperparameter: of a wrapper also one of the inner optimizer.
    #[doc(hidden)]
    fn name_of(index: usize) -> Cow<'static, str> {
        Cow::Borrowed(name_in(Self::HYPERS, index))
    }

    /// Writes one number of a scheduled hyperparameter. `component` is its index in a tuple, 0 for a plain number. The
    /// number has been checked. Other indices have no effect. The default implementation is for structs without
    /// scheduled hyperparameters and does nothing.
    fn set_scheduled(&mut self, index: usize, component: usize, value: f64) {
        let _ = (index, component, value);
    }

    /// Checks that every number is finite and in its range.
    ///
    /// # Errors
    ///
    /// The first hyperparameter that is not, with the allowed range.
    fn validate(&self) -> Result<(), HyperError> {
        validate_all(Self::NAME, Self::HYPERS, &|index| self.get(index))
    }
}

fn validate_all(
    optimizer: &'static str,
    hypers: &[HyperInfo],
    get: &dyn Fn(usize) -> Setting,
) -> Result<(), HyperError> {
    hypers.iter().enumerate().try_for_each(|(index, info)| info.check(optimizer, &get(index)))
}

/// The struct of these settings, schedules at their values after `step` finished steps. Nothing is validated.
///
/// A schedule is a number at every step, even where the number it gives means that there is none.
pub(crate) fn at_step<O: Hyperparameters>(settings: &[Setting], step: u64) -> Result<O, HyperError> {
    let mut hypers = O::from_values(&plain_at(settings, step))?;
    set_all_scheduled(settings, step, &mut |index, component, value| hypers.set_scheduled(index, component, value));
    Ok(hypers)
}

/// The settings with numbers in place of schedules.
fn plain_at(settings: &[Setting], step: u64) -> Vec<Setting> {
    settings.iter().map(|value| value.at(step)).collect()
}

fn set_all_scheduled(settings: &[Setting], step: u64, set: &mut dyn FnMut(usize, usize, f64)) {
    for (index, value) in settings.iter().enumerate() {
        for (component, schedule) in value.schedules() {
            set(index, component.unwrap_or(0), schedule.at(step));
        }
    }
}

/// The index of the hyperparameter with this name. A wrapper's hyperparameters come before the inner optimizer's.
pub(crate) fn outermost(hypers: &[HyperInfo], name: &str) -> Option<usize> {
    hypers.iter().position(|info| info.name.rsplit('.').next() == Some(name))
}

/// The place of a hyperparameter by name; [`HyperError::Unknown`] with all names and the nearest.
pub(crate) fn index_in(optimizer: &'static str, hypers: &'static [HyperInfo], name: &str) -> Result<usize, HyperError> {
    hypers.iter().position(|info| info.name == name).ok_or_else(|| {
        let known: Vec<_> = hypers.iter().map(|info| info.name).collect();
        HyperError::Unknown { optimizer, name: name.to_owned(), nearest: nearest(name, known.iter().copied()), known }
    })
}

/// The index of a number among the settings of a group: a hyperparameter, or with `betas.0` a component of one.
pub(crate) fn component_in(
    optimizer: &'static str,
    hypers: &'static [HyperInfo],
    name: &str,
    settings: &[Setting],
) -> Result<(usize, Option<usize>), HyperError> {
    // The names of the inner optimizer's hyperparameters contain dots, too.
    let is_known = |name: &str| hypers.iter().any(|info| info.name == name);
    let (hyper, component) = match name.rsplit_once('.') {
        Some((hyper, component)) if is_known(hyper) || component.parse::<usize>().is_ok() => (hyper, Some(component)),
        _ => (name, None),
    };
    let index = index_in(optimizer, hypers, hyper)?;
    let count = match settings.get(index) {
        Some(Setting::Tuple(parts)) => Some(parts.len()),
        _ => None,
    };
    let wrong = || Err(no_component(optimizer, name.to_owned(), hyper, settings.get(index)));
    match (count, component) {
        (None, None) => Ok((index, None)),
        (None, Some(_)) | (Some(_), None) => wrong(),
        (Some(count), Some(component)) => match component.parse() {
            Ok(place) if place < count => Ok((index, Some(place))),
            _ => wrong(),
        },
    }
}

/// The error for a name that must select one number of a hyperparameter with this value.
pub(crate) fn no_component(optimizer: &'static str, name: String, hyper: &str, value: Option<&Setting>) -> HyperError {
    let (count, what) = match value {
        Some(Setting::Tuple(parts)) if name == hyper => (parts.len(), "is several numbers, and a schedule gives one"),
        Some(Setting::Tuple(parts)) => (parts.len(), "does not exist"),
        _ => (0, "does not exist: it is a single number"),
    };
    let known = (0..count).map(|place| format!("{hyper}.{place}")).collect();
    HyperError::Component { optimizer, name, what, known }
}

/// The default values, if every field has one; see [`HyperInfo::default`].
pub fn default_of<O: Hyperparameters + Default>(index: usize) -> Setting {
    O::default().get(index)
}

/// The values of a struct's fields, for implementations of [`from_values`](Hyperparameters::from_values).
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    owner: &'static str,
    hypers: &'static [HyperInfo],
    values: &'a [Setting],
}

impl<'a> Fields<'a> {
    /// The values of the fields of `O`, in the order of [`HYPERS`](Hyperparameters::HYPERS).
    #[must_use]
    pub const fn of<O: Hyperparameters>(values: &'a [Setting]) -> Self {
        Self { owner: O::NAME, hypers: O::HYPERS, values }
    }

    /// Reads field `index` with the function of its type, [`HyperValue::from_value`].
    ///
    /// Generated code names that function with the span of the field, so that the compiler reports a wrong type there, and only
    /// once.
    ///
    /// # Errors
    ///
    /// [`HyperError::Missing`] or [`HyperError::Type`], naming the field.
    pub fn read<V>(&self, index: usize, read: fn(&Setting) -> Result<V, ValueError>) -> Result<V, HyperError> {
        let value = self.values.get(index).ok_or_else(|| missing(self.owner, self.hypers, index))?;
        read(value).map_err(|error| HyperError::Type {
            optimizer: self.owner,
            name: name_in(self.hypers, index),
            value: value.to_string(),
            expected: error.expected,
        })
    }
}

/// The error for a field without a value.
pub(crate) fn missing(optimizer: &'static str, hypers: &[HyperInfo], index: usize) -> HyperError {
    HyperError::Missing { optimizer, name: name_in(hypers, index) }
}

/// The error for an index that has no field.
pub(crate) fn no_such_index(optimizer: &'static str, hypers: &[HyperInfo], index: usize) -> HyperError {
    HyperError::Unknown {
        optimizer,
        name: format!("#{index}"),
        nearest: None,
        known: hypers.iter().map(|info| info.name).collect(),
    }
}

pub(crate) fn name_in(hypers: &[HyperInfo], index: usize) -> &'static str {
    hypers.get(index).map_or("?", |info| info.name)
}
