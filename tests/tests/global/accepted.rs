//! Programs that must compile: numbers of the whole model that are assigned to a state.

use optim_std::author::*;
use optim_std::testing::check;

#[elementwise]
fn halved<V: Value>(x: V, by: f64) -> V {
    x / (1.0 + by) + x.square() * 0.0
}

/// The way to compute a number.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub(crate) enum Mode {
    Plain,
    Halved,
}

const OFFSET: f64 = 0.25;

/// Numbers of the whole model, through all expressions that keep their kind.
#[optimizer(state <
    a: global = 0.0,
    b: global = { if self.flag { self.weights.0 } else { OFFSET } },
    c: global = OFFSET,
    own: scalar = 1.0,
>)]
#[derive(Debug, Clone)]
pub(crate) struct Accepted {
    #[hyper(default = 0.01, scheduled, range = 0.0..=0.1)]
    lr: f64,
    #[hyper(default = true, shared)]
    flag: bool,
    #[hyper(default = Mode::Halved, shared)]
    mode: Mode,
    #[hyper(default = (0.5, 0.25), shared, range = 0.0..=1.0)]
    weights: (f64, f64),
    #[hyper(default = (0.5, 0.25), shared, scheduled, range = 0.0..=1.0)]
    rates: (f64, f64),
    #[hyper(default = Some(0.5), shared, range = 0.0..=1.0)]
    limit: Option<f64>,
    #[hyper(default = Some(0.5), shared, scheduled, range = 0.0..=1.0)]
    scale: Option<f64>,
    #[hyper(default = 2, shared, range = 0..=3)]
    turns: usize,
    #[hyper(default = 2, range = 0..=3)]
    own_turns: usize,
}

#[optimizer]
impl Accepted {
    const MORE: f64 = 0.125;

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (first, second) = self.weights;
        let all = grad.global_norm();
        let (tanh, pair) = (all.tanh(), [all, first * all]);
        state.a = first * state.a + second * tanh + pair[1] * 0.01 + Self::MORE;
        let mut sum = scalar(0.0);
        for (turn, weight) in [0.1, 0.2, 0.3].iter().enumerate() {
            sum += *weight * turn as f64 * all;
        }
        for turn in 0..self.turns {
            sum = sum * 0.5 + self.chosen(all.powi(2), turn);
        }
        if self.flag {
            state.b = Self::bounded(sum, self.rates.0);
        } else if let Some(limit) = self.limit {
            state.b = sum.min(limit);
        }
        match self.mode {
            Mode::Plain => state.c += 1.0,
            Mode::Halved => self.remember(state, halved(all, second).exp().recip()),
        }
        if let Some(scale) = self.scale {
            state.c = select((state.c > scale) & (all > 0.0), scale, state.c);
        }
        // Here the number belongs to the parameter again.
        let mut narrowed = state.a;
        for _ in 0..self.own_turns {
            narrowed = narrowed * grad.norm().tanh();
        }
        state.own = if param.ndim() >= 2 { state.b } else { narrowed };
        let scaled = if self.own_turns > 1 { state.own } else { state.c };
        *param -= self.lr * (scaled + state.b) * grad;
    }

    fn chosen(&self, x: Scalar, turn: usize) -> Scalar {
        if self.flag { x / (1.0 + turn as f64) } else { scalar(OFFSET) }
    }

    fn bounded(x: Scalar, rate: Scalar) -> Scalar {
        x.clamp(0.0, 1.0).lerp(rate, 0.5)
    }

    fn remember(&self, state: &mut State<Self>, x: Scalar) {
        state.c = x;
    }
}

/// Reductions for which parameters differ: under conditions of each parameter, of numbers of the whole model, and with
/// timed conditions around their readers.
#[optimizer(state <buffer = 0.0, norm: global = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Mixed {
    #[hyper(default = 0.01, scheduled, range = 0.0..=0.1)]
    lr: f64,
    #[hyper(default = 2, range = 1..=4)]
    k: usize,
    #[hyper(default = false)]
    own: bool,
}

#[optimizer]
impl Mixed {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.norm = 0.5 * state.norm + grad.global_rms();
        let counted = (state.norm * 0.0 + 1.0).global_sum();
        if every(self.k) {
            state.buffer = grad / (1.0 + counted + state.norm);
        }
        let mut update = state.buffer + grad;
        if self.own {
            update = update * (update.global_amax() - update.global_amin()).tanh();
        }
        let rows = update.row_sum();
        *param -= self.lr * (update + rows / (1.0 + rows.global_norm()));
    }
}

#[test]
fn they_compute_what_they_say() {
    check::<Accepted>();
    check::<Mixed>();
}
