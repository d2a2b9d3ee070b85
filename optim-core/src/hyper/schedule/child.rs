//! Schedules and lists as arguments of schedules.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{Schedule, same};
use crate::hyper::{HyperValue, IntoSetting, Setting, ValueError};
use crate::lang::{self, Function, Scalar, ops};

/// A schedule as an argument of another one: a number, which never changes, or any schedule.
#[derive(Clone)]
pub struct ScheduleRef {
    inner: ChildValue,
    /// The cached result of [`initial_value`](Self::initial_value): nested products ask for it at every level and step.
    initial: OnceLock<f64>,
}

#[derive(Clone)]
enum ChildValue {
    Number(f64),
    Schedule(Arc<dyn Schedule>),
}

impl ScheduleRef {
    /// The schedule `schedule`.
    pub fn new(schedule: Arc<dyn Schedule>) -> Self {
        Self { inner: ChildValue::Schedule(schedule), initial: OnceLock::new() }
    }

    /// The number `number` at every step.
    pub fn constant(number: f64) -> Self {
        Self { inner: ChildValue::Number(number), initial: OnceLock::new() }
    }

    /// The schedule; `None` if it is a number.
    pub fn schedule(&self) -> Option<&Arc<dyn Schedule>> {
        match &self.inner {
            ChildValue::Number(_) => None,
            ChildValue::Schedule(schedule) => Some(schedule),
        }
    }

    /// The value after `step` finished steps.
    pub fn at(&self, step: u64) -> f64 {
        match &self.inner {
            ChildValue::Number(number) => *number,
            ChildValue::Schedule(schedule) => schedule.at(step),
        }
    }

    /// The value at any time, counted in steps.
    pub fn value(&self, t: f64) -> f64 {
        match &self.inner {
            ChildValue::Number(number) => *number,
            ChildValue::Schedule(schedule) => schedule.value(t),
        }
    }

    /// See [`Schedule::initial_value`].
    pub fn initial_value(&self) -> f64 {
        match &self.inner {
            ChildValue::Number(number) => *number,
            ChildValue::Schedule(schedule) => *self.initial.get_or_init(|| schedule.initial_value()),
        }
    }

    /// See [`Schedule::length`].
    pub fn length(&self) -> Option<u64> {
        self.schedule().and_then(Schedule::length)
    }

    /// Records the formula in the present recording. A schedule without a formula becomes one node that calls it.
    fn trace(&self, t: Scalar) -> Scalar {
        match &self.inner {
            ChildValue::Number(number) => lang::Value::lift(*number),
            ChildValue::Schedule(schedule) => schedule.trace(t).unwrap_or_else(|| {
                let schedule = Arc::clone(schedule);
                ops::call(Function::new(&format!("{schedule:?}"), move |t| schedule.value(t)), t)
            }),
        }
    }
}

impl fmt::Debug for ScheduleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.inner {
            ChildValue::Number(number) => number.fmt(f),
            ChildValue::Schedule(schedule) => schedule.fmt(f),
        }
    }
}

/// Two of them are equal if they are equal numbers, the same object, or have the same name and equal arguments.
impl PartialEq for ScheduleRef {
    fn eq(&self, other: &Self) -> bool {
        match (&self.inner, &other.inner) {
            (ChildValue::Number(a), ChildValue::Number(b)) => a == b,
            (ChildValue::Schedule(a), ChildValue::Schedule(b)) => same(a, b),
            _ => false,
        }
    }
}

impl HyperValue for ScheduleRef {
    fn into_value(self) -> Setting {
        match self.inner {
            ChildValue::Number(number) => Setting::Float(number),
            ChildValue::Schedule(schedule) => Setting::Scheduled(schedule),
        }
    }

    fn from_value(value: &Setting) -> Result<Self, ValueError> {
        match value {
            Setting::Scheduled(schedule) => Ok(Self::new(Arc::clone(schedule))),
            number => number.as_f64().map(Self::constant).ok_or_else(|| ValueError::new("a schedule or a number")),
        }
    }
}

impl IntoSetting<f64> for ScheduleRef {
    fn into_setting(self) -> Setting {
        self.into_value()
    }
}

impl IntoSetting<Option<f64>> for ScheduleRef {
    fn into_setting(self) -> Setting {
        self.into_value()
    }
}

/// A number of a formula: an `f64` while it runs, a [`Scalar`] while it is recorded.
pub trait ScheduleValue: lang::Value {
    /// The value of a schedule at the time `t`.
    fn child(schedule: &ScheduleRef, t: Self) -> Self;
}

impl ScheduleValue for f64 {
    fn child(schedule: &ScheduleRef, t: Self) -> Self {
        schedule.value(t)
    }
}

impl ScheduleValue for Scalar {
    fn child(schedule: &ScheduleRef, t: Self) -> Self {
        schedule.trace(t)
    }
}

/// A type with the methods `value(t)` and `initial_value()` in formulas.
#[diagnostic::on_unimplemented(
    message = "`value` is a method of schedules, but this is a `{Self}`",
    label = "this is a `{Self}`",
    note = "declare it as a field of type `ScheduleRef`, or `Vec<ScheduleRef>` for a list",
    note = "see `optim_std::guide::errors#scheduler`"
)]
pub trait Child {
    /// The value at the time `t`.
    fn call<V: ScheduleValue>(&self, t: V) -> V;

    /// See [`Schedule::initial_value`].
    fn initial_value(&self) -> f64;
}

impl Child for ScheduleRef {
    fn call<V: ScheduleValue>(&self, t: V) -> V {
        V::child(self, t)
    }

    fn initial_value(&self) -> f64 {
        Self::initial_value(self)
    }
}

/// An absent schedule has the value NaN.
impl<C: Child> Child for Option<C> {
    fn call<V: ScheduleValue>(&self, t: V) -> V {
        self.as_ref().map_or_else(|| V::lift(f64::NAN), |child| child.call(t))
    }

    fn initial_value(&self) -> f64 {
        self.as_ref().map_or(f64::NAN, Child::initial_value)
    }
}

impl<C: Child> Child for &C {
    fn call<V: ScheduleValue>(&self, t: V) -> V {
        (**self).call(t)
    }

    fn initial_value(&self) -> f64 {
        (**self).initial_value()
    }
}

/// A type of the items of a schedule's list.
pub trait Element: Sized {
    /// The type of an item in a formula.
    type Item<'a>
    where
        Self: 'a;

    /// The item with this index.
    fn pick(list: &[Self], place: usize) -> Self::Item<'_>;
}

macro_rules! elements {
    ($($missing:expr => $($Type:ty)*;)*) => {$($(
        impl Element for $Type {
            type Item<'a> = Self;

            fn pick(list: &[Self], place: usize) -> Self {
                list.get(place).copied().unwrap_or($missing)
            }
        }
    )*)*};
}

elements! {
    Self::NAN => f32 f64;
    0 => i8 i16 i32 i64 isize u8 u16 u32 u64 usize;
    false => bool;
}

impl Element for ScheduleRef {
    type Item<'a> = Option<&'a Self>;

    fn pick(list: &[Self], place: usize) -> Option<&Self> {
        list.get(place)
    }
}

/// The item with this index in a list: `self.rates[i]` in a formula.
///
/// A formula may run before the lengths of its lists are checked, and must not panic. So an index beyond the end gives NaN, or 0
/// for integers.
pub fn element<T: Element>(list: &[T], place: usize) -> T::Item<'_> {
    T::pick(list, place)
}
