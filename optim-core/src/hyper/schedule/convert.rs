//! Arguments of setters for a schedule, and for a list of schedules.

use std::sync::Arc;

use super::{Schedule, ScheduleRef, curve};

/// An argument that is a schedule: a schedule, a closure from the time in steps to the value, or
/// a number, which never changes.
///
/// `Kind` distinguishes the three. You never write it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a schedule",
    label = "expected a schedule, a number or a closure `|t: f64| …`",
    note = "write numbers as floats: `1.0`",
    note = "see `optim_std::guide::errors#scheduler`"
)]
pub trait IntoSchedule<Kind> {
    /// The schedule.
    fn into_schedule(self) -> ScheduleRef;
}

/// An argument that is a list of schedules: a tuple of up to eight different ones, an array or a vector of equal ones.
///
/// You never write `Kind`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of schedules",
    label = "expected a tuple, an array or a vector of schedules",
    note = "write `[schedule]` for one schedule, and a tuple for schedules of different types: `(first, second)`",
    note = "see `optim_std::guide::errors#scheduler`"
)]
pub trait IntoSchedules<Kind> {
    /// The schedules, in order.
    fn into_schedules(self) -> Vec<ScheduleRef>;
}

/// The kinds of [`IntoSchedule`].
mod kind {
    pub enum Schedule {}
    pub enum Function {}
    pub enum Number {}
    pub enum Argument {}
}

impl<S: Schedule> IntoSchedule<kind::Schedule> for S {
    fn into_schedule(self) -> ScheduleRef {
        ScheduleRef::new(Arc::new(self))
    }
}

impl<F: Fn(f64) -> f64 + Send + Sync + 'static> IntoSchedule<kind::Function> for F {
    fn into_schedule(self) -> ScheduleRef {
        ScheduleRef::new(Arc::new(curve(self)))
    }
}

impl IntoSchedule<kind::Number> for f64 {
    fn into_schedule(self) -> ScheduleRef {
        ScheduleRef::constant(self)
    }
}

impl IntoSchedule<kind::Argument> for ScheduleRef {
    fn into_schedule(self) -> ScheduleRef {
        self
    }
}

impl<Kind, S: IntoSchedule<Kind>> IntoSchedules<Kind> for Vec<S> {
    fn into_schedules(self) -> Vec<ScheduleRef> {
        self.into_iter().map(IntoSchedule::into_schedule).collect()
    }
}

impl<Kind, S: IntoSchedule<Kind>, const N: usize> IntoSchedules<Kind> for [S; N] {
    fn into_schedules(self) -> Vec<ScheduleRef> {
        Vec::from(self).into_schedules()
    }
}

macro_rules! tuples {
    ($($($S:ident $Kind:ident $name:ident),*;)*) => {$(
        impl<$($Kind, $S: IntoSchedule<$Kind>),*> IntoSchedules<($($Kind,)*)> for ($($S,)*) {
            fn into_schedules(self) -> Vec<ScheduleRef> {
                let ($($name,)*) = self;
                vec![$($name.into_schedule()),*]
            }
        }
    )*};
}

tuples! {
    A Ka a;
    A Ka a, B Kb b;
    A Ka a, B Kb b, C Kc c;
    A Ka a, B Kb b, C Kc c, D Kd d;
    A Ka a, B Kb b, C Kc c, D Kd d, E Ke e;
    A Ka a, B Kb b, C Kc c, D Kd d, E Ke e, F Kf f;
    A Ka a, B Kb b, C Kc c, D Kd d, E Ke e, F Kf f, G Kg g;
    A Ka a, B Kb b, C Kc c, D Kd d, E Ke e, F Kf f, G Kg g, H Kh h;
}
