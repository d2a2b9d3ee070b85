//! Passes piece by piece: all passes of a group over some matrices, before the first goes on to the next matrices, while
//! their numbers are in cache.
//!
//! A step tells where such a group begins, and that no pass in it needs a number of the whole parameter that another one gives.
//! Then nothing that a matrix becomes depends on other matrices, and only sums over all of them say where pieces may
//! end: between units, whose partial results are added up in order. Results have the same bits as without pieces.

use super::geometry::{CHUNK, Cover, Geometry};
use super::program::PassParameters;
use super::raw::{Part, Streams};
use super::resolve::Need;
use super::{Cx, Extent, Float, Reduction};
use crate::shape::Axes;

/// Fewest elements of a parameter whose matrices are done piece by piece: with their states they are no longer in cache.
const LEAST: usize = 4 * CHUNK;
/// Fewest elements of a piece: a little less than what units have.
const PIECE: usize = CHUNK / 4 * 3;

/// A piece of a parameter: some of its matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatrixPiece {
    /// `size` matrices from the one at `from` on; the last piece has what is left.
    from: usize,
    size: usize,
    /// The partial results of passes before, which the next one keeps its own behind.
    partials: usize,
    /// The scratch slots, as bits, that only the group uses: each piece has its numbers at their beginning, which stays in cache.
    local: u64,
}

/// The part of a pass that is to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// All of it.
    All,
    /// These units.
    Units(usize, usize),
    /// These elements of a line, as one unit.
    Line(usize, usize),
    /// These rows of one matrix, as one unit.
    Rows(usize, usize),
    /// These matrices, as one unit.
    Matrices(usize, usize),
}

