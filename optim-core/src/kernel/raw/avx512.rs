//! Spreading of numbers over a tile, and codecs of whole tiles, with 512-bit vectors. The codecs compute the same bits as `storage/`, except the
//! payload of a NaN. Their tables are in registers: one permutation replaces a loop over stretches or a table in memory.

use std::any::Any;
use std::arch::x86_64::*;

use super::codec::{self, Codec, cast};
use super::coded::{Part, PartMut};
use super::companded;
use super::tile::BLOCK;
use crate::kernel::storage::Map;
use crate::kernel::storage::block::{self, DynamicMap, Kind, SIGNED, STRETCHES, Stretch, UNSIGNED};
use crate::kernel::{Float, TILE};

/// Decodes or encodes a whole tile. Returns false for any other part.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn run(codec: Codec<'_, '_>) -> bool {
    match codec {
        Codec::Decode(&Part::Bf16(codes), to) => codes.try_into().map(|codes| decode_bf16(codes, to)).is_ok(),
        Codec::Decode(&Part::F16(codes), to) => codes.try_into().map(|codes| decode_f16(codes, to)).is_ok(),
        Codec::Decode(&Part::Blocks { map: Map::Dynamic, codes, scales: &[scale], skip: 0 }, to) => {
            codes.try_into().map(|codes| decode_block(codes, scale, to)).is_ok()
        }
        Codec::Decode(&Part::Split(codes, rest), to) => {
            codes.try_into().is_ok_and(|codes: &[u16; TILE]| decode_split(codes, rest, to))
        }
        Codec::Encode(PartMut::Split(codes, rest), from) => {
            (&mut **codes).try_into().is_ok_and(|codes: &mut [u16; TILE]| encode_split(from, codes, rest))
        }
        Codec::Encode(PartMut::Bf16(codes), from) => {
            (&mut **codes).try_into().map(|codes| encode_bf16(from, codes)).is_ok()
        }
        Codec::Encode(PartMut::F16(codes), from) => {
            (&mut **codes).try_into().map(|codes| encode_f16(from, codes)).is_ok()
        }
        Codec::Encode(PartMut::Random(codes, key, first), from) => {
            (&mut **codes).try_into().map(|codes| codec::encode_tile_at_random(from, (*key, *first), codes)).is_ok()
        }
        Codec::Round(from, bits, to) => {
            codec::encode_at_random(from, bits, to);
            true
        }
        Codec::Encode(PartMut::Blocks(Map::Dynamic, codes, [scale]), from) => {
            (&mut **codes).try_into().map(|codes| *scale = encode_block(from, codes)).is_ok()
        }
        Codec::Decode(&Part::Blocks { map: Map::Companded, codes, scales, skip: 0 }, to) => {
            let (Ok(codes), Ok(scales)) = (codes.try_into(), scales.try_into()) else { return false };
            companded::decode_512(codes, scales, to);
            true
        }
        Codec::Encode(PartMut::Blocks(Map::Companded, codes, scales), from) => {
            let (Ok(codes), Ok(scales)) = ((&mut **codes).try_into(), (&mut **scales).try_into()) else { return false };
            companded::encode_512(from, codes, scales);
            true
        }
        Codec::Decode(Part::Blocks { .. }, _) | Codec::Encode(PartMut::Blocks(..), _) => false,
    }
}

/// Numbers per register.
const LANES: usize = 16;

type Tile = [f32; TILE];

/// The indices of a permutation of halves: `first + (place / every) · step` for each of 32 places.
const fn places(every: usize, step: u16, first: u16) -> [u16; 2 * LANES] {
    let mut places = [0; 2 * LANES];
    let mut k = 0;
    while k < 2 * LANES {
        places[k] = first + (k / every) as u16 * step;
        k += 1;
    }
    places
}

