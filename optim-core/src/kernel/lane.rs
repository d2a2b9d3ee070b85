//! Lanes: how the numbers of one stream reach a tile.
//!
//! Most lanes are direct: the tile is a slice of the array. The others pass through a buffer of one tile: strided
//! arrays are gathered, numbers repeated along an axis are spread out, gradients are scaled and clipped.

use super::arena::Notes;
use super::gather::{Axis, gather, scatter};
use super::geometry::{At, Cover, Geometry};
use super::level::Isa;
use super::{Float, GradLoad, TILE};

/// One stream of a pass, resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<T> {
    /// The first element.
    pub(crate) base: *mut T,
    /// `DIRECT`, `ABSENT`, `ADJUSTED`, or `DETAILS` and more for those with a detail among the notes.
    pub(crate) detail: usize,
}

impl<T> Lane<T> {
    /// Slices of the array itself.
    pub(crate) const DIRECT: usize = 0;
    /// There is no array: a buffer serves.
    pub(crate) const ABSENT: usize = 1;
    /// A line of memory whose numbers are scaled and clipped.
    pub(crate) const ADJUSTED: usize = 2;
    /// Number of the first detail.
    pub(crate) const DETAILS: usize = 3;
    /// To be resolved.
    pub(crate) const NONE: Self = Self { base: std::ptr::null_mut(), detail: Self::DIRECT };
}

impl<T: Float> Lane<T> {
    /// Whether, in a pass whose tiles are parts of rows, the lane is a line of memory along each row.
    pub(crate) fn moves(self, plan: &Plan<'_, T>) -> bool {
        match self.detail {
            Self::DIRECT | Self::ADJUSTED => true,
            Self::ABSENT => false,
            detail => plan.notes.details[detail - Self::DETAILS].spread == Spread::Col,
        }
    }

    /// Whether, in a pass whose tiles are parts of rows, the lane is a line of memory along each row or stays the
    /// same.
    pub(crate) fn is_linear(self, plan: &Plan<'_, T>) -> bool {
        match self.detail {
            Self::DIRECT | Self::ABSENT | Self::ADJUSTED => true,
            detail => match plan.notes.details[detail - Self::DETAILS] {
                Detail { spread: Spread::Row | Spread::Matrix | Spread::One, .. } => true,
                Detail { spread: Spread::Col, axes, .. } => axes.0 == axes.1,
                _ => false,
            },
        }
    }
}

/// How the numbers of a lane depend on the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// One per element.
    Full,
    /// One per row, column, matrix, or one.
    Row,
    Col,
    Matrix,
    One,
}

/// Scaling and clipping of gradients.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adjust<T> {
    scale: T,
    clip: T,
}

impl<T: Float> Adjust<T> {
    #[inline(always)]
    pub(crate) fn new(load: GradLoad) -> Self {
        Self { scale: T::from_f64(load.scale), clip: load.clip.map_or(T::INFINITY, T::from_f64) }
    }

    /// # Safety
    /// `from` and `to` have `n` elements each; they may be the same.
    #[inline(always)]
    pub(crate) unsafe fn apply(self, from: *const T, n: usize, to: *mut T) {
        for k in 0..n {
            // SAFETY: as the caller promises.
            let x = unsafe { from.wrapping_add(k).read() } * self.scale;
            // SAFETY: as the caller promises.
            unsafe { to.wrapping_add(k).write(x.clamp(-self.clip, self.clip)) };
        }
    }
}

/// All about a lane that is not direct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detail {
    pub(crate) spread: Spread,
    /// Its axes among the notes of the pass; none if the array is a plain line.
    pub(crate) axes: (usize, usize),
    /// Whether its numbers are scaled and clipped.
    pub(crate) adjusted: bool,
}

/// A pass made ready, apart from its lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'n, T> {
    pub(crate) geometry: &'n Geometry,
    pub(crate) isa: Isa,
    pub(crate) notes: &'n Notes,
    pub(crate) adjust: Adjust<T>,
}

impl<T: Float> Plan<'_, T> {
    fn axes(&self, detail: &Detail) -> &[Axis] {
        &self.notes.axes[detail.axes.0..detail.axes.1]
    }
}

