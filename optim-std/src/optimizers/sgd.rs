use crate::prelude::*;

/// SGD: gradient descent with momentum (Sutskever et al. 2013, "On the importance of initialization and momentum in
/// deep learning").
#[optimizer(
    state <momentum_buffer = 0.0 if self.momentum != 0.0>,
    requires(
        !self.nesterov || (self.momentum > 0.0 && self.dampening == 0.0),
        "`nesterov` needs `momentum` > 0 and `dampening` = 0"
    )
)]
#[derive(Debug, Clone, PartialEq)]
pub struct SGD {
    /// Learning rate.
    #[hyper(scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the old momentum.
    #[hyper(default = 0.0, range = 0.0..)]
    pub momentum: f64,
    /// How much less than 1 a gradient weighs when it enters the momentum.
    #[hyper(default = 0.0)]
    pub dampening: f64,
    /// L2 penalty: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Looks ahead: the update is the gradient plus the new momentum.
    #[hyper(default = false)]
    pub nesterov: bool,
    /// Climbs instead of descending.
    #[hyper(default = false)]
    pub maximize: bool,
}

#[optimizer]
impl SGD {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let grad = if self.maximize { -grad } else { grad } + self.weight_decay * *param;
        let update = if self.momentum != 0.0 {
            state.momentum_buffer = self.momentum * state.momentum_buffer + (1.0 - self.dampening) * grad;
            if self.nesterov { grad + self.momentum * state.momentum_buffer } else { state.momentum_buffer }
        } else {
            grad
        };
        *param -= self.lr * update;
    }
}
