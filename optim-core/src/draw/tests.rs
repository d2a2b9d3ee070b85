//! Tests of the distributions of the numbers, and of the numbers themselves against the published ones.

use super::*;

const MANY: usize = 10_000_000;

fn many(law: Law, n: usize) -> Vec<f64> {
    let mut numbers = vec![0.0; n];
    DrawKey::new(17).param("layer.weight").draw(law, 3, 1, &[]).fill(0, false, &mut numbers, |x| x);
    numbers
}

/// The moments around the mean that is expected: their means, from the first to the fourth.
fn moments(numbers: &[f64], center: f64) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for x in numbers {
        let x = x - center;
        let square = x * x;
        for (sum, power) in sums.iter_mut().zip([x, square, square * x, square * square]) {
            *sum += power;
        }
    }
    sums.map(|sum| sum / numbers.len() as f64)
}

/// The largest distance between the distribution of the numbers and `expected` (Kolmogorov & Smirnov).
fn distance(mut numbers: Vec<f64>, expected: impl Fn(f64) -> f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let n = numbers.len() as f64;
    let apart = |(k, x): (usize, &f64)| {
        let below = expected(*x);
        (below - k as f64 / n).abs().max((below - (k + 1) as f64 / n).abs())
    };
    numbers.iter().enumerate().map(apart).fold(0.0, f64::max)
}

/// The share of normal numbers below `x`, by the series of the error function or its continued fraction.
fn normal_below(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if x.abs() < 5.0 {
        let (mut term, mut sum, mut k) = (x, x, 1.0);
        while term.abs() > 1e-17 {
            term *= x * x / (2.0 * k + 1.0);
            sum += term;
            k += 1.0;
        }
        return 0.5 + density * sum;
    }
    let tail = (1..60).rev().fold(x.abs(), |sum, k| x.abs() + f64::from(k) / sum);
    if x < 0.0 { density / tail } else { 1.0 - density / tail }
}

/// Each moment is off by less than five standard errors.
#[test]
fn normal_numbers_are_normal() {
    let numbers = many(Law::Normal, MANY);
    let expected = [0.0, 1.0, 0.0, 3.0];
    let variances = [1.0_f64, 2.0, 15.0, 96.0];
    for ((found, expected), variance) in moments(&numbers, 0.0).into_iter().zip(expected).zip(variances) {
        let error = (variance / MANY as f64).sqrt();
        assert!((found - expected).abs() < 5.0 * error, "{found} for {expected}, standard error {error}");
    }
    assert!(numbers.iter().all(|x| x.abs() < 8.6));
    // Beyond 1.95 / √n once in a thousand cases.
    assert!(distance(numbers, normal_below) < 1.95 / (MANY as f64).sqrt());
}

#[test]
fn uniform_numbers_are_uniform() {
    let numbers = many(Law::Uniform, MANY);
    let expected = [0.0, 1.0 / 12.0, 0.0, 1.0 / 80.0];
    let variances = [1.0 / 12.0, 1.0 / 180.0, 1.0 / 448.0, 1.0 / 3600.0_f64];
    for ((found, expected), variance) in moments(&numbers, 0.5).into_iter().zip(expected).zip(variances) {
        let error = (variance / MANY as f64).sqrt();
        assert!((found - expected).abs() < 5.0 * error, "{found} for {expected}, standard error {error}");
    }
    assert!(numbers.iter().all(|x| (0.0..1.0).contains(x)));
    assert!(distance(numbers, |x| x) < 1.95 / (MANY as f64).sqrt());
}

/// Neighbours, and the same elements of neighbouring draws and steps, have nothing to do with each other.
#[test]
fn numbers_are_independent() {
    const N: usize = 100_000;
    let key = DrawKey::new(1).param("w");
    let of = |t, place, iterations: &[u64]| {
        let mut numbers = vec![0.0; N + 1];
        key.draw(Law::Normal, t, place, iterations).fill(0, false, &mut numbers, |x| x);
        numbers
    };
    let first = of(1, 0, &[]);
    let others = [first[1..].to_vec(), of(2, 0, &[]), of(1, 1, &[]), of(1, 0, &[0]), of(1, 0, &[1]), of(1, 0, &[0, 1])];
    for (place, other) in others.iter().enumerate() {
        let correlation = first.iter().zip(other).map(|(a, b)| a * b).sum::<f64>() / N as f64;
        assert!(correlation.abs() < 5.0 / (N as f64).sqrt(), "{place}: {correlation}");
    }
}

#[test]
fn numbers_do_not_depend_on_how_many_are_drawn_at_once() {
    for law in Law::ALL {
        let draw = DrawKey::new(5).param("w").draw(*law, 1, 0, &[]);
        let one = |index: usize| draw.number(index as u64);
        for (start, n) in [(0, 1), (1, 1), (0, 500), (1, 500), (31, 2), (32, 257), (63, 65)] {
            let mut numbers = vec![0.0; n];
            draw.fill(start as u64, false, &mut numbers, |x| x);
            assert!(numbers.iter().enumerate().all(|(k, x)| x.to_bits() == one(start + k).to_bits()), "{start}");
        }
    }
}

#[test]
fn single_precision_is_cut_off() {
    let draw = DrawKey::new(5).draw(Law::Uniform, 1, 0, &[]);
    let (mut single, mut double) = (vec![0.0_f32; 1000], vec![0.0; 1000]);
    draw.fill(0, true, &mut single, |x| x as f32);
    draw.fill(0, false, &mut double, |x| x);
    for (single, double) in single.into_iter().zip(double) {
        assert_eq!(f64::from(single), (double * 16_777_216.0).floor() / 16_777_216.0);
    }
    assert!(uniform(u32::MAX, u32::MAX) < 1.0 && uniform_single(u32::MAX, u32::MAX) as f32 + f32::EPSILON / 2.0 == 1.0);
}

/// Pinned: a change of any of these numbers breaks the promise of the module.
#[test]
fn the_numbers_stay_what_they_are() {
    assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    let key = DrawKey::new(7).param("fc1.weight");
    let bits = |draw: Draw| [0, 1, 12_345_678_901].map(|index| draw.number(index).to_bits());
    assert_eq!(
        bits(key.draw(Law::Normal, 1, 0, &[])),
        [0x3fe7_61ef_7fd7_5387, 0xbfec_a880_2cd1_7b69, 0x3fc4_f361_b5a4_5371]
    );
    assert_eq!(
        bits(key.draw(Law::Uniform, 2, 1, &[4])),
        [0x3fee_4748_1c52_05d8, 0x3fe4_eef5_4b54_940c, 0x3fcf_62e3_b893_6c84]
    );
    assert_eq!(bits(key.first("momentum")), [0xbff4_087b_27b5_75ae, 0xbfde_5c43_e67e_bf98, 0x3ff1_001c_0b99_f979]);
}
