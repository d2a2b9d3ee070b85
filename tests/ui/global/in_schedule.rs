//! A schedule knows nothing of the model.

use optim_std::author::*;

#[scheduler]
#[derive(Debug, Clone)]
pub struct Falling {
    #[hyper(default = 1.0)]
    pub initial: f64,
}

#[scheduler]
impl Falling {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial / t.global_sum()
    }
}

fn main() {}
