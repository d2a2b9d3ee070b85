//! The division of a pass among threads.

use super::claim::{Claim, Coverage};
use crate::kernel::geometry::{At, Geometry, Runs, Unit};
use crate::kernel::piece::Span;
use crate::kernel::threads::Queue;
use crate::kernel::{Arenas, Float};

/// The threads that process the units of a pass.
pub(super) enum Division<'a, T> {
    /// The calling thread.
    One(Share),
    /// This number of workers. Each takes the next units when it is done.
    Many(usize, Shares, &'a Arenas<T>),
}

impl<'a, T: Float> Division<'a, T> {
    /// Divides a pass over the part of a parameter that a claim covers.
    ///
    /// # Panics
    /// If the claim covers a part that the geometry does not have.
    #[inline(always)]
    pub(super) fn new(claim: &Claim<'a, T>, geometry: &Geometry, span: Span) -> Self {
        match claim.part() {
            Coverage::Shared(workers, arenas) if geometry.units > 1 => {
                let workers = workers.min(geometry.units);
                Self::Many(workers, Shares(Queue::new(geometry.units, workers)), arenas)
            }
            Coverage::Whole | Coverage::Shared(..) => Self::One(Share::of(span, geometry)),
            Coverage::Range(from, to) => Self::One(Share::of(Span::Line(from, to), geometry)),
        }
    }
}

/// All units of a pass. Each is given to one worker.
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
    /// The work of one thread: a whole pass, some elements, or some matrices.
    ///
    /// # Panics
    /// If the span is not inside the geometry.
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

    /// Sets the length of the stretch: at most `n` elements, and not beyond the run.
    #[inline(always)]
    pub(super) fn tile(&mut self, n: usize) {
        self.at.n = n.min(self.left());
    }

    /// Moves to the elements after the stretch.
    #[inline(always)]
    pub(super) fn advance(&mut self, geometry: &Geometry) {
        self.at.advance(geometry);
    }
}
