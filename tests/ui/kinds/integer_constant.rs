//! An integer constant meets a tensor: the compiler's own error.

use optim_std::author::*;

const COUNT: usize = 2;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * COUNT * grad;
    }
}

fn main() {}
