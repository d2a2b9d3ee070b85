//! Wrappers, and what they are compared with.

use optim_std::prelude::*;

/// Slow weights that follow the fast ones of the optimizer inside.
#[optimizer(state <slow = param>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Ahead<O: Definition> {
    pub inner: O,
    #[hyper(default = 3, range = 1..)]
    pub k: usize,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub alpha: f64,
}

#[optimizer]
impl<O: Definition> Ahead<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(param, grad);
        if every(self.k) {
            state.slow += self.alpha * (*param - state.slow);
            *param = state.slow;
        }
    }
}

/// The same with gradient descent written out.
#[optimizer(state <momentum_buffer = 0.0, slow = param>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AheadSgd {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 0.9)]
    pub momentum: f64,
    #[hyper(default = 3, range = 1..)]
    pub k: usize,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub alpha: f64,
}

#[optimizer]
impl AheadSgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum_buffer = self.momentum * state.momentum_buffer + grad;
        *param -= self.lr * state.momentum_buffer;
        if every(self.k) {
            state.slow += self.alpha * (*param - state.slow);
            *param = state.slow;
        }
    }
}

/// Gradient descent with momentum.
#[optimizer(state <momentum_buffer = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Plain {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 0.9)]
    pub momentum: f64,
}

#[optimizer]
impl Plain {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum_buffer = self.momentum * state.momentum_buffer + grad;
        *param -= self.lr * state.momentum_buffer;
    }
}
