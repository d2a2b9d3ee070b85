//! Codecs of whole blocks with 256-bit vectors. They compute the same bits as `storage/block.rs`, except the payload of a NaN. A map has eight
//! binary exponents besides the exponent of zero, so one permutation of a register is a table lookup.

use std::arch::x86_64::*;

use super::codec::{self, Codec, cast};
use super::coded::{Part, PartMut};
use super::companded::{self, reduce_max};
use crate::kernel::TILE;
use crate::kernel::storage::Map;
use crate::kernel::storage::block::{self, Kind, SIGNED, UNSIGNED};

/// Decodes or encodes a whole block. Returns false for any other part.
#[target_feature(enable = "avx2")]
pub(super) fn run(codec: Codec<'_, '_>) -> bool {
    match codec {
        Codec::Decode(&Part::Blocks { map: Map::Dynamic, codes, scales: &[scale], skip: 0 }, to) => {
            codes.try_into().map(|codes| decode_block(codes, scale, to)).is_ok()
        }
        Codec::Encode(PartMut::Blocks(Map::Dynamic, codes, [scale]), from) => {
            (&mut **codes).try_into().map(|codes| *scale = encode_block(from, codes)).is_ok()
        }
        Codec::Decode(&Part::Blocks { map: Map::Companded, codes, scales, skip: 0 }, to) => {
            let (Ok(codes), Ok(scales)) = (codes.try_into(), scales.try_into()) else { return false };
            companded::decode_256(codes, scales, to);
            true
        }
        Codec::Encode(PartMut::Blocks(Map::Companded, codes, scales), from) => {
            let (Ok(codes), Ok(scales)) = ((&mut **codes).try_into(), (&mut **scales).try_into()) else { return false };
            companded::encode_256(from, codes, scales);
            true
        }
        Codec::Encode(PartMut::Random(codes, key, first), from) => {
            (&mut **codes).try_into().map(|codes| codec::encode_tile_at_random(from, (*key, *first), codes)).is_ok()
        }
        Codec::Round(from, bits, to) => {
            codec::encode_at_random(from, bits, to);
            true
        }
        Codec::Decode(..) | Codec::Encode(..) => false,
    }
}

/// Numbers per register.
const LANES: usize = 8;

type Tile = [f32; TILE];

#[inline]
#[target_feature(enable = "avx2")]
fn load_bytes(from: &[u8; LANES]) -> __m128i {
    _mm_set_epi64x(0, i64::from_le_bytes(*from))
}

/// The part of a table that a map needs. The lowest four bits of an exponent are the index of the table, the lowest three are the index of the part.
/// The part has no entry for the exponent of zero, which has the same three bits as the exponent of 1.
#[inline]
#[target_feature(enable = "avx2")]
fn table(numbers: &[f32; 16], signed: bool) -> __m256 {
    let [a, b, c, d, e, f, g, h, ..] = *numbers;
    cast([a, b, c, d, e, f, g, if signed { numbers[15] } else { h }])
}

/// Decodes a block.
#[target_feature(enable = "avx2")]
fn decode_block(codes: &[u8; TILE], scale: f32, to: &mut Tile) {
    let signed = scale.is_sign_negative();
    let map = if signed { &SIGNED } else { &UNSIGNED };
    let all_units = block::units(map, scale.abs());
    let units = table(&all_units, signed);
    // `9 (number + 0.5) - offset`: all terms are multiples of 1/2, so the sum is exact in any order.
    let offset = _mm256_sub_ps(_mm256_set1_ps(4.5), table(&map.cells.offset, signed));
    // 0, or NaN if the scale is infinite or NaN.
    let zero = _mm256_set1_ps(0.0 * scale.abs());
    let (nine, half, sign) = (_mm256_set1_ps(9.0), _mm256_set1_ps(0.5), _mm256_set1_ps(-0.0));
    // The code that becomes number 0, and the absolute number of the code of zero: 1 in the unsigned map.
    let (center, least) = if signed { (127, 0.0) } else { (-1, 1.0) };
    let (center, least) = (_mm256_set1_epi32(center), _mm256_set1_ps(least));
    for k in 0..TILE / LANES {
        let (codes, to): (_, &mut [f32; LANES]) = (&codes.as_chunks().0[k], &mut to.as_chunks_mut().0[k]);
        let number = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_cvtepu8_epi32(load_bytes(codes)), center));
        let size = _mm256_andnot_ps(sign, number);
        let place = _mm256_srli_epi32::<23>(_mm256_castps_si256(_mm256_add_ps(size, half)));
        let fraction = _mm256_add_ps(_mm256_mul_ps(nine, size), _mm256_permutevar8x32_ps(offset, place));
        let x = _mm256_mul_ps(fraction, _mm256_permutevar8x32_ps(units, place));
        let x = _mm256_blendv_ps(x, zero, _mm256_cmp_ps::<_CMP_EQ_OQ>(size, least));
        *to = cast(_mm256_or_ps(x, _mm256_and_ps(number, sign)));
    }
}

