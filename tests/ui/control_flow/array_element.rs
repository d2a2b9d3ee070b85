//! Elements of an array of scalars.

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
        let norms = [grad.norm(), param.norm()];
        if norms[0] > norms[1] {
            state.exp_avg = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
