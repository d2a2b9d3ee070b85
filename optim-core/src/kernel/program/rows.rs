//! The scalars of a step as data: rows, each of which is computed of rows before it.
//!
//! A row is *shared* if its number is the same for all parameters that a program runs for at once: of settings, the step count and what
//! is computed of them. The others have a number for each parameter of a block: scalar states, results of reductions, random numbers.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::asked::Question;
use super::powers::Powers;
use crate::draw::Law;
use crate::kernel::math;

/// Where a number is found when a program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operand {
    /// Here.
    Fixed(f64),
    /// Among the shared numbers.
    Shared(u32),
    /// Among those of each parameter.
    Each(u32),
}

impl Operand {
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
pub(crate) enum Source {
    /// A setting, by its place among those that are numbers.
    Setting(usize),
    /// The step count.
    Count,
    /// A global state before the step.
    Global(usize),
    /// A scalar state before the step.
    State(usize),
    /// An input that is a number.
    Input(usize),
    /// The first number of a draw, by its place among the draws that are described.
    Draw(usize),
}

impl Source {
    /// True if the number is the same for all parameters that a program runs for at once.
    const fn is_shared(self) -> bool {
        matches!(self, Self::Setting(_) | Self::Count | Self::Global(_))
    }
}

/// A function of numbers that a user has written.
type Function = Arc<dyn Fn(&mut dyn Iterator<Item = f64>) -> f64 + Send + Sync>;

/// A draw: its place among those of the routine, and the iterations of the loops around it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub(crate) law: Law,
    pub(crate) place: u32,
    pub(crate) iterations: Vec<u64>,
    pub(crate) probe: bool,
}

macro_rules! computations {
    ($($section:ident { $($rows:tt)* })*) => {
        computations!(@collect [] [] $($section { $($rows)* })*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] unary { $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)* $($Op = $name(a) [$($sign)?],)*] [$($all)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] binary { $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)* $($Op = $name(a b) [$($sign)?],)*] [$($all)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] ternary { $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)* $($Op = $name(a b c) [],)*] [$($all)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] compare { $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)*] [$($all)* $($Op($sign),)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] $other:ident { $($rows:tt)* } $($rest:tt)*) => {
        computations!(@collect [$($one)*] [$($all)*] $($rest)*);
    };
    (@collect [$($Op:ident = $name:ident($($x:ident)+) [$($sign:tt)?],)*] [$($Compare:ident($compare:tt),)*]) => {
        /// An operation of the table, on numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Computation {
            $($Op,)*
            $($Compare,)*
            BitAnd,
            BitOr,
            Not,
            Select,
        }

        impl Computation {
            /// Its number; of a comparison 1 or 0.
            #[inline]
            pub(crate) fn of(self, [a, b, c]: [f64; 3]) -> f64 {
                match self {
                    $(Self::$Op => computations!(@call [$($sign)?] $name [a b c] $($x)+),)*
                    $(Self::$Compare => f64::from(a $compare b),)*
                    Self::BitAnd => a.min(b),
                    Self::BitOr => a.max(b),
                    Self::Not => 1.0 - a,
                    Self::Select => if a == 0.0 { c } else { b },
                }
            }

            /// The same for each of several parameters.
            fn of_each(self, [a, b, c]: [[f64; FEW]; 3], to: &mut [f64; FEW]) {
                // The operation is chosen outside of the loop.
                macro_rules! each {
                    ($f:expr) => {
                        for k in 0..FEW {
                            to[k] = $f([a[k], b[k], c[k]]);
                        }
                    };
                }
                match self {
                    $(Self::$Op => each!(|numbers| Self::$Op.of(numbers)),)*
                    $(Self::$Compare => each!(|numbers| Self::$Compare.of(numbers)),)*
                    Self::BitAnd => each!(|numbers| Self::BitAnd.of(numbers)),
                    Self::BitOr => each!(|numbers| Self::BitOr.of(numbers)),
                    Self::Not => each!(|numbers| Self::Not.of(numbers)),
                    Self::Select => each!(|numbers| Self::Select.of(numbers)),
                }
            }
        }
    };
    (@call [-] $name:ident [$a:ident $b:ident $c:ident] $x:ident) => { -$a };
    (@call [$sign:tt] $name:ident [$a:ident $b:ident $c:ident] $x:ident $y:ident) => { $a $sign $b };
    (@call [] $name:ident [$a:ident $b:ident $c:ident] $x:ident) => { math::$name($a) };
    (@call [] $name:ident [$a:ident $b:ident $c:ident] $x:ident $y:ident) => { math::$name($a, $b) };
    (@call [] $name:ident [$a:ident $b:ident $c:ident] $x:ident $y:ident $z:ident) => { math::$name($a, $b, $c) };
}
optim_language::operations!(computations);

