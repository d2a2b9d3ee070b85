//! A dimension is known before training.

use optim_std::author::*;

#[optimizer(state <
    a: (rows, self.lr) = 0.0,
    b: (rows, grad) = 0.0,
    c: (rows, param) = 0.0,
    d: (rows, param.norm()) = 0.0,
    e: (rows, self.rnak) = 0.0,
    f: (rows, self.size()) = 0.0,
    g: (rows, limit(3)) = 0.0,
    h: (rows, { loop {} }) = 0.0,
    i: (rows, vec![1].len()) = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub rank: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
