//! Arguments of `select`.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub nesterov: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = select(self.nesterov, grad, state.exp_avg);
        let b = select(grad, grad, 0.0);
        let c = select(grad > 0.0, grad);
        let d = select(grad > 0.0, grad > 1.0, 0.0);
        *param -= self.lr * grad;
    }
}

fn main() {}
