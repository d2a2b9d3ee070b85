//! The scalars of a step, while it is described, as rows. Each row is computed from earlier rows.
//!
//! A row is *shared* if its number is the same for all parameters of a block: settings, the step count, and numbers computed from them. All other
//! rows have a number for each parameter: scalar states, results of reductions, random numbers.

use std::cell::RefCell;
use std::fmt;

use super::code::{Line, ScalarCode};
use super::computation::Computation;
use super::operand::{Drawn, ScalarOperand, ScalarSource, UserFunction};

/// The origin of a row's number.
pub(super) enum Meaning {
    Source(ScalarSource),
    Compute(Computation, [ScalarOperand; 3]),
    Powi(ScalarOperand, i32),
    Call(UserFunction, Vec<ScalarOperand>),
    /// Another operation sets it.
    Given,
}

/// A described scalar, and the place of its number.
pub(super) struct ScalarRow {
    pub(super) meaning: Meaning,
    pub(super) to: ScalarOperand,
}

/// The time for which a number stays the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lasting {
    /// While the settings stay the same.
    Settled,
    /// Throughout a step.
    Steady,
    /// It may differ between parameters.
    Varying,
}

/// The rows of a step so far.
#[derive(Default)]
pub(super) struct RowsSoFar {
    pub(super) rows: Vec<ScalarRow>,
    /// The number of shared numbers, and the number of other ones.
    pub(super) shared: u32,
    pub(super) each: u32,
    pub(super) draws: Vec<Drawn>,
}

/// The scalars of a step, while it is described, in the order of their computation.
pub(crate) struct ScalarRows {
    /// The number of settings. They are the first shared numbers, and the step count is the next one.
    settings: u32,
    so_far: RefCell<RowsSoFar>,
}

impl fmt::Debug for ScalarRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScalarRows").finish_non_exhaustive()
    }
}

impl ScalarRows {
    /// Creates empty rows for a step with this number of settings.
    pub(crate) fn new(settings: usize) -> Self {
        let settings = u32::try_from(settings).expect("an optimizer has fewer settings");
        Self { settings, so_far: RefCell::new(RowsSoFar { shared: settings + 1, ..RowsSoFar::default() }) }
    }

    /// The number of rows so far.
    pub(crate) fn count(&self) -> usize {
        self.so_far.borrow().rows.len()
    }

    /// A setting, by its place among the numeric settings.
    pub(crate) fn setting(&self, place: usize) -> ScalarOperand {
        match u32::try_from(place) {
            Ok(place) if place < self.settings => ScalarOperand::Shared(place),
            _ => ScalarOperand::Fixed(f64::NAN),
        }
    }

    /// The step count.
    pub(crate) const fn step_count(&self) -> ScalarOperand {
        ScalarOperand::Shared(self.settings)
    }

    /// Adds a number from outside.
    pub(crate) fn source(&self, source: ScalarSource) -> ScalarOperand {
        self.add(Meaning::Source(source), matches!(source, ScalarSource::Global(_)))
    }

    /// Adds a draw, and returns its place among the described draws.
    pub(crate) fn draw(&self, draw: Drawn) -> usize {
        let draws = &mut self.so_far.borrow_mut().draws;
        draws.push(draw);
        draws.len() - 1
    }

    /// Adds a number that another operation sets. It is shared, or each parameter has its own.
    pub(crate) fn given(&self, shared: bool) -> ScalarOperand {
        self.add(Meaning::Given, shared)
    }

    /// Adds the number of an operation.
    pub(crate) fn compute(&self, computation: Computation, operands: [ScalarOperand; 3]) -> ScalarOperand {
        self.add(Meaning::Compute(computation, operands), are_shared(&operands))
    }

    /// Adds an integer power by repeated multiplication.
    pub(crate) fn powi(&self, x: ScalarOperand, n: i32) -> ScalarOperand {
        self.add(Meaning::Powi(x, n), are_shared(&[x]))
    }

