//! A step's context: the parameter, its gradient, its states and scratch, and the passes over them.

use super::Float;
use super::arena::{Arena, Pending};
use super::inner::Inner;
use super::level::Isa;
use super::note::PassNote;
use super::number::{FEW, Register};
use super::numbering::Numbering;
use super::piece::PieceProgress;
use super::program::{Drawn, Source as Number};
use super::raw::{Claim, Lines, Part};
use crate::draw::{Draw, Law};
use crate::shape::ParamShape;
use crate::time::Time;

/// Everything that one parameter's step may touch.
#[derive(Debug)]
pub struct Cx<'a, T: Float> {
    /// The part of the parameter that this step works on.
    pub(crate) claim: Claim<'a, T>,
    pub(crate) index: usize,
    /// The arrays of each parameter of the block, the first one's own too; empty if the step runs for one alone.
    pub(crate) block: &'a [Lines<'a, T>],
    pub(crate) isa: Isa,
    /// The note of the coming pass or call.
    pub(crate) note: Option<&'static PassNote>,
    /// The optimizer inside, if this is the step of a wrapper.
    pub(crate) inner: Option<&'a Inner<'a, T>>,
    pub(crate) arena: &'a mut Arena<T>,
    /// The values of global states.
    pub(crate) globals: &'a [f64],
    /// True if the step runs phase by phase.
    pub(crate) phases: bool,
    /// Its progress through the pieces of a group of passes.
    pub(crate) progress: PieceProgress,
    /// The scratch slots, as bits, that only this group uses.
    pub(crate) local: u64,
}

impl<'a, T: Float> Cx<'a, T> {
    #[inline(always)]
    pub(crate) const fn new(claim: Claim<'a, T>, index: usize, isa: Isa, arena: &'a mut Arena<T>) -> Self {
        Self {
            claim,
            index,
            block: &[],
            isa,
            note: None,
            inner: None,
            arena,
            globals: &[],
            phases: false,
            progress: PieceProgress::Whole,
            local: 0,
        }
    }

    /// With these values of global states.
    #[inline]
    pub(crate) const fn with_globals(self, globals: &'a [f64]) -> Self {
        Self { globals, ..self }
    }