/// How a row's number comes about, of operands of this form.
enum Meaning<O> {
    Source(Source),
    Compute(Computation, [O; 3]),
    Powi(O, i32),
    Call(Function, Vec<O>),
    /// Another operation sets it.
    Given,
}

/// A scalar that is described, and the place of its number.
struct Row {
    meaning: Meaning<Operand>,
    to: Operand,
}

/// A scalar of a program: places among all numbers.
struct Line {
    meaning: Meaning<usize>,
    to: usize,
}

/// The scalars of a step so far.
#[derive(Default)]
struct Described {
    rows: Vec<Row>,
    /// How many of them are shared, and how many are not.
    shared: u32,
    each: u32,
    draws: Vec<Drawn>,
    asked: Vec<Question>,
}

/// The scalars of a step that is described, in the order in which they are computed.
#[derive(Default)]
pub(crate) struct Rows(RefCell<Described>);

impl fmt::Debug for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").finish_non_exhaustive()
    }
}

impl Rows {
    /// The number of rows so far.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().rows.len()
    }

    /// A number that comes from outside.
    pub(crate) fn source(&self, source: Source) -> Operand {
        self.add(Meaning::Source(source), source.is_shared())
    }

    /// A draw, by its place among those that are described.
    pub(crate) fn draw(&self, draw: Drawn) -> usize {
        let draws = &mut self.0.borrow_mut().draws;
        draws.push(draw);
        draws.len() - 1
    }

    /// A question about time.
    pub(crate) fn ask(&self, question: Question) {
        let asked = &mut self.0.borrow_mut().asked;
        if !asked.contains(&question) {
            asked.push(question);
        }
    }

    /// A number that another operation sets: the same for all parameters, or that of each.
    pub(crate) fn given(&self, shared: bool) -> Operand {
        self.add(Meaning::Given, shared)
    }

    /// The number of an operation.
    pub(crate) fn compute(&self, computation: Computation, operands: [Operand; 3]) -> Operand {
        self.add(Meaning::Compute(computation, operands), are_shared(&operands))
    }

    /// An integer power by repeated multiplication.
    pub(crate) fn powi(&self, x: Operand, n: i32) -> Operand {
        self.add(Meaning::Powi(x, n), are_shared(&[x]))
    }

    /// The number of a function that a user has written.
    pub(crate) fn call(&self, function: Function, operands: Vec<Operand>) -> Operand {
        let shared = are_shared(&operands);
        self.add(Meaning::Call(function, operands), shared)
    }

    /// The scalars, when all are described, and of each row the number of rows before it that are not steady.
    pub(crate) fn finish(self) -> (Scalars, Vec<usize>) {
        let Described { rows, shared, each, draws, asked } = self.0.into_inner();
        let mut scalars = Scalars { first: shared as usize, each: each as usize, draws, asked, ..Scalars::default() };
        let (mut steady, mut places) = (vec![false; shared as usize], vec![0]);
        for Row { meaning, to } in rows {
            let mut is_steady = false;
            if let Operand::Shared(to) = to {
                is_steady = meaning.is_steady(|shared| steady[shared as usize]);
                steady[to as usize] = is_steady;
            }
            let line = Line { to: scalars.place(to), meaning: meaning.placed(&mut scalars) };
            if is_steady { &mut scalars.steady } else { &mut scalars.lines }.push(line);
            places.push(scalars.lines.len());
        }
        (scalars, places)
    }

    fn add(&self, meaning: Meaning<Operand>, shared: bool) -> Operand {
        let Described { rows, shared: shared_count, each, .. } = &mut *self.0.borrow_mut();
        let count = if shared { shared_count } else { each };
        let to = if shared { Operand::Shared(*count) } else { Operand::Each(*count) };
        *count += 1;
        rows.push(Row { meaning, to });
        to
    }
}

fn are_shared(operands: &[Operand]) -> bool {
    operands.iter().all(|operand| !matches!(operand, Operand::Each(_)))
}

