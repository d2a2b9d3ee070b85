//! Patterns that don't fit: one error each, none where their names are used.

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
        let (a, b) = grad;
        let [c, d] = [grad, grad, grad];
        let (x, y, z) = (grad, 1.0);
        let &e = &grad;
        *param -= a + b + c + d + x + y + z;
    }
}

fn main() {}
