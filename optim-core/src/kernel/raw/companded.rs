//! Codecs of whole tiles of companded groups with vectors. They compute the same bits as `storage/companded.rs`, except the payload of a NaN, because
//! both use only operations that are rounded correctly.

use std::arch::x86_64::*;

use super::codec::cast;
use crate::kernel::TILE;
use crate::kernel::storage::block::{Kind, kind};
use crate::kernel::storage::companded::{COUNTED, GROUP, LEAST, SIGNED, STEP, UNSIGNED};

type TileCodes = [u8; TILE];
type TileScales = [f32; TILE / GROUP];
type Tile = [f32; TILE];

/// The kind of a group, from the bits of its largest absolute value.
#[inline(always)]
fn kind_of(size: u32, has_negative: bool) -> Kind {
    const NEGATIVE: u32 = (1 << 31) + 1;
    kind(if has_negative { NEGATIVE } else { 0 }, size, LEAST)
}

/// Decodes a tile with vectors of 512 bits.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn decode_512(codes: &TileCodes, scales: &TileScales, to: &mut Tile) {
    const LANES: usize = 16;
    let (ends, step, one) = (_mm512_set1_ps(2.0 * SIGNED), _mm512_set1_ps(STEP), _mm512_set1_ps(1.0));
    for (k, scale) in scales.iter().enumerate() {
        let (codes, to) = (&codes.as_chunks::<GROUP>().0[k], &mut to.as_chunks_mut::<GROUP>().0[k]);
        let size = _mm512_set1_ps(scale.abs());
        if scale.is_sign_negative() {
            for k in 0..GROUP / LANES {
                let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
                let code = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(cast(*codes)));
                let reciprocal = _mm512_div_ps(one, _mm512_sub_ps(ends, _mm512_abs_ps(code)));
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

/// Encodes a tile with vectors of 512 bits.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn encode_512(from: &Tile, codes: &mut TileCodes, scales: &mut TileScales) {
    const LANES: usize = 16;
    let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_epi32(1));
    for (k, to) in scales.iter_mut().enumerate() {
        let (from, codes) = (&from.as_chunks::<GROUP>().0[k], &mut codes.as_chunks_mut::<GROUP>().0[k]);
        let parts: [__m512; GROUP / LANES] = cast(*from);
        let (mut size, mut negative) = (_mm512_setzero_si512(), 0);
        for x in parts {
            size = _mm512_max_epu32(size, _mm512_castps_si512(_mm512_abs_ps(x)));
            negative |= _mm512_cmp_ps_mask::<_CMP_LT_OQ>(x, zero);
        }
        let Kind { scale, inverse } = kind_of(_mm512_reduce_max_epu32(size), negative != 0);
        *to = scale;
        let Some(inverse) = inverse else {
            codes.fill(0);
            continue;
        };
        let codes = codes.as_chunks_mut::<LANES>().0;
        if scale < 0.0 {
            let (inverse, half, one) = (_mm512_set1_ps(inverse), _mm512_set1_ps(0.5), _mm512_set1_ps(1.0));
            for (k, x) in parts.iter().enumerate() {
                let fraction = _mm512_mul_ps(*x, inverse);
                // The product with 1/2 is exact if it counts, so one rounding is enough.
                let reciprocal = _mm512_div_ps(one, _mm512_fmadd_ps(half, _mm512_abs_ps(fraction), half));
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
                let nearest = _mm512_cvtps_epi32(_mm512_sqrt_ps(_mm512_mul_ps(squared, _mm512_mul_ps(x, inverse))));
                let bits = _mm512_castps_si512(x);
                let nearest = _mm512_maskz_max_epu32(_mm512_test_epi32_mask(bits, bits), nearest, one);
                codes[k] = cast(_mm512_cvtepi32_epi8(nearest));
            }
        }
    }
}

/// Decodes a tile with vectors of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn decode_256(codes: &TileCodes, scales: &TileScales, to: &mut Tile) {
    const LANES: usize = 8;
    let (ends, step, one) = (_mm256_set1_ps(2.0 * SIGNED), _mm256_set1_ps(STEP), _mm256_set1_ps(1.0));
    let sign = _mm256_set1_ps(-0.0);
    for (k, scale) in scales.iter().enumerate() {
        let (codes, to) = (&codes.as_chunks::<GROUP>().0[k], &mut to.as_chunks_mut::<GROUP>().0[k]);
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

/// Encodes a tile with vectors of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn encode_256(from: &Tile, codes: &mut TileCodes, scales: &mut TileScales) {
    const LANES: usize = 8;
    let (sign, zero, one) = (_mm256_set1_ps(-0.0), _mm256_setzero_si256(), _mm256_set1_epi32(1));
    // Packing works within each half of a register, so a permutation restores the order of the groups of four bytes.
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for (k, to) in scales.iter_mut().enumerate() {
        let (from, codes) = (&from.as_chunks::<GROUP>().0[k], &mut codes.as_chunks_mut::<GROUP>().0[k]);
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
