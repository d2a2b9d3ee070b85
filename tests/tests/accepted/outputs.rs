//! Outputs, and the ways to assign each of them on every path.

use super::Mode;
use optim_std::author::*;
use optim_std::testing::check;

/// Assigned on all paths, some several times, or under a condition that an outer branch ensures.
#[optimizer(output <
    rms: scalar,
    logged: scalar if self.log,
    flat: scalar if param.ndim() < 2,
    signed: scalar if self.mode == Mode::Signed,
    opened: scalar if self.beta.is_some(),
    both: scalar if self.log && param.ndim() >= 2,
    total: global,
    shared: global if self.all,
    late: scalar,
>)]
#[derive(Debug, Clone)]
struct Paths {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = true)]
    log: bool,
    #[hyper(default = true, shared)]
    all: bool,
    #[hyper(default = Mode::Signed)]
    mode: Mode,
    #[hyper(default = None)]
    beta: Option<f64>,
}

#[optimizer]
impl Paths {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        // The last assignment counts.
        output.rms = scalar(0.0);
        if param.ndim() >= 2 {
            output.rms = grad.row_mean().rms();
        } else {
            (output.flat, output.rms) = (grad.amax(), grad.rms());
        }
        let flag = self.log;
        if flag {
            output.logged = self.lr * grad.norm();
            if param.ndim() >= 2 {
                output.both = grad.col_sum().amax();
            }
        }
        match self.mode {
            Mode::Signed => output.signed = grad.sign().mean(),
            _ => {}
        }
        if let Some(beta) = self.beta {
            output.opened = beta * (*param).norm();
        }
        let total = grad.global_sum();
        output.total = total;
        if !self.all {
        } else {
            output.shared = total * total;
        }
        if every(2) {
        } else {
            output.late = grad.amin();
        }
        *param -= self.lr * grad;
    }
}

/// Assigned in helpers, in loops, in a block, from items of an array or a tuple. Next to inputs and a step count.
#[optimizer(
    state <average = 0.0>,
    input <weight: scalar>,
    output <count: scalar, norm: scalar, r#type: scalar, product: scalar, largest: scalar>,
)]
#[derive(Debug, Clone)]
struct Places {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 3, range = 1..5)]
    k: usize,
}

#[optimizer]
impl Places {
    fn step(
        &self,
        param: &mut Tensor,
        grad: Tensor,
        input: Input<Self>,
        state: &mut State<Self>,
        tell: &mut Output<Self>,
        t: Scalar,
    ) {
        tell.count = t * input.weight;
        let update = self.averaged(grad, state, tell);
        for _ in 0..2 {
            tell.product = update.dot(grad);
        }
        let mut x = update;
        for _ in 0..self.k {
            x = x / (1.0 + x.norm());
            tell.largest = x.amax();
        }
        tell.largest = { x.abs().amax() };
        *param -= self.lr * update;
    }

    fn averaged(&self, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) -> Tensor {
        state.average = 0.9 * state.average + grad;
        Self::tell(state.average, output);
        state.average
    }

    fn tell(x: Tensor, out: &mut Output<Self>) {
        let both = [x.norm(), x.rms()];
        out.norm = both[0];
        out.r#type = both[1];
    }
}

/// The number of outputs of each kind.
const COUNT: usize = 3;

/// Lists: of any fixed length, with any fixed index, in any order, in helpers, on all paths or under their condition.
#[optimizer(output <
    sizes: [scalar; self.k],
    shifted: [scalar; self.k + 1],
    constant: [scalar; COUNT],
    r#pub: [scalar; 2],
    axes: [scalar; param.ndim()] if param.ndim() > 0,
    logged: [scalar; self.k] if self.log,
    totals: [global; 2],
    ring: [scalar; 4],
    rare: [scalar; self.k],
>)]
#[derive(Debug, Clone)]
struct Lists {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 3, range = 1..5)]
    k: usize,
    #[hyper(default = true)]
    log: bool,
}

#[optimizer]
impl Lists {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        let norm = grad.norm();
        for i in (0..self.k).rev() {
            (output.sizes[i], output.shifted[i + 1]) = (norm / (i as f64 + 1.0), norm);
        }
        output.shifted[0] = norm;
        for i in [0, 2, 1] {
            output.constant[i] = norm;
        }
        if self.log {
            output.r#pub[0] = norm;
            let n = self.k;
            for i in 0..n {
                output.logged[n - 1 - i] = scalar(i as f64);
            }
        } else {
            output.r#pub[0] = grad.amax();
        }
        output.r#pub[1] = { grad.amin() };
        if param.ndim() > 0 {
            Self::axes(grad, *param, output);
        }
        let total = grad.global_sum();
        for i in 0..2 {
            output.totals[i] = total * i as f64;
        }
        output.ring[slot(4)] = norm;
        output.ring[slot(4, 1)] = 2.0 * norm;
        if every(2) {
            for i in 0..self.k {
                output.rare[i] = norm;
            }
        }
        *param -= self.lr * grad;
    }

    fn axes(x: Tensor, param: Tensor, out: &mut Output<Self>) {
        for axis in 0..param.ndim() {
            out.axes[axis] = x.sum_along(axis).amax();
        }
    }
}

/// A local `output` is a variable like any other.
#[optimizer]
#[derive(Debug, Clone)]
struct Local {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
}

#[optimizer]
impl Local {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let output = self.lr * grad;
        *param -= output;
    }
}

#[test]
fn outputs() {
    check::<Paths>();
    check::<Places>();
    check::<Lists>();
    check::<Local>();
}
