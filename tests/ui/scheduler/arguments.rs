use std::collections::HashMap;

use optim_std::author::*;

fn main() {}

#[scheduler(matrix, name(Other), names(), requires(self.tota > 0, "must be positive"))]
#[derive(Debug, Clone)]
pub struct Wrong {
    #[hyper(scheduled)]
    pub initial: f64,
    #[hyper(defualt = 1.0)]
    pub end: f64,
    #[hyper(range = 1.., default = 0)]
    pub total: u64,
    #[hyper(names = "x")]
    pub gamma: f64,
    pub table: HashMap<u64, f64>,
    pub parts: Vec<ScheduleRef>,
    pub words: Vec<String>,
    #[hyper(default = 1)]
    pub plot: u64,
}

#[scheduler]
impl Wrong {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * t
    }
}

#[scheduler]
pub enum Kinds {
    One,
}

#[scheduler]
fn formula(t: f64) -> f64 {
    t
}