/// The scalars of a step.
#[derive(Default)]
pub(crate) struct Scalars {
    lines: Vec<Line>,
    /// The lines that are the same in all of a step: what is computed of settings and the step count.
    steady: Vec<Line>,
    /// The number of shared numbers, which come first, and of those of each parameter, which come next.
    first: usize,
    each: usize,
    /// The numbers behind them, which are fixed.
    fixed: Vec<f64>,
    /// The draws of the step.
    pub(crate) draws: Vec<Drawn>,
    /// What the description asked of time.
    pub(crate) asked: Vec<Question>,
}

/// Most parameters of a block whose numbers differ.
pub(crate) const FEW: usize = 8;

/// The numbers of a program that runs.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// The settings of the step.
    pub(crate) settings: Vec<f64>,
    /// The program, the step count and the settings of the steady numbers that are known.
    known: (u64, u64, Vec<f64>),
    /// The shared numbers, those of the parameter, and the fixed ones.
    all: Vec<f64>,
    /// The numbers of the parameters of a block, side by side.
    each: Vec<[f64; FEW]>,
    /// The place of the first number of a parameter.
    first: usize,
    /// True if the program runs for a block.
    block: bool,
    powers: Powers,
}

impl Numbers {
    /// The program whose numbers they are; 0 without one.
    pub(super) const fn program(&self) -> u64 {
        self.known.0
    }

    /// The number of an operand; in a block that of its first parameter.
    #[inline]
    pub(crate) fn of(&self, operand: Operand) -> f64 {
        match operand {
            Operand::Fixed(x) => x,
            Operand::Shared(row) => self.all[row as usize],
            Operand::Each(row) if self.block => self.each[row as usize][0],
            Operand::Each(row) => self.all[self.first + row as usize],
        }
    }

    /// Sets the number of a row, where it is the same for all parameters or there is one only.
    #[inline]
    pub(crate) fn set(&mut self, to: Operand, x: f64) {
        match to {
            Operand::Fixed(_) => {}
            Operand::Shared(row) => self.all[row as usize] = x,
            Operand::Each(row) => self.all[self.first + row as usize] = x,
        }
    }

    /// The number of an operand for a parameter of the block.
    #[inline]
    pub(crate) fn at(&self, operand: Operand, item: usize) -> f64 {
        match operand {
            Operand::Each(row) => self.each[row as usize][item],
            same => self.of(same),
        }
    }

    /// The numbers of an operand for the parameters of a block, if they may differ.
    pub(crate) fn each(&self, operand: Operand) -> Option<&[f64; FEW]> {
        match operand {
            Operand::Each(row) if self.block => self.each.get(row as usize),
            _ => None,
        }
    }

    /// Sets the numbers of a row for the parameters of a block.
    pub(crate) fn set_all(&mut self, to: Operand, xs: [f64; FEW]) {
        if let Operand::Each(row) = to {
            self.each[row as usize] = xs;
        }
    }

    /// The numbers at a place for the parameters of a block; those of a parameter are before a place.
    fn lanes(all: &[f64], first: usize, each: &[[f64; FEW]], place: usize) -> [f64; FEW] {
        match place.checked_sub(first).and_then(|row| each.get(row)) {
            Some(lanes) => *lanes,
            None => [all[place]; FEW],
        }
    }
}

impl Meaning<Operand> {
    /// The same of places.
    fn placed(self, scalars: &mut Scalars) -> Meaning<usize> {
        match self {
            Self::Source(from) => Meaning::Source(from),
            Self::Compute(computation, operands) => {
                Meaning::Compute(computation, operands.map(|operand| scalars.place(operand)))
            }
            Self::Powi(x, n) => Meaning::Powi(scalars.place(x), n),
            Self::Call(function, operands) => {
                Meaning::Call(function, operands.into_iter().map(|operand| scalars.place(operand)).collect())
            }
            Self::Given => Meaning::Given,
        }
    }

    /// True if it is the same in all of a step; `is_steady` says so of shared rows before it.
    fn is_steady(&self, is_steady: impl Fn(u32) -> bool) -> bool {
        let known = |operand: &Operand| match operand {
            Operand::Fixed(_) => true,
            Operand::Shared(row) => is_steady(*row),
            Operand::Each(_) => false,
        };
        match self {
            Self::Source(from) => matches!(from, Source::Setting(_) | Source::Count),
            Self::Compute(_, operands) => operands.iter().all(known),
            Self::Powi(x, _) => known(x),
            Self::Call(_, operands) => operands.iter().all(known),
            Self::Given => false,
        }
    }
}

