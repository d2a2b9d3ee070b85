use optim_std::author::*;

fn main() {}

/// Every way to branch on the time.
#[scheduler]
#[derive(Debug, Clone)]
pub struct Warmup {
    pub peak: f64,
    pub total_iters: u64,
}

#[scheduler]
impl Warmup {
    fn value(&self, t: Scalar) -> Scalar {
        let share = t / self.total_iters as f64;
        if share < 1.0 {
            return self.peak * share;
        }
        match t {
            _ => (),
        }
        let early = t < 10.0 && share > 0.0;
        self.peak * self.tail(share)
    }

    fn tail(&self, share: Scalar) -> Scalar {
        if share > 2.0 { scalar(0.0) } else { scalar(1.0) }
    }
}
