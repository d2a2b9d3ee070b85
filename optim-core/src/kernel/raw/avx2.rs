//! Codecs of whole blocks with 256-bit vectors. They compute the same bits as `storage/block.rs`, except the payload of a NaN. A map has eight
//! binary exponents besides the exponent of zero, so one permutation of a register is a table lookup.

use std::arch::x86_64::*;

use super::codec::{self, Bits, Codec, cast};
use super::coded::{Part, PartMut};
use super::companded::{self, reduce_max};
use super::tile::BLOCK;
use crate::draw::DrawKey;
use crate::kernel::TILE;
use crate::kernel::storage::Map;
use crate::kernel::storage::block::{self, DynamicMap, Kind, SIGNED, Stretch, UNSIGNED};

/// Decodes or encodes whole tiles. Returns false for all other parts, and for parts that plain code decodes and encodes as fast.
#[target_feature(enable = "avx2")]
pub(super) fn run(codec: Codec<'_, '_>) -> bool {
    match codec {
        Codec::Decode(&Part::Blocks { map: Map::Dynamic, codes, scales, skip: 0 }, to) => {
            for ((codes, scale), to) in codes.as_chunks().0.iter().zip(scales).zip(to.as_chunks_mut().0) {
                decode_block(codes, *scale, to);
            }
        }
        Codec::Encode(PartMut::Blocks(Map::Dynamic, codes, scales), from) => {
            for ((from, codes), scale) in from.as_chunks().0.iter().zip(codes.as_chunks_mut().0).zip(&mut **scales) {
                *scale = encode_block(from, codes);
            }
        }
        Codec::Decode(&Part::Blocks { map: Map::Companded, codes, scales, skip: 0 }, to) => {
            companded::decode_256(codes, scales, to);
        }
        Codec::Encode(PartMut::Blocks(Map::Companded, codes, scales), from) => {
            companded::encode_256(from, codes, scales);
        }
        Codec::Encode(PartMut::Random(codes, key, first), from) => {
            encode_tiles_at_random(from, (*key, *first), codes);
        }
        Codec::Round(from, bits, to) => encode_at_random(from, bits, to),
        Codec::Decode(..) | Codec::Encode(..) => return false,
    }
    true
}

/// Rounds tiles at random. It is not compiled into the function above, which would leave it fewer registers.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn encode_tiles_at_random(from: &[f32], key: (DrawKey, u64), codes: &mut [u16]) {
    codec::encode_tiles_at_random(from, key, codes);
}

/// Rounds a block at random.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn encode_at_random(from: &[f32; BLOCK], bits: Bits<'_>, to: &mut [u16; BLOCK]) {
    codec::encode_at_random(from, bits, to);
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
    let all_units = block::units(&map.cells.unit, scale.abs());
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

/// The stretches of a map except zero. The index is about the decade of the fraction, see [`DECADE`].
struct Stretches {
    from: [f32; LANES],
    factor: [f32; LANES],
    add: [f32; LANES],
    last: [f32; LANES],
}

static STRETCHES: [Stretches; 2] = [stretches(&UNSIGNED), stretches(&SIGNED)];

/// The upper half of the bits of a fraction, as a number, times `PER_DECADE / 2^DECADE`, is about the number of decades, with an offset. Where its
/// integer part changes, the fraction is between the starts of two stretches. Its lowest three bits are the index of the upper one.
const PER_DECADE: i32 = 19_785;
const DECADE: i32 = 23;

/// The bits of a fraction that is in the same decade as the start of the first stretch. Smaller ones count as zero.
const LEAST: u32 = 0x3400_0000;

const fn stretches(map: &DynamicMap) -> Stretches {
    const ZEROS: [f32; LANES] = [0.0; LANES];
    let mut stretches = Stretches { from: ZEROS, factor: ZEROS, add: ZEROS, last: ZEROS };
    let mut k = 1;
    while k <= LANES {
        let Stretch { from, factor, add, last } = map.stretches[k];
        let place = (((from.to_bits() >> 16) as usize * PER_DECADE as usize) >> DECADE) % LANES;
        (stretches.from[place], stretches.factor[place]) = (from, factor);
        (stretches.add[place], stretches.last[place]) = (add, last);
        k += 1;
    }
    stretches
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
    let Stretches { from: begins, factor, add, last } = &STRETCHES[usize::from(signed)];
    let (begins, factor, add, last): (__m256, __m256, __m256, __m256) =
        (cast(*begins), cast(*factor), cast(*add), cast(*last));
    // Fractions up to this one count as zero.
    let zero = _mm256_set1_ps(if signed { SIGNED.stretches[1].from } else { UNSIGNED.stretches[1].from });
    let (inverse, least) = (_mm256_set1_ps(inverse), _mm256_set1_ps(f32::from_bits(LEAST)));
    let (no_sign, per_decade) = (_mm256_set1_ps(-0.0), _mm256_set1_epi32(PER_DECADE << 16));
    let (sign, center) = if signed { (-0.0, 127) } else { (0.0, 0) };
    let (sign, center) = (_mm256_set1_ps(sign), _mm256_set1_epi16(center));
    // The number of a cell, with the sign of `x` if the block is signed.
    let number = |from: &[f32; LANES]| {
        let x: __m256 = cast(*from);
        let fraction = _mm256_max_ps(_mm256_mul_ps(_mm256_andnot_ps(no_sign, x), inverse), least);
        let decade = _mm256_madd_epi16(_mm256_castps_si256(fraction), per_decade);
        let decade = _mm256_srli_epi32::<DECADE>(decade);
        let begin = _mm256_permutevar8x32_ps(begins, decade);
        // A true comparison is -1.
        let below = _mm256_castps_si256(_mm256_cmp_ps::<_CMP_LE_OQ>(fraction, begin));
        let stretch = _mm256_add_epi32(decade, below);
        let place = _mm256_mul_ps(fraction, _mm256_permutevar8x32_ps(factor, stretch));
        let place = _mm256_add_ps(place, _mm256_permutevar8x32_ps(add, stretch));
        let place = _mm256_min_ps(place, _mm256_permutevar8x32_ps(last, stretch));
        let place = _mm256_and_ps(place, _mm256_cmp_ps::<_CMP_GT_OQ>(fraction, zero));
        _mm256_cvttps_epi32(_mm256_or_ps(place, _mm256_and_ps(x, sign)))
    };
    // The map has no code for the fraction -1: its code -1 becomes 0.
    let pair = |a, b| _mm256_add_epi16(_mm256_packs_epi32(number(a), number(b)), center);
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    for k in 0..TILE / (4 * LANES) {
        let from: &[[f32; LANES]; 4] = &from.as_chunks().0.as_chunks().0[k];
        let words = (pair(&from[0], &from[1]), pair(&from[2], &from[3]));
        // Packing works within each half of a register, so a permutation restores the order of the groups of four bytes.
        let bytes = _mm256_permutevar8x32_epi32(_mm256_packus_epi16(words.0, words.1), order);
        codes.as_chunks_mut::<{ 4 * LANES }>().0[k] = cast(bytes);
    }
    scale
}
