//! Loops that read and write upper halves of numbers, `bf16`: they decode a block of 64, compute, and encode the block. These three parts are
//! compiled together, so the decoded numbers stay in the first cache.

use super::base::{Base, Spot};
use super::tile::{BLOCK, Tile};
use super::vectors;
use crate::draw::{DrawKey, KnownGroup};
use crate::dtype::DType;
use crate::kernel::Float;
use crate::kernel::level::{Isa, ProcessorHalves};
use crate::kernel::storage::half;

/// Returns true if loops over elements of a type read and write upper halves themselves.
pub(super) const fn are_read<T: Float>() -> bool {
    cfg!(feature = "half-views") && matches!(T::DTYPE, DType::F32)
}

/// How an output is rounded at random: the source of the bits, and the instructions to use.
#[derive(Clone, Copy)]
pub(super) struct Rounding {
    pub(super) key: DrawKey,
    pub(super) isa: Isa,
}

/// A block of numbers. It begins at a cache line, otherwise each vector of 512 bits would lie in two lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct LocalBlock<T>([T; BLOCK]);

impl<T: Float> LocalBlock<T> {
    pub(super) const ZEROS: Self = Self([T::ZERO; BLOCK]);

    /// The numbers of an input: in this block if they had to be decoded, otherwise in memory. The tile is as long as a block.
    #[inline(always)]
    pub(super) fn read<'s>(&'s mut self, here: Tile, spot: &Spot<T>) -> &'s [T] {
        if !spot.is_halves() {
            return here.input(spot);
        }
        self.decode(here, spot);
        &self.0
    }

    /// The writable numbers of an output, located as in `read`. Call `leave` afterwards.
    #[inline(always)]
    pub(super) fn read_mut<'s>(&'s mut self, here: Tile, spot: &Spot<T>) -> &'s mut [T] {
        if !spot.is_halves() {
            return here.output(spot);
        }
        self.decode(here, spot);
        &mut self.0
    }

    #[inline(always)]
    fn decode(&mut self, here: Tile, spot: &Spot<T>) {
        // The compiler removes this copy. Without it, the compiler assumes that the blocks may overlap, and adds a slow loop.
        let mut codes = [0; BLOCK];
        codes.copy_from_slice(here.halves(spot));
        half::decode_bf16(&codes, &mut self.0);
    }

    /// Encodes the numbers of an output, if they are in this block. Returns false if the processor replaced subnormal numbers by zero. In this case,
    /// call `leave_exactly`.
    #[inline(always)]
    pub(super) fn leave(&self, here: Tile, spot: &Spot<T>, by: Option<ProcessorHalves>) -> bool {
        if !spot.is_halves() {
            return true;
        }
        let mut codes = [0; BLOCK];
        let is_exact = vectors::encode_halves(by, &self.0, spot.is_flushed, &mut codes).unwrap_or_else(
            #[inline(always)]
            || {
                half::encode_bf16(&self.0, &mut codes);
                true
            },
        );
        here.halves_mut(spot).copy_from_slice(&codes);
        is_exact
    }

    /// Encodes the numbers of the elements from `at` like `leave`, but rounds at random.
    #[inline(always)]
    pub(super) fn leave_at_random(
        &self,
        here: Tile,
        spot: &Spot<T>,
        Rounding { key, isa }: Rounding,
        at: usize,
        known: &mut KnownGroup,
    ) {
        if spot.is_halves() {
            let mut codes = [0; BLOCK];
            vectors::encode_halves_by(isa, &self.0, (key, at as u64, known), &mut codes);
            here.halves_mut(spot).copy_from_slice(&codes);
        }
    }

    /// Copies the last numbers, fewer than a block, and returns the spot of the copies. Fixed numbers fill a whole block already.
    #[inline(never)]
    pub(super) fn copy(&mut self, last: Tile, spot: &Spot<T>) -> Spot<T> {
        if spot.is_fixed() {
            return *spot;
        }
        let own = &mut self.0[..last.n];
        if spot.is_halves() {
            half::decode_bf16(last.halves(spot), own);
        } else {
            own.copy_from_slice(last.input(spot));
        }
        Spot::line(Base::of_mut(&mut self.0))
    }

    /// Copies the numbers of an output back, for the elements from `at`.
    #[inline(never)]
    pub(super) fn copy_back(&self, last: Tile, spot: &Spot<T>, rounding: Option<Rounding>, at: usize) {
        let own = &self.0[..last.n];
        if spot.is_halves() {
            match rounding {
                None => half::encode_bf16(own, last.halves_mut(spot)),
                Some(Rounding { key, .. }) => {
                    let mut random = [0; BLOCK];
                    key.halves(at as u64, &mut random[..last.n]);
                    half::encode_bf16_by(own, &random, last.halves_mut(spot));
                }
            }
        } else if !spot.is_fixed() {
            last.output(spot).copy_from_slice(own);
        }
    }
}

/// Encodes the numbers of all outputs that are rounded to nearest, without the processor's instructions.
#[cold]
#[inline(never)]
pub(super) fn leave_exactly<T: Float>(
    here: Tile,
    spots: &[Spot<T>],
    own: &[LocalBlock<T>],
    roundings: &[Option<Rounding>],
) {
    for ((spot, LocalBlock(own)), rounding) in spots.iter().zip(own).zip(roundings) {
        if spot.is_halves() && rounding.is_none() {
            half::encode_bf16(own, here.halves_mut(spot));
        }
    }
}
