//! Functions that are not `#[elementwise]`: each is reported once, where it is first called.

use optim_std::author::*;

fn scale(x: Tensor) -> Tensor {
    2.0 * x
}

fn generic<V: Value>(x: V) -> V {
    x
}

mod numbers {
    pub fn warm(x: f64) -> f64 {
        x
    }
}

#[elementwise]
fn marked<V: Value>(x: V) -> V {
    generic(x) + 1.0
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub beta: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = scale(grad) + scale(state.exp_avg) + marked(grad);
        *param -= self.lr * numbers::warm(self.beta) * state.exp_avg;
    }
}

fn main() {}
