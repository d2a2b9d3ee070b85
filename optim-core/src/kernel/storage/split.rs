//! Numbers of `f32` in two parts: the nearest `bf16`, in the parameter's array, and the rest of the bits, which the optimizer stores.
//!
//! The rest is a signed integer that is added to the bits. Its unit is the last bit of an `f32`, or 256 times that for a rest of 8 bits. It is
//! ignored unless the `bf16` is a normal number. So a number that is written into the parameter later keeps its value, or differs by less than its
//! rounding.

use super::half::{narrow, wide};
use crate::kernel::Float;

/// Joins upper halves and rests of one or two bytes to numbers.
#[inline(always)]
pub(crate) fn join<T: Float>(upper: &[u16], rest: &[u8], to: &mut [T]) {
    #[inline(always)]
    fn each<const N: usize, T: Float>(upper: &[u16], rest: &[[u8; N]], to: &mut [T]) {
        for ((&upper, &rest), to) in upper.iter().zip(rest).zip(to) {
            *to = wide(joined(upper, rest));
        }
    }
    if rest.len() == upper.len() {
        each(upper, rest.as_chunks::<1>().0, to);
    } else {
        each(upper, rest.as_chunks::<2>().0, to);
    }
}

/// Splits numbers into their nearest upper halves and rests of one or two bytes.
#[inline(always)]
pub(crate) fn split<T: Float>(from: &[T], upper: &mut [u16], rest: &mut [u8]) {
    #[inline(always)]
    fn each<const N: usize, T: Float>(from: &[T], upper: &mut [u16], rest: &mut [[u8; N]]) {
        for ((&x, upper), rest) in from.iter().zip(upper).zip(rest) {
            (*upper, *rest) = parts(narrow(x));
        }
    }
    if rest.len() == upper.len() {
        each(from, upper, rest.as_chunks_mut::<1>().0);
    } else {
        each(from, upper, rest.as_chunks_mut::<2>().0);
    }
}

/// Converts rests of one or two bytes to whole numbers.
pub(crate) fn to_numbers<T: Float>(rest: &[u8], to: &mut [T]) {
    let is_byte = rest.len() == to.len();
    let pairs = rest.as_chunks::<2>().0;
    for (k, to) in to.iter_mut().enumerate() {
        *to = T::cast(if is_byte { number([rest[k]]) } else { number(pairs[k]) }.into());
    }
}

/// Converts numbers to the nearest rests of one or two bytes.
pub(crate) fn from_numbers<T: Float>(from: &[T], rest: &mut [u8]) {
    let size = rest.len() / from.len().max(1);
    let most = if size == 1 { i8::MAX.into() } else { f64::from(i16::MAX) };
    for (number, rest) in from.iter().zip(rest.chunks_exact_mut(size.max(1))) {
        let number: f64 = number.as_();
        let number = number.round_ties_even().clamp(-most - 1.0, most) as i32;
        rest.copy_from_slice(&number.to_le_bytes()[..size]);
    }
}

/// The number of lowest bits of an `f32` that are not in a rest of `bytes` bytes.
const fn left_out(bytes: usize) -> u32 {
    16 - 8 * bytes as u32
}

/// The integer of a rest, which is little-endian.
#[inline(always)]
fn number<const N: usize>(rest: [u8; N]) -> i32 {
    if N == 1 { rest[0].cast_signed().into() } else { i16::from_le_bytes([rest[0], rest[N - 1]]).into() }
}

/// The number with these parts.
#[inline(always)]
fn joined<const N: usize>(upper: u16, rest: [u8; N]) -> f32 {
    const EXPONENT: u16 = 0x7f80;
    let exponent = upper & EXPONENT;
    // For subnormal and infinite numbers, adding bits could change the sign or give NaN.
    let counts = exponent != 0 && exponent != EXPONENT;
    let rest = if counts { number(rest) << left_out(N) } else { 0 };
    f32::from_bits((u32::from(upper) << 16).wrapping_add_signed(rest))
}

