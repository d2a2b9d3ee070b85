//! Sums of products of pairs of `bf16`, as the instruction of AVX512-BF16 computes them: it adds the second product of each pair first, rounds
//! each sum to nearest, and replaces subnormal numbers by 0.

use crate::kernel::level::Isa;
use crate::kernel::product::{COLS, Pair, ROWS};

/// Adds the products of pairs to each element of a tile: pairs of its row and its column.
pub(crate) fn dot(isa: Isa, a: &[[Pair; ROWS]], b: &[[Pair; COLS]], sums: &mut [[f32; COLS]; ROWS]) {
    #[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
    if matches!(isa, Isa::Avx512(_)) && is_x86_feature_detected!("avx512bf16") {
        // SAFETY: the instructions of the level and this extension were found, and the function needs no others.
        return unsafe { x86::dot(a, b, sums) };
    }
    isa.run(
        #[inline(always)]
        || plain(a, b, sums),
    );
}

/// The same with any instructions.
#[inline(always)]
pub(super) fn plain(a: &[[Pair; ROWS]], b: &[[Pair; COLS]], sums: &mut [[f32; COLS]; ROWS]) {
    for (a, b) in a.iter().zip(b) {
        for (&a, sums) in a.iter().zip(&mut *sums) {
            for (&b, sum) in b.iter().zip(sums) {
                *sum = add(add(*sum, a >> 16, b >> 16), a & 0xffff, b & 0xffff);
            }
        }
    }
}

/// Adds a product with one rounding. The product is exact in double precision, and so is the choice of the nearest sum.
#[inline(always)]
fn add(sum: f32, a: u32, b: u32) -> f32 {
    let number = |code: u32| f64::from(f32::from_bits(code << 16));
    let sum = (f64::from(sum) + number(a) * number(b)) as f32;
    if sum.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(sum) } else { sum }
}

#[cfg(all(target_arch = "x86_64", not(miri), any(not(debug_assertions), feature = "levels")))]
mod x86 {
    use std::arch::x86_64::{__m512, __m512bh, _mm512_dpbf16_ps, _mm512_set1_epi32};

    use super::{COLS, Pair, ROWS};
    use crate::kernel::raw::codec::cast;

    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512bf16")]
    pub(super) fn dot(a: &[[Pair; ROWS]], b: &[[Pair; COLS]], sums: &mut [[f32; COLS]; ROWS]) {
        let mut tile: [[__m512; COLS / 16]; ROWS] = cast(*sums);
        for (a, b) in a.iter().zip(b) {
            let b: [__m512bh; COLS / 16] = cast(*b);
            for (&a, row) in a.iter().zip(&mut tile) {
                let a: __m512bh = cast(_mm512_set1_epi32(a.cast_signed()));
                for (&b, sum) in b.iter().zip(row) {
                    *sum = _mm512_dpbf16_ps(*sum, a, b);
                }
            }
        }
        *sums = cast(tile);
    }
}
