//! Lanes: the way of a stream's numbers to a tile.
//!
//! Most lanes are lines: the tile is a slice of the array. All other lanes use a buffer of one tile. Strided arrays are gathered into it, numbers
//! that are repeated along an axis are spread out, gradients are scaled and clipped.

use std::any::Any;
use std::mem::replace;

use super::base::Base;
use super::codec::Codec;
use super::coded::Coded;
use super::gather::{Numbers, Reader};
use super::layout::Axis;
use super::pass_buffers::{ROOM, Tiles};
use super::share::Stretch;
use super::spread::{Pattern, Tables, spread};
use super::vectors;
use super::view::TensorRef;
use crate::draw::{Draw, DrawKey};
use crate::kernel::geometry::{At, Cover, Geometry};
use crate::kernel::level::Isa;
use crate::kernel::{Float, GradLoad, TILE, math};
use crate::shape::Axes;

/// One stream of a pass, resolved.
// Invariant, for the pass that it was resolved for: a line has a number for each element of the geometry, side by side, but of a
// slot of a group of passes for those alone that the pass's span has. If
// the stream is an output, its numbers may be written, and no other stream of the pass has any of them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lane<T> {
    /// There is no array. The tile is a buffer.
    Absent,
    /// Slices of the array itself.
    Line(Base<T>),
    /// A line of memory whose numbers are scaled and clipped.
    Adjusted(Base<T>),
    /// Contiguous codes, one for each element. They are decoded into a buffer and encoded again.
    Coded(usize),
    /// The detail with this number among the notes.
    Noted(usize),
}

/// The details of a lane that is neither absent nor a line.
// Invariant: `base`, `len` and the notes' axes from the first to the second number are those of `Numbers`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail<T> {
    /// The axes of the walk for which it has numbers.
    pub(super) spread: Axes,
    pub(super) base: Base<T>,
    pub(super) len: usize,
    /// Its axes among the notes of the pass; none if the array is a plain line.
    pub(super) axes: (usize, usize),
    /// True if its numbers are scaled and clipped.
    pub(super) adjusted: bool,
    /// The random numbers that replace an array, if any. Then `base` and `len` are those of an empty array.
    pub(super) draw: Option<Draw>,
    /// The codes that replace an array, if any.
    pub(super) coded: Option<Coded>,
}

/// The details of the current pass, unless it is the plain case.
#[derive(Debug, Default)]
pub(crate) struct Notes<T> {
    pub(super) details: Vec<Detail<T>>,
    pub(super) axes: Vec<Axis>,
    /// The parameter's axes in the order of the walk.
    pub(super) order: Vec<usize>,
    pub(super) tables: Tables,
    /// For each output the source of random bits, if its upper halves are rounded at random. Empty if the loop reads no upper halves.
    pub(super) roundings: Vec<Option<DrawKey>>,
}

impl<T: Float> Notes<T> {
    /// A reader of an array. Its axes go to the notes.
    pub(crate) fn reader<'x>(&'x mut self, array: &TensorRef<'x, T>) -> Reader<'x, T> {
        Reader::new(array, &mut self.axes, &mut self.order)
    }
}

/// A prepared pass, without its lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan<'n, T> {
    pub(super) geometry: &'n Geometry,
    pub(super) isa: Isa,
    pub(super) notes: &'n Notes<T>,
    pub(super) adjust: Adjust<T>,
}

impl<T: Float> Lane<T> {
    /// Returns true if, in a pass whose tiles are parts of rows, the lane is a line of memory along each row or stays the
    /// same.
    pub(super) fn is_linear(self, notes: &Notes<T>) -> bool {
        match self {
            Self::Absent | Self::Line(_) | Self::Adjusted(_) | Self::Coded(_) => true,
            Self::Noted(detail) => match notes.details[detail] {
                Detail { spread: Axes::Rows | Axes::Matrices | Axes::Scalar, .. } => true,
                Detail { spread: Axes::Cols, axes, draw: None, coded: None, .. } => axes.0 == axes.1,
                _ => false,
            },
        }
    }
}

impl<T: Float> Detail<T> {
    /// Unadjusted numbers in a line.
    pub(super) const fn of(spread: Axes, base: Base<T>, len: usize) -> Self {
        Self { spread, base, len, axes: (0, 0), adjusted: false, draw: None, coded: None }
    }

    #[inline(always)]
    fn numbers<'n>(&self, notes: &'n Notes<T>) -> Numbers<'n, T> {
        Numbers::new(self.base, self.len, &notes.axes[self.axes.0..self.axes.1])
    }
}

