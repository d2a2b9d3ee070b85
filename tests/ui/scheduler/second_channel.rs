use optim_std::author::*;

fn main() {}

fn limited(t: f64) -> f64 {
    t
}

/// The check of names can't see this; the types refuse it.
#[scheduler]
#[derive(Debug, Clone)]
pub struct Tail {
    pub initial: f64,
    pub rates: Vec<f64>,
}

#[scheduler]
impl Tail {
    fn value(&self, t: Scalar) -> Scalar {
        let rate = self.rates[0];
        limited(t) + rate.value(t)
    }
}
