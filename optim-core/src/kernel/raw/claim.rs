//! Claims: exclusive access to a job or a part of it.

use super::job_ref::JobRef;
use super::jobs::{JobList, Jobs, Others};
use super::layout::is_plain;
use super::lines::LineBlock;
use super::origin::{Half, Origin};
use crate::draw::DrawKey;
use crate::kernel::resolve::Order;
use crate::kernel::{AnyKernel, Arenas, Float, InputSlot, Source, StateSlot, Stored};
use crate::shape::ParamShape;

/// The part of a parameter that a claim covers, and the threads that work on it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coverage<'a, T> {
    /// All of it, on the calling thread.
    Whole,
    /// Elements `from..to` in memory order: elementwise passes only.
    Range(usize, usize),
    /// All of it. Each pass is divided among this number of workers.
    Shared(usize, &'a Arenas<T>),
}

/// A part of a job: its parameter, its gradient and its states.
// Invariant: while it exists, nobody else reads or writes this part of the parameter and the states, and nobody writes the
// gradient and the inputs; of states that are shared, nobody writes any. All of the job's arrays stay where they are. The same holds
// for the `others`, as a whole.
pub(crate) struct Claim<'a, T: Float> {
    pub(super) job: JobRef<'a, T>,
    others: Others<'a, T>,
    part: Coverage<'a, T>,
    /// True if the parameter is one run of memory in C order.
    plain: bool,
    /// The order of all passes over a range of elements.
    order: Order,
    /// Its number of elements.
    len: usize,
}

impl<'a, T: Float> Claim<'a, T> {
    /// Claims a part of the job at a place, exclusively. A claim of a whole job includes the jobs after it. `None` if there is no job.
    ///
    /// # Panics
    /// If the job's shape is not the shape of its parameter.
    #[inline(always)]
    pub(crate) fn at(jobs: &'a mut Jobs<'_, '_, T>, index: usize, part: Coverage<'a, T>) -> Option<Self> {
        let list = jobs.list();
        let to = if matches!(part, Coverage::Whole) { list.len() } else { index + 1 };
        Some(Self::of(list.get(index)?, part, Others { list, from: index + 1, to }))
    }

    /// Claims a part of a job, and other jobs. The caller must create only one claim of them at a time.
    #[inline(always)]
    pub(super) fn of(job: JobRef<'a, T>, part: Coverage<'a, T>, others: Others<'a, T>) -> Self {
        let param = job.param.view(job.dims);
        let (plain, len) = is_plain(param.shape, param.strides);
        assert!(len == job.shape.len(), "a job's shape is that of its parameter");
        Self { job, others, part, plain, order: Order::C, len }
    }

    /// Sets the order of all passes over a range, before the first one runs. If each pass chose an order, the range would contain different
    /// elements in each of them.
    pub(crate) const fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    /// The order of all passes; `None` if each pass chooses it.
    #[inline]
    pub(crate) const fn order(&self) -> Option<Order> {
        match self.part {
            Coverage::Range(..) => Some(self.order),
            Coverage::Whole | Coverage::Shared(..) => None,
        }
    }

    /// The job and the similar jobs directly after it, see [`ParamRow::block`](super::row::ParamRow::block).
    #[inline(always)]
    pub(crate) fn block(&self, (most, elements): (usize, usize), same: bool) -> LineBlock<'a, T> {
        let Others { list: JobList::Row(row), from, to } = self.others else { return LineBlock::NONE };
        row.block(from - 1, (most.min(to - from + 1), elements), same)
    }

    /// Switches the claim to its own job, item 0, or to one of the others, from item 1.
    pub(super) fn switch_to(&mut self, item: usize) {
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
    pub(crate) const fn part(&self) -> Coverage<'a, T> {
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

    /// Returns true if the walk needs logical indices: the parameter is rounded at random, or the optimizer stores its lower bits.
    #[inline(always)]
    pub(crate) fn param_has_order(&self) -> bool {
        self.job.param.view(self.job.dims).place.is_random() || self.rest().is_some()
    }

    /// The lower bits of the parameter, if the optimizer stores them. `None` if states are shared and therefore only read: then the step uses the
    /// parameter without them.
    pub(super) fn rest(&self) -> Option<&'a Stored> {
        let place = self.job.param.view(self.job.dims).place;
        if self.shares_states() || !matches!(place, Origin::Half { half: Half::Bf16, .. }) {
            return None;
        }
        // It is the last state of the parameter. After it come only empty slots, which other parameters use.
        self.job.states.iter().rev().find_map(StateSlot::rest)
    }

    /// Returns true if the array of a stream with a number for each element has the parameter's axes.
    pub(crate) fn is_shaped_like_param(&self, source: Source) -> bool {
        match source {
            Source::State(index) => match self.job.states.get(index) {
                Some(StateSlot::Array(array)) => array.shape() == self.dims(),
                // Always in C order, whatever the layout of the parameter.
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
            // Its numbers belong to logical indices.
            Source::Repeated(_) => false,
        }
    }

    #[inline(always)]
    pub(crate) const fn kernel(&self) -> &'a dyn AnyKernel<T> {
        self.job.kernel
    }

    /// Returns true if a state is stored in fewer bytes.
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

    /// The source of the parameter's random numbers.
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
