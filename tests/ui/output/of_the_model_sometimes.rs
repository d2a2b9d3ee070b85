//! An output for the whole model under a condition of each parameter.

use optim_std::author::*;

#[optimizer(output <total: global, sum: global>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        let total = grad.global_sum();
        if param.ndim() > 1 {
            output.total = total;
        } else {
            output.total = -total;
        }
        if every(2) {
            output.sum = total;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
