//! Optimizers whose steps differ: each form of a timed condition, at each allowed place.

use optim_std::author::*;

/// SGD with slow weights, which move towards the fast weights every `k` steps (Zhang et al. 2019, arXiv:1907.08610).
#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub(crate) struct Lookahead {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 0.5, range = 0.0..=1.0)]
    pub alpha: f64,
    #[hyper(default = 5, range = 1..)]
    pub k: usize,
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

/// Gradients are added up, and the parameter moves every `k` steps.
#[optimizer(state <sum = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct MeanOf {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..)]
    pub k: u32,
}

#[optimizer]
impl MeanOf {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let sum = state.sum + grad;
        if every(self.k) {
            *param -= self.lr * sum / self.k as f64;
            state.sum = full(0.0);
        } else {
            state.sum = sum;
        }
    }
}

/// Conditions in variables, in a helper, and with `&&`, `||` and `!`, and numbers that they choose.
#[optimizer(state <exp_avg = 0.0, last = param if self.keeps>)]
#[derive(Debug, Clone)]
pub(crate) struct Forms {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 4, range = 1..)]
    pub n: u64,
    #[hyper(default = 3, range = 1..)]
    pub k: i16,
    #[hyper(default = true)]
    pub keeps: bool,
}

#[optimizer]
impl Forms {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let warm = !after(self.n);
        let due = every(self.k) && !warm || at(self.n);
        let weight = if warm { 0.5 } else { 1.0 };
        let (scale, decay) = if due { (self.lr, 0.1) } else { (0.5 * self.lr, 0.0) };
        state.exp_avg = Self::mixed(state.exp_avg, grad, warm);
        *param -= scale * weight * state.exp_avg + decay * *param;
        if self.keeps && due {
            *param = state.last.lerp(*param, 0.5);
            state.last = *param;
        }
    }

    fn mixed(old: Tensor, new: Tensor, plain: bool) -> Tensor {
        if plain { new } else { 0.9 * old + 0.1 * new }
    }
}

/// Periods with another start: within the first period, after it, at a step of another period, and as an input.
#[optimizer(state <exp_avg = 0.0, slow = param, seen = 0.0>, input <measured: tensor if every(self.k, self.first)>)]
#[derive(Debug, Clone)]
pub(crate) struct Phased {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub k: usize,
    #[hyper(default = 1, range = 1..=9)]
    pub first: u32,
}

#[optimizer]
impl Phased {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.exp_avg = 0.5 * state.exp_avg + grad;
        *param -= self.lr * state.exp_avg;
        if every(self.k, self.first) {
            state.seen += input.measured;
            *param -= 0.1 * self.lr * input.measured;
        }
        if every(2 * self.k, 2 * self.k + 1) {
            state.slow = 0.5 * (state.slow + *param);
        }
        if Self::due(self.k) {
            *param = state.slow.lerp(*param, 0.9);
        }
    }

    fn due(k: usize) -> bool {
        every(k, k)
    }
}

/// A period that may not exist, inside branches on settings.
#[optimizer(state <slow = param if self.k.is_some(), count: scalar = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Perhaps {
    #[hyper(default = 0.1)]
    pub lr: f64,
    #[hyper(default = None, range = 1..)]
    pub k: Option<usize>,
    #[hyper(default = 1, range = 1..4)]
    pub mode: usize,
}

#[optimizer]
impl Perhaps {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        match self.mode {
            1 => *param -= self.lr * grad,
            2 => {
                if every(2) {
                    *param -= self.lr * grad.sign();
                } else {
                    *param -= self.lr * grad;
                }
            }
            _ => *param -= self.lr * grad.clamp(-1.0, 1.0),
        }
        if let Some(k) = self.k
            && every(k)
        {
            state.slow = 0.5 * (state.slow + *param);
            state.count += 1.0;
            *param = state.slow / (1.0 + 0.01 * state.count);
        }
    }
}

/// Reductions, rows and products of matrices in some steps only.
#[optimizer(state <rows: rows = 0.0, l = 0.0, norm: scalar = 1.0>, requires(param.ndim() >= 2, "needs matrices"))]
#[derive(Debug, Clone)]
pub(crate) struct Curvature {
    #[hyper(default = 0.1)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..5)]
    pub k: usize,
}

#[optimizer]
impl Curvature {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        if every(self.k) {
            state.rows = 0.5 * state.rows + 0.5 * grad.square().row_mean();
            state.norm = grad.norm() + 1.0;
        }
        if every(self.k) || at(1) {
            state.l = grad.matmul(grad.t().matmul(grad));
        }
        let update = grad / (state.rows + 1.0).sqrt();
        let scale = if after(4) { update.norm() + 1.0 } else { state.norm };
        *param -= self.lr * (update / scale + 0.01 * state.l / (1.0 + state.l.abs().amax()) / t);
    }
}

/// Indices of lists, and conditions inside loops.
#[optimizer(state <a = 0.0, b = 0.0, c = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Slots {
    #[hyper(default = 0.1)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=3)]
    pub m: usize,
    #[hyper(default = 2, range = 0..4)]
    pub turns: usize,
}

#[optimizer]
impl Slots {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let now = slot(self.m);
        let history = [state.a, state.b, state.c];
        let mut update = grad + 0.1 * history[now] + 0.01 * history[slot(self.m, self.m - 1)];
        update *= [1.0, 0.5][slot(2)];
        for i in 0..self.turns {
            if every(i + 1) {
                update = 0.5 * update + 0.1 * history[slot(self.m, i)];
            }
        }
        for _ in 0..self.turns {
            update /= 1.0 + update.norm();
            if after(2) {
                update += 0.1 * state.c;
            }
        }
        *param -= self.lr * update;
        if every(2) {
            state.a = grad;
        }
        state.b = 0.5 * state.b + grad;
        if at(2) || every(3) {
            state.c = *param;
        }
    }
}

/// Conditions that imply each other, and one that never holds.
#[optimizer(state <a = 0.0, b = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Related {
    #[hyper(default = 0.1)]
    pub lr: f64,
}

#[optimizer]
impl Related {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut update = grad;
        if every(4) {
            state.a = update;
            if every(2) {
                update += state.b;
            }
        }
        if every(4) && after(3) {
            state.b = state.a;
        }
        if every(4) && !every(2) {
            update = update.exp();
        }
        if !every(4) {
            *param -= self.lr * update;
        } else {
            *param -= 2.0 * self.lr * (update + state.a);
        }
    }
}

/// Timed conditions in the guards of a `match`.
#[optimizer(state <slow = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Matched {
    #[hyper(default = 0.1)]
    pub lr: f64,
    #[hyper(default = 0, range = 0..=2)]
    pub mode: usize,
}

#[optimizer]
impl Matched {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        match self.mode {
            0 if every(3) => *param -= self.lr * grad,
            0 | 1 if at(2) => *param += grad,
            _ => *param += 0.0 * grad,
        }
        if every(5) {
            state.slow += grad;
        }
    }
}
