//! A state of a pair that nothing uses.

use optim_std::author::*;

#[optimizer(state <
    l: (rows, rows) = eye,
    r: (cols, cols) = eye,
    basis: (cols, self.rank) = 0.0,
    table: (3, self.rank) = 0.0,
    diagonal: (min(rows, cols), 1) = 0.0,
    exp_avg = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub rank: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
