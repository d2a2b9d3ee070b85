//! Selects the codecs of whole tiles by level: `avx2.rs` and `avx512.rs`.

#![cfg_attr(
    not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels"))),
    allow(unused_variables, clippy::needless_pass_by_value, reason = "the baseline takes nothing from it")
)]

use super::codec::{Bits, Codec, encode_at_random};
use super::tile::BLOCK;
use crate::kernel::Float;
use crate::kernel::level::{Isa, ProcessorHalves};

/// Decodes or encodes whole tiles. Returns false if the level has no vectors for it, or the part begins in the middle of a block.
#[inline]
pub(super) fn run(isa: Isa, codec: Codec<'_, '_>) -> bool {
    match isa {
        Isa::Baseline => false,
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
        // SAFETY: `Isa::Avx2` exists only where its instructions were found, and the function needs no others.
        Isa::Avx2(_) => unsafe { super::avx2::run(codec) },
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
        // SAFETY: `Isa::Avx512` exists only where all instructions that the function is compiled for were found.
        Isa::Avx512(_) => unsafe { super::avx512::run(codec) },
    }
}

/// Rounds a block to upper halves with instructions of the processor. They replace subnormal numbers by zero, so this returns false if the block
/// has one. With `is_flushed`, it does not check. `None` means that there are no such instructions, and nothing is written.
#[inline(always)]
pub(super) fn encode_halves<T: Float>(
    by: Option<ProcessorHalves>,
    from: &[T; BLOCK],
    is_flushed: bool,
    to: &mut [u16; BLOCK],
) -> Option<bool> {
    match by {
        None => None,
        #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
        Some(_) => (from as &dyn std::any::Any).downcast_ref().map(|from| {
            // SAFETY: a `ProcessorHalves` exists only where its instructions were found, and the function needs no others.
            unsafe { super::avx512::encode_halves(from, is_flushed, to) }
        }),
        #[cfg(not(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels"))))]
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
    encode_at_random(from, (key, at, known), to);
}
