//! Mistakes in the steps of two optimizers are reported together.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct First {
    pub lr: f64,
}

#[optimizer]
impl First {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.rate * grad;
    }
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Second {
    pub lr: f64,
}

#[optimizer]
impl Second {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad.row_norms();
    }
}

fn main() {}
