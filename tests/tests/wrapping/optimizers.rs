//! Wrappers, and optimizers to compare them with.

use optim_std::author::*;

/// Lookahead around gradient descent, as one optimizer.
#[optimizer(state <momentum_buffer = 0.0, slow = param>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LookaheadPlain {
    #[hyper(default = 0.1, scheduled)]
    pub(crate) lr: f64,
    #[hyper(default = 0.9)]
    pub(crate) momentum: f64,
    #[hyper(default = 3, range = 1..)]
    pub(crate) k: usize,
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub(crate) alpha: f64,
}

#[optimizer]
impl LookaheadPlain {
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
pub(crate) struct Plain {
    #[hyper(default = 0.1, scheduled)]
    pub(crate) lr: f64,
    #[hyper(default = 0.9)]
    pub(crate) momentum: f64,
}

#[optimizer]
impl Plain {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum_buffer = self.momentum * state.momentum_buffer + grad;
        *param -= self.lr * state.momentum_buffer;
    }
}

/// Gradient accumulation: the inner optimizer steps with the mean of `k` gradients.
#[optimizer(state <sum = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Accumulate<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 3, range = 1..)]
    pub(crate) k: usize,
}

#[optimizer]
impl<O: Definition> Accumulate<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.sum += grad;
        if every(self.k) {
            self.inner.step(param, state.sum / self.k as f64);
            state.sum = full(0.0);
        }
    }
}

/// The inner optimizer runs in the steps `first`, `first + k`, ….
#[optimizer(state <calls: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Starts<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 3, range = 1..=4)]
    pub(crate) k: usize,
    #[hyper(default = 5, range = 1..=6)]
    pub(crate) first: usize,
}

#[optimizer]
impl<O: Definition> Starts<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if every(self.k, self.first) {
            self.inner.step(param, grad);
            state.calls += 1.0;
        }
    }
}

/// The inner optimizer runs in steps with unequal distances.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Uneven<O: Definition> {
    pub(crate) inner: O,
}

#[optimizer]
impl<O: Definition> Uneven<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        if every(3) || at(1) {
            self.inner.step(param, grad);
        }
    }
}

/// Gradient centralization of matrices: a changed gradient.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Centralize<O: Definition> {
    pub(crate) inner: O,
}

#[optimizer]
impl<O: Definition> Centralize<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let centred = if param.ndim() >= 2 { grad - grad.row_mean() } else { grad };
        self.inner.step(param, centred);
    }
}

/// Sharpness-aware minimisation with a norm for each parameter.
#[optimizer(state <start = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sharp<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 0.05, range = 0.0..)]
    pub(crate) rho: f64,
}

#[optimizer]
impl<O: Definition> Sharp<O> {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += self.rho * grad / (grad.norm() + 1e-12);
        self.inner.probe(param, grad);
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start;
        self.inner.step(param, grad);
    }
}

/// A call in difficult surroundings: the place is changed before it, an overwritten value is read after it, the result
/// is scaled by norms of both, and it starts late. It is not a useful optimizer.
#[optimizer(state <ratio: scalar = 1.0, total = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Around<O: Definition> {
    #[hyper(default = 2, range = 1..)]
    pub(crate) k: usize,
    pub(crate) core: O,
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub(crate) decay: f64,
    #[hyper(default = true)]
    pub(crate) on: bool,
}

#[optimizer]
impl<O: Definition> Around<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let before = *param;
        let size = before.norm();
        *param *= 1.0 - self.decay;
        let scaled = grad / (1.0 + size);
        if every(self.k) && after(1) && self.on {
            *param += 0.001 * before.abs();
            self.core.step(param, scaled);
            state.total += *param;
        } else {
            *param -= 0.01 * grad;
        }
        let moved = *param - before;
        state.ratio = moved.norm() / (1.0 + size) + 1.0 / t;
        *param = before + moved / (1.0 + state.ratio);
    }
}

/// The inner optimizer updates a state in place of the parameter.
#[optimizer(state <fast = param>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Behind<O: Definition> {
    pub(crate) inner: O,
}

#[optimizer]
impl<O: Definition> Behind<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(&mut state.fast, grad);
        *param = 0.9 * *param + 0.1 * state.fast;
    }
}

/// Random numbers, and work in some steps only.
#[optimizer(state <kept = 0.0, noise = normal(0.1)>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Noisy {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 3, range = 1..)]
    pub(crate) often: usize,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        if every(self.often) {
            state.kept += 0.01 * uniform_like(*param);
        }
        state.noise *= 0.5;
        *param -= self.lr * (grad + state.kept + state.noise) / t;
    }
}

/// An input in some steps, and one number for all parameters.
#[optimizer(state <curvature = 1.0>, input <hessian: tensor if every(self.often), loss: global>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curved {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 2, range = 1..)]
    pub(crate) often: usize,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        if every(self.often) {
            state.curvature = 0.5 * state.curvature + input.hessian.abs();
        }
        *param -= self.lr * input.loss * grad / (state.curvature + 0.1);
    }
}

/// The weights for evaluation are between the parameters and the inner optimizer's evaluation of an average.
#[optimizer(state <average = param>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Between<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 0.5, range = 0.0..=1.0)]
    pub(crate) share: f64,
}

#[optimizer]
impl<O: Definition> Between<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(param, grad);
        state.average = 0.9 * state.average + 0.1 * *param;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let weights = if self.share > 0.0 { param.lerp(state.average, self.share) } else { param };
        let there = self.inner.eval(weights);
        there + 0.1 * (there.norm() / (1.0 + param.norm())) * (param - there)
    }
}

/// A queue of gradients, a counter for each index, and a step of the inner optimizer with their mean.
#[optimizer(state <queue: [tensor; self.n] = 0.0, seen: [scalar; self.n] = 0.0, last = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Queued<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 3, range = 1..=4)]
    pub(crate) n: usize,
}

#[optimizer]
impl<O: Definition> Queued<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.queue[slot(self.n)] = grad;
        state.seen[slot(self.n)] = 0.5 * state.seen[slot(self.n)] + grad.norm();
        let mut sum = full(0.0);
        for i in 0..self.n {
            sum += state.queue[i] / (1.0 + state.seen[i]);
        }
        self.inner.step(param, sum);
        state.last = *param;
    }
}

/// The mean of the last gradients, in a separate list.
#[optimizer(state <count: scalar = 0.0, past: [tensor; self.m] = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mean {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 2, range = 1..=5)]
    pub(crate) m: usize,
}

#[optimizer]
impl Mean {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.past[slot(self.m)] = grad;
        state.count = (state.count + 1.0).min(self.m as f64);
        let mut sum = full(0.0);
        for i in 0..self.m {
            sum += state.past[i];
        }
        *param -= self.lr / state.count * sum;
    }
}