/// Spreads numbers. Each register of 16 elements needs at most 16 consecutive numbers, from which a permutation selects. Returns false if there
/// are fewer than 16 numbers, or if they are in double precision.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn spread<T: Float>(
    (first, after): (&[u8; TILE / LANES], &[u8; TILE]),
    from: &[T],
    (to, n): (&mut [T; TILE], usize),
) -> bool {
    let Some(to) = (to as &mut dyn Any).downcast_mut::<Tile>() else { return false };
    let Some(last) = from.len().checked_sub(LANES) else { return false };
    let registers = to.as_chunks_mut::<LANES>().0.iter_mut().take(n.div_ceil(LANES));
    for ((to, &first), after) in registers.zip(first).zip(after.as_chunks::<LANES>().0) {
        let first = usize::from(first);
        // The memory after the last number must not be read.
        let begin = first.min(last);
        let Some(numbers) = from[begin..].first_chunk::<LANES>() else { return false };
        let Some(numbers) = (numbers as &dyn Any).downcast_ref::<[f32; LANES]>() else { return false };
        let mut places = _mm512_cvtepu8_epi32(cast(*after));
        if begin < first {
            places = _mm512_add_epi32(places, _mm512_set1_epi32((first - begin) as i32));
        }
        *to = cast(_mm512_permutexvar_ps(places, cast(*numbers)));
    }
    true
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn decode_bf16(codes: &[u16; TILE], to: &mut Tile) {
    // One permutation moves each half to the upper half of a number, and sets the lower half to zero.
    let (low, high) = (cast(const { places(2, 1, 0) }), cast(const { places(2, 1, 16) }));
    for k in 0..TILE / LANES / 2 {
        let codes = cast(codes.as_chunks::<{ 2 * LANES }>().0[k]);
        let to: &mut [[f32; LANES]; 2] = &mut to.as_chunks_mut().0.as_chunks_mut().0[k];
        to[0] = cast(_mm512_maskz_permutexvar_epi16(0xaaaa_aaaa, low, codes));
        to[1] = cast(_mm512_maskz_permutexvar_epi16(0xaaaa_aaaa, high, codes));
    }
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_bf16(from: &Tile, codes: &mut [u16; TILE]) {
    let (one, half, odd) = (_mm512_set1_epi32(1), _mm512_set1_epi32(0x7fff), _mm512_set1_epi32(0x1_0000));
    let (quiet, upper) = (_mm512_set1_epi32(0x40_0000), cast(const { places(1, 2, 1) }));
    let round = |from: &[f32; LANES]| {
        let x = cast(*from);
        let bits = _mm512_castps_si512(x);
        let rounded = _mm512_add_epi32(bits, half);
        let rounded = _mm512_mask_add_epi32(rounded, _mm512_test_epi32_mask(bits, odd), rounded, one);
        let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x);
        _mm512_mask_or_epi32(rounded, nan, bits, quiet)
    };
    for k in 0..TILE / LANES / 2 {
        let from: &[[f32; LANES]; 2] = &from.as_chunks().0.as_chunks().0[k];
        let halves = _mm512_permutex2var_epi16(round(&from[0]), upper, round(&from[1]));
        codes.as_chunks_mut::<{ 2 * LANES }>().0[k] = cast(halves);
    }
}

/// Joins upper halves and the bytes of their lower bits, as `storage/split.rs` does.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn decode_split(codes: &[u16; TILE], rest: &[u8], to: &mut Tile) -> bool {
    let (zero, exponent) = (_mm512_setzero_si512(), _mm512_set1_epi32(0x7f80_0000));
    let join = |codes: &[u16; LANES], rest: __m512i| {
        let upper = _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(cast(*codes)));
        let found = _mm512_and_si512(upper, exponent);
        let counts = _mm512_cmpneq_epi32_mask(found, zero) & _mm512_cmpneq_epi32_mask(found, exponent);
        cast(_mm512_mask_add_epi32(upper, counts, upper, rest))
    };
    let codes = codes.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0);
    if rest.len() == TILE {
        for ((codes, to), rest) in codes.zip(rest.as_chunks::<LANES>().0) {
            *to = join(codes, _mm512_slli_epi32::<8>(_mm512_cvtepi8_epi32(cast(*rest))));
        }
    } else {
        for ((codes, to), rest) in codes.zip(rest.as_chunks::<{ 2 * LANES }>().0) {
            *to = join(codes, _mm512_cvtepi16_epi32(cast(*rest)));
        }
    }
    rest.len() == TILE || rest.len() == 2 * TILE
}

/// Splits numbers into upper halves and the bytes of their lower bits, as `storage/split.rs` does.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_split(from: &Tile, codes: &mut [u16; TILE], rest: &mut [u8]) -> bool {
    let (one, quiet) = (_mm512_set1_epi32(1), _mm512_set1_epi32(0x40));
    let numbers = from.as_chunks::<LANES>().0.iter().zip(codes.as_chunks_mut::<LANES>().0);
    // NaN stays NaN, and its lower bits are 0.
    let parts = |x: __m512, bits: __m512i, upper: __m512i, kept: __m512i| {
        let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x);
        let upper = _mm512_mask_or_epi32(upper, nan, _mm512_srli_epi32::<16>(bits), quiet);
        (cast(_mm512_cvtepi32_epi16(upper)), _mm512_maskz_mov_epi32(!nan, kept))
    };
    if rest.len() == TILE {
        let (round, odd, half) = (_mm512_set1_epi32(0x7f), _mm512_set1_epi32(0x100), _mm512_set1_epi32(0x80));
        for ((from, code), rest) in numbers.zip(rest.as_chunks_mut::<LANES>().0) {
            let x = cast(*from);
            let bits = _mm512_castps_si512(x);
            let rounded = _mm512_add_epi32(bits, round);
            let rounded = _mm512_mask_add_epi32(rounded, _mm512_test_epi32_mask(bits, odd), rounded, one);
            let kept = _mm512_srli_epi32::<8>(rounded);
            let upper = _mm512_srli_epi32::<8>(_mm512_add_epi32(kept, half));
            let (upper, kept) = parts(x, bits, upper, kept);
            (*code, *rest) = (upper, cast(_mm512_cvtepi32_epi8(kept)));
        }
    } else {
        let half = _mm512_set1_epi32(0x8000);
        for ((from, code), rest) in numbers.zip(rest.as_chunks_mut::<{ 2 * LANES }>().0) {
            let x = cast(*from);
            let bits = _mm512_castps_si512(x);
            let upper = _mm512_srli_epi32::<16>(_mm512_add_epi32(bits, half));
            let (upper, kept) = parts(x, bits, upper, bits);
            (*code, *rest) = (upper, cast(_mm512_cvtepi32_epi16(kept)));
        }
    }
    rest.len() == TILE || rest.len() == 2 * TILE
}

