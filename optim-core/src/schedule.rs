//! Values that change from step to step.

use std::fmt;
use std::sync::Arc;

/// A number as a function of the step, for any hyperparameter that is declared `scheduled`.
///
/// A schedule is a pure function: the same step gives the same number, in any order of calls. The runtime checks
/// every value against the range of the hyperparameter before a step changes anything.
pub trait Schedule: fmt::Debug + Send + Sync + 'static {
    /// The value after `step` finished steps: `at(0)` holds for the first step.
    fn at(&self, step: u64) -> f64;
}

impl<S: Schedule + ?Sized> Schedule for Arc<S> {
    fn at(&self, step: u64) -> f64 {
        (**self).at(step)
    }
}

impl<S: Schedule + ?Sized> Schedule for Box<S> {
    fn at(&self, step: u64) -> f64 {
        (**self).at(step)
    }
}

/// A schedule made of a function, see [`from_fn`].
#[derive(Clone)]
pub struct FromFn<F>(F);

/// A schedule made of a function from the number of finished steps to the value.
///
/// Such a schedule has no name, so it cannot be written to a configuration or a checkpoint.
///
/// ```
/// use optim_core::schedule::{Schedule, from_fn};
///
/// let halving = from_fn(|step| 0.1 * 0.5_f64.powf((step / 1000) as f64));
/// assert_eq!(halving.at(1000), 0.05);
/// ```
pub fn from_fn<F>(f: F) -> FromFn<F>
where
    F: Fn(u64) -> f64 + Send + Sync + 'static,
{
    FromFn(f)
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a function of the step")
    }
}

impl<F> Schedule for FromFn<F>
where
    F: Fn(u64) -> f64 + Send + Sync + 'static,
{
    fn at(&self, step: u64) -> f64 {
        (self.0)(step)
    }
}
