//! The numbers that scalar code reads: constants, numbers of rows, and those that come from outside.

use std::sync::Arc;

use crate::draw::{Draw, DrawKey, Law};
use crate::time::Time;

/// The location of a number when a program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ScalarOperand {
    /// A constant.
    Fixed(f64),
    /// An index of the shared numbers: settings, step count, shared rows.
    Shared(u32),
    /// An index of the numbers of each parameter.
    Each(u32),
}

impl ScalarOperand {
    /// The number if it is known, otherwise NaN.
    pub(crate) const fn known(self) -> f64 {
        match self {
            Self::Fixed(x) => x,
            Self::Shared(_) | Self::Each(_) => f64::NAN,
        }
    }
}

/// The source of a number that is not computed from others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ScalarSource {
    /// A global state before the step.
    Global(usize),
    /// A scalar state before the step.
    State(usize),
    /// The next step of an optimizer that counts its finished steps in this state.
    Count(usize),
    /// An input that is a number.
    Input(usize),
    /// The first number of a draw, by its place among the described draws.
    Draw(usize),
}

/// A user's function of numbers.
pub(super) type UserFunction = Arc<dyn Fn(&mut dyn Iterator<Item = f64>) -> f64 + Send + Sync>;

/// A draw: its place among the draws of the routine, and the iterations of the loops around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) law: Law,
    pub(crate) place: u32,
    pub(crate) iterations: Vec<u64>,
    pub(crate) probe: bool,
    /// For an inner optimizer, the path from the parameter's source of random numbers to its own, and the state that counts its steps.
    pub(crate) within: Vec<u64>,
    pub(crate) count: Option<usize>,
}

impl Drawn {
    /// The random numbers of a parameter in a step. `count` returns the next step of an optimizer that counts its steps in this state.
    pub(crate) fn at(&self, param: DrawKey, time: Time, count: impl Fn(usize) -> u64) -> Draw {
        let key = self.within.iter().fold(param, |key, source| key.child(*source));
        let t = self.count.map_or(time.step(), count);
        match self.probe {
            false => key.draw(self.law, t, self.place, &self.iterations),
            true => key.draw_of_probe(self.law, t, self.place, &self.iterations),
        }
    }
}