/// Scaling and clipping of gradients.
#[derive(Clone, Copy, Debug)]
pub(super) struct Adjust<T> {
    scale: T,
    clip: T,
}

impl<T: Float> Adjust<T> {
    #[inline(always)]
    pub(super) fn new(load: GradLoad) -> Self {
        Self { scale: T::cast(load.scale), clip: load.clip.map_or(T::infinity(), T::cast) }
    }

    #[inline(always)]
    pub(super) fn apply(self, from: &[T], to: &mut [T]) {
        for (&x, to) in from.iter().zip(to) {
            *to = math::clamp(x * self.scale, -self.clip, self.clip);
        }
    }
}

/// Finds the numbers of a lane for a tile: returns their start, or `None` after it has put them into the lane's buffer. The stretch may also be
/// a whole run, if the numbers are contiguous or the same for all tiles of the run.
///
/// `filled` stores which numbers are in the buffer, so that constant tiles are filled only once.
#[inline(never)]
pub(super) fn load<T: Float>(
    plan: &Plan<'_, T>,
    detail: usize,
    at: Stretch<'_>,
    buffers: &mut Tiles<'_, T>,
    k: usize,
    filled: &mut usize,
) -> Option<Base<T>> {
    let at = at.at();
    let detail = &plan.notes.details[detail];
    let stream = detail.numbers(plan.notes);
    let Geometry { rows, cols, cover, step, .. } = *plan.geometry;
    let (from, n) = needed(detail.spread, plan.geometry, at);
    // True if each element has a number, and it is not adjusted.
    let exact = matches!((detail.spread, cover), (Axes::Tensor, _) if !detail.adjusted)
        || matches!((detail.spread, cover), (Axes::Cols, Cover::Segment(_)));
    let in_memory = exact && detail.draw.is_none() && detail.coded.is_none();
    if in_memory && let Some(line) = stream.in_place(from, n) {
        return Some(line);
    }
    let constant = matches!(
        (detail.spread, cover),
        (Axes::Rows, Cover::Segment(_))
            | (Axes::Cols, Cover::Rows(_))
            | (Axes::Matrices, Cover::Segment(_) | Cover::Rows(_))
            | (Axes::Scalar, _)
    );
    if constant && replace(filled, from + 1) == from + 1 {
        return None;
    }
    let (own, spare) = buffers.with_spare(k);
    // The spare buffer holds numbers before they are spread out or adjusted.
    let (buffer, to) = if exact { (own, spare) } else { (spare, own) };
    let numbers = plan.isa.run(
        #[inline(always)]
        || match (detail.draw, &detail.coded) {
            (Some(draw), _) => {
                drawn(draw, from, &mut buffer[..n]);
                &buffer[..n]
            }
            (None, Some(coded)) => {
                // SAFETY: numbers of a lane at a stretch of a unit. Nobody writes an input during its pass, and an output's codes
                // in this stretch are this thread's alone.
                unsafe { coded.read(&plan.notes.axes, from, &mut buffer[..n]) };
                &buffer[..n]
            }
            // SAFETY: numbers of a lane at a stretch of a unit. Nobody writes an input during its pass, and an output's, which
            // are neither repeated nor adjusted, are this thread's alone.
            (None, None) => unsafe { stream.read(from, n, buffer) },
        },
    );
    if exact {
        return None;
    }
    // Constant numbers fill a full tile, because later tiles may be longer than this one.
    let len = if constant { step } else { at.n };
    let pattern = match (detail.spread, cover) {
        (Axes::Tensor, _) => {
            plan.isa.run(
                #[inline(always)]
                || plan.adjust.apply(numbers, &mut to[..len]),
            );
            return None;
        }
        (Axes::Cols, _) => Pattern::Rows(if matches!(cover, Cover::Matrices(_)) { rows } else { step / cols }, cols),
        (Axes::Rows, Cover::Rows(_) | Cover::Matrices(_)) => Pattern::Each(cols),
        (Axes::Matrices, Cover::Matrices(_)) => Pattern::Each(rows * cols),
        (Axes::Rows | Axes::Matrices | Axes::Scalar, _) => Pattern::Each(step),
    };
    spread(plan.isa, (pattern, &plan.notes.tables), numbers, (to, len));
    None
}

