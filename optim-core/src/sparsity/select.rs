//! Passes that set masked elements to zero, in pieces for the threads.

use std::hint::select_unpredictable;
use std::sync::{Mutex, PoisonError};

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Axis, Zip};

use crate::kernel::{Float, Half, Threads, side_by_side};

/// The smallest number of elements, of all pieces together, for which threads pay.
const SHARE: usize = 32 * 1024;
/// The smallest number of elements in a piece.
const PIECE: usize = 8 * 1024;

/// An element of a masked array. Its default is zero.
pub(super) trait Selectable: Copy + Default + Send + Sync {}

impl<T: Copy + Default + Send + Sync> Selectable for T {}

/// Converts numbers of two bytes.
pub(super) fn take_half<T: Float>(own: &mut ArrayD<T>, codes: &ArrayViewD<'_, u16>, half: Half) {
    Zip::from(own).and(codes).for_each(|to, code| *to = half.number(*code));
}

/// Arrays of one shape. Where `kept` is true, `to` becomes `from`, or stays without one. Elsewhere, `to` becomes 0.
pub(super) struct Piece<'a, T> {
    pub(super) to: ArrayViewMutD<'a, T>,
    pub(super) from: Option<ArrayViewD<'a, T>>,
    pub(super) kept: ArrayViewD<'a, bool>,
}

/// Processes all pieces. Elements are selected without arithmetic, so a masked NaN becomes +0, too.
pub(super) fn select<T: Selectable>(pieces: Vec<Piece<'_, T>>, threads: Threads) {
    let total: usize = pieces.iter().map(|piece| piece.to.len()).sum();
    let workers = if total < SHARE { 1 } else { threads.workers() };
    if workers <= 1 {
        pieces.into_iter().for_each(Piece::run);
        return;
    }
    let limit = (total / (4 * workers)).max(PIECE);
    let mut parts = Vec::new();
    for piece in pieces {
        piece.cut(limit, &mut parts);
    }
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).pop();
    side_by_side(workers, &|| {
        while let Some(part) = next() {
            part.run();
        }
    });
}

impl<T: Selectable> Piece<'_, T> {
    /// Halves a piece along its slowest axis until the parts are small enough.
    fn cut(self, limit: usize, parts: &mut Vec<Self>) {
        let slowest = self.to.axes().max_by_key(|axis| if axis.len > 1 { axis.stride.unsigned_abs() } else { 0 });
        let (axis, len) = slowest.map_or((Axis(0), 1), |axis| (axis.axis, axis.len));
        if self.to.len() <= limit || len <= 1 {
            parts.push(self);
            return;
        }
        let (to, other_to) = self.to.split_at(axis, len / 2);
        let (kept, other_kept) = self.kept.split_at(axis, len / 2);
        let (from, other_from) = match self.from.map(|from| from.split_at(axis, len / 2)) {
            Some((from, other)) => (Some(from), Some(other)),
            None => (None, None),
        };
        Self { to, from, kept }.cut(limit, parts);
        Self { to: other_to, from: other_from, kept: other_kept }.cut(limit, parts);
    }

    fn run(mut self) {
        let alike = self.kept.strides() == self.to.strides()
            && self.from.as_ref().is_none_or(|from| from.strides() == self.to.strides());
        if alike
            && let Some(to) = self.to.as_slice_memory_order_mut()
            && let Some(kept) = self.kept.as_slice_memory_order()
        {
            match self.from.as_ref().map(|from| from.as_slice_memory_order()) {
                None => return to.iter_mut().zip(kept).for_each(|(to, kept)| keep(to, kept)),
                Some(Some(from)) => {
                    return to.iter_mut().zip(from).zip(kept).for_each(|((to, from), kept)| copy(to, from, kept));
                }
                Some(None) => {}
            }
        }
        match &self.from {
            None => Zip::from(&mut self.to).and(&self.kept).for_each(keep),
            Some(from) => Zip::from(&mut self.to).and(from).and(&self.kept).for_each(copy),
        }
    }
}

// Without the hint the compiler branches on each element of the mask, which costs several nanoseconds for a wrong prediction.
#[inline(always)]
fn keep<T: Selectable>(to: &mut T, kept: &bool) {
    *to = select_unpredictable(*kept, *to, T::default());
}

#[inline(always)]
fn copy<T: Selectable>(to: &mut T, from: &T, kept: &bool) {
    *to = select_unpredictable(*kept, *from, T::default());
}