    /// Adds the number of a user's function.
    pub(crate) fn call(&self, function: UserFunction, operands: Vec<ScalarOperand>) -> ScalarOperand {
        let shared = are_shared(&operands);
        self.add(Meaning::Call(function, operands), shared)
    }

    /// Ends the description, and returns the rows.
    pub(super) fn into_rows(self) -> RowsSoFar {
        self.so_far.into_inner()
    }

    /// Ends the description. Returns the scalars as code, and for each row the number of code lines before it.
    pub(crate) fn finish(self) -> (ScalarCode, Vec<usize>) {
        let RowsSoFar { rows, shared, each, draws } = self.so_far.into_inner();
        let fixed = rows.iter().flat_map(|row| row.meaning.fixed()).collect();
        let mut code = ScalarCode::new(self.settings as usize, shared as usize, fixed, each as usize);
        code.draws = draws;
        let mut lasting = vec![Lasting::Varying; shared as usize];
        lasting[..self.settings as usize].fill(Lasting::Settled);
        lasting[self.settings as usize] = Lasting::Steady;
        let mut places = vec![0];
        for ScalarRow { meaning, to } in rows {
            let mut own = Lasting::Varying;
            if let ScalarOperand::Shared(to) = to {
                own = meaning.lasting(&lasting);
                lasting[to as usize] = own;
            }
            let to = code.place(to);
            if let Some(line) = meaning.line(&code) {
                let lines = match own {
                    Lasting::Settled => &mut code.settled,
                    Lasting::Steady => &mut code.steady,
                    Lasting::Varying => &mut code.lines,
                };
                lines.push((line, to));
            }
            places.push(code.lines.len());
        }
        (code, places)
    }

    fn add(&self, meaning: Meaning, is_shared: bool) -> ScalarOperand {
        let RowsSoFar { rows, shared, each, .. } = &mut *self.so_far.borrow_mut();
        let count = if is_shared { shared } else { each };
        let to = if is_shared { ScalarOperand::Shared(*count) } else { ScalarOperand::Each(*count) };
        *count += 1;
        rows.push(ScalarRow { meaning, to });
        to
    }
}

fn are_shared(operands: &[ScalarOperand]) -> bool {
    operands.iter().all(|operand| !matches!(operand, ScalarOperand::Each(_)))
}

impl Meaning {
    pub(super) fn operands(&self) -> &[ScalarOperand] {
        match self {
            Self::Compute(_, operands) => operands,
            Self::Powi(x, _) => std::slice::from_ref(x),
            Self::Call(_, operands) => operands,
            Self::Source(_) | Self::Given => &[],
        }
    }

    /// The fixed numbers among its operands.
    fn fixed(&self) -> impl Iterator<Item = f64> {
        self.operands().iter().filter_map(|operand| match operand {
            ScalarOperand::Fixed(x) => Some(*x),
            _ => None,
        })
    }

    /// The time for which the number of a shared row stays the same, from the times of earlier shared numbers.
    fn lasting(&self, known: &[Lasting]) -> Lasting {
        if matches!(self, Self::Source(_) | Self::Given) {
            return Lasting::Varying;
        }
        let of = |operand: &ScalarOperand| match operand {
            ScalarOperand::Fixed(_) => Lasting::Settled,
            ScalarOperand::Shared(place) => known[*place as usize],
            ScalarOperand::Each(_) => Lasting::Varying,
        };
        self.operands().iter().map(of).max().unwrap_or(Lasting::Settled)
    }

    /// The line of code; `None` if another operation sets the number.
    fn line(self, code: &ScalarCode) -> Option<Line> {
        let place = |operand| code.place(operand);
        Some(match self {
            Self::Source(from) => Line::Source(from),
            Self::Compute(Computation::Powf, [x, n, _]) => Line::Power([x, n].map(place)),
            Self::Compute(computation, operands) => {
                let (one, each) = computation.functions();
                Line::Compute(one, each, operands.map(place))
            }
            Self::Powi(x, n) => Line::Powi(place(x), n),
            Self::Call(function, operands) => Line::Call(function, operands.into_iter().map(place).collect()),
            Self::Given => return None,
        })
    }
}
