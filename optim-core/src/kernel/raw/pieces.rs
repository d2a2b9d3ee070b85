//! The elements of many jobs in a row, divided into pieces. Each piece is given to one thread.

use std::sync::{Mutex, PoisonError};

use super::claim::{Claim, Coverage};
use super::jobs::{JobList, Jobs, Others};
use crate::kernel::Float;

/// Pieces begin at multiples of this number of elements: at the start of a block of 8-bit states, and of a cache line.
pub(crate) const GRAIN: usize = 256;

/// The jobs to divide, and the way to divide them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cut {
    /// All jobs. Jobs with at least this number of elements can be cut at any multiple of `GRAIN`.
    Elements(usize),
    /// Only jobs with fewer elements than this, each as a whole.
    Below(usize),
}

/// All elements of some jobs in a row, given piece by piece to the threads that ask for them.
///
/// The cuts depend only on sizes. Chance decides which thread gets which piece.
pub(crate) struct Pieces<'j, T: Float> {
    jobs: JobList<'j, T>,
    cut: Cut,
    /// The approximate number of elements of a piece.
    piece: usize,
    next: Mutex<PieceStart>,
}

/// A place between two elements of the row.
#[derive(Clone, Copy, Debug, Default)]
struct PieceStart {
    /// The number of elements before it, as if cuts were not rounded down to multiples of `GRAIN`.
    point: usize,
    /// Elements of all jobs before this one.
    start: usize,
    /// The first job that is not completely before the place.
    job: usize,
    /// The number of its elements before the place.
    inside: usize,
}

impl<'j, T: Float> Pieces<'j, T> {
    /// Divides jobs that nobody else has meanwhile into pieces of `piece` elements. The total number of elements must fit in a `usize`.
    pub(crate) fn new(jobs: &'j mut Jobs<'_, '_, T>, (cut, piece): (Cut, usize)) -> Self {
        Self { jobs: jobs.list(), cut, piece, next: Mutex::default() }
    }

    /// Calls `work` with the index and the claim of each job in the next piece. Returns false if there is no piece left. The claim of a whole job
    /// includes the jobs after it in the piece. `work` may process similar ones of these, and returns their number.
    ///
    /// Each piece begins at the end of the previous one, and a job that is not cut belongs to the piece in which it begins. So no two pieces claim
    /// the same elements. Within a piece, a claim has ended when the next one begins.
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
                    (first < last).then_some(Coverage::Range(first, last))
                }
                Cut::Elements(_) => (index < to.job).then_some(Coverage::Whole),
                Cut::Below(limit) => (index < to.job && len < limit).then_some(Coverage::Whole),
            };
            let mut taken = 0;
            if let Some(part) = part {
                // Similar jobs in the piece have the same number of elements, so they are whole, too.
                let others = if matches!(part, Coverage::Whole) { to.job } else { index + 1 };
                let behind = Others { list: jobs, from: index + 1, to: others };
                taken = work(index, Claim::of(job, part, behind)).min(others - (index + 1));
            }
            index += 1 + taken;
        }
        true
    }

    /// The place after the next piece.
    fn after(&self, PieceStart { point, mut start, mut job, .. }: PieceStart) -> PieceStart {
        let point = point + self.piece;
        while job < self.jobs.len() && start < point {
            let len = match (self.cut, self.jobs.size(job).unwrap_or(0)) {
                (Cut::Below(limit), len) if len >= limit => 0,
                (_, len) => len,
            };
            let cut = matches!(self.cut, Cut::Elements(least) if len >= least);
            if cut && start + len > point {
                return PieceStart { point, start, job, inside: (point - start) / GRAIN * GRAIN };
            }
            start += len;
            job += 1;
        }
        PieceStart { point, start, job, inside: 0 }
    }
}
