//! The codecs of whole tiles with the vectors of a level: `avx2.rs` and `avx512.rs`.

use super::coded::{Part, PartMut};
use crate::kernel::TILE;
use crate::kernel::level::Isa;

/// The work on a tile of numbers in single precision.
#[cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing))),
    allow(dead_code, reason = "the baseline has no vectors to do it with")
)]
pub(super) enum Codec<'c, 'p> {
    Decode(&'c Part<'p>, &'c mut [f32; TILE]),
    Encode(&'c mut PartMut<'p>, &'c [f32; TILE]),
}

/// Decodes or encodes; returns false if the level has no vectors for it, or the part is no whole tile.
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

/// Types of which any bits are a value: numbers, vectors, and arrays of them.
#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
mod plain {
    use std::arch::x86_64::{__m128i, __m256, __m256i, __m512, __m512bh, __m512i};

    pub(in super::super) trait Plain: Copy {}

    macro_rules! plain {
        ($($Type:ty),*) => { $(impl Plain for $Type {})* };
    }

    plain!(u8, u16, u32, f32, __m128i, __m256, __m256i, __m512, __m512bh, __m512i);
    impl<T: Plain, const N: usize> Plain for [T; N] {}

    /// An array as the vector that holds its numbers, or the other way round.
    #[inline(always)]
    pub(in super::super) fn cast<A: Plain, B: Plain>(from: A) -> B {
        const { assert!(size_of::<A>() == size_of::<B>()) };
        // SAFETY: both have the same size, and any bits are a `B`. Copying asks for no alignment.
        unsafe { std::mem::transmute_copy(&from) }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), fuzzing)))]
pub(super) use plain::cast;
