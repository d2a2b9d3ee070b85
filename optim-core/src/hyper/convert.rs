//! Conversion between the types of fields and [`Setting`].

use crate::messages::shown;

use super::Setting;
use super::schedule::Schedule;

/// A value that does not have the type of a field.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {}", shown(expected))]
#[non_exhaustive]
pub struct ValueError {
    /// A description of the values that the field takes.
    pub expected: String,
}

crate::messages::debug_as_display!(ValueError);

impl ValueError {
    pub(crate) fn new(expected: impl Into<String>) -> Self {
        Self { expected: expected.into() }
    }
}

/// A type that hyperparameters can have: numbers, `bool`, choices, options, tuples and arrays of them, and lists of numbers.
#[diagnostic::on_unimplemented(
    message = "a hyperparameter cannot have the type `{Self}`",
    label = "not a type of hyperparameters",
    note = "use a number, `bool`, an enum with `#[derive(Choice)]`, an option, a tuple or an array of these, or `Vec<f64>`",
    note = "see `optim_std::guide::errors#fields`"
)]
pub trait HyperValue: Sized {
    /// This value as data.
    fn into_value(self) -> Setting;

    /// Reads the value back.
    ///
    /// # Errors
    ///
    /// Returns an error if the data is not of this type; the error says what is.
    fn from_value(value: &Setting) -> Result<Self, ValueError>;

    /// Sets one number to the value of a schedule. `component` is its place in a tuple, 0 for a plain number. Types that take no schedule
    /// ignore it.
    #[doc(hidden)]
    fn set_number(&mut self, component: usize, number: f64) {
        let _ = (component, number);
    }
}

impl HyperValue for f64 {
    fn into_value(self) -> Setting {
        Setting::Float(self)
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        value.as_f64().ok_or_else(|| ValueError::new("a number"))
    }

    fn set_number(&mut self, _: usize, number: f64) {
        *self = number;
    }
}

impl HyperValue for f32 {
    fn into_value(self) -> Setting {
        Setting::Float(self.into())
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        match value.as_f64() {
            Some(number) if (number as f32).is_finite() || !number.is_finite() => Ok(number as f32),
            Some(_) => Err(ValueError::new("a number that fits in `f32`")),
            None => Err(ValueError::new("a number")),
        }
    }
}

