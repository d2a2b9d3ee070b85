//! Assignment doesn't broadcast and doesn't reduce.

use optim_std::author::*;

#[optimizer(state <
    exp_avg = 0.0,
    row: rows = 0.0,
    col: cols = 0.0,
    power: scalar = 1.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = grad.row_mean();
        state.row = grad.square();
        state.col = grad.row_sum();
        state.power = grad;
        *param = grad.col_mean();
    }
}

fn main() {}
