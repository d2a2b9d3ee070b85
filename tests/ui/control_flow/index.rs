//! Elements of a tensor, and a tensor as an index.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub scales: [f64; 3],
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let first = grad[0];
        let place = grad.norm();
        let scale = self.scales[place];
        state.exp_avg[1] = 0.0;
        *param -= self.lr * first * scale * grad;
    }
}

fn main() {}
