//! Codecs of whole tiles of companded groups with vectors. They compute the same bits as `storage/companded.rs`, except the payload of a NaN.

use std::arch::x86_64::*;

use super::codec::cast;
use crate::kernel::TILE;
use crate::kernel::storage::block::{Kind, kind};
use crate::kernel::storage::companded::{COUNTED, GROUP, LEAST, SIGNED, STEP, UNSIGNED};

/// The number of groups of a tile.
const GROUPS: usize = TILE / GROUP;

/// The kind of a group, from the bits of its largest absolute value.
#[inline(always)]
fn kind_of(size: u32, has_negative: bool) -> Kind {
    const NEGATIVE: u32 = (1 << 31) + 1;
    kind(if has_negative { NEGATIVE } else { 0 }, size, LEAST)
}

/// Reciprocals in a third of the time of a division. The first step of Newton's method gives a result within the last bit, and the second rounds it
/// correctly (Markstein 1990), unless all bits of the significand are 1. Such a number does not change a code.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn reciprocal(x: __m512) -> __m512 {
    let (one, y) = (_mm512_set1_ps(1.0), _mm512_rcp14_ps(x));
    let y = _mm512_fmadd_ps(_mm512_fnmadd_ps(x, y, one), y, y);
    _mm512_fmadd_ps(_mm512_fnmadd_ps(x, y, one), y, y)
}

/// Square roots to be rounded to whole numbers, in half of the time of the instruction. A root below 1/2 may become another one, and one beside
/// 1/2 may be rounded to 0 or to 1: all of them have the code 1. The error of all others is far below a thousandth of the last bit before they are
/// rounded. So a root can differ only if it is close to the middle between two consecutive numbers, and roots beside the middle between two whole
/// numbers are not.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn root(x: __m512) -> __m512 {
    let (half, x) = (_mm512_set1_ps(0.5), _mm512_max_ps(x, _mm512_set1_ps(0.125)));
    let y = _mm512_rsqrt14_ps(x);
    let (root, half_inverse) = (_mm512_mul_ps(x, y), _mm512_mul_ps(half, y));
    let root = _mm512_fmadd_ps(_mm512_fnmadd_ps(root, half_inverse, half), root, root);
    _mm512_fmadd_ps(_mm512_fnmadd_ps(root, root, x), half_inverse, root)
}

/// Decodes groups with vectors of 512 bits.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn decode_512(codes: &[u8], scales: &[f32], to: &mut [f32]) {
    const LANES: usize = 16;
    let (ends, step) = (_mm512_set1_ps(2.0 * SIGNED), _mm512_set1_ps(STEP));
    let groups = codes.as_chunks::<GROUP>().0.iter().zip(to.as_chunks_mut::<GROUP>().0);
    for ((codes, to), scale) in groups.zip(scales) {
        let size = _mm512_set1_ps(scale.abs());
        if scale.is_sign_negative() {
            for k in 0..GROUP / LANES {
                let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
                let code = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(cast(*codes)));
                let reciprocal = reciprocal(_mm512_sub_ps(ends, _mm512_abs_ps(code)));
                *to = cast(_mm512_mul_ps(size, _mm512_mul_ps(code, reciprocal)));
            }
        } else {
            for k in 0..GROUP / LANES {
                let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
                let code = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(cast(*codes)));
                let root = _mm512_mul_ps(code, step);
                *to = cast(_mm512_mul_ps(size, _mm512_mul_ps(root, root)));
            }
        }
    }
}

/// The largest of 16 numbers of each group.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn largest(of: &[__m512i; GROUPS]) -> __m256i {
    // Halves of registers, then quarters.
    let (mut halves, mut quarters) = ([_mm512_setzero_si512(); 4], [_mm512_setzero_si512(); 2]);
    for (to, [a, b]) in halves.iter_mut().zip(of.as_chunks().0) {
        *to = _mm512_max_epu32(_mm512_shuffle_i32x4::<0x44>(*a, *b), _mm512_shuffle_i32x4::<0xee>(*a, *b));
    }
    for (to, [a, b]) in quarters.iter_mut().zip(halves.as_chunks().0) {
        *to = _mm512_max_epu32(_mm512_shuffle_i32x4::<0x88>(*a, *b), _mm512_shuffle_i32x4::<0xdd>(*a, *b));
    }
    let [a, b] = quarters;
    let pairs = _mm512_max_epu32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    let all = _mm512_max_epu32(pairs, _mm512_srli_epi64::<32>(pairs));
    let order = _mm512_castsi256_si512(_mm256_setr_epi32(0, 4, 8, 12, 2, 6, 10, 14));
    _mm512_castsi512_si256(_mm512_permutexvar_epi32(order, all))
}

