//! `probe` and `eval` do the same at each step.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Ema {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Ema {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.slow - self.lr * grad;
        state.slow = *param;
    }

    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if every(2) {
            *param += 0.1 * grad;
        }
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        if after(100) { state.slow } else { param }
    }
}

fn main() {}
