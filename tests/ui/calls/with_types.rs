//! Calls that name types.

use optim_std::author::*;

#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
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
        *param -= self.lr * softsign::<Tensor>(grad);
    }
}

fn main() {}
