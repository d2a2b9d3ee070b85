//! Numbers in two bytes or one, on a device, with the same codes as on the host: see [`Storage`](optim_core::Storage). Codes are in words of 32 bits,
//! because every device can write words.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;
use optim_core::Storage;
use optim_core::program::block8::{BLOCK, DynamicMap, SIGNED, UNSIGNED};
use optim_core::program::companded8;

use crate::body::Format;
use crate::random::random_half;
use crate::units::UNITS;

// A cube encodes whole blocks.
const _: () = assert!(BLOCK == UNITS && UNITS % companded8::GROUP == 0);

/// The number of elements that share a scale.
pub(crate) fn block_of(storage: Storage) -> usize {
    storage.block().unwrap_or(UNITS)
}

/// The bits of the smallest scale.
fn least(storage: Storage) -> u32 {
    let least = if storage == Storage::Companded8 { companded8::LEAST } else { f32::MIN_POSITIVE };
    least.to_bits()
}

/// The code of element `at` in its word.
#[cube]
pub(crate) fn code_in(word: u32, at: usize, #[comptime] bits: usize) -> u32 {
    let shift = (at % comptime!(32 / bits)) as u32 * comptime!(bits as u32);
    (word >> shift) & comptime!((1u32 << bits) - 1).runtime()
}

/// The number for a code of two bytes.
#[cube]
pub(crate) fn half(code: u32, #[comptime] format: Format) -> f32 {
    if comptime!(format == Format::F16) { f16_of(code) } else { f32::reinterpret(code << comptime!(16u32).runtime()) }
}

/// The code of a number in two bytes. Random rounding uses the bits of element `at`.
#[cube]
pub(crate) fn half_code(
    x: f32,
    at: usize,
    registers: &[f32],
    columns: &Sequence<u32>,
    #[comptime] format: Format,
) -> u32 {
    let bits = u32::reinterpret(x);
    match comptime!(format) {
        Format::F16 => f16_code(bits),
        Format::Bf16Random(column) => upper(bits, random_half(registers, *columns.index(column) as usize, at)),
        Format::Single | Format::Bf16 | Format::Blocks(..) => {
            let odd = (bits >> comptime!(16u32).runtime()) & comptime!(1u32).runtime();
            upper(bits, comptime!(0x7fffu32).runtime() + odd)
        }
    }
}

/// The upper half of a number after an addition to its lower half. NaN stays NaN.
#[cube]
fn upper(bits: u32, add: u32) -> u32 {
    let is_nan = (bits & comptime!(0x7fff_ffffu32).runtime()) > comptime!(0x7f80_0000u32).runtime();
    select(is_nan, bits | comptime!(0x40_0000u32).runtime(), bits + add) >> comptime!(16u32).runtime()
}

/// The number for a code in half precision.
#[cube]
fn f16_of(code: u32) -> f32 {
    let bits = (code & comptime!(0x7fffu32).runtime()) << comptime!(13u32).runtime();
    let exponent = bits & comptime!(0x7c00u32 << 13).runtime();
    let normal = bits + comptime!((127u32 - 15) << 23).runtime();
    let special = normal + comptime!((128u32 - 16) << 23).runtime();
    // Numbers with this exponent: subtract the smallest normal number of half precision.
    let least = f32::new(comptime!(f32::from_bits(113 << 23)));
    let subnormal = u32::reinterpret(f32::reinterpret(normal + comptime!(1u32 << 23).runtime()) - least);
    let size = select(exponent == 0, subnormal, normal);
    let size = select(exponent == comptime!(0x7c00u32 << 13).runtime(), special, size);
    f32::reinterpret(size | ((code & comptime!(0x8000u32).runtime()) << comptime!(16u32).runtime()))
}

/// The nearest code in half precision, ties to even.
#[cube]
fn f16_code(bits: u32) -> u32 {
    let size = bits & comptime!(0x7fff_ffffu32).runtime();
    let is_nan = size > comptime!(0x7f80_0000u32).runtime();
    let special = select(is_nan, comptime!(0x7e00u32).runtime(), comptime!(0x7c00u32).runtime());
    // Adding 0.5 to a smaller number leaves as many bits as a subnormal number of half precision has.
    let align = f32::new(0.5);
    let subnormal = u32::reinterpret(f32::reinterpret(size) + align) - comptime!(126u32 << 23).runtime();
    let odd = (size >> comptime!(13u32).runtime()) & comptime!(1u32).runtime();
    let normal =
        (size - comptime!(112u32 << 23).runtime() + comptime!(0xfffu32).runtime() + odd) >> comptime!(13u32).runtime();
    let rounded = select(size < comptime!(113u32 << 23).runtime(), subnormal, normal);
    // 65536 and beyond.
    let rounded = select(size >= comptime!(143u32 << 23).runtime(), special, rounded);
    rounded | ((bits >> comptime!(16u32).runtime()) & comptime!(0x8000u32).runtime())
}

