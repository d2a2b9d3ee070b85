//! The scalars of a program: lines of code over a list of numbers.

use std::ops::Range;

use super::computation::{FEW, GROUP, Lanes, OfEach, OfOne, groups};
use super::operand::{Drawn, ScalarOperand, ScalarSource, UserFunction};
use super::powers::Powers;
use super::settings::StepSettings;
use crate::kernel::math;

/// How a number is computed, of the numbers at these places.
pub(super) enum Line {
    /// By an operation of the table.
    Compute(OfOne, OfEach, [usize; 3]),
    /// By a power that is remembered.
    Power([usize; 2]),
    Powi(usize, i32),
    Call(UserFunction, Vec<usize>),
    /// It comes from outside.
    Source(ScalarSource),
}

/// The scalars of a step.
///
/// The numbers are in this order: settings, step count, other shared numbers, fixed ones, those of each parameter. So a line for the parameters
/// of a block finds what it reads before what it writes; a shared number is computed once.
pub(crate) struct ScalarCode {
    /// Lines with the places of their numbers: what is computed of settings, what is the same in all of a step, and the others.
    pub(super) settled: Vec<(Line, usize)>,
    pub(super) steady: Vec<(Line, usize)>,
    pub(super) lines: Vec<(Line, usize)>,
    /// How many settings there are, and how many shared numbers, these included.
    settings: usize,
    shared: usize,
    fixed: Vec<f64>,
    /// How many numbers each parameter has.
    each: usize,
    /// The draws of the step.
    pub(crate) draws: Vec<Drawn>,
}

/// The numbers of a program that runs.
#[derive(Debug, Default)]
pub(crate) struct StepNumbers {
    /// The program whose numbers they are; 0 without one.
    program: u64,
    all: Vec<f64>,
    /// The same for each parameter of a block.
    lanes: Vec<Lanes>,
    /// The place of the first number of a parameter.
    first: usize,
    /// True if the program runs for a block.
    block: bool,
    /// For how many parameters of a block the lanes have the shared numbers.
    spread: usize,
    /// The settings of the step.
    settings: StepSettings,
}

impl StepNumbers {
    /// Numbers of one parameter, so many, without a program.
    #[cfg(test)]
    pub(crate) fn of_each(count: usize) -> Self {
        Self { all: vec![0.0; count], ..Self::default() }
    }

    pub(super) const fn program(&self) -> u64 {
        self.program
    }

    /// The number of an operand; in a block that of its first parameter.
    #[inline]
    pub(crate) fn of(&self, operand: ScalarOperand) -> f64 {
        match operand {
            ScalarOperand::Fixed(x) => x,
            ScalarOperand::Shared(place) => self.all[place as usize],
            ScalarOperand::Each(place) if self.block => self.lanes[self.first + place as usize][0],
            ScalarOperand::Each(place) => self.all[self.first + place as usize],
        }
    }

    /// Sets a number, where it is the same for all parameters or there is one only.
    #[inline]
    pub(crate) fn set(&mut self, to: ScalarOperand, x: f64) {
        match to {
            ScalarOperand::Fixed(_) => {}
            ScalarOperand::Shared(place) => self.all[place as usize] = x,
            ScalarOperand::Each(place) => self.all[self.first + place as usize] = x,
        }
    }

    /// The numbers of an operand for the parameters of a block, if they may differ.
    #[inline]
    pub(crate) fn each(&self, operand: ScalarOperand) -> Option<&Lanes> {
        match operand {
            ScalarOperand::Each(place) if self.block => self.lanes.get(self.first + place as usize),
            _ => None,
        }
    }

    /// The same, to be set.
    pub(crate) fn each_mut(&mut self, operand: ScalarOperand) -> Option<&mut Lanes> {
        match operand {
            ScalarOperand::Each(place) if self.block => self.lanes.get_mut(self.first + place as usize),
            _ => None,
        }
    }
}

impl ScalarCode {
    /// Without lines yet.
    pub(super) fn new(settings: usize, shared: usize, mut fixed: Vec<f64>, each: usize) -> Self {
        fixed.sort_by_key(|x| x.to_bits());
        fixed.dedup_by_key(|x| x.to_bits());
        Self {
            settled: Vec::new(),
            steady: Vec::new(),
            lines: Vec::new(),
            settings,
            shared,
            fixed,
            each,
            draws: Vec::new(),
        }
    }

    /// The place of an operand among all numbers; the fixed ones are those that the code was made with.
    pub(super) fn place(&self, operand: ScalarOperand) -> usize {
        match operand {
            ScalarOperand::Shared(place) => place as usize,
            ScalarOperand::Each(place) => self.shared + self.fixed.len() + place as usize,
            ScalarOperand::Fixed(x) => {
                let found = self.fixed.binary_search_by_key(&x.to_bits(), |fixed| fixed.to_bits());
                self.shared + found.unwrap_or_else(|_| unreachable!("the code was made with its fixed numbers"))
            }
        }
    }

