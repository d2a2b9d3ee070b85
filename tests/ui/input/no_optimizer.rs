//! Schedules and elementwise functions have no inputs.

use optim_std::author::*;

#[scheduler(input <loss: global>)]
#[derive(Debug, Clone)]
pub struct Falling {
    pub total_iters: u64,
}

#[scheduler]
impl Falling {
    fn value(&self, t: Scalar) -> Scalar {
        (t / self.total_iters as f64).min(1.0)
    }
}

#[elementwise]
fn scaled<V: Value>(x: V) -> V {
    x * input.loss
}

fn main() {}
