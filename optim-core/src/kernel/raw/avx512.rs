//! Spreading of numbers over a tile, and codecs of whole tiles, with 512-bit vectors. The codecs compute the same bits as `storage/`, except the
//! payload of a NaN. Their tables are in registers: one permutation replaces a loop over stretches or a table in memory.

use std::any::Any;
use std::arch::x86_64::*;

use super::codec::{self, Bits, Codec, cast};
use super::coded::{Part, PartMut};
use super::companded;
use super::tile::BLOCK;
use crate::draw::DrawKey;
use crate::kernel::storage::Map;
use crate::kernel::storage::block::{self, DynamicMap, SIGNED, STRETCHES, Stretch, UNSIGNED};
use crate::kernel::{Float, TILE};

/// Decodes or encodes whole tiles. Returns false for parts that begin in the middle of a block.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
pub(super) fn run(codec: Codec<'_, '_>) -> bool {
    match codec {
        Codec::Decode(&Part::Bf16(codes), to) => decode_bf16(codes, to),
        Codec::Decode(&Part::F16(codes), to) => decode_f16(codes, to),
        Codec::Decode(&Part::Split(codes, rest), to) => decode_split(codes, rest, to),
        Codec::Decode(&Part::Blocks { map: Map::Dynamic, codes, scales, skip: 0 }, to) => {
            for ((codes, scale), to) in codes.as_chunks().0.iter().zip(scales).zip(to.as_chunks_mut().0) {
                decode_block(codes, *scale, to);
            }
        }
        Codec::Decode(&Part::Blocks { map: Map::Companded, codes, scales, skip: 0 }, to) => {
            companded::decode_512(codes, scales, to);
        }
        Codec::Decode(Part::Blocks { .. }, _) => return false,
        Codec::Encode(PartMut::Bf16(codes), from) => encode_bf16(from, codes),
        Codec::Encode(PartMut::F16(codes), from) => encode_f16(from, codes),
        Codec::Encode(PartMut::Split(codes, rest), from) => encode_split(from, codes, rest),
        Codec::Encode(PartMut::Random(codes, key, first), from) => {
            encode_tiles_at_random(from, (*key, *first), codes);
        }
        Codec::Encode(PartMut::Blocks(Map::Dynamic, codes, scales), from) => {
            let from = from.as_chunks().0;
            // All scales first, because each is at the end of a chain of operations, and the processor waits for one.
            for (from, scale) in from.iter().zip(&mut **scales) {
                *scale = scale_of(from);
            }
            for ((from, codes), scale) in from.iter().zip(codes.as_chunks_mut().0).zip(&**scales) {
                encode_block(from, *scale, codes);
            }
        }
        Codec::Encode(PartMut::Blocks(Map::Companded, codes, scales), from) => {
            companded::encode_512(from, codes, scales);
        }
        Codec::Round(from, bits, to) => encode_at_random(from, bits, to),
    }
    true
}

/// Rounds tiles at random. It is not compiled into the function above, which would leave it fewer registers.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_tiles_at_random(from: &[f32], key: (DrawKey, u64), codes: &mut [u16]) {
    codec::encode_tiles_at_random(from, key, codes);
}

/// Rounds a block at random.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_at_random(from: &[f32; BLOCK], bits: Bits<'_>, to: &mut [u16; BLOCK]) {
    codec::encode_at_random(from, bits, to);
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
fn decode_bf16(codes: &[u16], to: &mut [f32]) {
    // One permutation moves each half to the upper half of a number, and sets the lower half to zero.
    let (low, high) = (cast(const { places(2, 1, 0) }), cast(const { places(2, 1, 16) }));
    for (codes, to) in
        codes.as_chunks::<{ 2 * LANES }>().0.iter().zip(to.as_chunks_mut::<LANES>().0.as_chunks_mut::<2>().0)
    {
        let codes = cast(*codes);
        to[0] = cast(_mm512_maskz_permutexvar_epi16(0xaaaa_aaaa, low, codes));
        to[1] = cast(_mm512_maskz_permutexvar_epi16(0xaaaa_aaaa, high, codes));
    }
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_bf16(from: &[f32], codes: &mut [u16]) {
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
    for (from, codes) in from.as_chunks().0.as_chunks::<2>().0.iter().zip(codes.as_chunks_mut::<{ 2 * LANES }>().0) {
        *codes = cast(_mm512_permutex2var_epi16(round(&from[0]), upper, round(&from[1])));
    }
}

/// Joins upper halves and the bytes of their lower bits, as `storage/split.rs` does.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn decode_split(codes: &[u16], rest: &[u8], to: &mut [f32]) {
    let is_byte = rest.len() == to.len();
    let (zero, exponent) = (_mm512_setzero_si512(), _mm512_set1_epi32(0x7f80_0000));
    let join = |codes: &[u16; LANES], rest: __m512i| {
        let upper = _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(cast(*codes)));
        let found = _mm512_and_si512(upper, exponent);
        let counts = _mm512_cmpneq_epi32_mask(found, zero) & _mm512_cmpneq_epi32_mask(found, exponent);
        cast(_mm512_mask_add_epi32(upper, counts, upper, rest))
    };
    let codes = codes.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0);
    if is_byte {
        for ((codes, to), rest) in codes.zip(rest.as_chunks::<LANES>().0) {
            *to = join(codes, _mm512_slli_epi32::<8>(_mm512_cvtepi8_epi32(cast(*rest))));
        }
    } else {
        for ((codes, to), rest) in codes.zip(rest.as_chunks::<{ 2 * LANES }>().0) {
            *to = join(codes, _mm512_cvtepi16_epi32(cast(*rest)));
        }
    }
}

