//! Who may touch what: jobs, and parts of them, each handed out once.

use std::fmt;

use super::gather::is_plain;
use super::jobs::{JobList, JobRef, Jobs, Others};
use super::row::Lines;
use crate::draw::DrawKey;
use crate::kernel::{AnyKernel, Arenas, Float, InputSlot, Job, Numbering, Source, StateSlot};
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
    /// None of it: passes and calls are written down, not run.
    Nothing,
}

/// How a wrapper or the optimizer inside sees a job: what stands for its parameter and its gradient, which its states are, and where its
/// inputs begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) param: Source,
    pub(crate) grad: Source,
    pub(crate) states: Numbering,
    pub(crate) inputs: usize,
    pub(crate) t: u64,
    pub(crate) draws: DrawKey,
}

impl View {
    /// The job's source for a source of the inner optimizer.
    #[inline]
    pub(crate) const fn source(&self, source: Source) -> Source {
        match source {
            Source::Param => self.param,
            Source::Grad => self.grad,
            Source::State(state) => Source::State(self.states.of(state)),
            Source::Input(input) => Source::Input(input + self.inputs),
            Source::Scratch(_) | Source::Item(..) | Source::Draw(_) => source,
        }
    }
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
    /// Its number of elements.
    len: usize,
    /// As whom it is seen, if that is not the job's own kernel.
    view: Option<View>,
}

impl<T: Float> fmt::Debug for Claim<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Claim").field("shape", &self.job.shape).field("part", &self.part).finish_non_exhaustive()
    }
}

impl<'a, T: Float> Claim<'a, T> {
    /// A part of a job that nobody else has meanwhile.
    ///
    /// # Panics
    /// If the job's shape is not that of its parameter.
    #[inline(always)]
    pub(crate) fn new(job: &'a mut Job<'_, T>, part: Part<'a, T>) -> Self {
        Self::of(JobRef::of(job), part, Others::NONE)
    }

    /// A part of the job at a place that nobody else has meanwhile; `None` if there is no job.
    ///
    /// # Panics
    /// If the job's shape is not that of its parameter.
    #[inline(always)]
    pub(crate) fn one(jobs: &'a mut Jobs<'_, '_, T>, index: usize, part: Part<'a, T>) -> Option<Self> {
        Some(Self::of(jobs.list().get(index)?, part, Others::NONE))
    }

    /// All of the first of the jobs from a place to another that nobody else has meanwhile; `None` if there is no job.
    ///
    /// # Panics
    /// If its shape is not that of its parameter.
    #[inline(always)]
    pub(crate) fn first(jobs: &'a mut Jobs<'_, '_, T>, from: usize, to: usize) -> Option<Self> {
        let list = jobs.list();
        Some(Self::of(list.get(from)?, Part::Whole, Others::new(list, from + 1, to)))
    }

    /// A part of a job, and other jobs, that the caller hands out once.
    #[inline(always)]
    pub(super) fn of(job: JobRef<'a, T>, part: Part<'a, T>, others: Others<'a, T>) -> Self {
        let (plain, len) = is_plain(job.param.shape(), job.param.strides());
        let told = matches!(part, Part::Nothing);
        assert!(told || len == job.shape.len(), "a job's shape is that of its parameter");
        Self { job, others, part, plain, len, view: None }
    }

    /// Returns true if there are jobs behind it.
    #[inline(always)]
    pub(crate) const fn has_others(&self) -> bool {
        self.others.from < self.others.to
    }

