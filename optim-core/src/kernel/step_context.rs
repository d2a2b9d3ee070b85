//! A step's context: the parameter, its gradient, its states and scratch, and the passes over them.

use super::Float;
use super::arena::{Arena, Pending, PendingNumber};
use super::level::Isa;
use super::piece::MatrixPiece;
use super::program::{Drawn, InnerCount, ScalarSource};
use super::raw::{Claim, Coverage, LineBlock};
use crate::draw::Draw;
use crate::shape::ParamShape;
use crate::time::Time;
use crate::watched::{ReportedNumber, WatchSums};

/// The data that a step of one parameter may access.
pub(crate) struct StepContext<'a, T: Float> {
    /// The part of the parameter that this step works on.
    pub(crate) claim: Claim<'a, T>,
    pub(crate) index: usize,
    /// The arrays of each parameter of the block, including the first; empty if the step runs for one parameter.
    pub(crate) block: LineBlock<'a, T>,
    pub(crate) isa: Isa,
    pub(crate) arena: &'a mut Arena<T>,
    /// The values of global states.
    pub(crate) globals: &'a [f64],
    /// True if the step runs phase by phase.
    pub(crate) phases: bool,
    /// The piece of the parameter that passes process, unless it is the whole parameter.
    pub(crate) piece: Option<MatrixPiece>,
    /// The watched sums.
    pub(crate) watch: WatchSums,
}

impl<'a, T: Float> StepContext<'a, T> {
    #[inline(always)]
    pub(crate) const fn new(claim: Claim<'a, T>, index: usize, isa: Isa, arena: &'a mut Arena<T>) -> Self {
        Self {
            claim,
            index,
            block: LineBlock::NONE,
            isa,
            arena,
            globals: &[],
            phases: false,
            piece: None,
            watch: WatchSums::NONE,
        }
    }

    /// The parameter's shape.
    #[inline]
    #[must_use]
    pub(crate) fn shape(&self) -> ParamShape {
        self.claim.shape()
    }

    /// A number that a program reads from outside, for the parameter at a place of the block.
    pub(crate) fn number(&self, from: ScalarSource, draws: &[Drawn], item: usize) -> f64 {
        match from {
            ScalarSource::Global(state) => self.globals.get(state).copied().unwrap_or(0.0),
            ScalarSource::State(state) => self.scalar_of(item, state),
            ScalarSource::Count(state) => InnerCount::next(self.scalar_of(item, state)) as f64,
            ScalarSource::Input(input) => self.claim.input(input),
            ScalarSource::Draw(place) => self.drawn(&draws[place]).number(0),
        }
    }

    /// The value of a scalar state of the parameter at a place of the block.
    fn scalar_of(&self, item: usize, state: usize) -> f64 {
        if self.block.is_empty() { self.claim.scalar(state) } else { self.claim.scalar_at(item, state) }
    }

    /// The random numbers of a described draw.
    pub(crate) fn drawn(&self, draw: &Drawn) -> Draw {
        draw.at(self.claim.draws(), Time::new(self.claim.t()), |state| InnerCount::next(self.claim.scalar(state)))
    }

    /// Sets the value of a scalar state after this step, for all parameters of the block. The claim keeps the old value until the step is done.
    #[inline]
    pub(crate) fn set_scalar(&mut self, state: usize, value: f64) {
        // Only the first piece of a parameter sets the value, which is the same for all pieces.
        if !matches!(self.claim.part(), Coverage::Range(from, _) if from > 0) {
            let (job, others) = (self.index, self.block.len().saturating_sub(1));
            self.arena.pending.push(Pending { job, others, of: PendingNumber::State(state), value });
        }
    }

    /// Sets the values of a scalar state after this step, for each parameter of the block.
    pub(crate) fn set_scalars(&mut self, state: usize, values: &[f64]) {
        self.set_each(PendingNumber::State(state), values);
    }

    fn set_each(&mut self, of: PendingNumber, values: &[f64]) {
        let job = self.index;
        let each = values.iter().enumerate().take(self.block.len());
        self.arena.pending.extend(each.map(|(item, value)| Pending { job: job + item, others: 0, of, value: *value }));
    }

    /// Reports a watched number for all parameters of the block.
    pub(crate) fn report(&mut self, number: ReportedNumber, value: f64) {
        let others = self.block.len().saturating_sub(1);
        self.arena.pending.push(Pending { job: self.index, others, of: PendingNumber::Reported(number), value });
    }

    /// Reports a watched number for each parameter of the block.
    pub(crate) fn report_each(&mut self, number: ReportedNumber, values: &[f64]) {
        self.set_each(PendingNumber::Reported(number), values);
    }

    /// Reserves memory for a copy of the parameter in a scratch slot.
    pub(crate) fn reserve_copy(&mut self, slot: usize) {
        let mut lens = vec![0; slot + 1];
        lens[slot] = self.shape().len();
        self.arena.reserve_scratch(&lens, self.block.len().saturating_sub(1));
    }

    /// Reserves memory for scratch slots. `lengths` sets the length of each.
    pub(crate) fn reserve(&mut self, slots: usize, lengths: &dyn Fn(ParamShape, &mut [usize])) {
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
}