/// The word with the codes of this unit and of the next units, for units that begin a word. All units of a cube must call it together.
#[cube]
pub(crate) fn packed(code: u32, #[comptime] bits: usize) -> u32 {
    let unit = UNIT_POS as usize;
    let mut codes = Shared::<[u32]>::new_slice(UNITS);
    // All units have finished reading the previous codes and words.
    sync_storage();
    codes[unit] = code;
    sync_cube();
    let word = RuntimeCell::<u32>::new(code);
    if unit % comptime!(32 / bits) == 0 {
        #[unroll]
        for k in 1..comptime!(32 / bits) {
            word.store(word.read() | (codes[unit + k] << comptime!((k * bits) as u32).runtime()));
        }
    }
    word.read()
}

/// The sign bit if any number of the unit's block is negative, with the bits of the largest absolute value.
#[cube]
fn largest(bits: u32, #[comptime] size: usize) -> u32 {
    let unit = UNIT_POS as usize;
    let place = unit % size;
    let sign = comptime!(1u32 << 31).runtime();
    let no_sign = comptime!(0x7fff_ffffu32).runtime();
    let mut shared = Shared::<[u32]>::new_slice(UNITS);
    sync_cube();
    // The sign of -0 does not count.
    shared[unit] = select(bits == sign, comptime!(0u32).runtime(), bits);
    let mut half = comptime!(size / 2).runtime();
    while half > 0 {
        sync_cube();
        if place < half {
            let (a, b) = (shared[unit], shared[unit + half]);
            shared[unit] = ((a | b) & sign) | max(a & no_sign, b & no_sign);
        }
        half /= 2;
    }
    sync_cube();
    shared[unit - place]
}

/// The bits of the scale of the unit's block: its largest absolute value, negative if any number is negative. All units of a cube must call it together.
#[cube]
pub(crate) fn block_scale(x: f32, #[comptime] storage: Storage) -> u32 {
    let joint = largest(u32::reinterpret(x), comptime!(block_of(storage)));
    let size = joint & comptime!(0x7fff_ffffu32).runtime();
    // Smaller numbers are zeros.
    let scale = select(size < comptime!(least(storage)).runtime(), comptime!(0u32).runtime(), joint);
    select(size < comptime!(0x7f80_0000u32).runtime(), scale, comptime!(0x7fc0_0000u32).runtime())
}

/// The code of a number in a block of this scale.
#[cube]
pub(crate) fn block_code(x: f32, scale: u32, #[comptime] storage: Storage) -> u32 {
    let size = scale & comptime!(0x7fff_ffffu32).runtime();
    let has_codes = size > 0 && size < comptime!(0x7f80_0000u32).runtime();
    let divisor = f32::reinterpret(select(has_codes, size, comptime!(0x3f80_0000u32).runtime()));
    let code = if comptime!(storage == Storage::Companded8) {
        companded_code(x, divisor, size != scale)
    } else {
        dynamic_code(x, divisor, size != scale)
    };
    select(has_codes, code, comptime!(0u32).runtime())
}

/// The code in the dynamic map of a number of a block with this largest absolute value.
#[cube]
fn dynamic_code(x: f32, size: f32, is_signed: bool) -> u32 {
    let fraction = x.abs() * (f32::new(1.0) / size);
    let above = cell(fraction, true);
    // No code means -1.
    let below = comptime!(0u32).runtime() - min(above, comptime!(127u32).runtime());
    let signed = comptime!(127u32).runtime() + select(x < f32::new(0.0), below, above);
    select(is_signed, signed, cell(fraction, false))
}

