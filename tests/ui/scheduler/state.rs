use std::cell::Cell;
use std::sync::atomic::AtomicU64;

use optim_std::author::*;

fn main() {}

#[scheduler(state <last = 0.0>)]
#[derive(Debug, Clone)]
pub struct Declared {
    pub initial: f64,
}

#[scheduler]
impl Declared {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * t
    }
}

#[scheduler]
#[derive(Debug)]
pub struct Fields {
    pub initial: f64,
    pub best: Cell<f64>,
    pub count: AtomicU64,
    #[state]
    pub last: f64,
}

#[scheduler]
impl Fields {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * t
    }
}

static CALLS: AtomicU64 = AtomicU64::new(0);

#[scheduler]
#[derive(Debug, Clone)]
pub struct Body {
    pub initial: f64,
}

#[scheduler]
impl Body {
    fn value(&self, t: Scalar) -> Scalar {
        CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.initial = 0.5;
        self.initial *= 0.5;
        static mut LAST: f64 = 0.0;
        state.last + t
    }
}
