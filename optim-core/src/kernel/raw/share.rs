//! A pass among threads: whose units are whose.

use super::claim::{Claim, Part};
use crate::kernel::geometry::{At, Geometry, Runs, Unit};
use crate::kernel::threads::Queue;
use crate::kernel::{Arenas, Float};

/// In which order the units of a pass are processed.
pub(super) enum Division<'a, T> {
    /// By the calling thread.
    One(Share),
    /// By so many workers, who take what is left.
    Many(usize, Shares, &'a Arenas<T>),
}

impl<'a, T: Float> Division<'a, T> {
    /// Divides a pass over the part of a parameter that a claim is for.
    ///
    /// # Panics
    /// If the claim is for a part that the geometry has not.
    #[inline(always)]
    pub(super) fn new(claim: &Claim<'a, T>, geometry: &Geometry) -> Self {
        match claim.part() {
            Part::Shared(workers, arenas) if geometry.units > 1 => {
                let workers = workers.min(geometry.units);
                Self::Many(workers, Shares(Queue::new(geometry.units, workers)), arenas)
            }
            Part::Whole | Part::Shared(..) => Self::One(Share { from: 0, to: geometry.units, line: None }),
            Part::Range(from, to) => {
                assert!(geometry.cols == geometry.len(), "elementwise passes run over a line");
                assert!(from <= to && to <= geometry.cols, "a part lies inside its parameter");
                Self::One(Share { from: 0, to: 1, line: Some((from, to)) })
            }
            Part::Nothing => Self::One(Share { from: 0, to: 0, line: None }),
        }
    }
}

/// All units of a pass, each handed out once.
pub(super) struct Shares(Queue);

impl Shares {
    pub(super) fn next(&self) -> Option<Share> {
        self.0.take().map(|(from, to)| Share { from, to, line: None })
    }
}

/// Some units of a pass, or part of a line.
// Invariant: whoever has it works on what it covers alone. It comes from a `Division`, which gives each unit to one share,
// and covers nothing outside of the claim that is divided.
pub(super) struct Share {
    from: usize,
    to: usize,
    line: Option<(usize, usize)>,
}

impl Share {
    /// The next unit.
    #[inline(always)]
    pub(super) fn next(&mut self, geometry: &Geometry) -> Option<Own> {
        if self.from >= self.to {
            return None;
        }
        let mut unit = geometry.unit(self.from);
        if let Some(line) = self.line {
            unit.cols = line;
        }
        self.from += 1;
        Some(Own(unit))
    }
}

/// A unit of a share.
// Invariant: as for `Share`.
pub(super) struct Own(Unit);

impl Own {
    #[inline(always)]
    pub(super) const fn unit(&self) -> &Unit {
        &self.0
    }

    #[inline(always)]
    pub(super) fn runs(&self) -> OwnRuns<'_> {
        OwnRuns { unit: &self.0, runs: Runs::new(&self.0) }
    }
}

/// The runs of consecutive tiles of a unit.
pub(super) struct OwnRuns<'u> {
    unit: &'u Unit,
    runs: Runs,
}

impl<'u> OwnRuns<'u> {
    #[inline(always)]
    pub(super) fn next(&mut self, geometry: &Geometry) -> Option<Stretch<'u>> {
        self.runs.next(geometry, self.unit).map(
            #[inline(always)]
            |at| Stretch { unit: self.unit, at },
        )
    }
}

/// Consecutive elements of a unit: `n` from `i` on, before the `end` of their run.
// Invariant: they are elements of the unit, and that is an `Own`.
#[derive(Clone, Copy)]
pub(super) struct Stretch<'u> {
    unit: &'u Unit,
    at: At,
}

impl<'u> Stretch<'u> {
    #[inline(always)]
    pub(super) const fn unit(&self) -> &'u Unit {
        self.unit
    }

    #[inline(always)]
    pub(super) const fn at(&self) -> &At {
        &self.at
    }

    /// Elements from the start of the stretch to the end of the run.
    #[inline(always)]
    pub(super) const fn left(&self) -> usize {
        self.at.end - self.at.i
    }

    /// At most `n` elements of the run, from the same one on.
    #[inline(always)]
    pub(super) fn tile(&mut self, n: usize) {
        self.at.n = n.min(self.left());
    }

    /// Moves on to what follows the stretch.
    #[inline(always)]
    pub(super) fn advance(&mut self, geometry: &Geometry) {
        self.at.advance(geometry);
    }
}
