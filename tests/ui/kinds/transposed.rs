//! Shapes that differ after `t` and `matmul`.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let turned = grad.t();
        let sum = grad + turned;
        state.exp_avg = turned;
        let product = grad.matmul(grad);
        let rows = grad.row_mean();
        let wrong = rows.matmul(grad);
        let number = grad.matmul(grad.norm());
        let flat = grad.norm().t();
        *param -= self.lr * turned;
    }
}

fn main() {}