impl<T: Float> Cx<'_, T> {
    /// How many matrices of the parameter a group of passes may do at a time; `None` if it goes over all of them at once.
    pub(crate) fn piece_size<'s>(&mut self, passes: impl Iterator<Item = &'s PassParameters>) -> Option<usize> {
        let (batch, len) = (self.shape().batch(), self.shape().len());
        if batch <= 1 || len < LEAST || !self.may_be_cut() {
            return None;
        }
        let mut multiple = 1;
        for pass in passes.filter(|pass| pass.extent.len() > 0) {
            let streams = pass.moves.streams();
            let geometry = Self::division(pass.extent, streams);
            multiple = common_multiple(multiple, self.multiple_of(pass.extent, streams, &geometry)?)?;
        }
        let size = PIECE.div_ceil((len / batch).max(1)).checked_next_multiple_of(multiple)?;
        (size < batch).then_some(size)
    }

    /// Returns true if the parameter is in C order, its states are arrays, and a thread has it to itself.
    fn may_be_cut(&self) -> bool {
        let claim = &self.claim;
        matches!(claim.part(), Part::Whole)
            && claim.is_plain()
            && !self.phases
            && !claim.has_stored_states()
            && !claim.shares_states()
    }

    /// Runs a group of passes for pieces of so many matrices, one after another. None of the passes needs a result of another one that is a
    /// number of the whole parameter; results are those of the whole after the last piece. Only the group uses the scratch slots `local`.
    pub(crate) fn in_pieces(&mut self, size: usize, local: &[usize], mut run: impl FnMut(&mut Self)) {
        let bit = |slot: &usize| 1_u64.checked_shl(u32::try_from(*slot).unwrap_or(u32::MAX)).unwrap_or(0);
        let local = local.iter().map(bit).fold(0, |all, bit| all | bit);
        for from in (0..self.shape().batch()).step_by(size) {
            self.piece = Some(MatrixPiece { from, size, partials: 0, local });
            run(self);
        }
        self.piece = None;
    }

    /// The number of elements of a scratch slot with `len` elements that belong to earlier pieces, which are not kept.
    pub(crate) fn left_out(&self, slot: usize, len: usize) -> usize {
        match self.piece {
            Some(MatrixPiece { from, local, .. }) if slot < 64 && local >> slot & 1 == 1 => {
                len / self.claim.shape().batch().max(1) * from
            }
            _ => 0,
        }
    }

    /// Returns true if passes run as a whole.
    #[inline(always)]
    pub(crate) const fn is_whole(&self) -> bool {
        self.piece.is_none()
    }

    /// The number of matrices that pieces must be a multiple of for a pass; `None` if a piece can't be a part of what it walks over.
    fn multiple_of(&self, extent: Extent, streams: Streams<'_>, geometry: &Geometry) -> Option<usize> {
        let batch = self.shape().batch();
        let by_matrix = extent.batch == batch && streams.all().all(|stream| stream.axes.flags()[0]);
        let Along { each, unit, whole, .. } = Along::of(geometry, batch);
        match sums_all(streams.reductions) {
            _ if !by_matrix || !whole || each == 0 => None,
            false => Some(1),
            true if geometry.units == 1 => None,
            true => Some(unit / greatest_divisor(unit, each)),
        }
    }

    /// The part of a pass that is due, and the place of its partial results. It has no elements before those of the piece's first
    /// matrix.
    ///
    /// # Panics
    /// If a piece can't begin where it does: the pass is none of those that its size was asked for.
    pub(crate) fn span(
        &mut self,
        extent: Extent,
        streams: Streams<'_>,
        (geometry, need): (&Geometry, Need),
    ) -> (Span, usize) {
        let Some(piece) = self.piece else { return (Span::All, 0) };
        let MatrixPiece { from, size, partials: begin, .. } = piece;
        debug_assert!(
            *geometry == Self::division(extent, streams),
            "a group is cut for the division that its passes have"
        );
        let multiple = self.multiple_of(extent, streams, geometry);
        assert!(
            multiple.is_some_and(|multiple| from.is_multiple_of(multiple)),
            "the passes of a group are those that it was cut for"
        );
        let batch = self.claim.shape().batch();
        let (first, last) = (from, (from + size).min(batch));
        self.piece = Some(MatrixPiece { partials: begin + need.partials, ..piece });
        let Along { each, unit, span, .. } = Along::of(geometry, batch);
        let (first, last) = (first * each, last * each);
        let span = match sums_all(streams.reductions) {
            true => Span::Units(first / unit, last.div_ceil(unit)),
            false => span(first, last),
        };
        (span, begin)
    }
}

/// Returns true if a pass adds up something of the whole parameter.
fn sums_all(reductions: &[Reduction]) -> bool {
    reductions.iter().any(|reduction| reduction.keep == Axes::Scalar)
}

/// The axis of a geometry along which the parameter's matrices follow each other. Neighbouring axes that a pass does not tell
/// apart are one axis, and the matrices are the outermost.
struct Along {
    /// The share of the axis that each of the parameter's matrices has.
    each: usize,
    /// The share of it that a unit has.
    unit: usize,
    /// True if results of rows, columns and matrices lie in a unit as a whole.
    whole: bool,
    span: fn(usize, usize) -> Span,
}

impl Along {
    fn of(geometry: &Geometry, batch: usize) -> Self {
        let Geometry { group, rows, cols, block_rows, panels, panel_cols, .. } = *geometry;
        if geometry.batch > 1 {
            Self { each: geometry.batch / batch, unit: group.max(1), whole: group > 0, span: Span::Matrices }
        } else if rows > 1 {
            Self { each: rows / batch, unit: block_rows, whole: panels == 1, span: Span::Rows }
        } else {
            let whole = matches!(geometry.cover, Cover::Segment(_));
            Self { each: cols / batch, unit: panel_cols, whole, span: Span::Line }
        }
    }
}

/// The greatest common divisor.
fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

/// The least common multiple; `None` if one is 0, or if it is too large.
fn common_multiple(a: usize, b: usize) -> Option<usize> {
    (a > 0 && b > 0).then(|| a / greatest_divisor(a, b)).and_then(|a| a.checked_mul(b))
}
