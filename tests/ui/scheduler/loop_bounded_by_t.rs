use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Decay {
    pub initial: f64,
    pub rates: Vec<f64>,
}

#[scheduler]
impl Decay {
    fn value(&self, t: Scalar) -> Scalar {
        let mut value = scalar(self.initial);
        for _ in 0..t {
            value *= 0.5;
        }
        while t > 0.0 {
            value *= 0.5;
        }
        for rate in t {
            value *= rate;
        }
        let steps = t as u64;
        value * self.rates[t]
    }
}
