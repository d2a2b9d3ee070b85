//! Ranges of another type than their field.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(default = 0.1, scheduled, range = 0..)]
    pub lr: f64,
    #[hyper(default = 5, range = 1.0..=8.5)]
    pub steps: usize,
    #[hyper(default = (0.9, 2), range = (0.0..1.0, -1.5..))]
    pub pair: (f64, i32),
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