/// Encodes a block and returns its scale.
#[target_feature(enable = "avx2")]
fn encode_block(from: &Tile, codes: &mut [u8; TILE]) -> f32 {
    let (mut largest, mut size) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    let no_sign = _mm256_set1_epi32(i32::MAX);
    for from in from.as_chunks::<LANES>().0 {
        let bits: __m256i = cast(*from);
        largest = _mm256_max_epu32(largest, bits);
        size = _mm256_max_epu32(size, _mm256_and_si256(bits, no_sign));
    }
    let Kind { scale, inverse } = block::kind(reduce_max(largest), reduce_max(size), f32::MIN_POSITIVE);
    let Some(inverse) = inverse else {
        codes.fill(0);
        return scale;
    };
    let signed = scale < 0.0;
    // All stretches except the first, which is zero.
    let [_, stretches @ ..] = if signed { &SIGNED } else { &UNSIGNED }.stretches;
    // A loop, because a closure for `map` would be a call.
    let mut begins = [_mm256_setzero_ps(); LANES];
    let (mut factors, mut adds, mut lasts) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for (k, stretch) in stretches.iter().enumerate() {
        begins[k] = _mm256_set1_ps(stretch.from);
        (factors[k], adds[k], lasts[k]) = (stretch.factor, stretch.add, stretch.last);
    }
    let (factors, adds, lasts): (__m256, __m256, __m256) = (cast(factors), cast(adds), cast(lasts));
    let (inverse, sign) = (_mm256_set1_ps(inverse), _mm256_set1_ps(-0.0));
    let center = _mm256_set1_epi32(127);
    let code = |from: &[f32; LANES]| {
        let x: __m256 = cast(*from);
        let fraction = _mm256_mul_ps(_mm256_andnot_ps(sign, x), inverse);
        let above = |begin| _mm256_castps_si256(_mm256_cmp_ps::<_CMP_GT_OQ>(fraction, begin));
        let some = above(begins[0]);
        // The number of further stretches that begin below the fraction. A true comparison is -1.
        let mut stretch = _mm256_setzero_si256();
        for begin in &begins[1..] {
            stretch = _mm256_sub_epi32(stretch, above(*begin));
        }
        let factor = _mm256_permutevar8x32_ps(factors, stretch);
        let place = _mm256_add_ps(_mm256_mul_ps(fraction, factor), _mm256_permutevar8x32_ps(adds, stretch));
        let place = _mm256_min_ps(place, _mm256_permutevar8x32_ps(lasts, stretch));
        let number = _mm256_and_si256(_mm256_cvttps_epi32(place), some);
        if !signed {
            return number;
        }
        let negative = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LT_OQ>(x, _mm256_setzero_ps()));
        // The map has no code for the fraction -1.
        let below = _mm256_sub_epi32(center, _mm256_min_epi32(number, center));
        _mm256_blendv_epi8(_mm256_add_epi32(center, number), below, negative)
    };
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for k in 0..TILE / (4 * LANES) {
        let from: &[[f32; LANES]; 4] = &from.as_chunks().0.as_chunks().0[k];
        let words =
            (_mm256_packs_epi32(code(&from[0]), code(&from[1])), _mm256_packs_epi32(code(&from[2]), code(&from[3])));
        // Packing works within each half of a register, so a permutation restores the order of the groups of four bytes.
        let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words.0, words.1), order);
        codes.as_chunks_mut::<{ 4 * LANES }>().0[k] = cast(bytes);
    }
    scale
}
