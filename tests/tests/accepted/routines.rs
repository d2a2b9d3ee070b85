//! `probe` and `eval` next to `step`.

use super::{Mode, softsign};
use optim_std::author::*;
use optim_std::testing::check;

/// Functions in any order, with any names, conditional state, helpers that all three share, and states that only one of them uses.
#[optimizer(state <
    average = param,
    row: rows = 0.0 if param.ndim() >= 2,
    probes: scalar = 0.0,
    shown = 0.5 if self.mode == Mode::Scaled,
>)]
#[derive(Debug, Clone)]
struct Routines {
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    lr: f64,
    #[hyper(default = Mode::Scaled)]
    mode: Mode,
}

#[optimizer]
impl Routines {
    const SHARE: f64 = 0.25;

    // `mut` of a value does not write a state or the parameter.
    fn eval(&self, mut weights: Tensor, s: &State<Self>) -> Tensor {
        let entry = self.shared(weights, s.average);
        if weights.ndim() >= 2 {
            weights = weights + s.row;
        }
        match self.mode {
            Mode::Plain => weights,
            Mode::Signed => full(0.5),
            Mode::Scaled => {
                let run = self.read(s);
                weights * run + entry * s.shown
            }
        }
    }

    fn read(&self, state: &State<Self>) -> Scalar {
        state.probes + 1.0 - self.lr
    }

    fn step(&self, p: &mut Tensor, g: Tensor, s: &mut State<Self>) {
        // A mutable state can be passed where a state is read.
        *p -= self.lr * g / self.read(s);
        s.average = self.shared(s.average, *p);
    }

    fn shared(&self, old: Tensor, new: Tensor) -> Tensor {
        softsign(old).lerp(new, Self::SHARE)
    }

    fn probe(&self, p: &mut Tensor, _: Tensor, s: &mut State<Self>, entry: Scalar) {
        if self.mode == Mode::Plain {
            *p = self.shared(*p, s.average);
        }
        if p.ndim() >= 2 {
            s.row = p.row_mean() / entry;
        }
        s.probes += 1.0;
    }
}

#[test]
fn probe_and_eval() {
    check::<Routines>();
}