/// The companded code of a number of a group with this largest absolute value.
#[cube]
fn companded_code(x: f32, size: f32, is_signed: bool) -> u32 {
    let (half, round) = (f32::new(0.5), f32::new(comptime!(companded8::ROUND)));
    let inverse = f32::new(1.0) / size;
    let fraction = x * inverse;
    let companded = fraction * (f32::new(1.0) / (half * fraction.abs() + half));
    let counted = f32::reinterpret(u32::reinterpret(companded) & comptime!(companded8::COUNTED).runtime());
    let signed = u32::reinterpret(f32::new(comptime!(companded8::SIGNED)) * counted + round);
    let squared = f32::new(comptime!(companded8::UNSIGNED * companded8::UNSIGNED)) * fraction.abs();
    let nearest = u32::reinterpret(squared.sqrt() + round) & comptime!(0xffu32).runtime();
    // Only 0 has code 0.
    let is_zero = (u32::reinterpret(x) & comptime!(0x7fff_ffffu32).runtime()) == 0;
    let unsigned = select(is_zero, comptime!(0u32).runtime(), max(nearest, comptime!(1u32).runtime()));
    select(is_signed, signed & comptime!(0xffu32).runtime(), unsigned)
}

/// The map of blocks with negative numbers, or without.
fn map(signed: bool) -> &'static DynamicMap {
    if signed { &SIGNED } else { &UNSIGNED }
}

/// The index of the nearest fraction.
#[cube]
fn cell(fraction: f32, #[comptime] signed: bool) -> u32 {
    let place = RuntimeCell::<f32>::new(f32::new(0.0));
    #[unroll]
    for k in 1..comptime!(SIGNED.stretches.len()) {
        let stretch = comptime!(map(signed).stretches[k]);
        let inside = fraction * f32::new(comptime!(stretch.factor)) + f32::new(comptime!(stretch.add));
        let inside = min(inside, f32::new(comptime!(stretch.last)));
        place.store(select(fraction > f32::new(comptime!(stretch.from)), inside, place.read()));
    }
    u32::cast_from(place.read())
}

/// The number for a code in a block of this scale.
#[cube]
pub(crate) fn block_number(code: u32, scale: f32, #[comptime] storage: Storage) -> f32 {
    let is_signed = (u32::reinterpret(scale) >> comptime!(31u32).runtime()) == 1;
    if comptime!(storage == Storage::Companded8) {
        companded_number(code, scale.abs(), is_signed)
    } else {
        dynamic_number(code, scale, is_signed)
    }
}

/// The number of a companded code in a group with this largest absolute value.
#[cube]
fn companded_number(code: u32, size: f32, is_signed: bool) -> f32 {
    let whole = f32::cast_from(code);
    let negative = whole - f32::new(256.0);
    let signed = select(code > comptime!(127u32).runtime(), negative, whole);
    let ends = f32::new(comptime!(2.0 * companded8::SIGNED));
    let root = whole * f32::new(comptime!(companded8::STEP));
    size * select(is_signed, signed * (f32::new(1.0) / (ends - signed.abs())), root * root)
}

/// The number of a code of the dynamic map in a block of this scale.
#[cube]
fn dynamic_number(code: u32, scale: f32, is_signed: bool) -> f32 {
    // The number of the cell, starting at -127.
    let code = i32::cast_from(code);
    let number = select(is_signed, code - comptime!(127i32).runtime(), code + comptime!(1i32).runtime());
    let middle = f32::cast_from(number).abs() + f32::new(0.5);
    let place = (u32::reinterpret(middle) >> comptime!(23u32).runtime()) & comptime!(15u32).runtime();
    let (offset, unit) = (RuntimeCell::<f32>::new(f32::new(0.0)), RuntimeCell::<f32>::new(f32::new(0.0)));
    #[unroll]
    for k in 0..16usize {
        let is_it = place == comptime!(k as u32).runtime();
        // Cells in neither map mean zero.
        if comptime!(SIGNED.cells.unit[k] != 0.0 || UNSIGNED.cells.unit[k] != 0.0) {
            let own = select(
                is_signed,
                f32::new(comptime!(SIGNED.cells.offset[k])),
                f32::new(comptime!(UNSIGNED.cells.offset[k])),
            );
            offset.store(select(is_it, own, offset.read()));
            let own = select(
                is_signed,
                f32::new(comptime!(SIGNED.cells.unit[k])),
                f32::new(comptime!(UNSIGNED.cells.unit[k])),
            );
            unit.store(select(is_it, own, unit.read()));
        }
    }
    let scaled = unit.read() * scale.abs();
    let scaled = select(scaled < f32::new(comptime!(f32::MIN_POSITIVE)), f32::new(0.0), scaled);
    let fraction = f32::new(9.0) * middle - offset.read();
    select(number < 0, -fraction, fraction) * scaled
}
