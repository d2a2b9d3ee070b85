//! Lookahead around SGD as one optimizer, compared with SGD: the cost of a step that does more work in some steps.

use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::registry::OptimizerEntry;

use crate::cases::{Arrays, Data};

/// SGD with slow weights, which move towards the fast weights every `k` steps (Zhang et al. 2019, arXiv:1907.08610).
#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
struct Lookahead {
    #[hyper(default = 1e-4, scheduled, range = 0.0..)]
    lr: f64,
    #[hyper(default = 0.5, range = 0.0..=1.0)]
    alpha: f64,
    #[hyper(default = 10, range = 1..)]
    k: usize,
}

#[optimizer]
impl Lookahead {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
        if every(self.k) {
            state.slow += self.alpha * (*param - state.slow);
            *param = state.slow;
        }
    }
}

/// The number of steps between two moves of the slow weights.
pub(crate) const PERIOD: usize = 10;

pub(crate) fn entry() -> &'static OptimizerEntry {
    static ENTRY: std::sync::OnceLock<OptimizerEntry> = std::sync::OnceLock::new();
    ENTRY.get_or_init(OptimizerEntry::of::<Lookahead>)
}

/// Replaces a hand-written loop: SGD without momentum, through the same interface.
pub(crate) fn sgd(workers: usize, data: &mut Data, grads: &Arrays, run: &mut dyn FnMut(&mut dyn FnMut())) {
    let threads = if workers == 1 { Threads::One } else { Threads::All };
    let params = data.params_mut();
    let mut opt = SGD::new(1e-4).threads(threads).build(params).expect("the settings are valid");
    run(&mut || {
        opt.step(params, grads).expect("the step is valid");
    });
}
