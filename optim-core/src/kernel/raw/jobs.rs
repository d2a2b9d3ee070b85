//! The jobs of a step: a list of jobs, or a row of parameters. A parameter of a row becomes a job when its turn comes.

use super::job_ref::JobRef;
use super::row::ParamRow;
use crate::kernel::arena::PendingNumber;
use crate::kernel::{AnyKernel, Float, Job, StateSlot};
use crate::watched::WatchSums;

/// All jobs of a step. Not every place has one.
// Invariant: no two jobs share a parameter, nor states that one of them may change, and nobody else reaches them.
pub(crate) enum Jobs<'j, 'a, T: Float> {
    Each(&'j mut [Job<'a, T>]),
    Row(&'j mut ParamRow<'a, T>),
}

/// All jobs of a step, read-only.
#[derive(Clone, Copy)]
pub(crate) enum JobList<'a, T: Float> {
    Each(&'a [Job<'a, T>]),
    Row(&'a ParamRow<'a, T>),
}

/// The jobs after one job. A step may process similar ones together with it.
#[derive(Clone, Copy)]
pub(super) struct Others<'a, T: Float> {
    pub(super) list: JobList<'a, T>,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl<T: Float> Jobs<'_, '_, T> {
    #[inline]
    pub(crate) fn list(&self) -> JobList<'_, T> {
        match self {
            Jobs::Each(jobs) => JobList::Each(jobs),
            Jobs::Row(row) => JobList::Row(row),
        }
    }

    /// The number of elements of all jobs; `None` if it is more than an array can have.
    pub(crate) fn total(&self) -> Option<usize> {
        let total = match self {
            Jobs::Each(jobs) => jobs.iter().try_fold(0, |sum: usize, job| sum.checked_add(job.shape.len())),
            Jobs::Row(row) => row.total(),
        };
        total.filter(|&total| total <= isize::MAX as usize)
    }

    /// Returns true if something holds for the kernels of all jobs.
    pub(crate) fn all_kernels(&self, holds: impl Fn(&dyn AnyKernel<T>) -> bool) -> bool {
        match self {
            // Neighbours usually have the same kernel.
            Jobs::Each(jobs) => {
                jobs.chunk_by(|one, next| std::ptr::eq(one.kernel, next.kernel)).all(|jobs| holds(jobs[0].kernel))
            }
            Jobs::Row(row) => row.kernels().iter().all(|kernel| holds(*kernel)),
        }
    }

    /// Sets a number of some consecutive jobs.
    pub(crate) fn set_number(&mut self, range: (usize, usize), of: PendingNumber, value: f64) {
        match (self, of) {
            // Their states are only read.
            (Jobs::Each(_), _) => {}
            (Jobs::Row(row), PendingNumber::State(state)) => row.set_scalar(range, state, value),
            (Jobs::Row(row), PendingNumber::Reported(number)) => row.report(range, number, value),
        }
    }

    /// The sums that are watched.
    pub(crate) const fn watch(&self) -> WatchSums {
        match self {
            Jobs::Each(_) => WatchSums::NONE,
            Jobs::Row(row) => row.watch(),
        }
    }
}

impl<'a, T: Float> JobList<'a, T> {
    /// Number of places.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        match self {
            JobList::Each(jobs) => jobs.len(),
            JobList::Row(row) => row.len(),
        }
    }

    /// The number of elements of the job at a place; `None` if there is no job.
    #[inline(always)]
    pub(crate) fn size(self, index: usize) -> Option<usize> {
        match self {
            JobList::Each(jobs) => jobs.get(index).map(|job| job.shape.len()),
            JobList::Row(row) => row.size(index),
        }
    }

    /// A state of the job at a place.
    #[inline(always)]
    pub(super) fn state(self, index: usize, state: usize) -> Option<&'a StateSlot<T>> {
        match self {
            JobList::Each(jobs) => jobs.get(index)?.states.get(state),
            JobList::Row(row) => row.state(index, state),
        }
    }

    #[inline(always)]
    pub(super) fn get(self, index: usize) -> Option<JobRef<'a, T>> {
        match self {
            JobList::Each(jobs) => jobs.get(index).map(JobRef::of),
            JobList::Row(row) => row.get(index),
        }
    }
}
