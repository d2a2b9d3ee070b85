//! Fixed control flow with barriers at all places.

use optim_std::author::*;

use super::check;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Mode {
    Plain,
    Normed,
    ByRow,
    Looped,
}

/// Reductions in arms, of values from outside. Their results are used after the arms.
#[optimizer(state <a = 0.0, b = 0.0 if self.mode == Mode::ByRow, row: rows = 0.0 if self.mode == Mode::ByRow>)]
#[derive(Debug, Clone)]
struct Branches {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = Mode::Normed)]
    mode: Mode,
    #[hyper(default = Some(0.5), range = 0.0..1.0)]
    beta: Option<f64>,
    #[hyper(default = 3)]
    turns: usize,
    #[hyper(default = true)]
    flag: bool,
}

#[optimizer]
impl Branches {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let mut update = grad * 0.5;
        let mut scale = scalar(1.0);
        match self.mode {
            Mode::Plain => update += *param * 0.01,
            Mode::Normed => {
                let length = update.norm() + 1.0;
                update /= length;
                if self.flag {
                    scale = update.amax() / (t + update.rms());
                    update -= update.mean();
                }
            }
            Mode::ByRow => {
                state.row = 0.5 * state.row + update.square().row_mean();
                state.b = state.b + update / (state.row.sqrt() + 1.0);
                update = state.b / (state.b.col_norm() + 1.0);
            }
            Mode::Looped => {
                for turn in 0..self.turns {
                    if turn % 2 == 0 {
                        update = update / (update.matrix_rms() + 1.0);
                    } else {
                        scale += update.dot(grad).tanh() / (turn as f64 + 1.0);
                    }
                    if self.flag && turn == 1 {
                        update += grad * scale;
                    }
                }
            }
        }
        if let Some(beta) = self.beta {
            state.a = beta * state.a + (1.0 - beta) * update;
            if self.flag {
                update = state.a / (state.a.norm() + 0.5);
            } else {
                update = state.a * (state.a.row_mean() + state.a.col_mean()).tanh();
            }
        } else if self.flag {
            update = update * update.amax();
        }
        let both = if param.cols() > param.rows() { update.row_norm().norm() } else { update.col_norm().norm() };
        *param -= self.lr * scale * update / (1.0 + both);
    }
}

/// Loops in branches, branches in loops, loops in loops. Tuples and arrays are carried.
#[optimizer(state <a = 0.0, b = 0.0, number: scalar = 0.5>)]
#[derive(Debug, Clone)]
struct Loops {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 2)]
    outer: usize,
    #[hyper(default = 2)]
    inner: usize,
    #[hyper(default = [0.5, 0.3, 0.2], range = 0.0..1.0)]
    weights: [f64; 3],
    #[hyper(default = false)]
    deep: bool,
}

#[optimizer]
impl Loops {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut pair = (grad, *param);
        let mut total = scalar(0.0);
        for i in 0..self.outer {
            let before = pair.0;
            for j in 0..self.inner {
                pair = (0.5 * pair.1 + 0.1 * j as f64, pair.0);
                if self.deep {
                    total += pair.0.mean() * 0.1;
                }
                for weight in self.weights {
                    pair.0 += weight * before;
                }
            }
            if i != 1 {
                state.a = 0.5 * state.a + pair.0 / (pair.1.norm() + 1.0);
            }
            state.b += state.a.amax().tanh() * before.tanh();
        }
        let mut parts = [grad, state.a, state.b];
        for (k, weight) in self.weights.iter().enumerate() {
            parts[0] = parts[0] * *weight + parts[2] * 0.1;
            total += parts[k].sum().tanh();
            state.number = 0.5 * state.number + total;
        }
        for _ in 0..self.inner {
            let carried = parts[1];
            parts[1] = parts[2];
            parts[2] = carried * 0.5;
        }
        for factor in [0.5, -0.25] {
            *param -= self.lr * factor * (parts[0] + parts[1] - parts[2]);
            *param /= 1.0 + 0.1 * param.rms();
        }
        *param += 0.01 * (total + state.number).tanh();
    }
}

