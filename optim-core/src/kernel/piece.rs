//! Passes piece by piece. A piece is some matrices of a parameter. All passes of a group process one piece, while its numbers are in cache, before
//! they process the next one.
//!
//! A step marks such a group, if no pass in it needs a number of the whole parameter that another pass computes. Then the results of a matrix do not
//! depend on other matrices. Only sums over all matrices restrict the ends of pieces: they must be between units, because the partial results of
//! units are added in order. Results have the same bits as without pieces.

use super::geometry::{CHUNK, Cover, Geometry};
use super::program::PassParameters;
use super::raw::{Coverage, Streams};
use super::resolve::Need;
use super::{Extent, Float, Reduction, StepContext};
use crate::shape::Axes;

/// The smallest parameter that is processed piece by piece, in elements. With its states, it does not fit in the cache.
const LEAST: usize = 4 * CHUNK;
/// The smallest piece, in elements: a little less than a unit.
const PIECE: usize = CHUNK / 4 * 3;

/// A piece of a parameter: some of its matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatrixPiece {
    /// The matrices `from..from + size`. The last piece may have fewer.
    from: usize,
    size: usize,
    /// The number of partial results of earlier passes. The partial results of the next pass come after them.
    partials: usize,
    /// The scratch slots that only the group uses, as bits. Each piece stores its numbers at their beginning, which stays in cache.
    local: u64,
}

/// The part of a pass to run.
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

impl<T: Float> StepContext<'_, T> {
    /// The number of matrices that a group of passes may process at a time; `None` for all matrices at once.
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

    /// Returns true if the parameter is in C order, its states are arrays in their own type, and one thread processes it alone.
    fn may_be_cut(&self) -> bool {
        let claim = &self.claim;
        matches!(claim.part(), Coverage::Whole)
            && claim.is_plain()
            && !self.phases
            && !claim.has_stored_states()
            && !claim.shares_states()
    }

    /// Runs a group of passes for pieces of `size` matrices, one after another. No pass needs a number of the whole parameter that another pass
    /// computes. Results are complete after the last piece. Only the group uses the scratch slots `local`.
    pub(crate) fn in_pieces(&mut self, size: usize, local: &[usize], mut run: impl FnMut(&mut Self)) {
        let bit = |slot: &usize| 1_u64.checked_shl(u32::try_from(*slot).unwrap_or(u32::MAX)).unwrap_or(0);
        let local = local.iter().map(bit).fold(0, |all, bit| all | bit);
        for from in (0..self.shape().batch()).step_by(size) {
            self.piece = Some(MatrixPiece { from, size, partials: 0, local });
            run(self);
        }
        self.piece = None;
    }

    /// The number of elements of earlier pieces that are not kept in a scratch slot, for a slot of `len` elements.
    pub(crate) fn left_out(&self, slot: usize, len: usize) -> usize {
        match self.piece {
            Some(MatrixPiece { from, local, .. }) if slot < 64 && local >> slot & 1 == 1 => {
                len / self.claim.shape().batch().max(1) * from
            }
            _ => 0,
        }
    }

    /// Returns true if passes process the whole parameter.
    #[inline(always)]
    pub(crate) const fn is_whole(&self) -> bool {
        self.piece.is_none()
    }

    /// The number of matrices of which a pass requires pieces to be a multiple; `None` if the pass cannot process pieces.
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

    /// The part of a pass to run now, and the place of its partial results. It has no elements before those of the piece's first
    /// matrix.
    ///
    /// # Panics
    /// If the pass cannot begin with this piece, because `piece_size` was not asked for this pass.
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

/// Returns true if a pass has a reduction over the whole parameter.
fn sums_all(reductions: &[Reduction]) -> bool {
    reductions.iter().any(|reduction| reduction.keep == Axes::Scalar)
}

/// The axis of a geometry that contains the parameter's matrices, one after another. A pass joins neighbouring axes that it does not distinguish, and
/// the matrices are the outermost axis.
struct Along {
    /// The length of one of the parameter's matrices along this axis.
    each: usize,
    /// The length of a unit along this axis.
    unit: usize,
    /// True if no row, column or matrix is divided between units.
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
