//! Items of lists that live as long as the step.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub m: usize,
    #[hyper(default = 0.5)]
    pub share: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let fixed = [grad; self.m];
        fixed[0] = -grad;
        let mut turns = [grad; self.m];
        turns[-1] = grad;
        turns[1.0] = grad;
        turns[self.share] = grad;
        turns[turns[0].mean()] = grad;
        turns[0] = grad.norm();
        turns[0] = grad.t();
        turns[0][1] = grad;
        *param -= self.lr * turns[every(2)];
    }
}

fn main() {}
