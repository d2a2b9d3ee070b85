//! Functions that don't exist: a misspelt one, and methods of the language that are called like functions.

use optim_std::author::*;

#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + abs(x))
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = softsing(grad) + softsign(grad);
        *param -= self.lr * max(a, 0.0);
    }
}

fn main() {}
