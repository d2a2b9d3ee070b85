//! The step count of a parameter as a step sees it: what is true at some steps and not at others, and which place of a list
//! belongs to this one.
//!
//! | file | its contents |
//! |---|---|
//! | `mod` | [`Time`]: the answers at one step |
//! | `whole` | the integers that may be asked about |
//! | `clock` | [`Clock`]: questions of a step that is described, with their answers and what is wrong about them |
//!
//! `optim_language::time` finds the programs that a step has by its answers, and how often each runs.

mod clock;
#[cfg(test)]
mod tests;
mod whole;

pub use clock::Clock;
pub(crate) use clock::{CALLS, Questions, StepCount, TimeError, programs};
pub(crate) use optim_language::time::Program;
pub use whole::Whole;

use optim_language::time;

/// The number of a step of a parameter, from 1: it answers what a step asks of time.
#[derive(Clone, Copy, Debug)]
pub struct Time(u64);

/// A place in a list of as many.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    place: usize,
    of: usize,
}

impl Slot {
    /// The place.
    pub(crate) const fn place(self) -> usize {
        self.place
    }
}

impl Time {
    /// The step of this number.
    #[inline]
    #[must_use]
    pub const fn new(step: u64) -> Self {
        Self(step)
    }

    /// The number of the step.
    pub(crate) const fn step(self) -> u64 {
        self.0
    }

    /// Returns true if this is a step k, 2k, 3k, …; there is none of `k` below 1, which `build` refuses.
    #[inline]
    pub fn every<K: Whole>(self, k: K) -> bool {
        self.every_from(k, k)
    }

    /// Returns true if this is a step first, first + k, first + 2k, …; there is none of arguments below 1.
    #[inline]
    pub fn every_from<K: Whole, F: Whole>(self, k: K, first: F) -> bool {
        time::every(k.count(), first.count(), self.0)
    }

    /// Returns true if this is a step from n + 1 on.
    #[inline]
    pub fn after<K: Whole>(self, n: K) -> bool {
        self.0 > n.count()
    }

    /// Returns true if this is step n.
    #[inline]
    pub fn at<K: Whole>(self, n: K) -> bool {
        self.0 == n.count()
    }

    /// The place of this step in a list of `m`.
    #[inline]
    pub fn slot<K: Whole>(self, m: K) -> Slot {
        self.slot_later(m, 0_u64)
    }

    /// The place `i` steps later.
    #[inline]
    pub fn slot_later<K: Whole, I: Whole>(self, m: K, i: I) -> Slot {
        let of = m.count().max(1);
        let (now, later) = (self.0.saturating_sub(1) % of, i.count() % of);
        let place = if now >= of - later { now - (of - later) } else { now + later };
        let whole = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Slot { place: whole(place), of: whole(of) }
    }

    /// The place as an index into a list of this length.
    #[inline]
    #[must_use]
    pub fn index(self, slot: Slot, length: usize) -> usize {
        // `build` has refused lists that are shorter than the slot goes.
        slot.place.min(length.saturating_sub(1))
    }
}
