//! The second condition of a chain.

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
        let scale = if self.nesterov {
            1.0
        } else if state.exp_avg.mean() < 0.0 {
            2.0
        } else {
            3.0
        };
        *param -= self.lr * scale * grad;
    }
}

fn main() {}
