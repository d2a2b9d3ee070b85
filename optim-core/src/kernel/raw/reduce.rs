//! Reductions: the results of a unit go to a slot, or are stored as partial results, which are combined in order.

use super::base::Base;
use super::share::Stretch;
use crate::dtype::DType;
use crate::kernel::combine::{Rule, Sums, TileReduction};
use crate::kernel::fold::Folds;
use crate::kernel::geometry::Geometry;
use crate::kernel::level::Isa;
use crate::kernel::partial::Partial;
use crate::kernel::{Finish, Float, Reduction, TILE};
use crate::shape::Axes;

/// The scratch slot of a reduction's results.
// Invariant: `len` numbers begin at `base`, in a slot that is no other stream's and no other reduction's in this pass; without those
// that are left out, before the first result that the pass gives.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultSlot<T> {
    base: Base<T>,
    len: usize,
}

impl<T> ResultSlot<T> {
    /// No place at all.
    const NONE: Self = Self { base: Base::new(std::ptr::dangling_mut()), len: 0 };

    /// A slot that only this reduction of the pass uses.
    pub(super) const fn new(numbers: &mut [T]) -> Self {
        Self { len: numbers.len(), base: Base::of_mut(numbers) }
    }

    /// The same slot for a pass that does not compute the first `first` results. The slot begins with the result after them, see
    /// [`Span`](crate::kernel::piece::Span).
    pub(super) const fn without(self, first: usize) -> Self {
        Self { base: self.base.before(first), ..self }
    }

    #[inline(always)]
    fn places(&self, first: usize, n: usize) -> Base<T> {
        assert!(first <= self.len && n <= self.len - first, "a slot has a place for every result");
        self.base.after(first)
    }
}

/// A reduction, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Red<T> {
    pub(super) rule: Rule,
    /// The slot of the results, unless there is only one.
    pub(super) into: ResultSlot<T>,
}

impl<T: Float> Red<T> {
    /// A placeholder.
    pub(super) const NONE: Self = Self { rule: Rule::NONE, into: ResultSlot::NONE };

    /// A reduction of `len` elements to one number.
    #[inline(always)]
    pub(super) fn one(reduction: &Reduction, len: usize) -> Self {
        let rule = Rule { fold: reduction.fold, finish: reduction.finish, count: len as f64, ..Rule::NONE };
        Self { rule, into: ResultSlot::NONE }
    }
}

/// Finishes results and writes them to a slot. Means of `f32` are multiplied by the reciprocal of the count. Its error is far below the error
/// of rounding to `f32`.
#[inline(always)]
fn finish_all<T: Float>(rule: &Rule, results: &[f64], to: &mut [T]) {
    let (count, factor) = (rule.count, 1.0 / rule.count);
    let exact = T::DTYPE == DType::F64;
    let each = results.iter().zip(to);
    match rule.finish {
        Finish::None => each.for_each(|(&x, to)| *to = T::cast(x)),
        Finish::Sqrt => each.for_each(|(&x, to)| *to = T::cast(x.sqrt())),
        Finish::Mean if exact => each.for_each(|(&x, to)| *to = T::cast(x / count)),
        Finish::Mean => each.for_each(|(&x, to)| *to = T::cast(x * factor)),
        Finish::SqrtMean if exact => each.for_each(|(&x, to)| *to = T::cast((x / count).sqrt())),
        Finish::SqrtMean => each.for_each(|(&x, to)| *to = T::cast((x * factor).sqrt())),
    }
}

/// Combines the numbers of a tile with the sums, and writes complete results to the slot.
#[inline(always)]
pub(super) fn take_in<T: Float>(
    (isa, geometry): (Isa, &Geometry),
    red: &Red<T>,
    at: Stretch<'_>,
    numbers: (&[f64; TILE], usize),
    sums: Sums<'_>,
    partials: &[Partial],
) {
    let place = TileReduction { isa, geometry, rule: &red.rule, unit: at.unit(), at: at.at() };
    let results = place.take_in(numbers, sums, partials);
    if !results.is_empty() {
        emit((isa, geometry), red, at, results);
    }
}

/// Finishes the first results of a tile. They are complete, and no other unit has a part of them.
#[inline(never)]
fn emit<T: Float>((isa, geometry): (Isa, &Geometry), red: &Red<T>, at: Stretch<'_>, results: &[f64]) {
    let (at, unit) = (at.at(), at.unit());
    let first = match red.rule.kept {
        Axes::Scalar | Axes::Tensor => at.i,
        Axes::Rows => at.batch * geometry.rows + at.row,
        Axes::Matrices => at.batch,
        Axes::Cols => at.batch * geometry.cols + unit.cols.0,
    };
    let places = red.into.places(first, results.len());
    // SAFETY: the slot has these places, and only this reduction uses it. Elements, rows, matrices and columns that lie
    // in a unit as a whole have no part in another, and this unit is this thread's alone.
    let to = unsafe { std::slice::from_raw_parts_mut(places.get(), results.len()) };
    isa.run(
        #[inline(always)]
        || finish_all(&red.rule, results, to),
    );
}

/// Joins the partial results of all units.
pub(super) fn put_together<T: Float>(geometry: &Geometry, red: &Red<T>, partials: &mut [Partial]) {
    let rule = &red.rule;
    // Each of `outer` lines of results has `parts` lines of partial results. Each line has `len` numbers.
    let (outer, parts, len) = match rule.kept {
        Axes::Rows if geometry.panels > 1 => (1, geometry.panels, geometry.batch * geometry.rows),
        Axes::Matrices if geometry.group == 0 => (geometry.batch, geometry.blocks * geometry.panels, 1),
        Axes::Cols if geometry.blocks > 1 => (geometry.batch, geometry.blocks, geometry.cols),
        _ => return,
    };
    let places = red.into.places(0, outer * len);
    // SAFETY: the slot has these places, and only this reduction uses it. No worker does any more: they have left their
    // partial results, which are borrowed exclusively here.
    let to = unsafe { std::slice::from_raw_parts_mut(places.get(), outer * len) };
    let partials = &mut partials[rule.partial..][..outer * parts * len];
    for (lines, to) in partials.chunks_exact_mut(parts * len).zip(to.chunks_exact_mut(len)) {
        for (first, to) in (0..len).step_by(TILE).zip(to.chunks_mut(TILE)) {
            let mut sums = [0.0; TILE];
            let sums = &mut sums[..to.len()];
            for (part, line) in lines.chunks_exact_mut(len).enumerate() {
                for (sum, partial) in sums.iter_mut().zip(&mut line[first..]) {
                    let x = partial.take();
                    *sum = if part == 0 { x } else { rule.fold.join(*sum, x) };
                }
            }
            finish_all(rule, sums, to);
        }
    }
}

/// The number of partial results of a reduction.
pub(super) fn partials(geometry: &Geometry, kept: Axes) -> usize {
    match kept {
        Axes::Rows if geometry.panels > 1 => geometry.panels * geometry.batch * geometry.rows,
        Axes::Matrices if geometry.group == 0 => geometry.units,
        Axes::Cols if geometry.blocks > 1 => geometry.batch * geometry.blocks * geometry.cols,
        _ => 0,
    }
}
