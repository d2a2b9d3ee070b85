//! The work of the codecs of whole tiles, and what all of them use.

#![cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels"))),
    allow(dead_code, reason = "the baseline has no vectors to do it with")
)]

use super::coded::{Part, PartMut};
use super::tile::BLOCK;
use crate::draw::{DrawKey, KnownGroup};
use crate::kernel::Float;
use crate::kernel::storage::half;

/// The work on whole tiles of numbers in single precision.
pub(super) enum Codec<'c, 'p> {
    Decode(&'c Part<'p>, &'c mut [f32]),
    Encode(&'c mut PartMut<'p>, &'c [f32]),
    /// Rounds a block of such numbers to upper halves by random bits.
    Round(&'c [f32; BLOCK], Bits<'c>, &'c mut [u16; BLOCK]),
}

/// Types for which every pattern of bits is a value: numbers, vectors, and arrays of them.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod plain {
    use std::arch::x86_64::{__m128i, __m256, __m256d, __m256i, __m512, __m512bh, __m512d, __m512i};

    pub(in super::super) trait Plain: Copy {}

    macro_rules! plain {
        ($($Type:ty),*) => { $(impl Plain for $Type {})* };
    }

    plain!(u8, u16, u32, f32, f64, __m128i, __m256, __m256d, __m256i, __m512, __m512bh, __m512d, __m512i);
    impl<T: Plain, const N: usize> Plain for [T; N] {}

    /// Converts an array to the vector with the same bits, or a vector to an array.
    #[inline(always)]
    pub(in super::super) fn cast<A: Plain, B: Plain>(from: A) -> B {
        const { assert!(size_of::<A>() == size_of::<B>()) };
        // SAFETY: both have the same size, and any bits are a `B`. Copying asks for no alignment.
        unsafe { std::mem::transmute_copy(&from) }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(super) use plain::{Plain, cast};

/// The source of random bits, the index of the first element, and the cached bits of its group.
pub(super) type Bits<'k> = (DrawKey, u64, &'k mut KnownGroup);

/// Rounds a block to upper halves at random. Its elements begin at `at`.
#[inline(always)]
pub(super) fn encode_at_random<T: Float>(from: &[T; BLOCK], (key, at, known): Bits<'_>, to: &mut [u16; BLOCK]) {
    let mut random = [0; BLOCK];
    key.halves_of_block(at, known, &mut random);
    half::encode_bf16_by(from, &random, to);
}

/// Rounds tiles to upper halves at random.
#[inline(always)]
pub(super) fn encode_tiles_at_random(from: &[f32], (key, first): (DrawKey, u64), codes: &mut [u16]) {
    let mut known = KnownGroup::NONE;
    let blocks = from.as_chunks::<BLOCK>().0.iter().zip(codes.as_chunks_mut::<BLOCK>().0);
    for (at, (from, to)) in (first..).step_by(BLOCK).zip(blocks) {
        encode_at_random(from, (key, at, &mut known), to);
    }
}
