use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Fixed {
    pub initial: f64,
}

#[scheduler]
impl Fixed {
    fn value(&mut self, t: f64) -> Scalar {
        scalar(self.initial * t)
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct More {
    pub initial: f64,
}

#[scheduler]
impl More {
    fn value(&self, t: Scalar, group: usize) -> Scalar {
        self.initial * t
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Associated {
    pub initial: f64,
}

#[scheduler]
impl Associated {
    type Number = f64;

    fn value(t: Scalar) -> Scalar {
        t
    }
}
