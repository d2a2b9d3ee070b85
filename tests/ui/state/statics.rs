//! A mutable static, an atomic one, one inside the step.

use optim_std::author::*;
use std::sync::atomic::{AtomicU64, Ordering};

static mut CALLS: u64 = 0;
static COUNT: AtomicU64 = AtomicU64::new(0);
const SCALE: f64 = 2.0;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        CALLS += 1;
        COUNT.fetch_add(1, Ordering::Relaxed);
        static SEEN: f64 = 0.5;
        *param -= SCALE * self.lr * grad;
    }
}

fn main() {}
