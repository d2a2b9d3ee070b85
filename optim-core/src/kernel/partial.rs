//! Partial results of units, which any thread may leave.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that one thread writes and another reads when all are done.
#[derive(Debug, Default)]
pub(crate) struct Partial(AtomicU64);

impl Partial {
    // Whoever reads has waited for the threads that write, so that no ordering is needed.
    #[inline(always)]
    pub(crate) fn set(&self, x: f64) {
        self.0.store(x.to_bits(), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// As `get`, where no thread can write.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> f64 {
        f64::from_bits(*self.0.get_mut())
    }
}
