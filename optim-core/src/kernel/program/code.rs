//! The scalars of a program: lines of code over a list of numbers.

use std::ops::Range;

use super::computation::{FEW, GROUP, Lanes, OfEach, OfOne, groups};
use super::operand::{Drawn, ScalarOperand, ScalarSource, UserFunction};
use super::powers::Powers;
use super::settings::StepSettings;
use crate::kernel::math;

/// The computation of a number from the numbers at these places.
pub(super) enum Line {
    /// An operation of the table.
    Compute(OfOne, OfEach, [usize; 3]),
    /// A power, which is cached.
    Power([usize; 2]),
    Powi(usize, i32),
    Call(UserFunction, Vec<usize>),
    /// A number from outside of the code.
    Source(ScalarSource),
}

/// The scalars of a step.
///
/// The numbers are in this order: settings, step count, other shared numbers, fixed numbers, numbers of each parameter. So a line for the parameters
/// of a block reads only numbers before the one that it writes. A shared number is computed once.
pub(crate) struct ScalarCode {
    /// Lines with the places of their numbers: numbers that depend only on settings, numbers that are the same throughout a step, and all others.
    pub(super) settled: Vec<(Line, usize)>,
    pub(super) steady: Vec<(Line, usize)>,
    pub(super) lines: Vec<(Line, usize)>,
    /// The number of settings, and the number of shared numbers including the settings.
    settings: usize,
    shared: usize,
    fixed: Vec<f64>,
    /// The number of numbers of each parameter.
    each: usize,
    /// The draws of the step.
    pub(crate) draws: Vec<Drawn>,
}

/// The numbers of a running program.
#[derive(Debug, Default)]
pub(crate) struct StepNumbers {
    /// The program to which the numbers belong; 0 for none.
    program: u64,
    all: Vec<f64>,
    /// The numbers for each parameter of a block.
    lanes: Vec<Lanes>,
    /// The place of the first number that each parameter has itself.
    first: usize,
    /// True if the program runs for a block.
    block: bool,
    /// The number of parameters of a block for which the lanes contain the shared numbers.
    spread: usize,
    /// The settings of the step.
    settings: StepSettings,
}

impl StepNumbers {
    /// Numbers of one parameter, without a program.
    #[cfg(test)]
    pub(crate) fn of_each(count: usize) -> Self {
        Self { all: vec![0.0; count], ..Self::default() }
    }

    pub(super) const fn program(&self) -> u64 {
        self.program
    }

    /// The number of an operand. In a block, the number of its first parameter.
    #[inline]
    pub(crate) fn of(&self, operand: ScalarOperand) -> f64 {
        match operand {
            ScalarOperand::Fixed(x) => x,
            ScalarOperand::Shared(place) => self.all[place as usize],
            ScalarOperand::Each(place) if self.block => self.lanes[self.first + place as usize][0],
            ScalarOperand::Each(place) => self.all[self.first + place as usize],
        }
    }

    /// Sets a number that is the same for all parameters, or the number of a single parameter.
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

    /// The writable numbers of an operand for the parameters of a block, if they may differ.
    pub(crate) fn each_mut(&mut self, operand: ScalarOperand) -> Option<&mut Lanes> {
        match operand {
            ScalarOperand::Each(place) if self.block => self.lanes.get_mut(self.first + place as usize),
            _ => None,
        }
    }
}

impl ScalarCode {
    /// Code without lines.
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

    /// The place of an operand among all numbers. Fixed numbers must be among those given to `new`.
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

    /// Begins a run of this program for one parameter, or for a block in which `block` parameters have their own numbers. `settings` adds the
    /// settings. Computes the numbers that are the same throughout the step, unless they are known.
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
        // Lines compute whole groups.
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

    /// Computes the numbers of a range of lines for the first `count` parameters of a block.
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
