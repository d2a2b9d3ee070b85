//! The elements of many jobs in a row, handed out piece by piece, each once.

use std::sync::{Mutex, PoisonError};

use super::claim::{Claim, Part};
use super::jobs::{JobList, Jobs, Others};
use crate::kernel::Float;

/// Pieces begin at multiples of so many elements: with blocks of states that are kept in 8 bits, and with lines of memory.
pub(crate) const GRAIN: usize = 256;

/// Which jobs are handed out, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    /// All of them. Those of so many elements and more are cut at any multiple of `GRAIN`.
    Elements(usize),
    /// Jobs of fewer elements than this, each as a whole.
    Below(usize),
}

/// All elements of some jobs in a row, to be handed out piece by piece to whoever asks.
///
/// The cuts follow from sizes alone; who gets which piece does not.
pub(crate) struct Pieces<'j, T: Float> {
    jobs: JobList<'j, T>,
    cut: Cut,
    /// Elements of a piece, about.
    piece: usize,
    next: Mutex<Place>,
}

/// A place between two elements of the row.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Elements before it, but for those that cuts between multiples of `GRAIN` leave to the next piece.
    point: usize,
    /// Elements of all jobs before this one.
    start: usize,
    /// The first job that does not lie before the place as a whole.
    job: usize,
    /// Its elements that do.
    inside: usize,
}

impl<'j, T: Float> Pieces<'j, T> {
    /// Pieces of `piece` elements, of jobs that nobody else has meanwhile. Their number of elements must be a `usize`.
    pub(crate) fn new(jobs: &'j mut Jobs<'_, '_, T>, cut: Cut, piece: usize) -> Self {
        Self { jobs: jobs.list(), cut, piece, next: Mutex::default() }
    }

    /// Calls `work` with the jobs of the next piece, with their numbers and the claimed part of each; `false` if there is no
    /// more. A whole job comes with those behind it of the piece: `work` may do those that are like it, and tells how many it has done.
    ///
    /// Each piece begins where the one before ends, and a job that is not cut is in the piece that it begins in: so what a
    /// piece claims, no other does. Within a piece a claim has ended when the next one begins.
    pub(crate) fn next(&self, mut work: impl FnMut(usize, Claim<'j, T>) -> usize) -> bool {
        let (from, to) = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            if next.job == self.jobs.len() {
                return false;
            }
            let from = *next;
            *next = self.after(from);
            (from, *next)
        };
        let (jobs, cut) = (self.jobs, self.cut);
        let mut index = from.job;
        while index < jobs.len().min(to.job + 1) {
            let Some(job) = jobs.get(index) else {
                index += 1;
                continue;
            };
            let len = job.shape.len();
            let part = match cut {
                Cut::Elements(least) if len >= least => {
                    let first = if index == from.job { from.inside } else { 0 };
                    let last = if index == to.job { to.inside } else { len };
                    (first < last).then_some(Part::Range(first, last))
                }
                Cut::Elements(_) => (index < to.job).then_some(Part::Whole),
                Cut::Below(limit) => (index < to.job && len < limit).then_some(Part::Whole),
            };
            let mut taken = 0;
            if let Some(part) = part {
                // Jobs like a whole one before the end of the piece have as many elements: they are whole, too.
                let others = if matches!(part, Part::Whole) { to.job } else { index + 1 };
                let behind = Others { list: jobs, from: index + 1, to: others };
                taken = work(index, Claim::of(job, part, behind)).min(others - (index + 1));
            }
            index += 1 + taken;
        }
        true
    }

    /// The place one piece further.
    fn after(&self, Place { point, mut start, mut job, .. }: Place) -> Place {
        let point = point + self.piece;
        while job < self.jobs.len() && start < point {
            let len = match (self.cut, self.jobs.size(job).unwrap_or(0)) {
                (Cut::Below(limit), len) if len >= limit => 0,
                (_, len) => len,
            };
            let cut = matches!(self.cut, Cut::Elements(least) if len >= least);
            if cut && start + len > point {
                return Place { point, start, job, inside: (point - start) / GRAIN * GRAIN };
            }
            start += len;
            job += 1;
        }
        Place { point, start, job, inside: 0 }
    }
}
