//! Numbers in 8 bits at equal steps of a companded fraction: FlashOptim (Gonzalez Ortiz, Gupta, Renard & Blalock 2026, arXiv 2602.23349).
//!
//! A companding function spreads small fractions of the group's scale, so that equal steps of its value are finer near 0:
//!
//! | | code | fraction |
//! |---|---|---|
//! | no negative element | `255 √x`, from 0 to 255 | `(code / 255)²` |
//! | else | `127 · 2x / (1 + \|x\|)`, from -127 to 127 in two's complement | `code / (254 - \|code\|)` |
//!
//! A scale is the group's largest absolute value, with a minus sign if the group has negative elements. It keeps all bits of an `f32`. A rounded scale
//! could not follow an average that shrinks by a thousandth in each step.
//!
//! A square that rounds to 0 would divide an average that doesn't. So the smallest code of an element other than 0 is 1, if no element is negative.
//! The same floor for the other groups would enlarge small averages.
//!
//! All operations are rounded correctly, so the results are the same with any instructions. Devices may divide by multiplying with a reciprocal, fuse a
//! sum with a product, and multiply by constants last. The formulas have these forms or do not depend on them.

use super::block::Kind;
use super::half::{narrow, wide};
use crate::kernel::Float;

/// The number of elements that share a scale.
pub const GROUP: usize = 32;

/// The smallest scale, 2 to the power of -110. Groups below it count as zero, because their smallest numbers would be subnormal.
pub const LEAST: f32 = f32::MIN_POSITIVE * 65536.0;

/// The largest code of a group without negative elements.
pub const UNSIGNED: f32 = 255.0;

/// The largest code of all other groups.
pub const SIGNED: f32 = 127.0;

/// A number whose neighbors are whole. The sum with a fractional code is rounded to the nearest whole number, ties to even, so the lowest byte of its
/// pattern is the code.
pub const ROUND: f32 = 12_582_912.0;

/// The bits of a companded fraction that count. Its product with a code is then exact.
pub const COUNTED: u32 = !0xff;

/// The square root of the fraction of code 1.
pub const STEP: f32 = 1.0 / UNSIGNED;

/// Decodes a group, or a part of a group.
#[inline(always)]
pub(crate) fn decode<T: Float>(codes: &[u8], scale: f32, to: &mut [T]) {
    let size = scale.abs();
    if scale.is_sign_negative() {
        for (&code, to) in codes.iter().zip(to) {
            let code = f32::from(code.cast_signed());
            *to = wide(size * (code * (1.0 / (2.0 * SIGNED - code.abs()))));
        }
    } else {
        for (&code, to) in codes.iter().zip(to) {
            let root = f32::from(code) * STEP;
            *to = wide(size * (root * root));
        }
    }
}

