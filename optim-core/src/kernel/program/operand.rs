//! The numbers that scalar code reads: constants, numbers of rows, and those that come from outside.

use std::sync::Arc;

use crate::draw::{Draw, DrawKey, Law};
use crate::time::Time;

/// Where a number is found when a program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ScalarOperand {
    /// Here.
    Fixed(f64),
    /// Among the shared numbers: the settings, the step count, those of rows.
    Shared(u32),
    /// Among those of each parameter.
    Each(u32),
}

impl ScalarOperand {
    /// The number if it is known.
    pub(crate) const fn known(self) -> f64 {
        match self {
            Self::Fixed(x) => x,
            Self::Shared(_) | Self::Each(_) => f64::NAN,
        }
    }
}

/// Where a number comes from that is not computed of others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ScalarSource {
    /// A global state before the step.
    Global(usize),
    /// A scalar state before the step.
    State(usize),
    /// The next step of an optimizer whose finished steps are in this state.
    Count(usize),
    /// An input that is a number.
    Input(usize),
    /// The first number of a draw, by its place among the draws that are described.
    Draw(usize),
}

/// A function of numbers that a user has written.
pub(super) type UserFunction = Arc<dyn Fn(&mut dyn Iterator<Item = f64>) -> f64 + Send + Sync>;

/// A draw: its place among those of the routine, and the iterations of the loops around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) law: Law,
    pub(crate) place: u32,
    pub(crate) iterations: Vec<u64>,
    pub(crate) probe: bool,
    /// The sources of random numbers below the parameter's, for an optimizer inside of a wrapper, and the state that its steps are counted in.
    pub(crate) within: Vec<u64>,
    pub(crate) count: Option<usize>,
}

impl Drawn {
    /// The random numbers of a parameter in a step; `count` tells the next step of an optimizer that counts in this state.
    pub(crate) fn at(&self, param: DrawKey, time: Time, count: impl Fn(usize) -> u64) -> Draw {
        let key = self.within.iter().fold(param, |key, source| key.child(*source));
        let t = self.count.map_or(time.step(), count);
        match self.probe {
            false => key.draw(self.law, t, self.place, &self.iterations),
            true => key.draw_of_probe(self.law, t, self.place, &self.iterations),
        }
    }
}
