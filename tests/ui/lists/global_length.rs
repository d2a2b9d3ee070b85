//! Lists of global states whose length is not known for the whole model, and what their items can't start with.

use optim_std::author::*;

#[optimizer(state <
    a: [global; self.m] = 0.0,
    b: [global; param.ndim() + 1] = 0.0,
    c: [global; 2] = param,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub m: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