    /// For all parameters of a block, of which the claim's is the first.
    #[inline(always)]
    pub(crate) const fn with_block(self, block: &'a [Lines<'a, T>]) -> Self {
        Self { block, ..self }
    }

    /// As one of the phases of a step.
    #[inline]
    pub(crate) const fn in_phases(self) -> Self {
        Self { phases: true, ..self }
    }

    /// The parameter's shape.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> ParamShape {
        self.claim.shape()
    }

    /// The value of a setting in this step.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::unused_self, reason = "the step asks its context for all that may differ from step to step")]
    pub const fn setting(&self, value: f64) -> Register {
        Register::One(value)
    }

    /// The step count, from 1.
    #[inline]
    #[must_use]
    pub fn t(&self) -> Register {
        Register::One(self.claim.t() as f64)
    }

    /// A number that a program takes from outside, for the parameter at a place of the block.
    pub(crate) fn number(&self, from: Number, draws: &[Drawn], item: usize) -> f64 {
        match from {
            Number::Setting(_) => f64::NAN,
            Number::Count => self.claim.t() as f64,
            Number::Global(state) => self.globals.get(self.claim.state(state)).copied().unwrap_or(0.0),
            Number::State(state) if self.block.is_empty() => self.claim.scalar(state),
            Number::State(state) => self.claim.scalar_at(item, state),
            Number::Input(input) => self.claim.input(input),
            Number::Draw(place) => self.drawn(&draws[place]).number(0),
        }
    }

    /// The random numbers of a draw that is described.
    pub(crate) fn drawn(&self, draw: &Drawn) -> Draw {
        let Drawn { law, place, iterations, probe } = draw;
        let (key, t) = (self.claim.draws(), self.claim.t());
        match probe {
            false => key.draw(*law, t, *place, iterations),
            true => key.draw_of_probe(*law, t, *place, iterations),
        }
    }

    /// The step count, to be asked about.
    #[inline]
    #[must_use]
    pub fn time(&self) -> Time {
        Time::new(self.claim.t())
    }

    /// The states of this optimizer among those of the job.
    #[inline]
    pub(crate) const fn states(&self) -> Numbering {
        self.claim.numbering()
    }

    /// The place of an input in the job.
    #[inline]
    pub(crate) const fn input_place(&self, input: usize) -> usize {
        self.claim.input_of(input)
    }

    /// The step count as a number.
    #[inline]
    pub(crate) fn step(&self) -> u64 {
        self.claim.t()
    }

    /// Returns true if passes are written down, not run.
    #[inline]
    pub(crate) fn is_recorded(&self) -> bool {
        matches!(self.claim.part(), Part::Nothing)
    }

    /// The value of a scalar state before this step; 0 for any other state.
    #[inline]
    #[must_use]
    pub fn scalar(&self, state: usize) -> Register {
        let first = self.claim.scalar(state);
        if self.block.is_empty() {
            return Register::One(first);
        }
        let mut each = [first; FEW];
        for (item, number) in each.iter_mut().enumerate().take(self.block.len()) {
            *number = self.claim.scalar_at(item, state);
        }
        // Powers of numbers that are the same are shared.
        match each.iter().all(|number| number.to_bits() == first.to_bits()) {
            true => Register::One(first),
            false => Register::Each(each),
        }
    }

    /// The value of a scalar item of a list as the step has left it so far; 0 for any other state.
    ///
    /// A step that sets one and then reads it is not [elementwise](super::Entry::elementwise): pieces of a parameter that run side by
    /// side do not see what the first of them has set.
    #[must_use]
    pub fn scalar_item(&self, state: usize) -> Register {
        let place = self.claim.state(state);
        let own = self.arena.pending.iter().rev().take_while(|pending| pending.job == self.index);
        let set = own.into_iter().find(|pending| pending.state == place);
        Register::One(set.map_or_else(|| self.claim.scalar(state), |pending| pending.value))
    }

    /// The number of an input that is one; 0 for any other input.
    #[inline]
    #[must_use]
    pub fn input(&self, input: usize) -> Register {
        Register::One(self.claim.input(input))
    }

    /// The value of a scalar state after this step. [`Cx::scalar`] gives the old one until the step is done.
    #[inline]
    pub fn set_scalar(&mut self, state: usize, value: impl Into<Register>) {
        self.set_scalar_of_job(self.claim.state(state), value.into());
    }

    /// The same by its place in the job.
    #[inline]
    pub(crate) fn set_scalar_of_job(&mut self, state: usize, value: Register) {
        if let Part::Range(from, _) = self.claim.part()
            && from > 0
        {
            // The first piece of a parameter speaks for all.
            return;
        }
        let (job, others) = (self.index, self.block.len().saturating_sub(1));
        match value {
            Register::One(value) => self.arena.pending.push(Pending { job, others, state, value }),
            Register::Each(values) => {
                let each = values.into_iter().enumerate().take(others + 1);
                let pending = each.map(|(item, value)| Pending { job: job + item, others: 0, state, value });
                self.arena.pending.extend(pending);
            }
        }
    }

    /// A draw of this step: the one at `place` among those of the step, in these iterations of the loops around it. As a
    /// [`Source`](super::Source) it is a number for each element; [`Draw::number`]`(0)` is a scalar.
    #[inline]
    #[must_use]
    pub fn draw(&self, law: Law, place: u32, turns: &[u64]) -> Draw {
        self.claim.draws().draw(law, self.claim.t(), place, turns)
    }

    /// The same of the step's probe, whose random numbers are others.
    #[inline]
    #[must_use]
    pub fn draw_of_probe(&self, law: Law, place: u32, turns: &[u64]) -> Draw {
        self.claim.draws().draw_of_probe(law, self.claim.t(), place, turns)
    }

    /// `base.powf(exponent)`, remembered: parameters that share settings and step count share the work.
    #[inline]
    #[must_use]
    pub fn powf(&self, base: impl Into<Register>, exponent: impl Into<Register>) -> Register {
        super::number::each([base.into(), exponent.into()], |[base, exponent]| self.arena.powers.get(base, exponent))
    }

    /// Makes room for so many scratch slots of the lengths that `lengths` tells.
    pub(crate) fn reserve(&mut self, slots: usize, lengths: &dyn Fn(ParamShape, &mut [usize])) {
        if let Part::Nothing = self.claim.part() {
            return;
        }
        let mut few = [0; 32];
        let mut many = Vec::new();
        let lens = if slots <= few.len() {
            &mut few[..slots]
        } else {
            many.resize(slots, 0);
            &mut many[..]
        };
        lengths(self.shape(), lens);
        self.arena.reserve_scratch(lens, self.block.len().saturating_sub(1));
    }

    /// Exchanges two scratch slots.
    ///
    /// # Panics
    /// If there is no such slot: generated code has those that it names.
    pub fn swap(&mut self, a: usize, b: usize) {
        if let Part::Nothing = self.claim.part() {
            return;
        }
        self.arena.scratch.swap(a, b);
    }

    /// Describes the coming pass or call for plans. Without a note, everything that it writes counts as read, and its intermediate
    /// values have no names.
    #[inline(always)]
    pub const fn note(&mut self, note: &'static PassNote) {
        self.note = Some(note);
    }
}
