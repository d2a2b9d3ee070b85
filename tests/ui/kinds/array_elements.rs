//! Elements of an array are of one kind.

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
        let mixed = [grad, grad > 0.0];
        let both = [grad, grad.t()];
        let fine = [grad, -grad];
        let third = fine[2];
        let many = [grad; 1000];
        *param -= self.lr * fine[0];
    }
}

fn main() {}
