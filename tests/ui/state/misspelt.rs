//! Names that are nearly right, and names of the other list.

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
        state.exp_avgs = grad;
        state.lr = grad;
        *param -= self.lr * (state.exp_agv + self.exp_avg);
    }
}

fn main() {}
