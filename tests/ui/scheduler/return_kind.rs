use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Number {
    pub initial: f64,
}

#[scheduler]
impl Number {
    fn value(&self, t: Scalar) -> f64 {
        self.initial * t
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Mask {
    pub initial: f64,
}

#[scheduler]
impl Mask {
    fn value(&self, t: Scalar) -> Scalar {
        t > self.initial
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Nothing {
    pub initial: f64,
}

#[scheduler]
impl Nothing {
    fn value(&self, t: Scalar) {
        self.initial * t;
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Tensors {
    pub initial: f64,
}

#[scheduler]
impl Tensors {
    fn value(&self, t: Scalar) -> Scalar {
        full(self.initial) * t
    }
}
