use crate::prelude::*;

/// Lion: the sign of an interpolated momentum (Chen et al. 2023, arXiv:2302.06675).
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Lion {
    /// Learning rate.
    #[hyper(default = 1e-4, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weights of the old momentum in the update and in the new momentum.
    #[hyper(default = (0.9, 0.99), range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl Lion {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let update = (beta1 * state.exp_avg + (1.0 - beta1) * grad).sign();
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= self.lr * update;
        state.exp_avg = beta2 * state.exp_avg + (1.0 - beta2) * grad;
    }
}
