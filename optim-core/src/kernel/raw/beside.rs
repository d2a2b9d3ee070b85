//! The bits that the upper halves of a parameter lack, beside them in an array of the optimizer.

use super::base::Base;
use crate::kernel::Float;
use crate::kernel::storage::split;

/// The bits that upper halves lack, as bytes.
// Invariant: at the base are `size` bytes for each element of the parameter, in an array that stays where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lacking {
    pub(super) base: Base<u8>,
    /// One or two.
    pub(super) size: usize,
}

impl Lacking {
    /// Where the bytes of the elements from `at` on begin, and how many `n` of them have.
    #[inline(always)]
    pub(super) const fn of(self, at: usize, n: usize) -> (Base<u8>, usize) {
        (self.base.after(at * self.size), n * self.size)
    }
}

/// The numbers of upper halves, with the bytes that they lack: one or two of each.
#[inline(always)]
pub(super) fn join<T: Float>(codes: &[u16], rest: &[u8], to: &mut [T]) {
    if rest.len() == codes.len() {
        split::join(codes, rest, to);
    } else {
        split::join(codes, rest.as_chunks::<2>().0, to);
    }
}

/// The upper halves of numbers, and the bytes that they lack.
#[inline(always)]
pub(super) fn split<T: Float>(from: &[T], codes: &mut [u16], rest: &mut [u8]) {
    if rest.len() == codes.len() {
        split::split(from, codes, rest);
    } else {
        split::split(from, codes, rest.as_chunks_mut::<2>().0);
    }
}
