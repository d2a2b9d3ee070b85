//! A function with a mistake: its calls have none.

use optim_std::author::*;

#[elementwise]
fn squashed<V: Value>(x: V, limit: f64) -> V {
    x.sqr() / limit
}

#[elementwise]
fn doubled<V: Value>(x: V) -> V {
    2.0 * squashed(x, 1.0)
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
        *param -= self.lr * squashed(grad, 2.0) * doubled(grad);
    }
}

fn main() {}
