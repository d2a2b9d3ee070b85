//! Numbers of `f32` in two parts: the nearest `bf16`, which is what the parameter's array has, and the rest of the bits, which the optimizer keeps.
//!
//! The rest is a signed whole number that is added to the bits: in units of the last bit of an `f32`, or of 256 of them for a rest of 8 bits. It only
//! counts beside a normal `bf16`, so whatever else is written into the parameter later is read as it is, or differs by less than its rounding.

use super::half::{narrow, wide};
use crate::kernel::Float;

/// A part of the bits of an `f32` that an upper half lacks.
pub(crate) trait Rest: Copy {
    /// How many of the lower bits it leaves out.
    const LEFT_OUT: u32;

    /// The lower bits of a whole number.
    fn of(number: i32) -> Self;

    /// The whole number.
    fn number(self) -> i32;
}

impl Rest for u8 {
    const LEFT_OUT: u32 = 8;

    #[inline(always)]
    fn of(number: i32) -> Self {
        number as Self
    }

    #[inline(always)]
    fn number(self) -> i32 {
        i32::from(self.cast_signed())
    }
}

impl Rest for u16 {
    const LEFT_OUT: u32 = 0;

    #[inline(always)]
    fn of(number: i32) -> Self {
        number as Self
    }

    #[inline(always)]
    fn number(self) -> i32 {
        i32::from(self.cast_signed())
    }
}

/// The bytes of a `u16`.
impl Rest for [u8; 2] {
    const LEFT_OUT: u32 = 0;

    #[inline(always)]
    fn of(number: i32) -> Self {
        (number as u16).to_ne_bytes()
    }

    #[inline(always)]
    fn number(self) -> i32 {
        i32::from(i16::from_ne_bytes(self))
    }
}

/// The numbers of upper halves with their rests.
#[inline(always)]
pub(crate) fn join<R: Rest, T: Float>(upper: &[u16], rest: &[R], to: &mut [T]) {
    for ((&upper, &rest), to) in upper.iter().zip(rest).zip(to) {
        *to = wide(joined(upper, rest));
    }
}

/// The nearest upper halves of numbers, and what they lack.
#[inline(always)]
pub(crate) fn split<R: Rest, T: Float>(from: &[T], upper: &mut [u16], rest: &mut [R]) {
    for ((&x, upper), rest) in from.iter().zip(upper).zip(rest) {
        (*upper, *rest) = parts(narrow(x));
    }
}

/// A number of its parts.
#[inline(always)]
pub(crate) fn joined<R: Rest>(upper: u16, rest: R) -> f32 {
    const EXPONENT: u16 = 0x7f80;
    let exponent = upper & EXPONENT;
    // Below and above, adding bits could give another sign, or NaN.
    let counts = exponent != 0 && exponent != EXPONENT;
    let rest = if counts { rest.number() << R::LEFT_OUT } else { 0 };
    f32::from_bits((u32::from(upper) << 16).wrapping_add_signed(rest))
}

/// The parts of a number. NaN stays NaN.
#[inline(always)]
pub(crate) fn parts<R: Rest>(x: f32) -> (u16, R) {
    let bits = x.to_bits();
    // Without the bits that are left out: to the nearest, ties to even.
    let half = (1_u32 << R::LEFT_OUT) >> 1;
    let odd = (bits >> R::LEFT_OUT) & half.min(1);
    let kept = bits.wrapping_add(half.saturating_sub(1) + odd) >> R::LEFT_OUT;
    // The rest is the lower bits as a signed number.
    let bits_of_rest = 16 - R::LEFT_OUT;
    let upper = kept.wrapping_add(1 << (bits_of_rest - 1)) >> bits_of_rest;
    if x.is_nan() { ((bits >> 16) as u16 | 0x40, R::of(0)) } else { (upper as u16, R::of(kept.cast_signed())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back<R: Rest>(x: f32) -> f32 {
        let (upper, rest) = parts::<R>(x);
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
            let (upper, rest) = parts::<u16>(x);
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
            let found = back::<u8>(x);
            if x.is_nan() {
                assert!(found.is_nan(), "{bits:x}");
            } else if x.is_normal() && found.is_finite() {
                let error = (f64::from(found) - f64::from(x)).abs();
                assert!(error <= f64::from(x).abs() / 65536.0, "{bits:x}: {found:e} for {x:e}");
                // A number that was kept is kept again.
                assert_eq!(back::<u8>(found).to_bits(), found.to_bits(), "{bits:x}");
            }
        }
    }

    #[test]
    fn the_upper_half_is_the_nearest() {
        for bits in patterns() {
            let x = f32::from_bits(bits);
            let (upper, _) = parts::<u16>(x);
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
                let (alone, found) = (f32::from_bits(u32::from(upper) << 16), joined(upper, rest.cast_unsigned()));
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
