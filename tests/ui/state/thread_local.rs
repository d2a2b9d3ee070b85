//! A thread-local cell.

use optim_std::author::*;
use std::cell::Cell;

thread_local! {
    static LAST: Cell<f64> = const { Cell::new(0.0) };
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        LAST.with(|last| last.set(1.0));
        *param -= self.lr * grad;
    }
}

fn main() {}
