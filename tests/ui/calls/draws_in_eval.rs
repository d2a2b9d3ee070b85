//! Weights for evaluation are drawn by chance, also by a helper; the probe and the step may draw.

use optim_std::author::*;

/// An optimizer.
#[optimizer(state <start = 0.0>)]
#[derive(Debug, Clone)]
pub struct Own {
    /// Learning rate.
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Own {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += self.noise(grad);
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * self.noise(grad);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param + state.start * uniform_like(param)
    }

    fn noise(&self, x: Tensor) -> Tensor {
        x + normal_like(x)
    }
}

fn main() {}