impl Scalars {
    /// The place of an operand among all numbers.
    fn place(&mut self, operand: Operand) -> usize {
        match operand {
            Operand::Shared(row) => row as usize,
            Operand::Each(row) => self.first + row as usize,
            Operand::Fixed(x) => {
                let same = |known: &f64| known.to_bits() == x.to_bits();
                let known = self.fixed.iter().position(same).unwrap_or_else(|| {
                    self.fixed.push(x);
                    self.fixed.len() - 1
                });
                self.first + self.each + known
            }
        }
    }

    /// Makes room for all numbers, and computes those that are the same in all of a step, if they are not known.
    pub(crate) fn begin(&self, (program, t): (u64, u64), block: bool, numbers: &mut Numbers) {
        numbers.block = block;
        let Numbers { known, settings, .. } = numbers;
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
        if known.0 == program && known.1 == t && known.2.iter().zip(&*settings).all(same) {
            return;
        }
        (known.0, known.1) = (program, t);
        known.2.clone_from(settings);
        numbers.first = self.first;
        numbers.all.clear();
        numbers.all.resize(self.first + self.each, 0.0);
        numbers.all.extend_from_slice(&self.fixed);
        numbers.each.resize(self.each, [0.0; FEW]);
        Self::compute(&self.steady, numbers, &|_| t as f64);
    }

    /// Computes the numbers of a range of rows for one parameter.
    pub(crate) fn run(&self, range: Range<usize>, numbers: &mut Numbers, source: &dyn Fn(Source) -> f64) {
        Self::compute(&self.lines[range], numbers, source);
    }

    fn compute(lines: &[Line], numbers: &mut Numbers, source: &dyn Fn(Source) -> f64) {
        let Numbers { all, settings, powers, .. } = numbers;
        for Line { meaning, to } in lines {
            let x = match meaning {
                Meaning::Compute(Computation::Powf, [a, b, _]) => powers.get(all[*a], all[*b]),
                Meaning::Compute(computation, [a, b, c]) => computation.of([all[*a], all[*b], all[*c]]),
                Meaning::Source(Source::Setting(place)) => settings.get(*place).copied().unwrap_or(f64::NAN),
                Meaning::Source(from) => source(*from),
                Meaning::Powi(x, n) => math::powi(all[*x], *n),
                Meaning::Call(function, operands) => function(&mut operands.iter().map(|place| all[*place])),
                Meaning::Given => continue,
            };
            all[*to] = x;
        }
    }

    /// Computes them for the first `count` parameters of a block.
    pub(crate) fn run_block(
        &self,
        range: Range<usize>,
        numbers: &mut Numbers,
        count: usize,
        source: &dyn Fn(Source, usize) -> f64,
    ) {
        let Numbers { all, each, first, powers, .. } = numbers;
        for Line { meaning, to } in &self.lines[range] {
            let Some(row) = to.checked_sub(*first) else { unreachable!("shared numbers of a block are steady") };
            // Rows are computed of those before them.
            let (before, own) = each.split_at_mut(row);
            let lanes = |place: &usize| Numbers::lanes(all, *first, before, *place);
            let to = &mut own[0];
            match meaning {
                Meaning::Compute(Computation::Powf, [a, b, _]) => {
                    let (a, b) = (lanes(a), lanes(b));
                    for (item, to) in to.iter_mut().enumerate().take(count) {
                        *to = powers.get(a[item], b[item]);
                    }
                }
                Meaning::Compute(computation, [a, b, c]) => computation.of_each([lanes(a), lanes(b), lanes(c)], to),
                Meaning::Source(from) => {
                    for (item, to) in to.iter_mut().enumerate().take(count) {
                        *to = source(*from, item);
                    }
                }
                Meaning::Powi(x, n) => *to = lanes(x).map(|x| math::powi(x, *n)),
                Meaning::Call(function, operands) => {
                    for (item, to) in to.iter_mut().enumerate().take(count) {
                        *to = function(&mut operands.iter().map(|place| lanes(place)[item]));
                    }
                }
                Meaning::Given => {}
            }
        }
    }
}
