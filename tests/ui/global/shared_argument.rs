//! Arguments of schedules are of no group.

use optim_std::author::*;

#[scheduler]
#[derive(Debug, Clone)]
pub struct Falling {
    #[hyper(default = 1.0, shared)]
    pub initial: f64,
}

#[scheduler]
impl Falling {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial / (1.0 + t)
    }
}

fn main() {}