/// Brings the numbers of one tile to where the tile can read them and returns that place.
///
/// `filled` remembers for whom the buffer was filled last, so that constant tiles are not filled again.
///
/// # Safety
/// `lane` is a lane of this plan that is not direct, `at` a tile inside its geometry; `buffer` and `spare` are two
/// buffers of `TILE` elements that nobody else uses, and `buffer` is only written here and by the tile of this lane.
#[inline(never)]
pub(crate) unsafe fn load<T: Float>(
    plan: &Plan<'_, T>,
    lane: Lane<T>,
    at: At,
    buffer: *mut T,
    spare: *mut T,
    filled: &mut usize,
) -> *mut T {
    plan.isa.run(
        #[inline(always)]
        || {
            // SAFETY: passed on from the caller.
            unsafe { load_here(plan, lane, at, buffer, spare, filled) }
        },
    )
}

/// # Safety
/// As for [`load`].
#[inline(always)]
unsafe fn load_here<T: Float>(
    plan: &Plan<'_, T>,
    lane: Lane<T>,
    at: At,
    buffer: *mut T,
    spare: *mut T,
    filled: &mut usize,
) -> *mut T {
    if lane.detail == Lane::<T>::ABSENT {
        return buffer;
    }
    if lane.detail == Lane::<T>::ADJUSTED {
        // SAFETY: the lane is a line of memory with all elements of the geometry, the buffer has `TILE` elements.
        unsafe { plan.adjust.apply(lane.base.wrapping_add(at.i), at.n, buffer) };
        return buffer;
    }
    let detail = &plan.notes.details[lane.detail - Lane::<T>::DETAILS];
    let axes = plan.axes(detail);
    let Geometry { rows, cols, cover, step, .. } = *plan.geometry;
    // The numbers of the stream with indices `from..from + n`, gathered if they must be.
    let numbers_in = |from: usize, n: usize, to: *mut T| -> *mut T {
        if axes.is_empty() {
            lane.base.wrapping_add(from)
        } else {
            // SAFETY: the resolved axes describe the stream's array, the indices belong to a tile inside the
            // geometry, and `n` is at most `TILE`.
            unsafe { gather(lane.base, axes, from, n, to) };
            to
        }
    };
    let numbers = |from: usize, n: usize| numbers_in(from, n, spare);
    let per_matrix = rows * cols;
    let matrices = at.n / per_matrix;
    let key = match (detail.spread, cover) {
        (Spread::Full, _) => {
            let from = numbers_in(at.i, at.n, buffer);
            if !detail.adjusted {
                return from;
            }
            // SAFETY: `from` has `n` numbers of the stream, the buffer `TILE` elements.
            unsafe { plan.adjust.apply(from, at.n, buffer) };
            return buffer;
        }
        (Spread::Col, Cover::Segment(_)) => return numbers_in(at.batch * cols + at.col, at.n, buffer),
        (Spread::Col, Cover::Matrices(_)) => {
            let from = numbers(at.batch * cols, matrices * cols);
            // SAFETY: `matrices` · `rows` · `cols` is `n`.
            unsafe { tile_rows(from, matrices, rows, cols, buffer) };
            return buffer;
        }
        (Spread::Row, Cover::Rows(_) | Cover::Matrices(_)) => {
            let n = at.n / cols;
            // SAFETY: the tile covers `n` whole rows.
            unsafe { repeat_each(numbers(at.batch * rows + at.row, n), n, cols, buffer) };
            return buffer;
        }
        (Spread::Matrix, Cover::Matrices(_)) => {
            // SAFETY: the tile covers whole matrices.
            unsafe { repeat_each(numbers(at.batch, matrices), matrices, per_matrix, buffer) };
            return buffer;
        }
        // What follows stays the same for many tiles.
        (Spread::Row, Cover::Segment(_)) => at.batch * rows + at.row,
        (Spread::Col, Cover::Rows(_)) | (Spread::Matrix, _) => at.batch,
        (Spread::One, _) => 0,
    };
    if *filled != key + 1 {
        *filled = key + 1;
        if detail.spread == Spread::Col {
            // SAFETY: a full tile has `step / cols` rows of `cols` numbers, and is at least as long as this one.
            unsafe { tile_rows(numbers(key * cols, cols), 1, step / cols, cols, buffer) };
        } else {
            // SAFETY: as above; one number fills the tile.
            unsafe { repeat_each(numbers(key, 1), 1, step, buffer) };
        }
    }
    buffer
}