impl HyperValue for bool {
    fn into_value(self) -> Setting {
        Setting::Bool(self)
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        match *value {
            Setting::Bool(value) => Ok(value),
            _ => Err(ValueError::new("`true` or `false`")),
        }
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl HyperValue for $int {
            fn into_value(self) -> Setting {
                Setting::Int(self as i128)
            }

            fn from_value(value: &Setting) -> Result<Self, ValueError> {
                match *value {
                    Setting::Int(number) => Self::try_from(number).ok(),
                    // Configuration formats write whole numbers as floats. Below this bound, the cast is exact.
                    Setting::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
                        Self::try_from(number as i128).ok()
                    }
                    _ => None,
                }
                .ok_or_else(|| ValueError::new(format!("a whole number from {} to {}", Self::MIN, Self::MAX)))
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl<V: HyperValue> HyperValue for Option<V> {
    fn into_value(self) -> Setting {
        self.map_or(Setting::None, HyperValue::into_value)
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        match value {
            Setting::None => Ok(None),
            value => match V::from_value(value) {
                Ok(value) => Ok(Some(value)),
                Err(error) => Err(ValueError::new(format!("{} or none", error.expected))),
            },
        }
    }

    fn set_number(&mut self, _: usize, number: f64) {
        if let Ok(value) = V::from_value(&Setting::Float(number)) {
            *self = Some(value);
        }
    }
}

/// Reads an optional number, for a field with a number such as 0 that means `None`.
///
/// # Errors
///
/// Returns an error if the value is neither a number nor `None`.
pub fn number_or_none(value: &Setting, none: f64) -> Result<Option<f64>, ValueError> {
    Ok(Option::from_value(value)?.filter(|number| *number != none))
}

impl<V: HyperValue, const N: usize> HyperValue for [V; N] {
    fn into_value(self) -> Setting {
        Setting::Tuple(self.into_iter().map(HyperValue::into_value).collect())
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        let Setting::Tuple(parts) = value else {
            return Err(ValueError::new(format!("{N} values")));
        };
        let parts: Vec<V> = parts.iter().map(V::from_value).collect::<Result<_, _>>()?;
        parts.try_into().map_err(|_| ValueError::new(format!("{N} values")))
    }
}

/// A list, of any length.
impl<V: HyperValue> HyperValue for Vec<V> {
    fn into_value(self) -> Setting {
        Setting::Tuple(self.into_iter().map(HyperValue::into_value).collect())
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        let Setting::Tuple(parts) = value else { return Err(ValueError::new("a list")) };
        let part = |(place, part)| {
            V::from_value(part)
                .map_err(|error| ValueError::new(format!("{} at place {place} of the list", error.expected)))
        };
        parts.iter().enumerate().map(part).collect()
    }
}

macro_rules! tuples {
    ($($count:literal: $($type:ident $name:ident $place:literal),*;)*) => {$(
        impl<$($type: HyperValue),*> HyperValue for ($($type,)*) {
            fn into_value(self) -> Setting {
                let ($($name,)*) = self;
                Setting::Tuple(vec![$($name.into_value()),*])
            }

            fn from_value(value: &Setting) -> Result<Self, ValueError> {
                match value {
                    Setting::Tuple(parts) => match parts.as_slice() {
                        [$($name),*] => Ok(($($type::from_value($name)?,)*)),
                        _ => Err(ValueError::new(concat!("a tuple of ", $count, " values"))),
                    },
                    _ => Err(ValueError::new(concat!("a tuple of ", $count, " values"))),
                }
            }

            fn set_number(&mut self, component: usize, number: f64) {
                let ($($name,)*) = self;
                match component {
                    $($place => $name.set_number(0, number),)*
                    _ => {}
                }
            }
        }
    )*};
}

tuples! {
    1: A a 0;
    2: A a 0, B b 1;
    3: A a 0, B b 1, C c 2;
    4: A a 0, B b 1, C c 2, D d 3;
}

/// A unit enum as a hyperparameter. Made by `#[derive(Choice)]`, which implements [`HyperValue`] with it.
pub trait Choice: Copy + 'static {
    /// Every name, in the order of declaration.
    const NAMES: &'static [&'static str];

    /// This variant's name.
    fn name(self) -> &'static str;

    /// The variant with this name.
    fn parse(name: &str) -> Option<Self>;
}

/// A name in the form that [`Choice::parse`] compares: without `_`, in lower case.
pub fn plain_name(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// [`HyperValue::into_value`] of a choice. (A blanket implementation would overlap with the one for options.)
pub fn choice_into_value<C: Choice>(choice: C) -> Setting {
    Setting::Choice(choice.name().to_owned())
}

/// [`HyperValue::from_value`] of a choice.
///
/// # Errors
///
/// Returns an error if the value is not one of the names.
pub fn choice_from_value<C: Choice>(value: &Setting) -> Result<C, ValueError> {
    match value {
        Setting::Choice(name) => C::parse(name),
        _ => None,
    }
    .ok_or_else(|| ValueError::new(format!("one of `{}`", C::NAMES.join("`, `"))))
}

/// A value that a setter takes for a scheduled field of type `V`: the value itself, or a schedule for each number of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a valid value for a hyperparameter of type `{V}`",
    label = "expected `{V}` or a schedule",
    note = "write numbers as floats: `1.0`",
    note = "to make a schedule from a function, write `optim_std::schedule::curve(|t| …)`"
)]
pub trait IntoSetting<V> {
    /// The value or schedule as data.
    fn into_setting(self) -> Setting;
}

impl IntoSetting<f64> for f64 {
    fn into_setting(self) -> Setting {
        Setting::Float(self)
    }
}

impl<S: Schedule> IntoSetting<f64> for S {
    fn into_setting(self) -> Setting {
        Setting::schedule(self)
    }
}

impl IntoSetting<Option<f64>> for f64 {
    fn into_setting(self) -> Setting {
        Setting::Float(self)
    }
}

impl IntoSetting<Option<f64>> for Option<f64> {
    fn into_setting(self) -> Setting {
        self.into_value()
    }
}

impl<S: Schedule> IntoSetting<Option<f64>> for S {
    fn into_setting(self) -> Setting {
        Setting::schedule(self)
    }
}

impl<V> IntoSetting<V> for Setting {
    fn into_setting(self) -> Setting {
        self
    }
}

macro_rules! tuple_settings {
    ($($($type:ident $field:ident $name:ident),*;)*) => {$(
        impl<$($type, $field: IntoSetting<$type>),*> IntoSetting<($($type,)*)> for ($($field,)*) {
            fn into_setting(self) -> Setting {
                let ($($name,)*) = self;
                Setting::Tuple(vec![$($name.into_setting()),*])
            }
        }
    )*};
}

tuple_settings! {
    A SA a;
    A SA a, B SB b;
    A SA a, B SB b, C SC c;
    A SA a, B SB b, C SC c, D SD d;
}