/// Splits numbers into upper halves and the bytes of their lower bits, as `storage/split.rs` does.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_split(from: &[f32], codes: &mut [u16], rest: &mut [u8]) {
    let is_byte = rest.len() == from.len();
    let (one, quiet) = (_mm512_set1_epi32(1), _mm512_set1_epi32(0x40));
    let numbers = from.as_chunks::<LANES>().0.iter().zip(codes.as_chunks_mut::<LANES>().0);
    // NaN stays NaN, and its lower bits are 0.
    let parts = |x: __m512, bits: __m512i, upper: __m512i, kept: __m512i| {
        let nan = _mm512_cmp_ps_mask::<_CMP_UNORD_Q>(x, x);
        let upper = _mm512_mask_or_epi32(upper, nan, _mm512_srli_epi32::<16>(bits), quiet);
        (cast(_mm512_cvtepi32_epi16(upper)), _mm512_maskz_mov_epi32(!nan, kept))
    };
    if is_byte {
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
fn decode_f16(codes: &[u16], to: &mut [f32]) {
    for (codes, to) in codes.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0) {
        *to = cast(_mm512_cvtph_ps(cast(*codes)));
    }
}

#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_f16(from: &[f32], codes: &mut [u16]) {
    for (from, codes) in from.as_chunks::<LANES>().0.iter().zip(codes.as_chunks_mut::<LANES>().0) {
        *codes = cast(_mm512_cvtps_ph::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(cast(*from)));
    }
}

/// Tables of a map, for one permutation of a register each. The index of `offset` and `unit` is the binary exponent of a cell's number. The index of
/// the others is half the binary exponent of the fraction. The lowest four bits of both count.
struct MapTables {
    /// `9 (number + 0.5) - offset`, from the number.
    offset: Table,
    unit: Table,
    /// A number that is added to the bits of a fraction. The sum has the next index if the fraction is above the start of the next stretch.
    up: [u32; LANES],
    /// The stretch that contains the smallest fraction with this index.
    factor: Table,
    add: Table,
    last: Table,
}

type Table = [f32; LANES];

static TABLES: [MapTables; 2] = [tables(&UNSIGNED), tables(&SIGNED)];

/// Half the smallest exponent of a fraction; smaller fractions count as zero. The 16 values from here are enough for fractions below 8.
const LEAST: u32 = 49;

/// The power of two that makes the exponents of the numbers 1 to 256 have different lowest bits, which are not 0.
const NUMBER: f32 = 1.0 / 256.0;

/// A number whose lowest bit counts `NUMBER`.
const COUNTER: f32 = NUMBER * 8_388_608.0;

const fn tables(map: &DynamicMap) -> MapTables {
    const ZEROS: Table = [0.0; LANES];
    let mut tables = MapTables { offset: ZEROS, unit: ZEROS, up: [0; LANES], factor: ZEROS, add: ZEROS, last: ZEROS };
    let mut number = 1_u32;
    while number <= 256 {
        let (from, to) = ((number as f32).to_bits() >> 23, (number as f32 * NUMBER).to_bits() >> 23);
        let (from, to) = (from as usize % LANES, to as usize % LANES);
        (tables.offset[to], tables.unit[to]) = (4.5 - map.cells.offset[from], map.cells.unit[from]);
        number *= 2;
    }
    let mut index = LEAST;
    while index < LEAST + 16 {
        let (low, high) = (f32::from_bits(index << 24), f32::from_bits((index + 1) << 24));
        let place = index as usize % LANES;
        let mut stretch = 0;
        while stretch + 1 < STRETCHES && map.stretches[stretch + 1].from < low {
            stretch += 1;
        }
        if stretch + 1 < STRETCHES && map.stretches[stretch + 1].from < high {
            tables.up[place] = high.to_bits() - 1 - map.stretches[stretch + 1].from.to_bits();
        }
        let Stretch { factor, add, last, .. } = map.stretches[stretch];
        (tables.factor[place], tables.add[place], tables.last[place]) = (factor, add, last);
        index += 1;
    }
    tables
}