    /// Where the arrays of the job begin, if it is a whole parameter of a row, and all of them are lines.
    #[inline]
    pub(crate) fn lines(&self) -> Option<Lines<'a, T>> {
        match (self.others.list, self.part) {
            (JobList::Row(row), Part::Whole) => row.lines_of(self.others.from - 1, self.len),
            _ => None,
        }
    }

    /// Finds those of the others that are next and can be done together with the job, as many as there is room for. Returns how many there
    /// are: see [`ParamRow::lines`](super::row::ParamRow::lines).
    #[inline(always)]
    pub(crate) fn find_alike(&self, equal: bool, found: &mut [Lines<'a, T>]) -> usize {
        let JobList::Row(row) = self.others.list else { return 0 };
        let mut count = 0;
        for (index, found) in (self.others.from..self.others.to).zip(found) {
            let Some(lines) = row.lines(index, &self.job, self.len, equal) else { break };
            (*found, count) = (lines, count + 1);
        }
        count
    }

    /// The claim turns to the one of the others at a place among them, or back to its own job.
    pub(super) fn turn_to(&mut self, item: usize) {
        if let Some(job) = self.others.list.get(self.others.from - 1 + item) {
            self.job = job;
        }
    }

    /// The value of a scalar state of the job at a place of a block; 0 for any other state.
    pub(crate) fn scalar_at(&self, item: usize, state: usize) -> f64 {
        match self.others.list.state(self.others.from - 1 + item, self.state(state)) {
            Some(StateSlot::Scalar { value, .. }) => *value,
            _ => 0.0,
        }
    }

    /// The same part as an optimizer sees it that runs meanwhile, inside of this one.
    pub(crate) const fn seen_as(&mut self, view: Option<View>) -> Claim<'_, T> {
        Claim { job: self.job, others: Others::NONE, part: self.part, plain: self.plain, len: self.len, view }
    }

    /// As whom it is seen; `None` as the job's own kernel.
    #[inline(always)]
    pub(crate) const fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// The state of the job that this state of whoever sees it is.
    #[inline(always)]
    pub(crate) const fn state(&self, state: usize) -> usize {
        match &self.view {
            None => state,
            Some(view) => view.states.of(state),
        }
    }

    /// Which of the job's states those of whoever sees it are.
    #[inline]
    pub(crate) const fn numbering(&self) -> Numbering {
        match &self.view {
            None => Numbering::ALL,
            Some(view) => view.states,
        }
    }

    /// The input of the job that this input of whoever sees it is.
    #[inline(always)]
    pub(crate) const fn input_of(&self, input: usize) -> usize {
        match &self.view {
            None => input,
            Some(view) => input + view.inputs,
        }
    }

    /// The job's source for a source of its viewer.
    #[inline(always)]
    pub(crate) const fn source(&self, source: Source) -> Source {
        match &self.view {
            None => source,
            Some(view) => view.source(source),
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
        self.job.param.shape()
    }

    #[inline(always)]
    pub(crate) const fn strides(&self) -> Option<&'a [isize]> {
        self.job.param.strides()
    }

    /// Returns true if the parameter is rounded at random, by numbers that belong to logical indices.
    #[inline(always)]
    pub(crate) const fn rounds_param(&self) -> bool {
        self.job.param.place.is_random()
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
            Source::Param | Source::Grad | Source::Scratch(_) | Source::Item(..) | Source::Draw(_) => true,
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
        match &self.view {
            None => self.job.t,
            Some(view) => view.t,
        }
    }

    /// Where the parameter's random numbers come from.
    #[inline(always)]
    pub(crate) const fn draws(&self) -> DrawKey {
        match &self.view {
            None => self.job.draws,
            Some(view) => view.draws,
        }
    }

    /// The value of a scalar state; 0 for any other state.
    #[inline]
    pub(crate) fn scalar(&self, state: usize) -> f64 {
        self.scalar_of_job(self.state(state))
    }

    /// The same by its place in the job.
    #[inline]
    pub(crate) fn scalar_of_job(&self, state: usize) -> f64 {
        match self.job.states.get(state) {
            Some(StateSlot::Scalar { value, .. }) => *value,
            _ => 0.0,
        }
    }

    /// The number of an input that is one; 0 for any other input.
    #[inline]
    pub(crate) fn input(&self, input: usize) -> f64 {
        match self.job.inputs.get(self.input_of(input)) {
            Some(InputSlot::Number(number)) => *number,
            _ => 0.0,
        }
    }
}
