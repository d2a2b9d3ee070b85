//! Conditions of global states that are not known for the whole model, and uses outside of one that is.

use optim_std::author::*;

#[optimizer(state <
    a: global = 0.0 if self.start > 0.0,
    b: global = 0.0 if param.ndim() >= 2,
    c: global = 0.0 if self.lr > 0.0,
    d: global = 0.0 if every(2),
    e: global = 0.0 if self.rate.is_some(),
    f: [global; 2] = 0.0 if !self.own,
>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 1.0)]
    pub start: f64,
    #[hyper(default = None)]
    pub rate: Option<f64>,
    #[hyper(default = true)]
    pub own: bool,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[optimizer(state <norm: global = 0.0 if self.keeps>)]
#[derive(Debug, Clone)]
pub struct Kept {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = true, shared)]
    pub keeps: bool,
}

#[optimizer]
impl Kept {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if self.keeps {
            state.norm = grad.global_norm();
        }
        *param -= self.lr * grad / state.norm;
    }
}

fn main() {}
