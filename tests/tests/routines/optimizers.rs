//! Optimizers with `probe` and `eval`, for the tests.

use optim_std::author::*;

/// Sharpness-aware minimisation with a norm for each parameter: the step uses the gradient at a point uphill.
#[optimizer(state <start = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlainSam {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    /// Distance of the point uphill.
    #[hyper(default = 0.05, range = 0.0..)]
    pub(crate) rho: f64,
}

#[optimizer]
impl PlainSam {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += self.rho * grad / (grad.norm() + 1e-12);
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad;
    }
}

/// Schedule-free SGD without warm-up and weight decay: the parameters are between the fast iterate `z` and the average.
#[optimizer(state <z = param, weight_sum: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlainScheduleFree {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    /// Weight of the average in the parameters.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    pub(crate) momentum: f64,
}

#[optimizer]
impl PlainScheduleFree {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let weight = self.lr.square();
        state.weight_sum += weight;
        let average = self.average(*param, state.z).lerp(state.z - self.lr * grad, weight / state.weight_sum);
        state.z -= self.lr * grad;
        *param = self.momentum * average + (1.0 - self.momentum) * state.z;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        if self.momentum > 0.0 { self.average(param, state.z) } else { param }
    }

    fn average(&self, y: Tensor, z: Tensor) -> Tensor {
        if self.momentum > 0.0 { (y - (1.0 - self.momentum) * z) / self.momentum } else { y }
    }
}

/// Everything that `probe` and `eval` may do, in one optimizer. It is not a useful optimizer.
#[optimizer(state <
    mean = 0.0,
    sizes: rows = 1.0 if param.ndim() >= 2,
    calls: scalar = 0.0,
    only_probed: cols = 0.5 if self.wide,
    only_evaluated = 0.25,
>, matrix)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Everything {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub(crate) lr: f64,
    /// Decides the size of a state.
    #[hyper(default = true)]
    pub(crate) wide: bool,
    /// The number of products.
    #[hyper(default = 1, range = 0..3)]
    pub(crate) turns: usize,
}

#[optimizer]
impl Everything {
    const HALF: f64 = 0.5;

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        self.remember(grad, state);
        *param -= self.lr * (state.mean + state.only_evaluated) / (1.0 + state.calls / t);
    }

    // A probe need not change the parameter.
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        state.calls += 1.0 / t;
        if param.ndim() >= 2 {
            state.sizes = grad.row_norm() + state.calls;
            if self.wide {
                let mut x = grad / (grad.norm() + 1.0);
                for _ in 0..self.turns {
                    x = x.matmul(x.t()).matmul(x);
                }
                *param += self.lr * x;
            }
        }
        if self.wide {
            state.only_probed = grad.col_mean() + state.only_probed;
        }
        self.remember(grad, state);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let mut x = param * (1.0 - self.lr) + Self::HALF * state.mean;
        if param.ndim() >= 2 {
            x = x * state.sizes.recip() + x.row_mean();
            for _ in 0..self.turns {
                x = x.matmul(self.small(x, state).t()).matmul(x);
            }
        }
        x / (1.0 + x.rms() + state.calls)
    }

    fn remember(&self, grad: Tensor, state: &mut State<Self>) {
        state.mean = state.mean.lerp(grad, Self::HALF);
    }

    fn small(&self, x: Tensor, state: &State<Self>) -> Tensor {
        x / (1.0 + x.norm() + state.only_evaluated.amax())
    }
}

/// Its weights for evaluation are its parameters, and its `probe` does not change states.
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Extragradient {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Extragradient {
    fn probe(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }

    fn eval(&self, param: Tensor, _state: &State<Self>) -> Tensor {
        param
    }
}