/// Writes a tile's results back where they belong.
///
/// # Safety
/// As for [`load`]; `from` is what `load` returned, filled with the tile's results.
#[inline(never)]
pub(crate) unsafe fn store<T: Float>(plan: &Plan<'_, T>, lane: Lane<T>, at: At, from: *const T) {
    if lane.detail < Lane::<T>::DETAILS {
        return;
    }
    let detail = &plan.notes.details[lane.detail - Lane::<T>::DETAILS];
    let axes = plan.axes(detail);
    if detail.spread == Spread::Full && !axes.is_empty() {
        plan.isa.run(
            #[inline(always)]
            || {
                // SAFETY: the axes describe the lane's array, and the tile lies inside it.
                unsafe { scatter(from, axes, at.i, at.n, lane.base) };
            },
        );
    }
}

/// Each of `n` numbers `times` times.
///
/// # Safety
/// `from` has `n` elements, `to` room for `n · times`, apart from each other.
#[inline(always)]
unsafe fn repeat_each<T: Float>(from: *const T, n: usize, times: usize, to: *mut T) {
    // SAFETY: as the caller promises.
    let from = unsafe { std::slice::from_raw_parts(from, n) };
    // SAFETY: as the caller promises.
    let to = unsafe { std::slice::from_raw_parts_mut(to, n * times) };
    match times {
        2 => repeat_each_of::<T, 2>(from, to),
        3 => repeat_each_of::<T, 3>(from, to),
        4 => repeat_each_of::<T, 4>(from, to),
        5 => repeat_each_of::<T, 5>(from, to),
        7 => repeat_each_of::<T, 7>(from, to),
        8 => repeat_each_of::<T, 8>(from, to),
        9 => repeat_each_of::<T, 9>(from, to),
        _ => {
            for (&x, to) in from.iter().zip(to.chunks_exact_mut(times)) {
                to.fill(x);
            }
        }
    }
}

#[inline(always)]
fn repeat_each_of<T: Float, const N: usize>(from: &[T], to: &mut [T]) {
    let (to, _) = to.as_chunks_mut::<N>();
    for (&x, to) in from.iter().zip(to) {
        *to = [x; N];
    }
}

/// For each of some matrices its one given row `rows` times.
///
/// # Safety
/// `from` has `matrices · cols` elements, `to` room for `rows` times as many, apart from each other.
#[inline(always)]
unsafe fn tile_rows<T: Float>(from: *const T, matrices: usize, rows: usize, cols: usize, to: *mut T) {
    // SAFETY: as the caller promises.
    let from = unsafe { std::slice::from_raw_parts(from, matrices * cols) };
    // SAFETY: as the caller promises.
    let to = unsafe { std::slice::from_raw_parts_mut(to, matrices * rows * cols) };
    match (rows, cols) {
        (3, 3) => tile_rows_of::<T, 3, 3>(from, to),
        (5, 5) => tile_rows_of::<T, 5, 5>(from, to),
        (7, 7) => tile_rows_of::<T, 7, 7>(from, to),
        _ => {
            for (row, matrix) in from.chunks_exact(cols).zip(to.chunks_exact_mut(rows * cols)) {
                for to in matrix.chunks_exact_mut(cols) {
                    to.copy_from_slice(row);
                }
            }
        }
    }
}

#[inline(always)]
fn tile_rows_of<T: Float, const ROWS: usize, const COLS: usize>(from: &[T], to: &mut [T]) {
    let (from, _) = from.as_chunks::<COLS>();
    for (row, to) in from.iter().zip(to.chunks_exact_mut(ROWS * COLS)) {
        for r in 0..ROWS {
            to[r * COLS..(r + 1) * COLS].copy_from_slice(row);
        }
    }
}

const _: () = assert!(TILE.is_multiple_of(64));
