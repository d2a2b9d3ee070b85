//! The step count of a parameter as a step sees it: conditions that hold at some steps, and indices into lists that move from step
//! to step.
//!
//! | file | contents |
//! |---|---|
//! | `mod` | [`Time`]: the answers at one step |
//! | `whole` | the integer types of arguments |
//! | `clock` | [`Clock`]: recorded questions, their answers, and mistakes in them |
//!
//! `optim_language::time` finds the programs of a step from the answers, and how often each runs.

mod clock;
#[cfg(test)]
mod tests;
mod whole;

pub use clock::Clock;
pub(crate) use clock::{CALLS, Questions, StepCount, TimeError, programs};
pub(crate) use optim_language::time::Program;
pub use whole::Whole;

use optim_language::time;

/// The number of a step of a parameter, from 1. It answers questions about time.
#[derive(Clone, Copy, Debug)]
pub struct Time(u64);

/// An index into a list of this length.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    place: usize,
    of: usize,
}

impl Slot {
    /// The index.
    pub(crate) const fn place(self) -> usize {
        self.place
    }
}

impl Time {
    /// The step with this number.
    #[inline]
    #[must_use]
    pub const fn new(step: u64) -> Self {
        Self(step)
    }

    /// The number of the step.
    pub(crate) const fn step(self) -> u64 {
        self.0
    }

    /// Returns true in steps k, 2k, 3k, …; never if `k` is below 1, which `build` refuses.
    #[inline]
    pub fn every<K: Whole>(self, k: K) -> bool {
        self.every_from(k, k)
    }

    /// Returns true in steps first, first + k, first + 2k, …; never if an argument is below 1.
    #[inline]
    pub fn every_from<K: Whole, F: Whole>(self, k: K, first: F) -> bool {
        time::every(k.count(), first.count(), self.0)
    }

    /// Returns true from step n + 1 on.
    #[inline]
    pub fn after<K: Whole>(self, n: K) -> bool {
        self.0 > n.count()
    }

    /// Returns true in step n.
    #[inline]
    pub fn at<K: Whole>(self, n: K) -> bool {
        self.0 == n.count()
    }

    /// The slot of this step in a list of `m`.
    #[inline]
    pub fn slot<K: Whole>(self, m: K) -> Slot {
        self.slot_later(m, 0_u64)
    }

    /// The slot `i` steps later.
    #[inline]
    pub fn slot_later<K: Whole, I: Whole>(self, m: K, i: I) -> Slot {
        let of = m.count().max(1);
        let (now, later) = (self.0.saturating_sub(1) % of, i.count() % of);
        let place = if now >= of - later { now - (of - later) } else { now + later };
        let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Slot { place: whole(place), of: whole(of) }
    }

    /// The slot as an index into a list of this length.
    #[inline]
    #[must_use]
    pub fn index(self, slot: Slot, length: usize) -> usize {
        // `build` has refused lists that are too short for the slot.
        slot.place.min(length.saturating_sub(1))
    }
}
