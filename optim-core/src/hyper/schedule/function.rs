//! Schedules from functions.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::Schedule;
use crate::lang::{Function, Scalar, Value, ops};

/// A schedule made of a function of whole steps, see [`from_fn`].
pub struct FromFn<F>(Arc<F>);

/// Creates a schedule from a function of the number of finished steps.
///
/// It has no name, so it can't be written to a configuration or a checkpoint.
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
    FromFn(Arc::new(f))
}

/// A schedule made of a function of time, see [`curve`].
pub struct Curve<F>(Arc<F>);

/// Creates a schedule from a function of the time in steps. If an argument is a schedule, you can pass the closure
/// itself.
///
/// ```
/// use optim_core::schedule::{Schedule, curve};
///
/// let decay = curve(|t| 0.1 / (1.0 + t));
/// assert_eq!(decay.at(1), 0.05);
/// ```
pub fn curve<F>(f: F) -> Curve<F>
where
    F: Fn(f64) -> f64 + Send + Sync + 'static,
{
    Curve(Arc::new(f))
}

macro_rules! functions {
    ($($Type:ident: $T:ty, $step:ident => $time:expr, $t:ident => $whole:expr, $words:literal;)*) => {$(
        impl<F> Clone for $Type<F> {
            fn clone(&self) -> Self {
                Self(Arc::clone(&self.0))
            }
        }

        impl<F> fmt::Debug for $Type<F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($words)
            }
        }

        impl<F> Schedule for $Type<F>
        where
            F: Fn($T) -> f64 + Send + Sync + 'static,
        {
            fn at(&self, $step: u64) -> f64 {
                (self.0)($time)
            }

            fn value(&self, $t: f64) -> f64 {
                if $t.is_nan() { $t } else { (self.0)($whole) }
            }

            fn trace(&self, t: Scalar) -> Option<Scalar> {
                let schedule = self.clone();
                Some(ops::call(Function::new($words, move |t| schedule.value(t)), t))
            }
        }
    )*};
}

functions! {
    FromFn: u64, step => step, t => t as u64, "a function of the step";
    Curve: f64, step => step as f64, t => t, "a function of time";
}

/// A function with `#[elementwise]` whose only argument is one number. Implemented by the attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `#[elementwise]` function of one number",
    note = "write `#[elementwise] fn name<V: Value>(t: V) -> V {{ … }}` and pass `from_elementwise::<name>()`",
    note = "see `optim_std::guide::errors#elementwise`"
)]
pub trait Elementwise: 'static {
    /// The function's name.
    const NAME: &'static str;

    /// Its value.
    fn apply<V: Value>(x: V) -> V;
}

/// A schedule made of an `#[elementwise]` function, see [`from_elementwise`].
pub struct FromElementwise<F>(PhantomData<fn() -> F>);

/// Creates a schedule from an `#[elementwise]` function of the time in steps. Its graph shows the computation, unlike a
/// closure's.
///
/// ```ignore
/// #[elementwise]
/// fn damped<V: Value>(t: V) -> V {
///     (-t / 100.0).exp()
/// }
///
/// let schedule = LambdaLR::new(0.1).lambdas((from_elementwise::<damped>(),));
/// ```
pub fn from_elementwise<F: Elementwise>() -> FromElementwise<F> {
    FromElementwise(PhantomData)
}

impl<F> Clone for FromElementwise<F> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<F: Elementwise> fmt::Debug for FromElementwise<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(F::NAME)
    }
}

impl<F: Elementwise> Schedule for FromElementwise<F> {
    fn at(&self, step: u64) -> f64 {
        F::apply(step as f64)
    }

    fn value(&self, t: f64) -> f64 {
        F::apply(t)
    }

    fn trace(&self, t: Scalar) -> Option<Scalar> {
        Some(F::apply(t))
    }

    // The name contains the path of the type, because functions in different modules may have the same name.
    fn name(&self) -> Option<&'static str> {
        Some(type_name::<F>())
    }
}
