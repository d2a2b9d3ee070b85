//! Who may touch what: jobs, and parts of them, each handed out once.

use super::job_ref::JobRef;
use super::jobs::{JobList, Jobs, Others};
use super::layout::is_plain;
use super::lines::LineBlock;
use super::place::{Half, Place};
use crate::draw::DrawKey;
use crate::kernel::resolve::Order;
use crate::kernel::{AnyKernel, Arenas, Float, InputSlot, Source, StateSlot, Stored};
use crate::shape::ParamShape;

/// Which part of a parameter a claim is for, and who works on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a, T> {
    /// All of it, on the calling thread.
    Whole,
    /// Elements `from..to` in memory order: elementwise passes only.
    Range(usize, usize),
    /// All of it, each pass shared out among so many workers.
    Shared(usize, &'a Arenas<T>),
}

/// A part of a job: its parameter, its gradient and its states.
// Invariant: while it exists, nobody else reads or writes this part of the parameter and the states, and nobody writes the
// gradient and the inputs; of states that are shared, nobody writes any. All of the job's arrays stay where they are. The same holds
// for the `others`, as a whole.
pub(crate) struct Claim<'a, T: Float> {
    pub(super) job: JobRef<'a, T>,
    others: Others<'a, T>,
    part: Part<'a, T>,
    /// True if the parameter is one run of memory in C order.
    plain: bool,
    /// The order in which all passes over a range of elements walk them.
    order: Order,
    /// Its number of elements.
    len: usize,
}

impl<'a, T: Float> Claim<'a, T> {
    /// A part of the job at a place that nobody else has meanwhile, all of it with the jobs behind; `None` if there is no job.
    ///
    /// # Panics
    /// If the job's shape is not that of its parameter.
    #[inline(always)]
    pub(crate) fn at(jobs: &'a mut Jobs<'_, '_, T>, index: usize, part: Part<'a, T>) -> Option<Self> {
        let list = jobs.list();
        let to = if matches!(part, Part::Whole) { list.len() } else { index + 1 };
        Some(Self::of(list.get(index)?, part, Others { list, from: index + 1, to }))
    }

    /// A part of a job, and other jobs, that the caller hands out once.
    #[inline(always)]
    pub(super) fn of(job: JobRef<'a, T>, part: Part<'a, T>, others: Others<'a, T>) -> Self {
        let param = job.param.view(job.dims);
        let (plain, len) = is_plain(param.shape, param.strides);
        assert!(len == job.shape.len(), "a job's shape is that of its parameter");
        Self { job, others, part, plain, order: Order::C, len }
    }

    /// Sets the order in which all passes walk over a range, before the first of them runs. If each chose an order of its own, the range
    /// would be other elements for each.
    pub(crate) const fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    /// The order in which all passes walk, if they do not choose it themselves.
    #[inline]
    pub(crate) const fn order(&self) -> Option<Order> {
        match self.part {
            Part::Range(..) => Some(self.order),
            Part::Whole | Part::Shared(..) => None,
        }
    }

    /// The job and those of the others that are next and alike, see [`ParamRow::block`](super::row::ParamRow::block).
    #[inline(always)]
    pub(crate) fn block(&self, (most, elements): (usize, usize), same: bool) -> LineBlock<'a, T> {
        let Others { list: JobList::Row(row), from, to } = self.others else { return LineBlock::NONE };
        row.block(from - 1, (most.min(to - from + 1), elements), same)
    }

    /// The claim turns to the one of the others at a place among them, or back to its own job.
    pub(super) fn turn_to(&mut self, item: usize) {
        if let Some(job) = self.others.list.get(self.others.from - 1 + item) {
            self.job = job;
        }
    }

    /// The value of a scalar state of the job at a place of a block; 0 for any other state.
    pub(crate) fn scalar_at(&self, item: usize, state: usize) -> f64 {
        match self.others.list.state(self.others.from - 1 + item, state) {
            Some(StateSlot::Scalar { value, .. }) => *value,
            _ => 0.0,
        }
    }

    #[inline(always)]
    pub(crate) const fn part(&self) -> Part<'a, T> {
        self.part
    }

    #[inline(always)]
    pub(crate) const fn is_plain(&self) -> bool {
        self.plain
    }

    #[inline(always)]
    pub(crate) const fn shape(&self) -> ParamShape {
        self.job.shape
    }

    /// Its number of elements.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The parameter's axes.
    #[inline(always)]
    pub(crate) const fn dims(&self) -> &'a [usize] {
        self.job.dims
    }

    #[inline(always)]
    pub(crate) const fn strides(&self) -> Option<&'a [isize]> {
        self.job.param.view(self.job.dims).strides
    }

    /// Returns true if elements of the parameter belong to logical indices: it is rounded at random, or the optimizer keeps bits that it lacks.
    #[inline(always)]
    pub(crate) fn param_has_order(&self) -> bool {
        self.job.param.view(self.job.dims).place.is_random() || self.rest().is_some()
    }

    /// The bits that the parameter lacks, if they are kept. Where states are shared, which are then only read, it is taken as it is.
    pub(super) fn rest(&self) -> Option<&'a Stored> {
        let place = self.job.param.view(self.job.dims).place;
        if self.shares_states() || !matches!(place, Place::Half { half: Half::Bf16, .. }) {
            return None;
        }
        // The last state of all that there are: behind it are only places for states of others.
        self.job.states.iter().rev().find_map(StateSlot::rest)
    }

    /// Returns true if the array of a stream with a number for each element has the parameter's axes.
    pub(crate) fn is_shaped_like_param(&self, source: Source) -> bool {
        match source {
            Source::State(index) => match self.job.states.get(index) {
                Some(StateSlot::Array(array)) => array.shape() == self.dims(),
                // Its order is its own.
                Some(StateSlot::Stored(_)) => false,
                _ => true,
            },
            Source::Input(index) => match self.job.inputs.get(index) {
                Some(InputSlot::Array(array)) => array.shape() == self.dims(),
                _ => true,
            },
            Source::Param
            | Source::Grad
            | Source::RawGrad
            | Source::Scratch(_)
            | Source::Item(..)
            | Source::Draw(_) => true,
            // Its numbers are those of logical places.
            Source::Repeated(_) => false,
        }
    }

    #[inline(always)]
    pub(crate) const fn kernel(&self) -> &'a dyn AnyKernel<T> {
        self.job.kernel
    }

    /// Returns true if a state is kept in fewer bytes.
    pub(crate) fn has_stored_states(&self) -> bool {
        self.job.states.iter().any(|state| matches!(state, StateSlot::Stored(_)))
    }

    /// Returns true if the states are only read.
    #[inline(always)]
    pub(crate) const fn shares_states(&self) -> bool {
        self.job.shares_states
    }

    #[inline(always)]
    pub(crate) const fn t(&self) -> u64 {
        self.job.t
    }

    /// Where the parameter's random numbers come from.
    #[inline(always)]
    pub(crate) const fn draws(&self) -> DrawKey {
        self.job.draws
    }

    /// The value of a scalar state; 0 for any other state.
    #[inline]
    pub(crate) fn scalar(&self, state: usize) -> f64 {
        match self.job.states.get(state) {
            Some(StateSlot::Scalar { value, .. }) => *value,
            _ => 0.0,
        }
    }

    /// The number of an input that is one; 0 for any other input.
    #[inline]
    pub(crate) fn input(&self, input: usize) -> f64 {
        match self.job.inputs.get(input) {
            Some(InputSlot::Number(number)) => *number,
            _ => 0.0,
        }
    }
}
