//! Partial results of units. Any thread may write them.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that one thread writes, and another thread reads after all threads are done.
#[derive(Debug, Default)]
pub(crate) struct Partial(AtomicU64);

impl Partial {
    // The reading thread has waited for all writing threads, so no ordering is needed.
    #[inline(always)]
    pub(crate) fn set(&self, x: f64) {
        self.0.store(x.to_bits(), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Like `get`, when no thread can write.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> f64 {
        f64::from_bits(*self.0.get_mut())
    }
}
