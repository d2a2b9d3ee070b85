//! Methods that change their receiver, as other libraries have them.

use optim_std::author::*;

#[optimizer(state <m = 0.0, age: scalar = 0.0, r: rows = 0.0, along: [along; param.ndim()] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut x = grad;
        x.mul_(0.9).add_(grad);
        state.m.add_(grad);
        x.sqrt_();
        state.m.lerp_(grad, 0.1);
        param.sub_(self.lr * x);
        param.zero_();
        state.m.fill_(0.5);
        state.age.zero_();
        state.r.fill_(self.lr);
        state.along[0].zero_();
        let mut cols = grad.col_sum();
        cols.zero_().add_(1.0);
    }
}

fn main() {}
