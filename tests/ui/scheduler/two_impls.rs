use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Rex {
    pub initial: f64,
}

#[scheduler]
impl Rex {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial / t
    }
}

#[scheduler]
impl Rex {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * t
    }
}
