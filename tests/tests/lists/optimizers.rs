//! Optimizers with lists of states: each kind of list and of index, at each allowed place.

use optim_std::author::*;

/// The gradient from `k` steps before.
#[optimizer(state <queue: [tensor; self.k] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Delayed {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=5)]
    pub k: usize,
}

#[optimizer]
impl Delayed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let late = state.queue[slot(self.k)];
        state.queue[slot(self.k)] = grad;
        *param -= self.lr * late;
    }
}

/// Momenta with different decays, averaged (Lucas et al. 2018, arXiv:1804.00325).
#[optimizer(state <buffers: [tensor; self.n] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Momenta {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub n: usize,
}

#[optimizer]
impl Momenta {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut sum = full(0.0);
        for i in 0..self.n {
            let beta = 1.0 - 0.1f64.powi(i as i32);
            state.buffers[i] *= beta;
            state.buffers[i] += grad;
            sum += state.buffers[i];
        }
        *param -= self.lr / self.n as f64 * sum;
    }
}

/// L-BFGS of one parameter with a fixed step length: two loops over the last `m` pairs of differences (Nocedal 1980).
#[optimizer(state <
    s: [tensor; self.m] = 0.0,
    y: [tensor; self.m] = 0.0,
    rho: [scalar; self.m] = 0.0,
    alpha: [scalar; self.m] = 0.0,
    last_param = param,
    last_grad = 0.0,
>)]
#[derive(Debug, Clone)]
pub(crate) struct Lbfgs {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 4, range = 1..=6)]
    pub m: usize,
}

#[optimizer]
impl Lbfgs {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut direction = grad;
        if after(1) {
            let (s, y) = (*param - state.last_param, grad - state.last_grad);
            let curvature = (s * y).sum();
            state.s[slot(self.m)] = s;
            state.y[slot(self.m)] = y;
            state.rho[slot(self.m)] = select(curvature > 1e-10, 1.0 / curvature, 0.0);
            for i in 0..self.m {
                let at = slot(self.m, self.m - i);
                let alpha = state.rho[at] * (state.s[at] * direction).sum();
                state.alpha[at] = alpha;
                direction -= alpha * state.y[at];
            }
            direction *= select(curvature > 1e-10, curvature / (y * y).sum(), 1.0);
            for i in 0..self.m {
                let at = slot(self.m, i + 1);
                let beta = state.rho[at] * (state.y[at] * direction).sum();
                direction += (state.alpha[at] - beta) * state.s[at];
            }
        }
        state.last_param = *param;
        state.last_grad = grad;
        *param -= self.lr * direction;
    }
}

/// The mean of the last `m` iterates, every `k` steps. A timed condition decides when the ring is written.
#[optimizer(state <iterates: [tensor; self.m] = param, mean = param>)]
#[derive(Debug, Clone)]
pub(crate) struct Averages {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub m: u32,
    #[hyper(default = 2, range = 1..=3)]
    pub k: usize,
}

#[optimizer]
impl Averages {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
        if every(self.k) {
            state.iterates[slot(self.m)] = *param;
            let mut sum = full(0.0);
            for i in 0..self.m {
                sum += state.iterates[i];
            }
            state.mean = sum / self.m as f64;
        }
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let (newest, oldest) = (state.iterates[0], state.iterates[self.m as usize - 1]);
        0.25 * (newest + oldest) + 0.25 * (state.mean + param)
    }
}

/// Items that may be the same, overwritten in turn. Only the settings decide the indices.
#[optimizer(state <x: [tensor; 3] = 0.5, row: [rows; self.n] = 1.0, s: [scalar; self.n] = { self.first }>)]
#[derive(Debug, Clone)]
pub(crate) struct Aliases {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 2, range = 1..=3)]
    pub n: usize,
    #[hyper(default = 0, range = 0..=2)]
    pub i: usize,
    #[hyper(default = 1, range = 0..=2)]
    pub j: usize,
    #[hyper(default = 2.0, range = -2.0..=2.0)]
    pub first: f64,
    #[hyper(default = true)]
    pub flag: bool,
}

