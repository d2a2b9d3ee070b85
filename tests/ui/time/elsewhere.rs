//! Schedules and elementwise functions ask nothing of time.

use optim_std::author::*;

/// Half of the time.
#[scheduler]
#[derive(Debug, Clone)]
pub struct Half {
    #[hyper(default = 1.0)]
    pub start: f64,
}

#[scheduler]
impl Half {
    fn value(&self, t: Scalar) -> Scalar {
        if every(2) { self.start * t } else { t }
    }
}

#[elementwise]
fn late<V: Value>(x: V) -> V {
    if after(100) { x } else { 2.0 * x }
}

fn main() {}