/// The parts of a number. NaN stays NaN.
#[inline(always)]
fn parts<const N: usize>(x: f32) -> (u16, [u8; N]) {
    let bits = x.to_bits();
    // Rounds away the bits that are not stored: to nearest, ties to even.
    let half = (1_u32 << left_out(N)) >> 1;
    let odd = (bits >> left_out(N)) & half.min(1);
    let kept = bits.wrapping_add(half.saturating_sub(1) + odd) >> left_out(N);
    // The rest is the lower bits as a signed number.
    let bits_of_rest = 16 - left_out(N);
    let upper = kept.wrapping_add(1 << (bits_of_rest - 1)) >> bits_of_rest;
    let (upper, kept) = if x.is_nan() { (bits >> 16 | 0x40, 0) } else { (upper, kept) };
    let mut rest = [0; N];
    rest.copy_from_slice(&kept.to_le_bytes()[..N]);
    (upper as u16, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back<const N: usize>(x: f32) -> f32 {
        let (upper, rest) = parts::<N>(x);
        joined(upper, rest)
    }

    /// Patterns of bits near all that is special, and many between.
    fn patterns() -> impl Iterator<Item = u32> {
        let near = [0_u32, 0x0080_0000, 0x3f80_0000, 0x7f00_0000, 0x7f7f_0000];
        let near = near.into_iter().flat_map(|bits| (0..0x2_0000).map(move |more| bits.wrapping_add(more)));
        let all = near.chain((0..1_u32 << 20).map(|bits| bits.wrapping_mul(2_654_435_761)));
        all.flat_map(|bits| [bits, bits | 0x8000_0000])
    }

    #[test]
    fn sixteen_bits_more_are_all_of_a_normal_number() {
        for bits in patterns() {
            let x = f32::from_bits(bits);
            let (upper, rest) = parts::<2>(x);
            let nearest = f32::from_bits(u32::from(upper) << 16);
            if x.is_nan() {
                assert!(nearest.is_nan() && joined(upper, rest).is_nan(), "{bits:x}");
            } else if nearest.is_normal() {
                assert_eq!(joined(upper, rest).to_bits(), bits, "{bits:x}");
            } else {
                // Too small or too large for the rest to count: the upper half alone.
                assert_eq!(joined(upper, rest).to_bits(), nearest.to_bits(), "{bits:x}");
                assert!(!x.is_normal() || nearest.is_infinite(), "{bits:x}");
            }
        }
    }

    #[test]
    fn eight_bits_more_are_sixteen_of_the_fraction() {
        for bits in patterns() {
            let x = f32::from_bits(bits);
            let found = back::<1>(x);
            if x.is_nan() {
                assert!(found.is_nan(), "{bits:x}");
            } else if x.is_normal() && found.is_finite() {
                let error = (f64::from(found) - f64::from(x)).abs();
                assert!(error <= f64::from(x).abs() / 65536.0, "{bits:x}: {found:e} for {x:e}");
                // A number that was kept is kept again.
                assert_eq!(back::<1>(found).to_bits(), found.to_bits(), "{bits:x}");
            }
        }
    }

    #[test]
    fn the_upper_half_is_the_nearest() {
        for bits in patterns() {
            let x = f32::from_bits(bits);
            let (upper, _) = parts::<2>(x);
            let nearest = super::super::half::upper_half(x);
            // A number in the middle of two goes away from zero here.
            let is_middle = bits & 0xffff == 0x8000;
            assert!(upper == nearest || is_middle && upper == nearest + 1, "{bits:x}: {upper:x}, {nearest:x}");
        }
    }

    #[test]
    fn whatever_is_written_into_the_upper_half_is_nearly_what_is_read() {
        for upper in 0..=u16::MAX {
            for rest in [i8::MIN, -1, 0, 1, i8::MAX] {
                let (alone, found) = (f32::from_bits(u32::from(upper) << 16), joined(upper, [rest.cast_unsigned()]));
                assert_eq!(alone.is_nan(), found.is_nan(), "{upper:x} {rest}");
                assert_eq!(alone.is_sign_negative(), found.is_sign_negative(), "{upper:x} {rest}");
                if alone.is_normal() {
                    assert!((found - alone).abs() <= alone.abs() / 256.0, "{upper:x} {rest}");
                } else if !alone.is_nan() {
                    assert_eq!(found.to_bits(), alone.to_bits(), "{upper:x} {rest}");
                }
            }
        }
    }
}