    /// A run of the program of this number begins, for one parameter or for a block in which so many have numbers of their own: `settings` adds
    /// the settings. Computes what is the same in all of the step, if it is not known.
    pub(crate) fn begin(
        &self,
        (program, t): (u64, u64),
        block: Option<usize>,
        numbers: &mut StepNumbers,
        powers: &Powers,
        settings: &dyn Fn(&mut StepSettings),
    ) {
        let StepNumbers { program: known, all, lanes, first, block: in_block, spread, settings: own } = numbers;
        *in_block = block.is_some();
        let own = own.take(settings);
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
        let is_known = *known == program;
        assert!(own.len() == self.settings, "a program is given the settings that it was described with");
        let are_settled = is_known && all[..self.settings].iter().zip(own).all(same);
        let are_steady = are_settled && all[self.settings] == t as f64;
        if !is_known {
            (*known, *first) = (program, self.shared + self.fixed.len());
            all.clear();
            all.resize(self.shared, 0.0);
            all.extend_from_slice(&self.fixed);
            all.resize(*first + self.each, 0.0);
        }
        if !are_settled {
            all[..self.settings].iter_mut().zip(own).for_each(|(to, setting)| *to = *setting);
            Self::compute(&self.settled, all, powers, &|_| f64::NAN);
        }
        if !are_steady {
            all[self.settings] = t as f64;
            Self::compute(&self.steady, all, powers, &|_| f64::NAN);
        }
        if !are_steady {
            *spread = 0;
        }
        // A group is computed as a whole.
        let count = block.map_or(0, |count| count.next_multiple_of(GROUP));
        if count > *spread && self.each > 0 {
            if lanes.len() < all.len() {
                lanes.resize(all.len(), [0.0; FEW]);
            }
            lanes.iter_mut().zip(&all[..*first]).for_each(|(lanes, x)| lanes[..count].fill(*x));
            *spread = count;
        }
    }

    /// Computes the numbers of a range of lines for one parameter.
    pub(crate) fn run(
        &self,
        range: Range<usize>,
        numbers: &mut StepNumbers,
        powers: &Powers,
        source: &dyn Fn(ScalarSource) -> f64,
    ) {
        Self::compute(&self.lines[range], &mut numbers.all, powers, source);
    }

    fn compute(lines: &[(Line, usize)], all: &mut [f64], powers: &Powers, source: &dyn Fn(ScalarSource) -> f64) {
        for (line, to) in lines {
            all[*to] = match line {
                Line::Compute(of, _, [a, b, c]) => of(all[*a], all[*b], all[*c]),
                Line::Power([x, n]) => powers.get(all[*x], all[*n]),
                Line::Powi(x, n) => math::powi(all[*x], *n),
                Line::Call(function, from) => function(&mut from.iter().map(|place| all[*place])),
                Line::Source(from) => source(*from),
            };
        }
    }

    /// Computes them for the first `count` parameters of a block.
    pub(crate) fn run_block(
        &self,
        range: Range<usize>,
        numbers: &mut StepNumbers,
        count: usize,
        powers: &Powers,
        source: &dyn Fn(ScalarSource, usize) -> f64,
    ) {
        for own_line in &self.lines[range] {
            let (line, to) = own_line;
            if *to < self.shared {
                let StepNumbers { all, lanes, .. } = &mut *numbers;
                Self::compute(std::slice::from_ref(own_line), all, powers, &|from| source(from, 0));
                if let Some(lanes) = lanes.get_mut(*to) {
                    lanes[..count.next_multiple_of(GROUP)].fill(all[*to]);
                }
                continue;
            }
            let (known, own) = numbers.lanes.split_at_mut(*to);
            let to = &mut own[0];
            match line {
                Line::Compute(_, of, places) => {
                    let [a, b, c] = places.map(|place| groups(&known[place]));
                    let to = &mut to.as_chunks_mut::<GROUP>().0[..count.div_ceil(GROUP)];
                    for (((a, b), c), to) in a.iter().zip(b).zip(c).zip(to) {
                        of([a, b, c], to);
                    }
                }
                Line::Power([x, n]) => {
                    for (item, to) in to.iter_mut().enumerate().take(count) {
                        *to = powers.get(known[*x][item], known[*n][item]);
                    }
                }
                Line::Powi(x, n) => {
                    for (x, to) in known[*x].iter().zip(to).take(count) {
                        *to = math::powi(*x, *n);
                    }
                }
                Line::Call(function, from) => {
                    for (item, to) in to.iter_mut().enumerate().take(count) {
                        *to = function(&mut from.iter().map(|place| known[*place][item]));
                    }
                }
                Line::Source(from) => {
                    for (item, to) in to.iter_mut().enumerate().take(count) {
                        *to = source(*from, item);
                    }
                }
            }
        }
    }
}
