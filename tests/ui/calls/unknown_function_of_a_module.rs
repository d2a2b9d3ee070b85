//! A function that a module does not have.

use optim_std::author::*;

mod functions {
    use optim_std::author::*;

    #[elementwise]
    pub fn softsign<V: Value>(x: V) -> V {
        x / (1.0 + x.abs())
    }
}

#[elementwise]
fn twice<V: Value>(x: V) -> V {
    2.0 * functions::softsing(x)
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
        *param -= self.lr * functions::softsing(grad) * twice(grad);
    }
}

fn main() {}
