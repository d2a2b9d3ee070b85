use optim_std::author::*;

fn main() {}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Body {
    pub initial: f64,
    pub total_iters: u64,
    pub inner: ScheduleRef,
    pub rates: Vec<f64>,
}

#[scheduler]
impl Body {
    fn value(&self, t: Scalar) -> Scalar {
        let whole = t / self.total_iters;
        let two = t * 2;
        let now = std::time::SystemTime::now();
        println!("{t:?}");
        let mean = t.mean();
        let sum: f64 = self.rates.iter().sum();
        let inner = self.inner.valu(t);
        let none = self.inner.value();
        let masked = self.inner.value(t > 1.0);
        let own = t.value(1.0);
        let again = self.value(t);
        let before = self.half(t - 1.0);
        let there = self.inner.at(t);
        self.initail * t
    }
}
