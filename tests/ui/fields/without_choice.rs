//! An enum that is not a `Choice`: the compiler's own error, once.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mode {
    Plain,
    Signed,
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = Mode::Plain)]
    pub mode: Mode,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
