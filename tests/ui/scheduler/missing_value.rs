use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct NoValue {
    pub initial: f64,
}

#[scheduler]
impl NoValue {
    fn step(&self, t: Scalar) -> Scalar {
        self.initial * t
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct NoImpl {
    pub initial: f64,
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct ValueInAPlainImpl {
    pub initial: f64,
}

impl ValueInAPlainImpl {
    pub fn value(&self, t: f64) -> f64 {
        self.initial * t
    }
}
