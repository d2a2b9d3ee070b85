//! Passes piece by piece: all passes of a group over some matrices, before the first goes on to the next matrices, while
//! their numbers are in cache.
//!
//! A step tells where such a group begins, and that no pass in it needs a number of the whole parameter that another one gives.
//! Then nothing that a matrix becomes depends on other matrices, and only sums over all of them ask where pieces may
//! end: between units, whose partial results are added up in order. The group is called once only to ask its passes for
//! that, and then for each piece. Results have the same bits as without pieces.

use super::geometry::{CHUNK, Cover, Geometry};
use super::raw::Part;
use super::resolve::Need;
use super::{Cx, Extent, Float, Reduction, Stream};
use crate::shape::Axes;

/// Fewest elements of a parameter whose matrices are done piece by piece: with their states they are no longer in cache.
const LEAST: usize = 4 * CHUNK;
/// Fewest elements of a piece: a little less than what units have.
const PIECE: usize = CHUNK / 4 * 3;

/// The progress of a context through the pieces of a group of passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PieceProgress {
    /// Passes run as a whole.
    #[default]
    Whole,
    /// A group begins.
    Begin,
    /// Passes are asked, not run: pieces are multiples of so many matrices, and so many partial results are needed.
    Ask { multiple: usize, partials: usize },
    /// Passes run over these matrices: `size` of them from the one at `from` on, but for the last piece. The next pass keeps its
    /// partial results behind those of others.
    Some { from: usize, size: usize, partials: usize },
    /// The group runs as a whole, and for the last time.
    Last,
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
    /// A group of passes begins: the passes of a loop `while cx.next_piece()`. None of them needs a result of another one that is
    /// a number of the whole parameter; results are those of the whole when the loop has ended. Scratch slots that only the group
    /// uses are `local`: each piece has its numbers at their beginning, which stays in cache.
    pub(crate) fn begin_pieces(&mut self, local: &[usize]) {
        let bit = |slot: &usize| 1_u64.checked_shl(u32::try_from(*slot).unwrap_or(u32::MAX)).unwrap_or(0);
        self.local = local.iter().map(bit).fold(0, |all, bit| all | bit);
        self.progress = PieceProgress::Begin;
    }

    /// Returns true if the passes of the group are to be called, and over which matrices.
    pub(crate) fn next_piece(&mut self) -> bool {
        let batch = self.shape().batch();
        self.progress = match self.progress {
            PieceProgress::Begin if self.is_in_pieces() => PieceProgress::Ask { multiple: 1, partials: 0 },
            PieceProgress::Begin => PieceProgress::Last,
            PieceProgress::Ask { multiple, partials } => {
                let matrices = PIECE.div_ceil((self.shape().len() / batch).max(1));
                match matrices.checked_next_multiple_of(multiple.max(1)) {
                    Some(size) if multiple > 0 && size < batch => {
                        if self.arena.partials.len() < partials {
                            self.arena.grow_partials(partials);
                        }
                        PieceProgress::Some { from: 0, size, partials: 0 }
                    }
                    _ => PieceProgress::Last,
                }
            }
            PieceProgress::Some { from, size, .. } if batch - from > size => {
                PieceProgress::Some { from: from + size, size, partials: 0 }
            }
            PieceProgress::Some { .. } | PieceProgress::Last | PieceProgress::Whole => PieceProgress::Whole,
        };
        self.progress != PieceProgress::Whole
    }

    /// Returns true if the parameter is a large batch of matrices, in C order, whose states are arrays, and a thread has it to itself.
    fn is_in_pieces(&self) -> bool {
        let claim = &self.claim;
        matches!(claim.part(), Part::Whole)
            && self.shape().batch() > 1
            && self.shape().len() >= LEAST
            && claim.is_plain()
            && !self.phases
            && !claim.has_stored_states()
            && !claim.shares_states()
    }

    /// Returns true if passes are asked where pieces may end.
    #[inline]
    pub(crate) const fn is_asked(&self) -> bool {
        matches!(self.progress, PieceProgress::Ask { .. })
    }

    /// The number of elements of a scratch slot with `len` elements that belong to earlier pieces, which are not kept.
    pub(crate) fn left_out(&self, slot: usize, len: usize) -> usize {
        match self.progress {
            PieceProgress::Some { from, .. } if slot < 64 && self.local >> slot & 1 == 1 => {
                len / self.claim.shape().batch().max(1) * from
            }
            _ => 0,
        }
    }

    /// Returns true if passes run as a whole.
    #[inline(always)]
    pub(crate) const fn is_whole(&self) -> bool {
        matches!(self.progress, PieceProgress::Whole | PieceProgress::Last)
    }

    /// Records the needs of a pass of the group.
    pub(crate) fn ask<'s>(
        &mut self,
        extent: Extent,
        streams: impl Iterator<Item = &'s Stream>,
        reductions: &[Reduction],
        (geometry, need): (&Geometry, Need),
    ) {
        let PieceProgress::Ask { multiple, partials } = self.progress else { return };
        let own = self.multiple_of(extent, streams, reductions, geometry);
        let multiple = own.and_then(|own| common_multiple(multiple, own)).unwrap_or(0);
        self.progress = PieceProgress::Ask { multiple, partials: partials.saturating_add(need.partials) };
    }

    /// The number of matrices that pieces must be a multiple of for a pass; `None` if a piece can't be a part of what it walks over.
    fn multiple_of<'s>(
        &self,
        extent: Extent,
        mut streams: impl Iterator<Item = &'s Stream>,
        reductions: &[Reduction],
        geometry: &Geometry,
    ) -> Option<usize> {
        let batch = self.shape().batch();
        let by_matrix = extent.batch == batch && streams.all(|stream| stream.axes.flags()[0]);
        if by_matrix { multiple_of(geometry, batch, sums_all(reductions)) } else { None }
    }

    /// The part of a pass that is due, and the place of its partial results. It has no elements before those of the piece's first
    /// matrix.
    ///
    /// # Panics
    /// If a piece can't begin where it does: the pass is none of those that were asked.
    pub(crate) fn span<'s>(
        &mut self,
        extent: Extent,
        streams: impl Iterator<Item = &'s Stream>,
        reductions: &[Reduction],
        (geometry, need): (&Geometry, Need),
    ) -> (Span, usize) {
        let PieceProgress::Some { from, .. } = self.progress else { return (Span::All, 0) };
        let multiple = self.multiple_of(extent, streams, reductions, geometry);
        assert!(
            multiple.is_some_and(|multiple| from.is_multiple_of(multiple)),
            "the passes of a group are the same each time"
        );
        let PieceProgress::Some { from, size, partials } = &mut self.progress else { return (Span::All, 0) };
        let batch = self.claim.shape().batch();
        let (first, last) = (*from, (*from + *size).min(batch));
        let begin = *partials;
        *partials += need.partials;
        let Along { each, unit, span, .. } = Along::of(geometry, batch);
        let (first, last) = (first * each, last * each);
        let span =
            if sums_all(reductions) { Span::Units(first / unit, last.div_ceil(unit)) } else { span(first, last) };
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

/// The number of matrices that pieces must be a multiple of for a pass, which `sums` something of the whole parameter; `None` if a piece
/// can't be a part of what it walks over.
fn multiple_of(geometry: &Geometry, batch: usize, sums: bool) -> Option<usize> {
    let Along { each, unit, whole, .. } = Along::of(geometry, batch);
    match sums {
        _ if !whole || each == 0 => None,
        false => Some(1),
        true if geometry.units == 1 => None,
        true => Some(unit / greatest_divisor(unit, each)),
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