/// Encodes tiles with vectors of 512 bits.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn encode_512(from: &[f32], codes: &mut [u8], scales: &mut [f32]) {
    let tiles = from.as_chunks().0.iter().zip(codes.as_chunks_mut().0).zip(scales.as_chunks_mut().0);
    for ((from, codes), scales) in tiles {
        encode_tile(from, codes, scales);
    }
}

/// Encodes a tile with vectors of 512 bits.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_tile(from: &[f32; TILE], codes: &mut [u8; TILE], scales: &mut [f32; GROUPS]) {
    const LANES: usize = 16;
    let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_epi32(1));
    let (mut sizes, mut negative) = ([_mm512_setzero_si512(); GROUPS], 0_u8);
    for (k, from) in from.as_chunks::<GROUP>().0.iter().enumerate() {
        let [a, b]: [__m512; GROUP / LANES] = cast(*from);
        let size = |x| _mm512_castps_si512(_mm512_abs_ps(x));
        sizes[k] = _mm512_max_epu32(size(a), size(b));
        let signs = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(_mm512_min_ps(a, b), zero);
        negative |= u8::from(signs != 0) << k;
    }
    let sizes: [u32; GROUPS] = cast(largest(&sizes));
    for (k, to) in scales.iter_mut().enumerate() {
        let (from, codes) = (&from.as_chunks::<GROUP>().0[k], &mut codes.as_chunks_mut::<GROUP>().0[k]);
        let parts: [__m512; GROUP / LANES] = cast(*from);
        let Kind { scale, inverse } = kind_of(sizes[k], negative >> k & 1 != 0);
        *to = scale;
        let Some(inverse) = inverse else {
            codes.fill(0);
            continue;
        };
        let codes = codes.as_chunks_mut::<LANES>().0;
        if scale < 0.0 {
            let (inverse, half) = (_mm512_set1_ps(inverse), _mm512_set1_ps(0.5));
            for (k, x) in parts.iter().enumerate() {
                let fraction = _mm512_mul_ps(*x, inverse);
                // The product with 1/2 is exact if it counts, so one rounding is enough.
                let reciprocal = reciprocal(_mm512_fmadd_ps(half, _mm512_abs_ps(fraction), half));
                let companded = _mm512_castps_si512(_mm512_mul_ps(fraction, reciprocal));
                let counted =
                    _mm512_castsi512_ps(_mm512_and_si512(companded, _mm512_set1_epi32(COUNTED.cast_signed())));
                let nearest = _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_set1_ps(SIGNED), counted));
                codes[k] = cast(_mm512_cvtepi32_epi8(nearest));
            }
        } else {
            let (inverse, squared) = (_mm512_set1_ps(inverse), _mm512_set1_ps(UNSIGNED * UNSIGNED));
            for (k, x) in parts.iter().enumerate() {
                let x = _mm512_abs_ps(*x);
                let nearest = _mm512_cvtps_epi32(root(_mm512_mul_ps(squared, _mm512_mul_ps(x, inverse))));
                let bits = _mm512_castps_si512(x);
                let nearest = _mm512_maskz_max_epu32(_mm512_test_epi32_mask(bits, bits), nearest, one);
                codes[k] = cast(_mm512_cvtepi32_epi8(nearest));
            }
        }
    }
}