/// Rounds a block to upper halves. Returns false if a number is subnormal. With `is_flushed`, it does not check.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512bf16")]
pub(super) fn encode_halves(from: &[f32; BLOCK], is_flushed: bool, to: &mut [u16; BLOCK]) -> bool {
    const SUBNORMAL: i32 = 0x20;
    let (from, to) = (from.as_chunks::<{ 2 * LANES }>().0, to.as_chunks_mut::<{ 2 * LANES }>().0);
    let mut subnormal = 0;
    for (from, to) in from.iter().zip(to) {
        let [low, high] = cast::<_, [__m512; 2]>(*from);
        if !is_flushed {
            subnormal |= _mm512_fpclass_ps_mask::<SUBNORMAL>(low) | _mm512_fpclass_ps_mask::<SUBNORMAL>(high);
        }
        *to = cast(_mm512_cvtne2ps_pbh(high, low));
    }
    subnormal == 0
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn decode_f16(codes: &[u16; TILE], to: &mut Tile) {
    for k in 0..TILE / LANES {
        let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
        *to = cast(_mm512_cvtph_ps(cast(*codes)));
    }
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_f16(from: &Tile, codes: &mut [u16; TILE]) {
    for k in 0..TILE / LANES {
        let (from, codes) = (&from.as_chunks::<LANES>().0[k], &mut codes.as_chunks_mut::<LANES>().0[k]);
        *codes = cast(_mm512_cvtps_ph::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(cast(*from)));
    }
}

/// Decodes a block.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn decode_block(codes: &[u8; TILE], scale: f32, to: &mut Tile) {
    let signed = scale.is_sign_negative();
    let map = if signed { &SIGNED } else { &UNSIGNED };
    let units = cast(block::units(map, scale.abs()));
    // `9 (number + 0.5) - offset`: all terms are multiples of 1/2, so the sum is exact in any order.
    let (nine, offset) = (_mm512_set1_ps(9.0), _mm512_sub_ps(_mm512_set1_ps(4.5), cast(map.cells.offset)));
    if signed {
        let (zero, half, sign) = (_mm512_set1_epi32(127), _mm512_set1_ps(0.5), _mm512_set1_epi32(i32::MIN));
        for k in 0..TILE / LANES {
            let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
            let number = _mm512_cvtepi32_ps(_mm512_sub_epi32(_mm512_cvtepu8_epi32(cast(*codes)), zero));
            let size = _mm512_abs_ps(number);
            let place = _mm512_srli_epi32::<23>(_mm512_castps_si512(_mm512_add_ps(size, half)));
            let fraction = _mm512_fmadd_ps(nine, size, _mm512_permutexvar_ps(place, offset));
            let x = _mm512_castps_si512(_mm512_mul_ps(fraction, _mm512_permutexvar_ps(place, units)));
            // `x` with the sign of the number.
            let x = _mm512_ternarylogic_epi32::<0xec>(_mm512_castps_si512(number), x, sign);
            *to = cast(x);
        }
    } else {
        let one = _mm512_set1_epi32(1);
        for k in 0..TILE / LANES {
            let (codes, to) = (&codes.as_chunks::<LANES>().0[k], &mut to.as_chunks_mut::<LANES>().0[k]);
            // It has the same exponent as the middle of the cell, which is half a cell further.
            let number = _mm512_cvtepi32_ps(_mm512_add_epi32(_mm512_cvtepu8_epi32(cast(*codes)), one));
            let place = _mm512_srli_epi32::<23>(_mm512_castps_si512(number));
            let fraction = _mm512_fmadd_ps(nine, number, _mm512_permutexvar_ps(place, offset));
            *to = cast(_mm512_mul_ps(fraction, _mm512_permutexvar_ps(place, units)));
        }
    }
}

/// A table of 32 numbers. The lowest five bits of an exponent are the index.
type Table = [f32; 2 * LANES];

/// Stretches by the binary exponent of the fraction: the start of the next stretch, if it is within this exponent, and the numbers of the stretch
/// that contains the smallest fraction with this exponent.
struct Octaves {
    from: Table,
    factor: Table,
    add: Table,
    last: Table,
}

static OCTAVES: [Octaves; 2] = [octaves(&UNSIGNED), octaves(&SIGNED)];

/// The smallest exponent of a fraction; such fractions count as zero. The 32 exponents from here are the exponents of fractions below 2.
const LEAST: u32 = 97;

const fn octaves(map: &DynamicMap) -> Octaves {
    let mut octaves = Octaves { from: [f32::INFINITY; 32], factor: [0.0; 32], add: [0.0; 32], last: [0.0; 32] };
    let mut exponent = LEAST;
    while exponent < LEAST + 32 {
        let (low, high) = (f32::from_bits(exponent << 23), f32::from_bits((exponent + 1) << 23));
        let place = (exponent % 32) as usize;
        let mut stretch = 0;
        while stretch + 1 < STRETCHES && map.stretches[stretch + 1].from < low {
            stretch += 1;
        }
        if stretch + 1 < STRETCHES && map.stretches[stretch + 1].from < high {
            octaves.from[place] = map.stretches[stretch + 1].from;
        }
        let Stretch { factor, add, last, .. } = map.stretches[stretch];
        (octaves.factor[place], octaves.add[place], octaves.last[place]) = (factor, add, last);
        exponent += 1;
    }
    octaves
}

/// Loads a table into registers.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn table(numbers: &Table) -> [__m512; 2] {
    cast(*numbers)
}