/// Encodes a group and returns its scale.
#[inline(always)]
pub(crate) fn encode<T: Float>(from: &[T], codes: &mut [u8]) -> f32 {
    let Kind { scale, inverse } = Kind::of(from, LEAST);
    let Some(inverse) = inverse else {
        codes.fill(0);
        return scale;
    };
    if scale < 0.0 {
        for (&x, code) in from.iter().zip(codes) {
            let fraction = narrow(x) * inverse;
            let companded = fraction * (1.0 / (0.5 * fraction.abs() + 0.5));
            let counted = f32::from_bits(companded.to_bits() & COUNTED);
            *code = (SIGNED * counted + ROUND).to_bits() as u8;
        }
    } else {
        for (&x, code) in from.iter().zip(codes) {
            let x = narrow(x).abs();
            let nearest = ((UNSIGNED * UNSIGNED * (x * inverse)).sqrt() + ROUND).to_bits() as u8;
            *code = nearest.max(u8::from(x.to_bits() > 0));
        }
    }
    scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Storage, Stored};

    fn round_trip(numbers: &[f32]) -> Vec<f32> {
        let mut stored = Stored::zeros(Storage::Companded8, &[numbers.len()]).unwrap().unwrap();
        stored.assign_iter(numbers.iter().copied());
        stored.to_array::<f32>().into_raw_vec_and_offset().0
    }

    /// Numbers over many decades, half of them below 0 if `signed`.
    fn random(count: usize, seed: u64, signed: bool) -> Vec<f32> {
        let mut rng = seed;
        let mut next = || {
            rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (rng >> 40) as f32 / 16_777_216.0
        };
        let number = |_| {
            let (x, size, sign) = (next(), 10_f32.powf(-6.0 * next()), next());
            if signed && sign < 0.5 { -x * size } else { x * size }
        };
        (0..count).map(number).collect()
    }

    /// The fractional code of a fraction, by the formulas of the paper.
    fn code(x: f64, signed: bool) -> f64 {
        if signed { 127.0 * 2.0 * x / (1.0 + x.abs()) } else { 255.0 * x.sqrt() }
    }

    /// The fraction of a code, by the formulas of the paper.
    fn fraction(code: f64, signed: bool) -> f64 {
        if signed { code / 127.0 / (2.0 - code.abs() / 127.0) } else { (code / 255.0).powi(2) }
    }

    #[test]
    fn numbers_become_the_nearest_code_of_the_paper() {
        for (seed, len) in [1, 2, 31, 32].into_iter().cycle().take(400).enumerate() {
            let signed = seed % 2 == 0;
            let mut numbers = random(len, seed as u64, signed);
            if signed {
                numbers[0] = -0.5;
            }
            let scale = numbers.iter().fold(0.0, |size: f32, x| size.max(x.abs()));
            for (x, found) in numbers.iter().zip(round_trip(&numbers)) {
                let place = code(f64::from(*x) / f64::from(scale), signed);
                let nearest = if signed || *x == 0.0 { place.round() } else { place.round().max(1.0) };
                let expected = fraction(nearest, signed) * f64::from(scale);
                // In the middle between two codes, rounding decides, and the bits that do not count.
                let is_middle = (place.fract().abs() - 0.5).abs() < 127.0 / 32768.0;
                assert!(
                    is_middle || (f64::from(found) - expected).abs() <= 1e-6 * expected.abs(),
                    "{x} became {found}, {expected} is nearest in {numbers:?}"
                );
            }
        }
    }

    #[test]
    fn all_codes_are_kept() {
        let scales = [LEAST, 1e-30, 0.7, 1.0, 3e20, f32::MAX];
        for scale in scales.into_iter().flat_map(|scale| [scale, -scale]) {
            for first in (0..=255_u8).step_by(31) {
                let mut codes: Vec<u8> = (first..=255).chain(0..first).take(31).collect();
                // The largest number, in front of all others.
                codes.insert(0, if scale < 0.0 { 129 } else { 255 });
                codes.iter_mut().filter(|code| scale < 0.0 && **code == 128).for_each(|code| *code = 0);
                let mut numbers = [0.0_f32; GROUP];
                decode(&codes, scale, &mut numbers);
                assert!(numbers.iter().all(|x| *x == 0.0 || x.is_normal()), "{scale}: {numbers:?}");
                let mut back = [0; GROUP];
                assert_eq!((encode(&numbers, &mut back), &back[..]), (scale, &codes[..]), "{numbers:?}");
            }
        }
    }

    #[test]
    fn only_zero_becomes_zero_if_no_number_is_negative() {
        let numbers = [0.0, -0.0, 1e-45, 1e-38, 1e-20, 1e-10, 1e-3, 1.0, 2.0];
        for large in [1.0_f32, 1e20, f32::MAX] {
            let numbers = numbers.map(|x: f32| if x < 1e-3 { x } else { x * (large / 2.0) });
            for (x, found) in numbers.iter().zip(round_trip(&numbers)) {
                assert_eq!(*x == 0.0, found == 0.0, "{x} became {found} of {numbers:?}");
                assert!(found.is_sign_positive(), "{found}");
            }
        }
        // Beside a negative number, small numbers become 0.
        assert_eq!(round_trip(&[-1.0, 1e-3, -1e-3, 0.0]), [-1.0, 0.0, 0.0, 0.0]);
        // A group of such small numbers is 0.
        assert_eq!(round_trip(&[0.9 * LEAST, 1e-45]), [0.0, 0.0]);
        assert!(round_trip(&[LEAST, 1e-45]).iter().all(|x| *x > 0.0));
    }

    /// A scale of 16 bits would stay where it is.
    #[test]
    fn averages_shrink_by_a_thousandth_in_each_step() {
        for signed in [false, true] {
            let mut numbers = random(GROUP, 3, signed);
            numbers[0] = if signed { -1.0 } else { 1.0 };
            let first = round_trip(&numbers);
            numbers.clone_from(&first);
            for _ in 0..5000 {
                numbers.iter_mut().for_each(|x| *x *= 0.999);
                numbers = round_trip(&numbers);
            }
            let left = 0.999_f64.powi(5000) as f32;
            for (x, first) in numbers.iter().zip(&first) {
                assert!((x - first * left).abs() <= 1e-3 * first.abs() * left, "{x} of {first}");
            }
        }
    }
}
