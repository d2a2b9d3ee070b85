//! Matrices in functions of single numbers and in schedules.

use optim_std::author::*;

#[elementwise]
fn inverse<V: Value>(x: V) -> V {
    x.inv_root(1, 0.0)
}

#[elementwise]
fn one<V: Value>(x: V) -> V {
    x + eye(2)
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Curve {
    pub base: f64,
}

#[scheduler]
impl Curve {
    fn value(&self, t: Scalar) -> Scalar {
        self.base * t * eye(2)
    }
}

fn main() {}