/// Encodes a block and returns its scale.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_block(from: &Tile, codes: &mut [u8; TILE]) -> f32 {
    let (mut largest, mut size) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    let no_sign = _mm512_set1_epi32(i32::MAX);
    for k in 0..TILE / LANES {
        let bits = cast(from.as_chunks::<LANES>().0[k]);
        largest = _mm512_max_epu32(largest, bits);
        size = _mm512_max_epu32(size, _mm512_and_si512(bits, no_sign));
    }
    let Kind { scale, inverse } =
        block::kind(_mm512_reduce_max_epu32(largest), _mm512_reduce_max_epu32(size), f32::MIN_POSITIVE);
    let Some(inverse) = inverse else {
        codes.fill(0);
        return scale;
    };
    let signed = scale < 0.0;
    let Octaves { from: begins, factor, add, last } = &OCTAVES[usize::from(signed)];
    let ([begins, begins_high], [factor, factor_high]) = (table(begins), table(factor));
    let ([add, add_high], [last, last_high]) = (table(add), table(last));
    let inverse = _mm512_set1_ps(inverse);
    let (least, one) = (_mm512_set1_ps(f32::from_bits(LEAST << 23)), _mm512_set1_epi32(1));
    // Returns the number of a fraction's cell.
    let cell = |x: __m512| {
        let fraction = _mm512_max_ps(_mm512_mul_ps(x, inverse), least);
        let octave = _mm512_srli_epi32::<23>(_mm512_castps_si512(fraction));
        let next = _mm512_permutex2var_ps(begins, octave, begins_high);
        // Above the start of the next stretch, the next octave's entry applies, because that octave begins with this stretch.
        let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(fraction, next);
        let octave = _mm512_mask_add_epi32(octave, above, octave, one);
        let factor = _mm512_permutex2var_ps(factor, octave, factor_high);
        let add = _mm512_permutex2var_ps(add, octave, add_high);
        let last = _mm512_permutex2var_ps(last, octave, last_high);
        _mm512_cvttps_epi32(_mm512_min_ps(_mm512_add_ps(_mm512_mul_ps(fraction, factor), add), last))
    };
    if signed {
        let zero = _mm512_set1_epi32(127);
        for k in 0..TILE / LANES {
            let (from, codes) = (&from.as_chunks::<LANES>().0[k], &mut codes.as_chunks_mut::<LANES>().0[k]);
            let x = cast(*from);
            let number = cell(_mm512_abs_ps(x));
            let negative = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(x, _mm512_setzero_ps());
            let code = _mm512_add_epi32(zero, number);
            // The map has no code for the fraction -1.
            let code = _mm512_mask_sub_epi32(code, negative, zero, _mm512_min_epi32(number, zero));
            *codes = cast(_mm512_cvtepi32_epi8(code));
        }
    } else {
        for k in 0..TILE / LANES {
            let (from, codes) = (&from.as_chunks::<LANES>().0[k], &mut codes.as_chunks_mut::<LANES>().0[k]);
            *codes = cast(_mm512_cvtepi32_epi8(cell(cast(*from))));
        }
    }
    scale
}
