use optim_core::schedule::{IntoSchedules, from_elementwise};

use crate::author::*;

/// A product of functions of the time.
///
/// ```text
/// value(t) = product over k of (initial * lambdas[k](t)), 1 without any
/// ```
///
/// `LambdaLR::new(0.1).lambdas([|t: f64| 0.5 + 0.5 * (t / 8.0).cos()])`:
///
#[doc = include_str!("../../pictures/LambdaLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = LambdaLR::new(0.1).lambdas([|t: f64| 0.5_f64.powf(t / 10.0)]);
/// assert_eq!(schedule.at(10), 0.05);
/// ```
///
/// `torch.optim` multiplies by one function. Here each function is multiplied by `initial`, as in the reference. The default
/// `lambdas` are the reference's, `t / 30` and `0.95^t`. A function is a closure, a schedule, or an `#[elementwise]` function in
/// [`from_elementwise`](crate::schedule::from_elementwise), whose operations the graph shows.
#[scheduler(names(LambdaWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct LambdaLR {
    /// The factor of every function.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// The functions, of the time in steps.
    #[hyper(default = stock())]
    pub lambdas: Vec<ScheduleRef>,
}

#[scheduler]
impl LambdaLR {
    fn value(&self, t: Scalar) -> Scalar {
        let mut value = scalar(1.0);
        for lambda in self.lambdas.iter() {
            value *= self.initial * lambda.value(t);
        }
        value
    }
}

/// The functions of the reference.
fn stock() -> Vec<ScheduleRef> {
    (from_elementwise::<ramp>(), from_elementwise::<decay>()).into_schedules()
}

#[elementwise]
fn ramp<V: Value>(t: V) -> V {
    t / 30.0
}

#[elementwise]
fn decay<V: Value>(t: V) -> V {
    0.95.powf(t)
}