/// Decodes groups with vectors of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn decode_256(codes: &[u8], scales: &[f32], to: &mut [f32]) {
    const LANES: usize = 8;
    let (ends, step, one) = (_mm256_set1_ps(2.0 * SIGNED), _mm256_set1_ps(STEP), _mm256_set1_ps(1.0));
    let sign = _mm256_set1_ps(-0.0);
    let groups = codes.as_chunks::<GROUP>().0.iter().zip(to.as_chunks_mut::<GROUP>().0);
    for ((codes, to), scale) in groups.zip(scales) {
        let size = _mm256_set1_ps(scale.abs());
        if scale.is_sign_negative() {
            for k in 0..GROUP / LANES {
                let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
                let codes = _mm_set_epi64x(0, i64::from_le_bytes(*codes));
                let code = _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(codes));
                let reciprocal = _mm256_div_ps(one, _mm256_sub_ps(ends, _mm256_andnot_ps(sign, code)));
                *to = cast(_mm256_mul_ps(size, _mm256_mul_ps(code, reciprocal)));
            }
        } else {
            for k in 0..GROUP / LANES {
                let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
                let codes = _mm_set_epi64x(0, i64::from_le_bytes(*codes));
                let code = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(codes));
                let root = _mm256_mul_ps(code, step);
                *to = cast(_mm256_mul_ps(size, _mm256_mul_ps(root, root)));
            }
        }
    }
}

/// Encodes groups with vectors of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn encode_256(from: &[f32], codes: &mut [u8], scales: &mut [f32]) {
    const LANES: usize = 8;
    let (sign, zero, one) = (_mm256_set1_ps(-0.0), _mm256_setzero_si256(), _mm256_set1_epi32(1));
    // Packing works within each half of a register, so a permutation restores the order of the groups of four bytes.
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    let groups = from.as_chunks::<GROUP>().0.iter().zip(codes.as_chunks_mut::<GROUP>().0);
    for ((from, codes), to) in groups.zip(scales) {
        let parts: [__m256; GROUP / LANES] = cast(*from);
        let (mut size, mut negative) = (zero, _mm256_setzero_ps());
        for x in parts {
            size = _mm256_max_epu32(size, _mm256_castps_si256(_mm256_andnot_ps(sign, x)));
            negative = _mm256_or_ps(negative, _mm256_cmp_ps::<_CMP_LT_OQ>(x, _mm256_setzero_ps()));
        }
        let Kind { scale, inverse } = kind_of(reduce_max(size), _mm256_movemask_ps(negative) != 0);
        *to = scale;
        let Some(inverse) = inverse else {
            codes.fill(0);
            continue;
        };
        let [a, b, c, d] = parts;
        let bytes = if scale < 0.0 {
            let (inverse, half, one) = (_mm256_set1_ps(inverse), _mm256_set1_ps(0.5), _mm256_set1_ps(1.0));
            let bits = _mm256_castsi256_ps(_mm256_set1_epi32(COUNTED.cast_signed()));
            let code = |x| {
                let fraction = _mm256_mul_ps(x, inverse);
                let divisor = _mm256_add_ps(_mm256_mul_ps(half, _mm256_andnot_ps(sign, fraction)), half);
                let companded = _mm256_mul_ps(fraction, _mm256_div_ps(one, divisor));
                _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_set1_ps(SIGNED), _mm256_and_ps(companded, bits)))
            };
            let (low, high) = (_mm256_packs_epi32(code(a), code(b)), _mm256_packs_epi32(code(c), code(d)));
            _mm256_packs_epi16(low, high)
        } else {
            let (inverse, squared) = (_mm256_set1_ps(inverse), _mm256_set1_ps(UNSIGNED * UNSIGNED));
            let code = |x| {
                let x = _mm256_andnot_ps(sign, x);
                let nearest = _mm256_cvtps_epi32(_mm256_sqrt_ps(_mm256_mul_ps(squared, _mm256_mul_ps(x, inverse))));
                let is_zero = _mm256_cmpeq_epi32(_mm256_castps_si256(x), zero);
                _mm256_andnot_si256(is_zero, _mm256_max_epi32(nearest, one))
            };
            let (low, high) = (_mm256_packs_epi32(code(a), code(b)), _mm256_packs_epi32(code(c), code(d)));
            _mm256_packus_epi16(low, high)
        };
        *codes = cast(_mm256_permutevar8x32_epi32(bytes, order));
    }
}

/// The largest of eight numbers without sign.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn reduce_max(x: __m256i) -> u32 {
    let x = _mm_max_epu32(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x));
    let x = _mm_max_epu32(x, _mm_shuffle_epi32::<0b01_00_11_10>(x));
    let x = _mm_max_epu32(x, _mm_shuffle_epi32::<0b10_11_00_01>(x));
    _mm_cvtsi128_si32(x).cast_unsigned()
}
