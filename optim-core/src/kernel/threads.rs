//! Sharing work among threads. Who does what is left to chance; what is done is not.

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
    /// As many threads as the current `rayon` pool has: the calling one, and others of the pool. The calling one only if the crate is built
    /// without `rayon`.
    #[default]
    All,
    /// At most so many.
    N(usize),
}

impl Threads {
    /// Number of tasks that run side by side: at least 1 and at most the threads of the pool.
    pub(crate) fn workers(self) -> usize {
        match self {
            Self::One => 1,
            Self::All => in_all(),
            Self::N(n) => n.clamp(1, in_all()),
        }
    }
}

/// Number of threads of the current pool; without threads, the calling one.
fn in_all() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// A queue of the numbers `0..end`: threads take stretches of it, in order.
#[derive(Debug)]
pub(crate) struct Queue {
    next: AtomicUsize,
    end: usize,
    stretch: usize,
}

impl Queue {
    /// Numbers `0..end` in stretches that give each worker about eight.
    pub(crate) fn new(end: usize, workers: usize) -> Self {
        Self { next: AtomicUsize::new(0), end, stretch: (end / (8 * workers)).max(1) }
    }

    /// The next stretch.
    pub(crate) fn take(&self) -> Option<(usize, usize)> {
        // The numbers carry no data from one thread to another, so that no ordering is needed.
        let first = self.next.fetch_add(self.stretch, Ordering::Relaxed);
        (first < self.end).then(|| (first, (first + self.stretch).min(self.end)))
    }
}

/// Calls `work` on at most so many threads side by side, the calling one among them, and returns when all have done with it. Others come if
/// they are awake in time: `work` takes what is to do from a queue, until nothing is left. Without threads, one call is enough.
pub(crate) fn side_by_side(workers: usize, work: &(dyn Fn() + Sync)) {
    #[cfg(feature = "rayon")]
    if workers > 1 {
        return fork_join(workers - 1, work);
    }
    let _ = workers;
    work();
}

/// Calls `work` with each item, in so many workers.
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