/// Decodes a block.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn decode_block(codes: &[u8; TILE], scale: f32, to: &mut Tile) {
    let signed = scale.is_sign_negative();
    let MapTables { offset, unit, .. } = &TABLES[usize::from(signed)];
    let (offset, units) = (cast(*offset), cast(block::units(unit, scale.abs())));
    // The number of a code, times `NUMBER`. A code in the lowest bits of a number is a sum, and this difference is exact.
    let (counter, zero) = (cast([COUNTER; LANES]), COUNTER + NUMBER * if signed { 127.0 } else { -1.0 });
    let (zero, nine) = (_mm512_set1_ps(zero), _mm512_set1_ps(9.0 / NUMBER));
    let sign = _mm512_set1_epi32(if signed { i32::MIN } else { 0 });
    for (codes, to) in codes.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0) {
        let code = _mm512_or_si512(_mm512_cvtepu8_epi32(cast(*codes)), counter);
        let number = _mm512_sub_ps(_mm512_castsi512_ps(code), zero);
        let bits = _mm512_castps_si512(number);
        let place = _mm512_srli_epi32::<23>(bits);
        // The offset gets the sign of the number. All terms of the fraction are multiples of 1/2, so the sum is exact in any order.
        let offset = _mm512_castps_si512(_mm512_permutexvar_ps(place, offset));
        let offset = _mm512_castsi512_ps(_mm512_ternarylogic_epi32::<0x78>(offset, bits, sign));
        let fraction = _mm512_fmadd_ps(nine, number, offset);
        *to = cast(_mm512_mul_ps(fraction, _mm512_permutexvar_ps(place, units)));
    }
}

/// The scale of a block.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn scale_of(from: &Tile) -> f32 {
    let (mut largest, mut positive) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for from in from.as_chunks::<LANES>().0 {
        largest = _mm512_max_epu32(largest, cast(*from));
        positive = _mm512_max_epi32(positive, cast(*from));
    }
    let size = _mm512_max_epu32(positive, _mm512_and_si512(largest, _mm512_set1_epi32(i32::MAX)));
    block::kind(_mm512_reduce_max_epu32(largest), _mm512_reduce_max_epu32(size), f32::MIN_POSITIVE).scale
}

/// Encodes a block of this scale.
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
fn encode_block(from: &Tile, scale: f32, codes: &mut [u8; TILE]) {
    if scale == 0.0 || scale.is_nan() {
        codes.fill(0);
        return;
    }
    let (signed, inverse) = (scale < 0.0, 1.0 / scale.abs());
    let MapTables { up, factor, add, last, .. } = &TABLES[usize::from(signed)];
    let (up, factor, add, last) = (cast(*up), cast(*factor), cast(*add), cast(*last));
    let (inverse, least) = (_mm512_set1_ps(inverse), _mm512_set1_ps(f32::from_bits(LEAST << 24)));
    let (sign, zero) = if signed { (i32::MIN, 127) } else { (0, 0) };
    let (sign, zero) = (_mm512_set1_epi32(sign), _mm512_set1_epi16(zero));
    // The number of a cell, with the sign of `x` if the block is signed.
    let cell = |from: &[f32; LANES]| {
        const ABSOLUTE_MAX: i32 = 0b1011;
        let x = cast(*from);
        let fraction = _mm512_range_ps::<ABSOLUTE_MAX>(_mm512_mul_ps(x, inverse), least);
        let bits = _mm512_castps_si512(fraction);
        let bits = _mm512_add_epi32(bits, _mm512_permutexvar_epi32(_mm512_srli_epi32::<24>(bits), up));
        let index = _mm512_srli_epi32::<24>(bits);
        let place = _mm512_mul_ps(fraction, _mm512_permutexvar_ps(index, factor));
        let place = _mm512_add_ps(place, _mm512_permutexvar_ps(index, add));
        let place = _mm512_castps_si512(_mm512_min_ps(place, _mm512_permutexvar_ps(index, last)));
        let place = _mm512_ternarylogic_epi32::<0xf8>(place, _mm512_castps_si512(x), sign);
        _mm512_cvttps_epi32(_mm512_castsi512_ps(place))
    };
    // Packing works within each quarter of a register, so a permutation restores the order of the groups of four bytes.
    let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (from, codes) in
        from.as_chunks::<LANES>().0.as_chunks::<4>().0.iter().zip(codes.as_chunks_mut::<{ 4 * LANES }>().0)
    {
        let low = _mm512_packs_epi32(cell(&from[0]), cell(&from[1]));
        let high = _mm512_packs_epi32(cell(&from[2]), cell(&from[3]));
        // The map has no code for the fraction -1: its code -1 becomes 0.
        let bytes = _mm512_packus_epi16(_mm512_add_epi16(low, zero), _mm512_add_epi16(high, zero));
        *codes = cast(_mm512_permutexvar_epi32(order, bytes));
    }
}

const _: () = assert!(TILE == block::BLOCK);