#[optimizer]
impl Aliases {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        // An item is read, overwritten, then read and overwritten with another index.
        let old = state.x[self.i];
        state.x[self.j] = 0.5 * old + grad;
        state.x[self.i] += state.x[self.j] * 0.25;
        let (a, b) = (state.x[0], state.x[2]);
        state.x[0] = b;
        state.x[2] = a;
        // Scalars see earlier assignments.
        let last = self.n - 1;
        state.s[last] += 1.0;
        let read = state.s[self.i % self.n];
        state.s[0] = 0.5 * read + grad.mean();
        // Rows, in one arm or the other, and after both.
        if self.flag {
            state.row[0] = 0.9 * state.row[last] + grad.row_mean();
            state.s[last] *= 0.5;
        } else {
            state.row[last] = 0.1 * state.row[0] - grad.row_sum();
        }
        let scale = 1.0 + state.row[self.j % self.n].abs();
        *param -= self.lr * (old + state.x[1] + a) / scale + self.lr * (state.s[0] + state.s[last]);
    }
}

/// A list under a condition, pairs of dimensions, and reductions between reading and writing.
#[optimizer(state <
    history: [tensor; self.m] = 0.0 if self.keeps,
    basis: [(cols, self.rank); 2] = normal(0.1),
    col: [cols; 2] = 1.0,
    total: [matrices; 2] = 0.0,
>)]
#[derive(Debug, Clone)]
pub(crate) struct Shapes {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 2, range = 1..=3)]
    pub m: usize,
    #[hyper(default = 2, range = 1..=3)]
    pub rank: usize,
    #[hyper(default = true)]
    pub keeps: bool,
}

#[optimizer]
impl Shapes {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let which = slot(2);
        let mut update = grad;
        for i in 0..2 {
            let p = grad.matmul(state.basis[i]);
            update += 0.1 * p.matmul(state.basis[i].t());
        }
        state.basis[which] = 0.9 * state.basis[which] + 0.01 * grad.t().matmul(grad.matmul(state.basis[which]));
        state.col[which] = 0.5 * state.col[1] + grad.square().col_mean();
        state.total[0] += state.total[1] + grad.matrix_mean();
        state.total[1] = update.matrix_mean();
        if self.keeps {
            let norm = (update - state.history[slot(self.m)]).norm();
            state.history[slot(self.m)] = update / (1.0 + norm);
            for i in 0..self.m {
                state.history[i] *= 0.75;
                update += state.history[i];
            }
        }
        *param -= self.lr * update / (state.col[0] + state.total[0].abs());
    }
}

/// Counters that change, nested loops, arms inside loops, and carried values next to items.
#[optimizer(state <grid: [tensor; self.a * self.b] = 0.0, weight: [scalar; self.a * self.b] = 1.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Nested {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 2, range = 1..=3)]
    pub a: usize,
    #[hyper(default = 2, range = 1..=2)]
    pub b: usize,
}

#[optimizer]
impl Nested {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut sum = grad;
        let mut next = 0;
        for i in 0..self.a {
            let mut part = scalar(0.0);
            for j in 0..self.b {
                let at = i * self.b + j;
                if j == 0 {
                    state.grid[at] = 0.5 * state.grid[at] + sum;
                } else {
                    state.grid[at] = 0.5 * state.grid[at - 1];
                    state.weight[at] = state.weight[at - 1] * 0.5;
                }
                part += state.weight[at] * state.grid[next].mean();
                next += 1;
            }
            sum += part + state.grid[i * self.b];
        }
        *param -= self.lr * sum;
    }

    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.grid[0] += 0.1 * grad;
        state.weight[self.a * self.b - 1] += 0.01;
        *param -= self.lr * state.grid[self.a * self.b - 1];
    }
}

/// A function returns a slot, and another one takes it, next to a timed condition.
#[optimizer(state <history: [tensor; self.m] = 0.0, seen: [scalar; self.m] = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Handed {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=4)]
    pub m: usize,
}

#[optimizer]
impl Handed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let at = self.oldest(0);
        *param -= self.lr * state.history[self.oldest(1)];
        self.keep(at, every(self.m), grad, state);
        *param -= self.lr * state.seen[at] * Self::one_of([grad, grad.sign(), 0.5 * grad, grad], slot(self.m));
    }

    fn oldest(&self, later: usize) -> usize {
        let places = self.m;
        slot(places, later)
    }

    fn keep(&self, at: usize, whole: bool, x: Tensor, state: &mut State<Self>) {
        state.history[at] = if whole { x } else { 0.5 * x };
        if whole && after(2) {
            state.seen[at] = x.rms().tanh();
        }
    }

    fn one_of(items: [Tensor; 4], at: usize) -> Tensor {
        items[at]
    }
}
