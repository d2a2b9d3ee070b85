//! Optimizers with lists of states: each kind of list, each kind of index, in each place where one may stand.

use optim_std::prelude::*;

/// The gradient of `k` steps before.
#[optimizer(state <queue: [tensor; self.k] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Delayed {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=5)]
    pub k: usize,
}

#[optimizer]
impl Delayed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let late = state.queue[slot(self.k)];
        state.queue[slot(self.k)] = grad;
        *param -= self.lr * late;
    }
}

/// Momenta with different decays, averaged (Lucas et al. 2018, arXiv:1804.00325).
#[optimizer(state <buffers: [tensor; self.n] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Momenta {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub n: usize,
}

#[optimizer]
impl Momenta {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut sum = full(0.0);
        for i in 0..self.n {
            let beta = 1.0 - 0.1f64.powi(i as i32);
            state.buffers[i] *= beta;
            state.buffers[i] += grad;
            sum += state.buffers[i];
        }
        *param -= self.lr / self.n as f64 * sum;
    }
}
