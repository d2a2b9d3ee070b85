//! Selects the codecs of whole tiles by level: `avx2.rs` and `avx512.rs`.

use super::coded::{Part, PartMut};
use super::halves::{self, Bits};
use super::tile::BLOCK;
use crate::kernel::level::{Isa, ProcessorHalves};
use crate::kernel::{Float, TILE};

/// The work on a tile of numbers in single precision.
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing))),
    allow(dead_code, reason = "the baseline has no vectors to do it with")
)]
pub(super) enum Codec<'c, 'p> {
    Decode(&'c Part<'p>, &'c mut [f32; TILE]),
    Encode(&'c mut PartMut<'p>, &'c [f32; TILE]),
    /// Rounds a block of such numbers to upper halves by random bits.
    Round(&'c [f32; BLOCK], Bits<'c>, &'c mut [u16; BLOCK]),
}

/// Decodes or encodes a whole tile. Returns false if the level has no vectors for it, or the part is not a whole tile.
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing))),
    allow(unused_variables, clippy::needless_pass_by_value, reason = "the baseline takes nothing from it")
)]
#[inline]
pub(super) fn run(isa: Isa, codec: Codec<'_, '_>) -> bool {
    match isa {
        Isa::Baseline => false,
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
        // SAFETY: `Isa::Avx2` exists only where its instructions were found, and the function needs no others.
        Isa::Avx2(_) => unsafe { super::avx2::run(codec) },
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
        // SAFETY: `Isa::Avx512` exists only where all instructions that the function is compiled for were found.
        Isa::Avx512(_) => unsafe { super::avx512::run(codec) },
    }
}

/// Rounds a block to upper halves with instructions of the processor. They replace subnormal numbers by zero, so this returns false if the block
/// has one. With `is_flushed`, it does not check. `None` means that there are no such instructions, and nothing is written.
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing))),
    allow(unused_variables, reason = "the baseline has no instructions to do it with")
)]
#[inline(always)]
pub(super) fn encode_halves<T: Float>(
    by: Option<ProcessorHalves>,
    from: &[T; BLOCK],
    is_flushed: bool,
    to: &mut [u16; BLOCK],
) -> Option<bool> {
    match by {
        None => None,
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
        Some(_) => (from as &dyn std::any::Any).downcast_ref().map(|from| {
            // SAFETY: a `ProcessorHalves` exists only where its instructions were found, and the function needs no others.
            unsafe { super::avx512::encode_halves(from, is_flushed, to) }
        }),
        #[cfg(not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing))))]
        Some(by) => match by {},
    }
}

/// Rounds a block to upper halves by bits of this source.
#[inline(always)]
pub(super) fn encode_halves_by<T: Float>(isa: Isa, from: &[T; BLOCK], bits: Bits<'_>, to: &mut [u16; BLOCK]) {
    let (key, at, known) = bits;
    if let Some(from) = (from as &dyn std::any::Any).downcast_ref()
        && run(isa, Codec::Round(from, (key, at, &mut *known), to))
    {
        return;
    }
    halves::encode_at_random(from, (key, at, known), to);
}

/// Types for which every pattern of bits is a value: numbers, vectors, and arrays of them.
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
mod plain {
    use std::arch::x86_64::{__m128i, __m256, __m256i, __m512, __m512bh, __m512i};

    pub(in super::super) trait Plain: Copy {}

    macro_rules! plain {
        ($($Type:ty),*) => { $(impl Plain for $Type {})* };
    }

    plain!(u8, u16, u32, f32, __m128i, __m256, __m256i, __m512, __m512bh, __m512i);
    impl<T: Plain, const N: usize> Plain for [T; N] {}

    /// Converts an array to the vector with the same bits, or a vector to an array.
    #[inline(always)]
    pub(in super::super) fn cast<A: Plain, B: Plain>(from: A) -> B {
        const { assert!(size_of::<A>() == size_of::<B>()) };
        // SAFETY: both have the same size, and any bits are a `B`. Copying asks for no alignment.
        unsafe { std::mem::transmute_copy(&from) }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
pub(super) use plain::cast;
