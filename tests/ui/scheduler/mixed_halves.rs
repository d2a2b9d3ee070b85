use optim_std::author::*;

fn main() {}

/// Two halves of different things.
#[optimizer]
#[derive(Debug, Clone)]
pub struct Mixed {
    pub initial: f64,
}

#[scheduler]
impl Mixed {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * t
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Other {
    pub initial: f64,
}

#[optimizer]
impl Other {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.initial * grad;
    }
}
