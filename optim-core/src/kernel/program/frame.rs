//! Frames: a wrapper and its inner optimizer describe one program, but each has its own numbering of states, settings and scratch slots. The
//! frame of an optimizer translates its numbers to the numbers of the program.

use std::sync::Arc;

use super::names::Names;
use super::places::{Share, StatePlaces};
use crate::kernel::{Operand, Reduction, Source, Stream};
use crate::time::{StepCount, Time};

/// The translation of one optimizer's numbers.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Its parameter and its gradient.
    pub(super) param: Source,
    pub(super) grad: Source,
    pub(super) states: StatePlaces,
    /// Its first input, output, scratch slot and setting.
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) slots: usize,
    pub(super) settings: usize,
    pub(super) count: StepCount,
    /// The path to the source of its random numbers, from the parameter's source.
    pub(super) draws: Vec<u64>,
    /// The keys of the calls around it. The keys of its joins begin with them.
    pub(super) keys: Vec<u64>,
    pub(super) names: Option<Arc<Names>>,
}

impl Frame {
    /// The frame of an optimizer without a wrapper around it.
    pub(super) const fn new(time: Time) -> Self {
        Self {
            param: Source::Param,
            grad: Source::Grad,
            states: StatePlaces::ALL,
            inputs: 0,
            outputs: 0,
            slots: 0,
            settings: 0,
            count: StepCount::of_param(time),
            draws: Vec::new(),
            keys: Vec::new(),
            names: None,
        }
    }

    /// The same frame with this share of the states.
    pub(super) fn with_states(&self, share: Share) -> Self {
        Self { states: self.states.of_part(share), ..self.clone() }
    }

    pub(super) const fn state(&self, state: usize) -> usize {
        self.states.of(state)
    }

    pub(super) const fn input(&self, input: usize) -> usize {
        self.inputs + input
    }

    pub(super) const fn slot(&self, slot: usize) -> usize {
        self.slots + slot
    }

    pub(super) const fn source(&self, source: Source) -> Source {
        match source {
            Source::Param => self.param,
            Source::Grad => self.grad,
            Source::State(state) => Source::State(self.state(state)),
            Source::Input(input) => Source::Input(self.input(input)),
            Source::Scratch(slot) => Source::Scratch(self.slot(slot)),
            Source::Repeated(own) => Source::Repeated(own.in_slot(self.slot(own.slot()))),
            Source::Item(slot, index) => Source::Item(self.slot(slot), index),
            Source::RawGrad | Source::Draw(_) => source,
        }
    }

    /// Translates the streams and reductions of a pass.
    pub(super) fn rename(&self, inputs: &mut [Stream], outputs: &mut [Stream], reductions: &mut [Reduction]) {
        for stream in inputs.iter_mut().chain(outputs) {
            stream.source = self.source(stream.source);
        }
        for reduction in reductions {
            reduction.into = self.slot(reduction.into);
        }
    }

    pub(super) const fn operand(&self, operand: Operand) -> Operand {
        Operand { slot: self.slot(operand.slot), ..operand }
    }
}
