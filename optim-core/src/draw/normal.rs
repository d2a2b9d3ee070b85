//! Normal numbers by the method of Box & Muller (1958), of additions, multiplications, divisions and square roots alone: these
//! have the same bits everywhere, which the logarithms and sines of libraries do not.

use std::f64::consts::{FRAC_PI_2, LN_2};

/// `1 / (2 k + 1)`, the series of `atanh(s) / s` in `s²`. It is cut where `s² <= 0.0295` makes the rest too small to count.
const ATANH: [f64; 12] = {
    let mut terms = [0.0; 12];
    let mut k = 0;
    while k < terms.len() {
        terms[k] = 1.0 / (2 * k + 1) as f64;
        k += 1;
    }
    terms
};

/// `(-1)^k / (2 k + first)!`, the series of `sin(x) / x` and `cos(x)` in `x²`, for `|x| <= π / 4`.
const fn alternating(first: u64) -> [f64; 10] {
    let mut terms = [1.0; 10];
    let mut k = 1;
    while k < terms.len() {
        let n = 2 * k as u64 + first;
        terms[k] = -terms[k - 1] / (n * (n - 1)) as f64;
        k += 1;
    }
    terms
}
const SIN: [f64; 10] = alternating(1);
const COS: [f64; 10] = alternating(0);

/// The polynomial with these coefficients, the constant one first.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    for k in 1..N {
        sum = sum * x + coefficients[N - 1 - k];
    }
    sum
}

/// The natural logarithm of a normal positive number.
#[inline(always)]
fn ln(x: f64) -> f64 {
    // x = 2^exponent · m with m from √½ to √2, up to what the lower half of its bits says.
    const ROOT_OF_HALF: u32 = 0x3fe6_a09e;
    let bits = x.to_bits();
    let exponent = ((bits >> 32) as u32).wrapping_sub(ROOT_OF_HALF) as i32 >> 20;
    let m = f64::from_bits(bits.wrapping_sub((i64::from(exponent) as u64) << 52));
    // ln m = 2 atanh(s)
    let s = (m - 1.0) / (m + 1.0);
    f64::from(exponent) * LN_2 + 2.0 * s * polynomial(s * s, &ATANH)
}

/// Cosine and sine of so many turns: `(hi + lo / 2^21) / 2^32` for `lo` below 2^21.
#[inline(always)]
fn turn(hi: u32, lo: u32) -> (f64, f64) {
    // The nearest quarter, and the rest from -½ to ½ of one.
    let quarter = (hi >> 29).wrapping_add(1) >> 1;
    let quarters = (f64::from(hi) * 2_097_152.0 + f64::from(lo)) / 2_251_799_813_685_248.0;
    let x = (quarters - f64::from(quarter)) * FRAC_PI_2;
    let (cos, sin) = (polynomial(x * x, &COS), x * polynomial(x * x, &SIN));
    let (a, b) = if quarter & 1 == 0 { (cos, sin) } else { (sin, cos) };
    // The cosine is negative in the quarters 1 and 2, the sine in 2 and 3.
    let a = if quarter.wrapping_add(1) & 2 == 0 { a } else { -a };
    let b = if quarter & 2 == 0 { b } else { -b };
    (a, b)
}

/// Two independent numbers of mean 0 and standard deviation 1, of 128 random bits. Neither is larger than 8.6.
#[inline(always)]
pub(super) fn normals([a, b, c, d]: [u32; 4]) -> [f64; 2] {
    // From 2^-53 to 1.
    let share = 1.0 - super::uniform(a, b);
    let radius = (-2.0 * ln(share)).sqrt();
    let (cos, sin) = turn(c, d >> 11);
    [radius * cos, radius * sin]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, what: &str) {
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(), "{what}: {found} for {expected}");
    }

    #[test]
    fn logarithms_are_those_of_the_library() {
        for k in 0..=53 {
            for m in [1.0, 1.1, 1.25, 1.414, 1.415, 1.5, 1.75, 1.999_999] {
                let x = m * (-f64::from(k)).exp2();
                close(ln(x), x.ln(), &format!("ln {x}"));
            }
        }
        assert_eq!(ln(1.0), 0.0);
    }

    #[test]
    fn sines_are_those_of_the_library() {
        for k in 0..4096_u32 {
            let (hi, lo) = (k << 20 | k.wrapping_mul(0x9e37_79b9) >> 12, k.wrapping_mul(0x85eb_ca6b) >> 11);
            let angle = std::f64::consts::TAU * (f64::from(hi) + f64::from(lo) / 2_097_152.0) / 4_294_967_296.0;
            let (cos, sin) = turn(hi, lo);
            // The library has the error of rounding the angle.
            assert!((cos - angle.cos()).abs() < 2e-15, "cos {angle}: {cos}");
            assert!((sin - angle.sin()).abs() < 2e-15, "sin {angle}: {sin}");
        }
        assert_eq!((turn(0, 0), turn(1 << 30, 0)), ((1.0, 0.0), (0.0, 1.0)));
    }

    #[test]
    fn the_largest_are_finite() {
        let [x, _] = normals([u32::MAX, u32::MAX, 0, 0]);
        close(x, (-2.0 * (-53.0_f64).exp2().ln()).sqrt(), "the largest");
        assert_eq!(normals([0; 4]), [0.0, 0.0]);
    }
}
