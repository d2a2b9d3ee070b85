//! Things that belong to the upper halves of a stream: random bits to round by, or the bits that they lack.

use super::base::Base;
use crate::draw::DrawKey;
use crate::kernel::Float;
use crate::kernel::storage::split;

/// A thing that belongs to the upper halves of a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beside {
    /// Nothing: an output is rounded to the nearest.
    Nothing,
    /// The source of the bits by which an output is rounded at random.
    Random(DrawKey),
    /// The bits that they lack.
    Rest(Lacking),
}

/// The bits that upper halves lack, as bytes.
// Invariant: at the base are `size` bytes for each element of the parameter, in an array that stays where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lacking {
    pub(super) base: Base<u8>,
    /// One or two.
    pub(super) size: usize,
}

impl Beside {
    /// The bits that upper halves lack.
    #[inline(always)]
    pub(super) const fn rest(self) -> Option<Lacking> {
        match self {
            Self::Rest(lacking) => Some(lacking),
            Self::Nothing | Self::Random(_) => None,
        }
    }
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
        split::join(codes, rest, to)
    } else {
        split::join(codes, rest.as_chunks::<2>().0, to)
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
