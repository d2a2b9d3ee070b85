//! `eval` changes a hyperparameter, and names what is not declared.

use optim_std::author::*;

/// An optimizer.
#[optimizer(state <mean = 0.0>)]
#[derive(Debug, Clone)]
pub struct Own {
    /// Learning rate.
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Own {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
        state.mean = *param;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        self.lr = 0.5;
        param + state.median
    }
}

fn main() {}
