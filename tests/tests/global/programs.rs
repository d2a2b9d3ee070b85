//! Optimizers that use numbers of the whole model.

use optim_std::author::*;

/// Gradient descent with a gradient that is clipped by its norm over the whole model, like the option `clip_norm`.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Clipped {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    pub(crate) lr: f64,
    /// Largest norm of all gradients together.
    #[hyper(default = 1.0, range = 0.01..=10.0)]
    pub(crate) max_norm: f64,
}

#[optimizer]
impl Clipped {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let factor = (self.max_norm / (grad.global_norm() + 1e-6)).min(1.0);
        *param -= self.lr * factor * grad;
    }
}

/// AdamW with the same clipping.
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct ClippedAdamW {
    /// Learning rate.
    #[hyper(default = 1e-3, scheduled, range = 0.0..=1.0)]
    pub(crate) lr: f64,
    /// Weights of old averages.
    #[hyper(default = (0.9, 0.999), range = 0.0..1.0)]
    pub(crate) betas: (f64, f64),
    /// Decoupled weight decay.
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    pub(crate) weight_decay: f64,
    /// Largest norm of all gradients together.
    #[hyper(default = 1.0, range = 0.01..=10.0)]
    pub(crate) max_norm: f64,
    /// True to clip.
    #[hyper(default = true)]
    pub(crate) clips: bool,
}

#[optimizer]
impl ClippedAdamW {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let grad = if self.clips { grad * (self.max_norm / (grad.global_norm() + 1e-6)).min(1.0) } else { grad };
        *param *= 1.0 - self.lr * self.weight_decay;
        state.exp_avg = state.exp_avg.lerp(grad, 1.0 - beta1);
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let (c1, c2) = (1.0 - beta1.powf(t), 1.0 - beta2.powf(t));
        *param -= self.lr / c1 * state.exp_avg / (state.exp_avg_sq.sqrt() / c2.sqrt() + 1e-8);
    }
}

/// Every reduction over the model, for values of every kind, and global states.
#[optimizer(state <
    buffer = 0.0,
    weight: scalar = 1.0,
    seen: global = 0.0,
    largest: global = { self.first },
    ratio: global = 0.5,
>)]
#[derive(Debug, Clone)]
pub(crate) struct Everything {
    /// Learning rate.
    #[hyper(default = 0.01, scheduled, range = 0.0..=0.1)]
    pub(crate) lr: f64,
    /// The first value of a global state.
    #[hyper(default = 2.0, shared, range = 0.0..=4.0)]
    pub(crate) first: f64,
    /// The weight of the old ratio.
    #[hyper(default = 0.5, shared, scheduled, range = 0.0..=1.0)]
    pub(crate) keep: f64,
    /// True if only matrices count.
    #[hyper(default = false)]
    pub(crate) matrices: bool,
    /// Number of iterations of a loop.
    #[hyper(default = 2, shared, range = 0..=3)]
    pub(crate) turns: usize,
}

#[optimizer]
impl Everything {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let own = grad.norm();
        let total = own.global_sum();
        let share = own / (total + 1e-6);
        let rows = grad.row_mean();
        let largest = grad.abs().global_amax().max(rows.global_amin().abs());
        let mean = rows.global_mean() + grad.global_rms() + (grad > 0.0).global_mean();
        let count = (own > 0.5).global_sum();
        let crossed = grad.global_dot(*param) / (1.0 + param.global_sum_abs());
        state.buffer = 0.5 * state.buffer + grad * share;
        let mut update = state.buffer;
        for turn in 0..self.turns {
            let norm = update.global_norm() + 1e-3;
            update = update / (1.0 + norm + turn as f64);
            state.seen += norm.min(1.0);
        }
        if !self.matrices || param.ndim() >= 2 {
            let inside = (update * grad).global_sum();
            update = update * (1.0 + inside.tanh());
        }
        state.largest = state.largest.max(largest.min(100.0));
        if self.turns > 1 {
            state.ratio = self.keep * state.ratio + (1.0 - self.keep) * (total / (1.0 + total));
        }
        state.weight = 0.5 * state.weight + share;
        let scale = state.ratio + 0.01 * (mean.tanh() + count * 0.1 + crossed.tanh());
        *param -= self.lr * (scale * update / (1.0 + state.largest) + 0.001 * state.weight * grad);
    }
}

/// The number of steps of the whole model, without a reduction.
#[optimizer(state <steps: global = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Counting {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Counting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.steps += 1.0;
        *param -= self.lr / state.steps.sqrt() * grad;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param * (1.0 + 0.01 * state.steps)
    }
}

/// A probe that reduces over the model, as sharpness-aware minimization does.
#[optimizer(state <start = 0.0, radius: global = 0.05>)]
#[derive(Debug, Clone)]
pub(crate) struct Sharpness {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    pub(crate) lr: f64,
    /// The weight of the old radius.
    #[hyper(default = 0.9, shared, range = 0.0..=1.0)]
    pub(crate) decay: f64,
}

#[optimizer]
impl Sharpness {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += state.radius * grad / (grad.global_norm() + 1e-12);
        state.radius *= self.decay;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad / (1.0 + grad.global_norm());
    }
}
