//! Division of work among threads. Chance decides which thread does which part, but never changes the results.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "rayon")]
use super::raw::fork_join;

/// The number of threads that a step may use. The choice never changes results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Threads {
    /// The calling thread.
    One,
    /// All threads of the current `rayon` pool: the calling thread helps, and the total is the size of the pool. Without the feature `rayon`, only
    /// the calling thread.
    #[default]
    All,
    /// At most this number of threads, and at least one.
    N(usize),
}

impl Threads {
    /// The number of tasks that run in parallel: at least 1, and at most the number of threads in the pool.
    pub(crate) fn workers(self) -> usize {
        match self {
            Self::One => 1,
            Self::All => in_all(),
            Self::N(n) => n.clamp(1, in_all()),
        }
    }
}

/// The number of threads in the current pool; 1 without the feature `rayon`.
fn in_all() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// A queue of the numbers `0..end`. Threads take stretches from it, in order.
#[derive(Debug)]
pub(crate) struct Queue {
    next: AtomicUsize,
    end: usize,
    stretch: usize,
}

impl Queue {
    /// Divides the numbers `0..end` into stretches: about eight per worker.
    pub(crate) fn new(end: usize, workers: usize) -> Self {
        Self { next: AtomicUsize::new(0), end, stretch: (end / (8 * workers)).max(1) }
    }

    /// Takes the next stretch.
    pub(crate) fn take(&self) -> Option<(usize, usize)> {
        // The numbers do not pass data between threads, so no ordering is needed.
        let first = self.next.fetch_add(self.stretch, Ordering::Relaxed);
        (first < self.end).then(|| (first, (first + self.stretch).min(self.end)))
    }
}

/// Calls `work` on at most `workers` threads in parallel, one of which is the calling thread. Returns when all calls have returned. Other threads
/// help only if they wake up in time, so each call of `work` must take tasks from a queue until the queue is empty.
pub(crate) fn side_by_side(workers: usize, work: &(dyn Fn() + Sync)) {
    #[cfg(feature = "rayon")]
    if workers > 1 {
        return fork_join(workers - 1, work);
    }
    let _ = workers;
    work();
}

/// Calls `work` with each item, on at most `workers` threads.
pub(crate) fn share_out<I>(workers: usize, items: impl Iterator<Item = I> + Send, work: &(impl Fn(I) + Sync)) {
    if workers <= 1 {
        return items.for_each(work);
    }
    let queue = Mutex::new(items);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    side_by_side(workers, &|| {
        while let Some(item) = next() {
            work(item);
        }
    });
}
