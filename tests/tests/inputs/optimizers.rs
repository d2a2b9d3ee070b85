//! Optimizers with inputs, for the tests.

use optim_std::author::*;

/// A clipped second-order step. The curvature is an average of inputs at every `k`-th step.
#[optimizer(state <exp_avg = 0.0, curvature = 0.0>, input <hessian: tensor if every(self.k)>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curved {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    /// Weights of the old averages.
    #[hyper(default = (0.9, 0.99), range = 0.0..1.0)]
    pub(crate) betas: (f64, f64),
    /// A new curvature is due in every `k`-th step.
    #[hyper(default = 3, range = 1..5)]
    pub(crate) k: u32,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        if every(self.k) {
            state.curvature = beta2 * state.curvature + (1.0 - beta2) * input.hessian;
        }
        *param -= self.lr * (state.exp_avg / state.curvature.max(1e-3)).clamp(-1.0, 1.0);
    }
}

/// A step whose length depends on the loss of the whole model (Polyak).
#[optimizer(input <loss: global>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Polyak {
    /// The smallest possible loss.
    #[hyper(default = 0.0)]
    pub(crate) least: f64,
}

#[optimizer]
impl Polyak {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= (input.loss - self.least) / (grad.square().sum() + 1e-12) * grad;
    }
}

/// Steps become shorter once the loss of the whole model stops falling. A number of the whole model from the caller
/// goes to global states.
#[optimizer(state <best: global = { f64::INFINITY }, before: global = 0.0, waited: global = 0.0>, input <loss: global>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plateau {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub(crate) lr: f64,
    /// True to use the absolute value of the loss.
    #[hyper(default = false, shared)]
    pub(crate) absolute: bool,
}

#[optimizer]
impl Plateau {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        let loss = if self.absolute { input.loss.abs() } else { input.loss };
        state.waited = select(loss < state.best, 0.0, state.waited + 1.0);
        state.best = state.best.min(loss);
        let trend = input.loss - state.before;
        state.before = input.loss;
        *param -= self.lr / (1.0 + state.waited) * (grad + 0.01 * trend * *param);
    }
}

/// An input of every kind, some under conditions, in helpers, loops and branches. It is not a useful optimizer.
#[optimizer(state <seen: scalar = 0.0, mean = 0.0>, input <
    /// A number for each element.
    field,
    row: rows if param.ndim() >= 2,
    col: cols if param.ndim() >= 2 && self.wide,
    each: matrices,
    one: scalar if every(2) && self.wide,
    basis: (cols, self.rank) if self.wide,
    late: (rows, cols) if after(2) || self.wide,
    loss: global,
    price: global if !self.wide && self.k > 1,
>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EveryKind {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub(crate) lr: f64,
    /// Decides which inputs exist.
    #[hyper(default = true, shared)]
    pub(crate) wide: bool,
    /// Number of columns of the basis.
    #[hyper(default = 2, range = 1..4)]
    pub(crate) rank: usize,
    /// Decides whether `price` is an input.
    #[hyper(default = 3, range = 1..5, shared)]
    pub(crate) k: usize,
}

#[optimizer]
impl EveryKind {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>, t: Scalar) {
        let mut update = grad * input.field + full(input.loss) / t;
        if param.ndim() >= 2 {
            update += self.scaled(input, *param);
            if self.wide {
                update *= input.col;
            }
        }
        if self.wide {
            if every(2) {
                state.seen += input.one;
            }
            let basis = input.basis;
            update += param.matmul(basis).matmul(basis.t());
        }
        let late = after(2) || self.wide;
        if late {
            state.mean = state.mean.lerp(input.late, 0.5);
        }
        if !self.wide && self.k > 1 {
            update *= input.price;
        }
        for turn in 0..3 {
            update += input.field.norm() * turn as f64 * grad + input.field;
        }
        *param -= self.lr * update * input.each + 0.01 * state.mean;
    }

    fn scaled(&self, given: Input<Self>, x: Tensor) -> Tensor {
        x * given.row
    }
}

/// Runs the inner optimizer every `k` steps, with the gradient of that step.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Seldom<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 3, range = 1..5)]
    pub(crate) k: usize,
}

#[optimizer]
impl<O: Definition> Seldom<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        if every(self.k) {
            self.inner.step(param, grad);
        }
    }
}

/// Inputs for both the probe and the step.
#[optimizer(state <start = 0.0>, input <radius, trust: scalar if self.trusting>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Guided {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub(crate) lr: f64,
    /// True if the caller trusts the direction.
    #[hyper(default = false)]
    pub(crate) trusting: bool,
}

#[optimizer]
impl Guided {
    fn probe(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.start = *param;
        *param += input.radius * grad.sign();
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        let mut rate = scalar(self.lr);
        if self.trusting {
            rate *= input.trust;
        }
        *param = state.start - rate * grad / (1.0 + input.radius.abs());
    }
}

/// Like [`Curved`], folded to matrices, with one curvature for each row.
#[optimizer(matrix, state <curvature: rows = 1.0>, input <hessian: rows if every(2), weight>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Folded;

#[optimizer]
impl Folded {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        if every(2) {
            state.curvature = 0.5 * state.curvature + 0.5 * input.hessian.abs();
        }
        *param -= 0.1 * (grad + input.weight * *param) / (state.curvature + 1.0);
    }
}
