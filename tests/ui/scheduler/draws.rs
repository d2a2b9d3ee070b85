//! Random numbers in a schedule.

use optim_std::author::*;

#[scheduler]
#[derive(Debug, Clone)]
pub struct Restless {
    #[hyper(default = 0.1)]
    pub initial: f64,
}

#[scheduler]
impl Restless {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * uniform_like(t)
    }
}

fn main() {}
