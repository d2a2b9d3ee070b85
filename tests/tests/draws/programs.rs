//! Steps that draw random numbers at all allowed places.

use optim_std::author::*;

/// One pass with independent elements.
#[optimizer(state <momentum = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Noisy {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 0.5, range = 0.0..)]
    pub(crate) temperature: f64,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let kept = uniform_like(grad) < 0.75;
        state.momentum = 0.9 * state.momentum + select(kept, grad, 0.0);
        *param -= self.lr * state.momentum + self.temperature * normal_like(*param);
    }
}

/// Only uniform numbers: equal to the bit.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Rounded {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Rounded {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let one = uniform_like(scalar(0.0));
        let kept = uniform_like(grad) < 0.5;
        *param -= self.lr * select(kept, grad, uniform_like(*param)) * one;
    }
}

/// Draws of every kind, in several passes. The last pass needs one of them again.
#[optimizer(state <row: rows = 0.0, col: cols = 0.0, number: scalar = 0.0, noise = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Kinds {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Kinds {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let noise = normal_like(grad);
        let size = noise.norm() + uniform_like(state.number) + 1.0;
        state.row = uniform_like(state.row) + noise.row_mean();
        state.col = normal_like(noise.col_mean());
        state.number += normal_like(size);
        let matrices = normal_like(grad.matrix_mean());
        let inner = normal_like(normal_like(grad));
        state.noise = noise;
        *param -= self.lr * (noise / size + state.row * state.col + matrices + inner * uniform_like(state.row));
    }
}

/// Draws of transposed and multiplied shapes.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Shapes {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Shapes {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let tall = param.rows() >= param.cols();
        let wide = if tall { grad.t() } else { grad };
        let noise = normal_like(wide);
        let square = uniform_like(wide.matmul(wide.t()));
        let back = square.matmul(noise + uniform_like(wide));
        *param -= self.lr * if tall { back.t() } else { back };
    }
}

/// Draws under conditions, in helper functions and in loops of all sorts.
#[optimizer(state <walk = 0.0 if self.walks>)]
#[derive(Debug, Clone)]
pub(crate) struct Control {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = true)]
    pub(crate) walks: bool,
    #[hyper(default = 3, range = 0..=4)]
    pub(crate) turns: usize,
    #[hyper(default = Some(0.5), range = 0.0..)]
    pub(crate) spread: Option<f64>,
}

#[optimizer]
impl Control {
    fn jitter(&self, x: Tensor) -> Tensor {
        x + 0.1 * normal_like(x)
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut update = self.jitter(grad) - self.jitter(grad);
        if self.walks {
            state.walk += normal_like(state.walk);
            update += state.walk;
        }
        update += match self.spread {
            Some(spread) => spread * uniform_like(grad),
            None => normal_like(grad),
        };
        for scale in [0.5, 0.25] {
            update += scale * normal_like(update);
            for _ in 0..self.turns {
                update += uniform_like(update) - scale * uniform_like(scalar(0.0));
            }
        }
        let mut total = normal_like(update.mean());
        for turn in 0..self.turns {
            total += uniform_like(total);
            if turn > 0 {
                update += normal_like(grad.row_mean()) * total;
            }
            update /= 1.0 + update.norm();
        }
        for x in [grad, *param] {
            update += 0.01 * normal_like(x);
        }
        *param -= self.lr * update;
    }
}

/// Random initial values of every kind.
#[optimizer(state <
    noise = normal(0.1),
    row: rows = normal(self.sigma),
    col: cols = normal({ self.sigma * 2.0 }) if param.ndim() >= 2,
    number: scalar = normal(1.5),
    zero = normal(0.0),
>)]
#[derive(Debug, Clone)]
pub(crate) struct First {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 0.5)]
    pub(crate) sigma: f64,
}

#[optimizer]
impl First {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.noise *= 0.9;
        state.zero += grad;
        *param -= self.lr * (state.noise + state.row * state.number + state.zero);
        if param.ndim() >= 2 {
            *param -= self.lr * state.col;
        }
    }
}

/// A probe that draws. Its numbers differ from the step's. It also draws in a timed branch.
#[optimizer(state <start = 0.0, probed = 0.0, slow = normal(0.5)>)]
#[derive(Debug, Clone)]
pub(crate) struct Probing {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 2)]
    pub(crate) turns: usize,
}

#[optimizer]
impl Probing {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        state.probed = normal_like(grad);
        for _ in 0..self.turns {
            *param += 0.1 * state.probed * uniform_like(grad);
        }
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if every(3) {
            state.slow += 0.1 * normal_like(grad);
        }
        let noise = normal_like(grad);
        for _ in 0..self.turns {
            state.slow -= 0.1 * uniform_like(grad);
        }
        *param = state.start - self.lr * (grad + noise + state.slow);
    }
}

/// Values with pairs of dimensions: draws and initial values.
#[optimizer(state <basis: (rows, rows) = normal(0.3), sketch: (cols, 3) = normal(self.sigma)>)]
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    #[hyper(default = 0.1, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 0.5, range = 0.0..)]
    pub(crate) sigma: f64,
}

#[optimizer]
impl Pairs {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.basis += self.lr * normal_like(state.basis);
        state.sketch = 0.5 * state.sketch + self.sigma * uniform_like(state.sketch);
        *param -= self.lr * (grad + state.basis.row_sum() + state.sketch.sum() * uniform_like(grad));
    }
}
