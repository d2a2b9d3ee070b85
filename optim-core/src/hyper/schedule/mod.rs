//! Values that change from step to step.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`Schedule`]: the methods that the runtime calls |
//! | `formula` | implementations by `#[scheduler]`: a closed form over [`ScheduleValue`], run on `f64` and recorded on handles |
//! | `child` | schedules as arguments of schedules: [`ScheduleRef`] |
//! | `function` | schedules made of functions: [`from_fn`], [`curve`], [`from_elementwise`] |
//! | `entry`, `list` | schedules by name: [`ScheduleEntry`], and lists of them |
//! | `state` | schedules as data: [`ScheduleState`] |
//! | `convert` | arguments of setters: [`IntoSchedule`], [`IntoSchedules`] |
//! | `plot` | a curve as text, and as a chart |

mod child;
mod convert;
mod entry;
#[doc(hidden)]
pub mod formula;
mod function;
mod list;
mod plot;
mod state;

use std::fmt;
use std::sync::Arc;

use crate::hyper::{HyperError, Setting};
use crate::lang::{Graph, GraphError, Recorder, Scalar};

#[doc(inline)]
pub use crate::names::UnknownSchedule;
pub use child::ScheduleRef;
#[doc(hidden)]
pub use child::{Child, Element, ScheduleValue, element};
pub use convert::{IntoSchedule, IntoSchedules};
pub use entry::{ScheduleEntry, find};
#[doc(hidden)]
pub use formula::{Formula, GROUP_FACTOR, ScheduleArguments, Unmet};
pub use function::{Curve, Elementwise, FromElementwise, FromFn, curve, from_elementwise, from_fn};
pub(crate) use list::ScheduleList;
pub use state::ScheduleState;

/// A number as a function of the step, for any hyperparameter that is declared `scheduled`.
///
/// A schedule is a pure function: the same step gives the same number, in any order of calls. The runtime checks
/// every value against the range of the hyperparameter before a step changes anything.
///
/// `#[scheduler]` implements all of it from a formula. A hand-written schedule needs only [`at`](Self::at). The guide: `optim_std::guide::schedules`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a schedule",
    label = "this is a `{Self}`",
    note = "a schedule is a struct with `#[scheduler]`, or a function: `curve(|t| 0.1 / (1.0 + t))`",
    note = "see `optim_std::guide::errors#scheduler`"
)]
pub trait Schedule: fmt::Debug + Send + Sync + 'static {
    /// The value after `step` finished steps: the first step uses `at(0)`.
    fn at(&self, step: u64) -> f64;

    /// The value at any time, counted in steps. A hand-written schedule has values at whole steps only, and holds each
    /// until the next.
    fn value(&self, t: f64) -> f64 {
        // The cast saturates, so times before the first step have its value.
        if t.is_nan() { t } else { self.at(t as u64) }
    }

    /// Records the formula in the current recording; `None` if the schedule has no formula.
    fn trace(&self, t: Scalar) -> Option<Scalar> {
        let _ = t;
        None
    }

    /// The formula as a graph from the step `t` to the value: printable, drawable, executable by
    /// [`Graph::value_at`].
    ///
    /// # Errors
    ///
    /// [`GraphError::Opaque`] for a schedule that is not made of a formula.
    fn graph(&self) -> Result<Graph, GraphError> {
        let name = self.name().unwrap_or("schedule");
        let recorder = Recorder::new(&[]);
        match self.trace(recorder.t()) {
            Some(value) => recorder.store_value(value),
            None => return Err(GraphError::Opaque { name: format!("{self:?}") }),
        }
        recorder.finish(name)
    }

    /// Checks the arguments, also of every inner schedule. `build` calls this for every schedule.
    ///
    /// # Errors
    ///
    /// The first argument that is wrong, with the place of the schedule that has it.
    fn validate(&self) -> Result<(), HyperError> {
        Ok(())
    }

    /// The name in configurations; `None` for a schedule that is only code. For an `#[elementwise]` function it is the
    /// path, which configurations can't name.
    fn name(&self) -> Option<&'static str> {
        None
    }

    /// The arguments as data, by the names that belong to [`name`](Self::name). Schedules among them are
    /// [`Setting::Scheduled`], lists are [`Setting::Tuple`].
    fn arguments(&self) -> Vec<(&'static str, Setting)> {
        Vec::new()
    }

    /// The reference value for schedules that use only the ratio to it: the argument `initial`, or the value at 0 if
    /// there is none.
    fn initial_value(&self) -> f64 {
        self.at(0)
    }

    /// The number of steps of the schedule, if it has an end.
    fn length(&self) -> Option<u64> {
        None
    }

    /// The same schedule for a parameter group with this factor `adjust_learning_rate`; `None` if it does not use the
    /// factor.
    fn for_group(&self, factor: f64) -> Option<Arc<dyn Schedule>> {
        let _ = factor;
        None
    }

    /// The values of the first `steps` steps as a drawing for a terminal.
    fn plot(&self, steps: u64) -> String {
        plot::plot(&|step| self.at(step), steps)
    }

    /// The values of the first `steps` steps as an SVG document; see [`Chart`](crate::chart::Chart) for several curves in one.
    fn svg(&self, steps: u64) -> String {
        plot::chart(&|step| self.at(step), steps, self.name().unwrap_or_default()).to_svg()
    }
}

macro_rules! pointers {
    ($($Pointer:ident)*) => {$(
        impl<S: Schedule + ?Sized> Schedule for $Pointer<S> {
            fn at(&self, step: u64) -> f64 {
                (**self).at(step)
            }
            fn value(&self, t: f64) -> f64 {
                (**self).value(t)
            }
            fn trace(&self, t: Scalar) -> Option<Scalar> {
                (**self).trace(t)
            }
            fn validate(&self) -> Result<(), HyperError> {
                (**self).validate()
            }
            fn name(&self) -> Option<&'static str> {
                (**self).name()
            }
            fn arguments(&self) -> Vec<(&'static str, Setting)> {
                (**self).arguments()
            }
            fn initial_value(&self) -> f64 {
                (**self).initial_value()
            }
            fn length(&self) -> Option<u64> {
                (**self).length()
            }
            fn for_group(&self, factor: f64) -> Option<Arc<dyn Schedule>> {
                (**self).for_group(factor)
            }
        }
    )*};
}

pointers!(Arc Box);

/// Returns true if two schedules are the same: one object, or one name and equal arguments.
pub(crate) fn same(a: &Arc<dyn Schedule>, b: &Arc<dyn Schedule>) -> bool {
    Arc::ptr_eq(a, b) || (a.name().is_some() && a.name() == b.name() && a.arguments() == b.arguments())
}
