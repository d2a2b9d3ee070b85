//! Timed conditions at unusual places, and their names for other things.

use super::Mode;
use optim_std::author::*;
use optim_std::testing::check;

const PERIOD: u8 = 3;

/// The functions' names for a setting, states and variables. Constants and expressions as arguments. Chains of `else if`.
#[optimizer(state <every = 0.0, at: scalar = 0.0, last = param if self.mode == Mode::Scaled>)]
#[derive(Debug, Clone)]
struct Timed {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = 2, range = 1..=4)]
    after: u32,
    #[hyper(default = Mode::Scaled)]
    mode: Mode,
}

#[optimizer]
impl Timed {
    const FIRST: u64 = 2;

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let slot = 0.5 * grad;
        let due = every(PERIOD, Self::FIRST);
        let mut update = if due { slot } else { grad };
        // Variables of conditions in other variables, and parentheses.
        let (late, early) = (after(self.after), !(after(self.after)));
        if (late && due) || (early && !due) {
            state.every = state.every.lerp(update, 0.5);
        }
        // An `if` on settings inside a timed `if`, and the other way round.
        if early {
            if self.mode == Mode::Plain {
                update = update.sign();
            }
        } else if self.mode == Mode::Signed {
            if at(PERIOD as usize + 2) {
                update *= 0.25;
            }
        } else if due {
            state.at += 1.0 / t;
        } else {
            update += state.every;
        }
        if let Mode::Scaled = self.mode
            && every(2 * PERIOD)
        {
            state.last = *param;
        }
        match self.mode {
            Mode::Scaled => update += 0.01 * state.last,
            Mode::Plain | Mode::Signed => {}
        }
        *param -= self.weight(late) * [1.0, 0.5, 0.25][self.place(due)] * (update + state.at);
    }

    /// A condition as an argument.
    fn weight(&self, late: bool) -> Scalar {
        if late { self.lr } else { 0.5 * self.lr }
    }

    /// It returns a fixed number, and ignores its timed argument.
    fn place(&self, _due: bool) -> usize {
        self.after as usize % 3
    }
}

/// The parameter moves in only one program, under a condition on settings, in both arms.
#[optimizer(state <sum = 0.0>)]
#[derive(Debug, Clone)]
struct Rarely {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = Some(2), range = 1..=3)]
    k: Option<usize>,
}

#[optimizer]
impl Rarely {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.sum += grad;
        let k = self.k.unwrap_or(1);
        if !every(k, k + 1) {
        } else if self.k.is_some() {
            *param -= self.lr * state.sum;
        } else {
            *param -= self.lr * grad;
        }
    }
}

#[test]
fn timed_conditions() {
    check::<Timed>();
    check::<Rarely>();
}
