//! Lists of states and of settings: lengths and indices of all forms.

use super::Mode;
use optim_std::author::*;
use optim_std::testing::check;

const LENGTH: u8 = 3;

/// Lengths from constants and expressions, a list of one item, indices from expressions, helpers and slots, and lists under a condition.
#[optimizer(state <
    list: [tensor; LENGTH] = param,
    one: [(rows, 1); 1] = 0.5,
    tail: [scalar; self.k + 1] = { self.first },
    extra: [cols; if self.k > 1 { 2 } else { 1 }] = 0.0 if self.mode != Mode::Plain,
    trace: [global; 2] = 0.0,
>)]
#[derive(Debug, Clone)]
struct Lists {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 2, range = 1..=3, shared)]
    k: usize,
    #[hyper(default = 0.5, range = 0.1..=1.0)]
    first: f64,
    #[hyper(default = Mode::Scaled)]
    mode: Mode,
}

#[optimizer]
impl Lists {
    const LAST: usize = LENGTH as usize - 1;

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let now = slot(LENGTH);
        let list = state.list[now];
        // Two items in one assignment with a tuple. One item is assigned to itself.
        (state.list[now], state.list[Self::LAST]) = (grad, state.list[0]);
        state.list[1] = state.list[1];
        for i in (0..self.k).rev() {
            state.tail[i + 1] = 0.5 * state.tail[i];
        }
        state.tail[0] = Self::mean(grad);
        state.one[0] = 0.5 * state.one[0] + grad.row_mean();
        let mut sum = list;
        if self.mode != Mode::Plain {
            let last = if self.k > 1 { 1 } else { 0 };
            state.extra[last] += grad.col_mean();
            sum += state.extra[0];
        }
        for i in [Self::LAST, 0] {
            sum += 0.1 * state.list[i];
        }
        // A setting may be the length of a local array, and local arrays may contain items.
        let copies = [state.list[0]; 2];
        sum += copies[1] * state.tail[self.k].abs().min(1.0);
        state.trace[1] = state.trace[0];
        state.trace[0] = grad.global_sum();
        *param -= self.lr * (sum + 0.001 * state.trace[1].tanh()) / (1.0 + state.one[0].abs());
    }

    fn mean(x: Tensor) -> Scalar {
        x.mean()
    }
}

/// A setting that is a list: as the length of states, in loops, and by index.
#[optimizer(state <buffers: [tensor; self.betas.len()] = 0.0>, requires(!self.betas.is_empty(), "needs one decay"))]
#[derive(Debug, Clone)]
struct Settings {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = vec![0.0, 0.9], range = 0.0..1.0)]
    betas: Vec<f64>,
}

#[optimizer]
impl Settings {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let n = self.betas.len();
        let mut sum = full(0.0);
        for i in 0..n {
            state.buffers[i] = self.betas[i] * state.buffers[i] + grad;
            sum += state.buffers[i];
        }
        let newest = state.buffers[n - 1];
        *param -= self.lr / n as f64 * (sum + self.betas[0] * newest);
    }
}

#[test]
fn lists_of_states() {
    check::<Lists>();
}

#[test]
fn lists_of_settings() {
    check::<Settings>();
}
