//! The impl names the struct by an alias that is no import.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

type Descent = Sgd;

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