/// The numbers of a stream that a tile needs: the first one, and how many.
#[inline(always)]
fn needed(spread: Axes, &Geometry { rows, cols, cover, .. }: &Geometry, at: &At) -> (usize, usize) {
    match (spread, cover) {
        (Axes::Tensor, _) => (at.i, at.n),
        (Axes::Rows, Cover::Segment(_)) => (at.batch * rows + at.row, 1),
        (Axes::Rows, Cover::Rows(_) | Cover::Matrices(_)) => (at.batch * rows + at.row, at.n / cols),
        (Axes::Cols, Cover::Segment(_)) => (at.batch * cols + at.col, at.n),
        (Axes::Cols, Cover::Rows(_)) => (at.batch * cols, cols),
        (Axes::Cols, Cover::Matrices(_)) => (at.batch * cols, at.n / rows),
        (Axes::Matrices, Cover::Segment(_) | Cover::Rows(_)) => (at.batch, 1),
        (Axes::Matrices, Cover::Matrices(_)) => (at.batch, at.n / (rows * cols)),
        (Axes::Scalar, _) => (0, 1),
    }
}

/// Writes the random numbers from the index `from`.
#[inline(always)]
fn drawn<T: Float>(draw: Draw, from: usize, to: &mut [T]) {
    let single = size_of::<T>() == size_of::<f32>();
    draw.fill(
        from as u64,
        single,
        to,
        #[inline(always)]
        |x| T::cast(x),
    );
}

/// Copies a tile's results from buffer `k` to the array of their lane.
///
/// # Safety
/// The lane is an output's, and the stretch is this thread's.
#[inline(never)]
pub(super) unsafe fn store<T: Float>(
    plan: &Plan<'_, T>,
    detail: usize,
    at: Stretch<'_>,
    buffers: &mut Tiles<'_, T>,
    k: usize,
) {
    let detail = &plan.notes.details[detail];
    let (results, _) = buffers.with_spare(k);
    plan.isa.run(
        #[inline(always)]
        || {
            let (from, results) = (at.at().i, &results[..at.at().n]);
            match &detail.coded {
                // SAFETY: an output may be written. It has a number for each element, no other stream of the pass has any of
                // them, and those of this stretch are this thread's alone.
                None => unsafe { detail.numbers(plan.notes).scatter(from, results) },
                // SAFETY: an output may be written, and its codes in this stretch are this thread's alone. Blocks are no such lane where they are an
                // output.
                Some(coded) => unsafe { coded.write(&plan.notes.axes, from, results) },
            }
        },
    );
}

/// Decodes `n` numbers of a lane, from the element `from`, into its buffer `k`, and returns the start of the buffer. It is a separate function,
/// so it is compiled once for all passes.
#[inline(never)]
pub(super) fn decode<T: Float>(
    plan: &Plan<'_, T>,
    detail: usize,
    (from, n): (usize, usize),
    buffers: &mut Tiles<'_, T>,
    k: usize,
) -> Base<T> {
    if let Some(coded) = &plan.notes.details[detail].coded {
        let buffer = buffers.own(k);
        // SAFETY: nobody writes an input during its pass, and an output's numbers are this thread's alone.
        let part = |from, n| unsafe { coded.part(&[], from, n, &mut []) };
        let whole = n / TILE * TILE;
        let single = (&mut *buffer as &mut dyn Any).downcast_mut::<[f32; ROOM]>();
        let is_done =
            |single: &mut [f32; ROOM]| vectors::run(plan.isa, Codec::Decode(&part(from, whole), &mut single[..whole]));
        let done = if single.is_some_and(is_done) { whole } else { 0 };
        if done < n {
            plan.isa.run(
                #[inline(always)]
                || part(from + done, n - done).decode(&mut buffer[done..n]),
            );
        }
    }
    buffers.base(k)
}

/// Encodes `n` results of a pass from buffer `k` to the lane of an output, from the element `from`.
#[inline(never)]
pub(super) fn encode<T: Float>(
    plan: &Plan<'_, T>,
    detail: usize,
    (from, n): (usize, usize),
    buffers: &mut Tiles<'_, T>,
    k: usize,
) {
    if let Some(coded) = &plan.notes.details[detail].coded {
        let results = &*buffers.own(k);
        // SAFETY: an output may be written, no other stream of the pass has any of its numbers, and those of this stretch are this
        // thread's alone. So are their blocks, for `part_mut` asserts that they are whole.
        let part = |from, n| unsafe { coded.part_mut(from, n) };
        let whole = n / TILE * TILE;
        let single = (results as &dyn Any).downcast_ref::<[f32; ROOM]>();
        let is_done =
            |single: &[f32; ROOM]| vectors::run(plan.isa, Codec::Encode(&mut part(from, whole), &single[..whole]));
        let done = if single.is_some_and(is_done) { whole } else { 0 };
        if done < n {
            plan.isa.run(
                #[inline(always)]
                || part(from + done, n - done).encode(&results[done..n]),
            );
        }
    }
}
