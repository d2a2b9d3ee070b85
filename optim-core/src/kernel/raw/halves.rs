//! Loops that read and write upper halves of numbers, `bf16`. A block of 64 is decoded, then the loop runs, then the block is encoded. All three are
//! compiled together, so the decoded numbers stay in the first cache.

use super::base::{Base, Spot};
use super::tile::{BLOCK, Tile};
use super::vectors;
use crate::draw::{DrawKey, KnownGroup};
use crate::dtype::DType;
use crate::kernel::level::{Isa, ProcessorHalves};
use crate::kernel::storage::half;
use crate::kernel::{Float, TILE};

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

/// A block of numbers. It begins at a cache line: else each vector of 512 bits would be in two of them.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct LocalBlock<T>([T; BLOCK]);

impl<T: Float> LocalBlock<T> {
    pub(super) const ZEROS: Self = Self([T::ZERO; BLOCK]);

    /// The numbers of an input. They are in this block if they had to be decoded, else in memory. The tile is as long as a block.
    #[inline(always)]
    pub(super) fn read<'s>(&'s mut self, here: Tile, spot: &Spot<T>) -> &'s [T] {
        if !spot.is_halves() {
            return here.input(spot);
        }
        self.decode(here, spot);
        &self.0
    }

    /// The numbers of an output, in the same place. Call `leave` afterwards.
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
        // A copy, which the compiler removes. Without it, the compiler does not know that the blocks are apart, and adds a slow loop.
        let mut codes = [0; BLOCK];
        codes.copy_from_slice(here.halves(spot));
        half::decode_bf16(&codes, &mut self.0);
    }

    /// Encodes the numbers of an output, if they are in this block. Returns false if the processor took some of them for zero: then call
    /// `leave_exactly`.
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

    /// The same, rounded at random: the numbers are those of the elements from `at` on.
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

    /// Copies the last numbers, fewer than a block, and returns the place of the copies. Numbers that stay the same are a whole block already.
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

    /// Copies the numbers of an output back: those of the elements from `at` on.
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

/// Encodes the numbers of all outputs that are rounded to the nearest, without the instructions of the processor.
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

/// The source of random bits, the number of the first element, and what is known of its group.
pub(super) type Bits<'k> = (DrawKey, u64, &'k mut KnownGroup);

/// The bits of a block's elements from `at` on, and the upper halves that they round its numbers to.
#[inline(always)]
pub(super) fn encode_at_random<T: Float>(from: &[T; BLOCK], (key, at, known): Bits<'_>, to: &mut [u16; BLOCK]) {
    let mut random = [0; BLOCK];
    key.halves_of_block(at, known, &mut random);
    half::encode_bf16_by(from, &random, to);
}

/// The same for a tile.
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing))),
    allow(dead_code, reason = "the baseline has no vectors to do it with")
)]
#[inline(always)]
pub(super) fn encode_tile_at_random(from: &[f32; TILE], (key, first): (DrawKey, u64), codes: &mut [u16; TILE]) {
    let mut known = KnownGroup::NONE;
    let blocks = from.as_chunks::<BLOCK>().0.iter().zip(codes.as_chunks_mut::<BLOCK>().0);
    for (at, (from, to)) in (first..).step_by(BLOCK).zip(blocks) {
        encode_at_random(from, (key, at, &mut known), to);
    }
}
