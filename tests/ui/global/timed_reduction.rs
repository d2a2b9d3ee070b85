//! A reduction over all parameters that only some of them come to.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 10, shared)]
    pub k: usize,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut update = grad;
        if every(self.k) {
            update = grad / grad.global_norm();
        }
        *param -= self.lr * update;
    }
}

fn main() {}
