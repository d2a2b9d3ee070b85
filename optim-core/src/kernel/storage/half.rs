//! Two-byte numbers. The codecs use only integers and exact operations of `f32`, so their results are the same with any instructions.

use crate::kernel::Float;

/// Decodes upper halves of `f32`.
#[inline(always)]
pub(crate) fn decode_bf16<T: Float>(codes: &[u16], to: &mut [T]) {
    for (&code, to) in codes.iter().zip(to) {
        *to = wide(f32::from_bits(u32::from(code) << 16));
    }
}

/// Encodes numbers as upper halves, rounded to nearest, ties to even.
#[inline(always)]
pub(crate) fn encode_bf16<T: Float>(from: &[T], codes: &mut [u16]) {
    for (&x, code) in from.iter().zip(codes) {
        *code = upper_half(narrow(x));
    }
}

/// The upper half of a number, rounded to nearest, ties to even.
#[inline(always)]
pub(crate) fn upper_half(x: f32) -> u16 {
    let bits = x.to_bits();
    upper(bits, 0x7fff + ((bits >> 16) & 1))
}

/// Encodes numbers as upper halves, rounded up or down by 16 random bits for each element.
#[inline(always)]
pub(crate) fn encode_bf16_by<T: Float>(from: &[T], random: &[u16], codes: &mut [u16]) {
    for ((&x, &random), code) in from.iter().zip(random).zip(codes) {
        *code = upper(narrow(x).to_bits(), u32::from(random));
    }
}

/// The upper half after adding `add`, which may carry into it. NaN stays NaN.
#[inline(always)]
fn upper(bits: u32, add: u32) -> u16 {
    let quiet = bits | 0x40_0000;
    // Selects first and then converts once, because the conversion to fewer bits costs more than the rest.
    (if f32::from_bits(bits).is_nan() { quiet } else { bits.wrapping_add(add) } >> 16) as u16
}

/// Decodes numbers in half precision.
#[inline(always)]
pub(crate) fn decode_f16<T: Float>(codes: &[u16], to: &mut [T]) {
    /// The smallest normal number of half precision.
    const LEAST: u32 = 113 << 23;
    const EXPONENT: u32 = 0x7c00 << 13;
    for (&code, to) in codes.iter().zip(to) {
        let code = u32::from(code);
        let bits = (code & 0x7fff) << 13;
        let exponent = bits & EXPONENT;
        let normal = bits + ((127 - 15) << 23);
        let special = normal + ((128 - 16) << 23);
        let subnormal = (f32::from_bits(normal + (1 << 23)) - f32::from_bits(LEAST)).to_bits();
        let bits = if exponent == EXPONENT {
            special
        } else if exponent == 0 {
            subnormal
        } else {
            normal
        };
        *to = wide(f32::from_bits(bits | (code & 0x8000) << 16));
    }
}

/// Encodes numbers in half precision, rounded to nearest, ties to even.
#[inline(always)]
pub(crate) fn encode_f16<T: Float>(from: &[T], codes: &mut [u16]) {
    /// The smallest power of two above the range of half precision: 65536.
    const TOO_LARGE: u32 = (127 + 16) << 23;
    const LEAST: u32 = 113 << 23;
    /// The number 0.5. Adding it to a smaller number rounds that number to the bits of a subnormal number of half precision.
    const ALIGN: u32 = 126 << 23;
    for (&x, code) in from.iter().zip(codes) {
        let bits = narrow(x).to_bits();
        let size = bits & 0x7fff_ffff;
        let special = if size > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
        let subnormal = (f32::from_bits(size) + f32::from_bits(ALIGN)).to_bits().wrapping_sub(ALIGN);
        let odd = (size >> 13) & 1;
        let normal = size.wrapping_sub(112 << 23).wrapping_add(0xfff + odd) >> 13;
        let rounded = if size >= TOO_LARGE {
            special
        } else if size < LEAST {
            subnormal
        } else {
            normal
        };
        *code = (rounded | (bits >> 16) & 0x8000) as u16;
    }
}

/// Converts a number from single precision.
#[inline(always)]
pub(crate) fn wide<T: Float>(x: f32) -> T {
    T::cast(f64::from(x))
}

/// Rounds a number to single precision.
#[inline(always)]
pub(crate) fn narrow<T: Float>(x: T) -> f32 {
    let x: f64 = x.as_();
    x as f32
}
