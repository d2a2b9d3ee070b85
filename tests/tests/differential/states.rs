//! State of every kind, conditional or not, with every kind of initial value.

use optim_std::author::*;

use super::{check, check_exact};

const START: f64 = 0.25;

#[optimizer(state <
    row: rows = 0.0 if param.ndim() >= 2,
    col: cols = { self.lr * 0.5 } if param.ndim() >= 2,
    flat = param if param.ndim() < 2,
    largest = START if self.amsgrad && param.len() > 3,
    number: scalar = { self.betas.0 } if self.correct,
    count: scalar = 1.0,
    slow = { self.betas.1 - 1.0 } if self.beta3.is_some(),
>)]
#[derive(Debug, Clone)]
struct Conditional {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = (0.9, 0.99), range = 0.0..1.0)]
    betas: (f64, f64),
    #[hyper(default = None, range = 0.0..1.0)]
    beta3: Option<f64>,
    #[hyper(default = true)]
    amsgrad: bool,
    #[hyper(default = true)]
    correct: bool,
}

#[optimizer]
impl Conditional {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let second = if param.ndim() >= 2 {
            state.row = beta2 * state.row + (1.0 - beta2) * grad.square().row_mean();
            state.col = state.col.lerp(grad.square().col_mean(), 1.0 - beta2);
            (state.row * state.col).sqrt()
        } else {
            state.flat = beta2 * state.flat + (1.0 - beta2) * grad.abs();
            state.flat
        };
        let mut update = grad / (second + 0.1);
        if self.amsgrad && param.len() > 3 {
            state.largest = state.largest.max(second);
            update = grad / (state.largest + 0.1);
        }
        if self.correct {
            update *= 1.0 - state.number;
            state.number *= beta1;
        }
        if let Some(beta3) = self.beta3 {
            state.slow = beta3 * state.slow + update / (update.norm() + 1.0);
            update = state.slow;
        }
        state.count = state.count + 1.0 / t;
        *param -= self.lr * update / state.count;
    }
}

/// Scalar state: old and new values, in branches and loops, from reductions.
#[optimizer(state <a: scalar = 1.0, b: scalar = 0.0, c: scalar = { self.start }, buffer = 0.0>)]
#[derive(Debug, Clone)]
struct Scalars {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 0.5, range = 0.0..1.0)]
    start: f64,
    #[hyper(default = true)]
    flag: bool,
    #[hyper(default = 2)]
    turns: usize,
}

#[optimizer]
impl Scalars {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let old = state.a;
        state.a = 0.5 * state.a + grad.norm();
        if self.flag {
            (state.b, state.c) = (state.c, state.b + state.a);
        } else {
            for turn in 0..self.turns {
                state.c = 0.5 * state.c + state.b;
                state.b = state.c.tanh() + (grad * state.c).amax().tanh() * turn as f64;
            }
        }
        state.buffer = state.buffer + old * grad;
        state.a = select(state.a > 3.0, old, state.a + state.buffer.mean());
        *param -= self.lr * (state.buffer / (1.0 + state.a.abs()) + state.c.tanh() * grad);
    }
}

/// Elementwise states that are swapped, overwritten and read afterwards. Every path writes the parameter, some more than once.
#[optimizer(state <a = 0.0, b = 1.0, c = param>)]
#[derive(Debug, Clone)]
struct Swaps {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 2)]
    turns: usize,
    #[hyper(default = true)]
    flag: bool,
}

#[optimizer]
impl Swaps {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let kept = *param;
        *param = state.c;
        state.c = kept;
        (state.a, state.b) = (state.b, state.a + grad);
        for _ in 0..self.turns {
            (state.a, *param) = (0.5 * *param + state.b, state.a);
        }
        if self.flag {
            *param = kept + self.lr * state.a;
            state.b = state.c * 0.5;
        }
        *param -= self.lr * (kept - state.c + state.b);
    }
}

/// Subnormal numbers: states drop them, parameters keep them.
#[optimizer(state <tiny = 0.0, row: rows = 0.0>)]
#[derive(Debug, Clone)]
struct Tiny {
    #[hyper(default = 1e-39, range = 0.0..=1e-30)]
    small: f64,
    #[hyper(default = 0.5, range = 0.0..=1.0)]
    decay: f64,
}

#[optimizer]
impl Tiny {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.tiny = self.decay * state.tiny + grad * self.small * 1e-5;
        let after = state.tiny * 1e3;
        state.row = grad.row_amax() * self.small;
        *param = (*param + after) * (1.0 + state.row) - state.tiny;
    }
}

#[test]
fn conditional() {
    check::<Conditional>(64);
}

#[test]
fn scalars() {
    check::<Scalars>(48);
}

#[test]
fn swaps() {
    check_exact::<Swaps>(48);
}

#[test]
fn subnormal_numbers() {
    check::<Tiny>(48);
}
