//! The programs of a step, which run at different steps.

use std::fmt::{self, Display, Formatter};

use crate::time::Program;

/// The passes of steps of one kind. A step without timed conditions has one program, which runs at all steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepProgram {
    /// Its passes, by their places in [`StepPlan::passes`](super::StepPlan::passes).
    pub passes: Vec<usize>,
    /// The steps at which it runs. No two programs share a step.
    pub runs: Vec<Runs>,
}

/// Some of the steps between two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The first step that counts.
    pub from: u64,
    /// The last step; `None` if they never end.
    pub to: Option<u64>,
    /// The numerator.
    pub steps: u64,
    /// The denominator, in lowest terms. For steps that never end, it is the share in a long run.
    pub of: u64,
}

impl StepProgram {
    pub(super) fn new(program: &Program, passes: Vec<usize>) -> Self {
        let run = |((from, to), share): ((u64, Option<u64>), optim_language::time::Share)| Runs {
            from,
            to,
            steps: share.steps,
            of: share.of,
        };
        Self { passes, runs: program.stretches().into_iter().map(run).collect() }
    }

    /// The fraction of steps in a long run that run this program: 0.1 for 1 of 10 steps, 0 for a program that ends.
    pub fn share(&self) -> f64 {
        let endless = self.runs.iter().filter(|runs| runs.to.is_none());
        endless.map(|runs| runs.steps as f64 / runs.of as f64).sum()
    }
}

impl Display for StepProgram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (place, runs) in self.runs.iter().enumerate() {
            write!(f, "{}{runs}", if place > 0 { ", and " } else { "" })?;
        }
        match &self.passes[..] {
            [] => f.write_str(": nothing"),
            [pass] => write!(f, ": pass {}", pass + 1),
            [passes @ .., last] => {
                f.write_str(": passes ")?;
                for (place, pass) in passes.iter().enumerate() {
                    write!(f, "{}{}", if place > 0 { ", " } else { "" }, pass + 1)?;
                }
                write!(f, " and {}", last + 1)
            }
        }
    }
}

impl Display for Runs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { from, to, steps, of } = self;
        if steps != of {
            write!(f, "{steps} of {of} steps")?;
            return match to {
                None if *from == 1 => Ok(()),
                None => write!(f, " from step {from} on"),
                Some(to) => write!(f, " from {from} to {to}"),
            };
        }
        match to {
            None if *from == 1 => f.write_str("every step"),
            None => write!(f, "from step {from} on"),
            Some(to) if from == to => write!(f, "step {from}"),
            Some(to) => write!(f, "steps {from} to {to}"),
        }
    }
}
