//! A pass among threads: whose units are whose.

use super::claim::{Claim, Part};
use crate::kernel::geometry::{At, Geometry, Runs, Unit};
use crate::kernel::piece::Span;
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
    pub(super) fn new(claim: &Claim<'a, T>, geometry: &Geometry, span: Span) -> Self {
        match claim.part() {
            Part::Shared(workers, arenas) if geometry.units > 1 => {
                let workers = workers.min(geometry.units);
                Self::Many(workers, Shares(Queue::new(geometry.units, workers)), arenas)
            }
            Part::Whole | Part::Shared(..) => Self::One(Share::of(span, geometry)),
            Part::Range(from, to) => Self::One(Share::of(Span::Line(from, to), geometry)),
        }
    }
}

/// All units of a pass, each handed out once.
pub(super) struct Shares(Queue);

impl Shares {
    pub(super) fn next(&self) -> Option<Share> {
        self.0.take().map(|(from, to)| Share { from, to, own: Span::All })
    }
}

/// Some units of a pass, or part of a line.
// Invariant: whoever has it works on what it covers alone. It comes from a `Division`, which gives each unit to one share,
// and covers nothing outside of the claim that is divided.
pub(super) struct Share {
    from: usize,
    to: usize,
    /// The range of its one unit, if it differs from the geometry's.
    own: Span,
}

impl Share {
    /// The work of one thread: all of a pass, some elements, or a piece of the matrices.
    ///
    /// # Panics
    /// If the geometry has not so much.
    #[inline]
    fn of(span: Span, geometry: &Geometry) -> Self {
        let (from, to, most) = match span {
            Span::All => (0, geometry.units, geometry.units),
            Span::Units(from, to) => (from, to, geometry.units),
            Span::Line(from, to) => (from, to, geometry.cols),
            Span::Rows(from, to) => (from, to, geometry.rows),
            Span::Matrices(from, to) => (from, to, geometry.batch),
        };
        assert!(from <= to && to <= most, "a part lies inside its parameter");
        let line = matches!(span, Span::Line(..));
        assert!(!line || geometry.cols == geometry.len(), "the elements of a line are side by side");
        match span {
            Span::All | Span::Units(..) => Self { from, to, own: Span::All },
            Span::Line(..) | Span::Rows(..) | Span::Matrices(..) => Self { from: 0, to: 1, own: span },
        }
    }

    /// The next unit.
    #[inline(always)]
    pub(super) fn next(&mut self, geometry: &Geometry) -> Option<Own> {
        if self.from >= self.to {
            return None;
        }
        let mut unit = geometry.unit(self.from);
        match self.own {
            Span::Line(from, to) => unit.cols = (from, to),
            Span::Rows(from, to) => unit.rows = (from, to),
            Span::Matrices(from, to) => unit.batch = (from, to),
            Span::All | Span::Units(..) => {}
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