/// Fixed variables that change during the step.
#[optimizer(state <a = 0.0>)]
#[derive(Debug, Clone)]
struct Counting {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 3)]
    turns: usize,
    #[hyper(default = true)]
    flag: bool,
}

#[optimizer]
impl Counting {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut factor = 1.0;
        let mut count = 0;
        let mut x = grad;
        for turn in (0..self.turns).rev() {
            factor *= 0.5 + turn as f64;
            if turn > 0 && self.flag {
                count += 2;
                x = x * factor / (x.abs() + count as f64);
            } else {
                factor += 1.0;
                x = x.tanh() + factor * 0.1;
            }
        }
        let after = if count > 2 { factor } else { count as f64 };
        state.a = 0.5 * state.a + x * after.tanh();
        if count == 4 {
            factor = 0.25;
            state.a -= state.a.row_mean();
        }
        *param -= self.lr * factor.min(3.0) * state.a;
    }
}

/// Fixed variables that change in a loop with reductions in it.
#[optimizer(state <a = 0.0>)]
#[derive(Debug, Clone)]
struct CountingBarriers {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 3)]
    turns: usize,
    #[hyper(default = true)]
    flag: bool,
}

#[optimizer]
impl CountingBarriers {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut factor = 1.0;
        let mut count = 0;
        let mut x = grad;
        for turn in (0..self.turns).rev() {
            factor *= 0.5 + turn as f64;
            if turn > 0 && self.flag {
                count += 2;
                x = x * factor / (x.norm() + count as f64);
            } else {
                factor += 1.0;
                x = x.tanh() + factor * 0.1;
            }
        }
        let after = if count > 2 { factor } else { count as f64 };
        state.a = 0.5 * state.a + x * after.tanh();
        if count == 4 {
            factor = 0.25;
            state.a -= state.a.row_mean();
        }
        *param -= self.lr * factor.min(3.0) * state.a;
    }
}

/// Helpers that change their arguments.
#[optimizer(state <a = 0.0, b = 0.0, row: rows = 0.0>)]
#[derive(Debug, Clone)]
struct Helpers {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = (0.9, 0.5), scheduled, range = 0.0..1.0)]
    betas: (f64, f64),
    #[hyper(default = 2)]
    turns: usize,
}

#[optimizer]
impl Helpers {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let mut x = grad;
        for _ in 0..self.turns {
            let length = Self::normalize(&mut x);
            self.remember(&mut x, length, state);
        }
        let (y, rows) = self.split(x, t);
        state.row += rows;
        self.apply(param, &(y * (state.row + 1.0)));
        let (beta1, _) = self.betas;
        self.apply(param, &(beta1 * state.b));
    }

    fn normalize(x: &mut Tensor) -> Scalar {
        let length = x.norm();
        *x = select(length > 1.0, *x / length, *x);
        length
    }

    fn remember(&self, x: &mut Tensor, length: Scalar, state: &mut State<Self>) {
        let beta = self.betas.1;
        state.a = beta * state.a + (1.0 - beta) * *x;
        if self.turns > 1 {
            state.b = state.a + length * 0.01 * state.b;
            *x += state.b.row_amax() * 0.1;
        }
        *x -= state.a * 0.1;
    }

    fn split(&self, x: Tensor, t: Scalar) -> (Tensor, Rows) {
        let rows = x.row_rms();
        (x / (1.0 + rows) - self.betas.0.powf(t), rows.tanh())
    }

    fn apply(&self, param: &mut Tensor, update: &Tensor) {
        *param -= self.lr * *update / (update.amax().abs() + 1.0);
    }
}

#[test]
fn branches() {
    check::<Branches>(64);
}

#[test]
fn loops() {
    check::<Loops>(48);
}

#[test]
fn fixed_variables() {
    check::<Counting>(48);
}

#[test]
fn fixed_variables_in_loops_with_reductions() {
    check::<CountingBarriers>(48);
}

#[test]
fn helpers() {
    check::<Helpers>(48);
}
