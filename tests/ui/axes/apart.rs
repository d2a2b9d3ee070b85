//! Numbers along different axes, and next to rows and columns, do not meet.

use optim_std::author::*;

#[optimizer(state <acc: along(0) = 0.0, last: along(param.ndim() - 1) = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = state.acc + grad.sum_along(1);
        let b = state.acc * grad.row_sum();
        let c = state.acc - state.last;
        state.last = grad.sum_along(0);
        state.acc = grad;
        *param = grad.sum_along(0);
        let mut d = grad.sum_along(0);
        if param.ndim() > 1 {
            d = grad.sum_along(1);
        }
        *param -= self.lr * (grad + a + b + c + d);
    }
}

fn main() {}
