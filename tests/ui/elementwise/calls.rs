//! Calls of elementwise functions and of others.

use optim_std::author::*;

#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}

#[elementwise]
fn scaled<V: Value>(x: V, factor: f64) -> V {
    factor * x
}

fn plain<V: Value>(x: V) -> V {
    x
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = softsign(grad > 0.0);
        let b = softsign(grad, grad);
        let c = plain(grad);
        let d = scaled(grad, grad.norm());
        let e = softsing(grad);
        *param -= self.lr * grad;
    }
}

fn main() {}
