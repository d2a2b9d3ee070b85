//! The codecs against naive ones that share no code with them.

use super::*;
use crate::kernel::level::Isa;
use crate::kernel::{levels, with_level};

/// `create_dynamic_map` of bitsandbytes (`functional.py`, MIT licence), with 7 exponent bits and 8 bits in all, in double precision.
fn book(signed: bool) -> Vec<f64> {
    let mut data = Vec::new();
    for i in 0..7 {
        let items = 1_usize << if signed { i } else { i + 1 };
        let size = 10_f64.powi(i - 6);
        for k in 0..items {
            let (low, high) = (0.1 + 0.9 * k as f64 / items as f64, 0.1 + 0.9 * (k + 1) as f64 / items as f64);
            let mean = size * (low + high) / 2.0;
            data.push(mean);
            if signed {
                data.push(-mean);
            }
        }
    }
    data.extend([0.0, 1.0]);
    data.sort_by(f64::total_cmp);
    data
}

/// Some of what `create_dynamic_map` prints: code and fraction.
#[test]
fn the_maps_are_the_published_ones() {
    for signed in [false, true] {
        let book = book(signed);
        assert_eq!(book.len(), 256);
        let codes: Vec<u8> = (0..=255).collect();
        let mut found = vec![0.0_f64; 256];
        block::decode(&codes, if signed { -1.0 } else { 1.0 }, &mut found);
        for (code, (found, expected)) in found.iter().zip(&book).enumerate() {
            assert!(
                (found - expected).abs() <= 2e-7 * expected.abs(),
                "{code}: {found} for {expected}, signed: {signed}"
            );
        }
    }
    let (signed, unsigned) = (book(true), book(false));
    assert!((signed[0] + 0.992_968_75).abs() < 1e-9 && signed[127] == 0.0 && (signed[128] - 5.5e-7).abs() < 1e-15);
    assert!((unsigned[1] - 3.25e-7).abs() < 1e-15 && (unsigned[254] - 0.996_484_375).abs() < 1e-9);
}

/// The expected result of a block: the largest absolute value, and for each number the nearest fraction of it, by search.
fn naive_block(numbers: &[f32]) -> Vec<f64> {
    let largest = numbers.iter().fold(0.0_f64, |largest, x| largest.max(f64::from(*x).abs()));
    if numbers.iter().any(|x| !x.is_finite()) {
        return vec![f64::NAN; numbers.len()];
    }
    if largest < f64::from(f32::MIN_POSITIVE) {
        return vec![0.0; numbers.len()];
    }
    let book = book(numbers.iter().any(|x| *x < 0.0));
    let nearest = |x: f64| *book.iter().min_by(|a, b| (*a - x).abs().total_cmp(&(*b - x).abs())).unwrap();
    numbers.iter().map(|x| nearest(f64::from(*x) / largest) * largest).collect()
}

fn random(count: usize, seed: u64) -> impl Iterator<Item = f32> {
    let mut state = seed;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let x = (state >> 40) as f32 / 8_388_608.0 - 1.0;
        // Over many decades.
        x * 10_f32.powi(-((state >> 20 & 7) as i32))
    })
}

fn round_trip(storage: Storage, numbers: &[f32]) -> Vec<f32> {
    let mut stored = Stored::zeros(storage, &[numbers.len()]).unwrap().unwrap();
    stored.assign_iter(numbers.iter().copied());
    stored.to_array::<f32>().into_raw_vec_and_offset().0
}

#[test]
fn a_block_takes_the_nearest_fractions() {
    let mut cases: Vec<Vec<f32>> = vec![vec![], vec![0.0; 3], vec![-0.0, 1e-45], vec![f32::MAX, -f32::MAX, 1.0]];
    for (seed, len) in [1, 2, 17, 255, 256].into_iter().enumerate() {
        cases.push(random(len, seed as u64).collect());
        cases.push(random(len, seed as u64).map(f32::abs).collect());
        cases.push(random(len, seed as u64).map(|x| -x.abs() * 1e-20).collect());
    }
    // All fractions, and what lies between them.
    let all: Vec<f32> = book(false).iter().map(|x| *x as f32).collect();
    cases.push(all.windows(2).map(|two| two[0] + 0.49 * (two[1] - two[0])).chain([1.0]).collect());
    cases.push(all.windows(2).map(|two| two[0] + 0.51 * (two[1] - two[0])).chain([1.0]).collect());
    cases.push(all);
    let all: Vec<f32> = book(true).iter().map(|x| *x as f32).collect();
    cases.push(all.windows(2).map(|two| two[0] + 0.49 * (two[1] - two[0])).chain([1.0]).collect());
    cases.push(all);
    for case in cases {
        let (found, expected) = (round_trip(Storage::Block8, &case), naive_block(&case));
        let largest = case.iter().fold(0.0_f64, |largest, x| largest.max(f64::from(*x).abs()));
        for ((x, found), expected) in case.iter().zip(found).zip(expected) {
            let (x, found) = (f64::from(*x), f64::from(found));
            // In the middle between two fractions rounding decides which of them is the nearest.
            let close = (found - expected).abs() <= 1e-6 * expected.abs()
                || ((found - x).abs() - (expected - x).abs()).abs() <= 1e-6 * x.abs() + 1e-12 * largest;
            assert!(close, "{x} became {found}, {expected} is nearest of {case:?}");
        }
    }
}

#[test]
fn what_is_not_finite_shows() {
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut numbers = vec![0.5_f32; 300];
        numbers[7] = wrong;
        for storage in [Storage::Block8, Storage::Companded8] {
            let (found, block) = (round_trip(storage, &numbers), storage.block().unwrap());
            assert!(found[..block].iter().all(|x| x.is_nan()) && found[block..].iter().all(|x| *x == 0.5), "{storage}");
        }
        for storage in [Storage::Bf16, Storage::F16] {
            let found = round_trip(storage, &numbers);
            assert!(found[7].is_nan() == wrong.is_nan() && (wrong.is_nan() || found[7] == wrong), "{storage}");
            assert!(found.iter().enumerate().all(|(k, x)| k == 7 || *x == 0.5));
        }
    }
    // A number larger than all others becomes infinite, as the nearest.
    assert_eq!(
        round_trip(Storage::F16, &[65519.0, 65520.0, -70000.0, 1e38]),
        [65504.0, f32::INFINITY, f32::NEG_INFINITY, f32::INFINITY]
    );
    assert_eq!(round_trip(Storage::Bf16, &[f32::MAX, -f32::MAX]), [f32::INFINITY, f32::NEG_INFINITY]);
    // Half a double is none: it is rounded to single precision first.
    for storage in [Storage::Block8, Storage::Companded8] {
        let mut stored = Stored::zeros(storage, &[2]).unwrap().unwrap();
        stored.assign_iter([1e300_f64, 1.0].into_iter());
        assert!(stored.to_array::<f64>().iter().all(|x| x.is_nan()), "{storage}");
    }
}

/// The number of a half-precision pattern, from its definition.
fn of_half(bits: u16, exponent_bits: i32) -> f64 {
    let fraction_bits = 15 - exponent_bits;
    let (bias, largest) = ((1 << (exponent_bits - 1)) - 1, (1 << exponent_bits) - 1);
    let exponent = i32::from(bits & 0x7fff) >> fraction_bits;
    let fraction = f64::from(bits & ((1 << fraction_bits) - 1)) / f64::from(1 << fraction_bits);
    let size = match exponent {
        0 => fraction * 2_f64.powi(1 - bias),
        e if e == largest => {
            if fraction == 0.0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        }
        e => (1.0 + fraction) * 2_f64.powi(e - bias),
    };
    if bits >> 15 == 0 { size } else { -size }
}

#[test]
fn halves_are_decoded_by_their_definition_and_taken_back() {
    for (storage, exponent_bits) in [(Storage::F16, 5), (Storage::Bf16, 8)] {
        for bits in 0..=u16::MAX {
            let mut found = [0.0_f32];
            match storage {
                Storage::F16 => half::decode_f16(&[bits], &mut found),
                _ => half::decode_bf16(&[bits], &mut found),
            }
            let expected = of_half(bits, exponent_bits);
            assert!(
                f64::from(found[0]).to_bits() == expected.to_bits() || expected.is_nan() && found[0].is_nan(),
                "{bits:#x}"
            );
            let mut back = [0];
            match storage {
                Storage::F16 => half::encode_f16(&found, &mut back),
                _ => half::encode_bf16(&found, &mut back),
            }
            assert!(
                back[0] == bits || expected.is_nan() && of_half(back[0], exponent_bits).is_nan(),
                "{bits:#x} to {:#x}",
                back[0]
            );
            // Between it and the next: the nearer one, at the middle the even one.
            let next = of_half(bits.wrapping_add(1), exponent_bits);
            if bits & 0x7fff < 0x7c00 && expected.is_finite() && next.is_finite() {
                let (even, odd) = if bits % 2 == 0 { (expected, next) } else { (next, expected) };
                for (x, wanted) in [
                    ((even + odd) / 2.0, even),
                    (even + 0.498 * (odd - even), even),
                    (even + 0.502 * (odd - even), odd),
                ] {
                    // Subnormal middles of `bf16` are no numbers of single precision.
                    if f64::from(x as f32) == (even + odd) / 2.0 || (x as f32).is_normal() {
                        let kept = round_trip(storage, &[x as f32])[0];
                        assert!(f64::from(kept) == wanted, "{x} became {kept}, {wanted} is nearest");
                    }
                }
            }
        }
    }
}

#[test]
fn levels_do_not_matter() {
    let numbers: Vec<f32> = random(2000, 9).chain([f32::MAX, 1e-40, -0.0]).collect();
    for storage in [Storage::Bf16, Storage::F16, Storage::Block8, Storage::Companded8] {
        let at = |level| {
            with_level(level, || {
                Isa::current().run(
                    #[inline(always)]
                    || round_trip(storage, &numbers),
                )
            })
        };
        let all: Vec<Vec<u32>> = levels().into_iter().map(|l| at(l).iter().map(|x| x.to_bits()).collect()).collect();
        assert!(all.iter().all(|bits| *bits == all[0]), "{storage}");
    }
}

#[test]
fn rounding_at_random_keeps_the_mean() {
    let key = crate::draw::DrawKey::new(3).param("w").rounding(5, 0);
    let mut bits = vec![0; 40_000];
    key.halves(0, &mut bits);
    // The same bits wherever one begins.
    for first in [1_usize, 127, 128, 1000, 39_999] {
        let mut part = vec![0; 300.min(bits.len() - first)];
        key.halves(first as u64, &mut part);
        assert_eq!(part, bits[first..first + part.len()]);
    }
    let x = 1.0_f32 + 0.3 / 128.0;
    let mut codes = vec![0; bits.len()];
    half::encode_bf16_by(&vec![x; bits.len()], &bits, &mut codes);
    let mut kept = vec![0.0_f64; bits.len()];
    half::decode_bf16(&codes, &mut kept);
    assert!(kept.iter().all(|kept| *kept == 1.0 || *kept == 1.0 + 1.0 / 128.0));
    let mean = kept.iter().sum::<f64>() / kept.len() as f64;
    assert!((mean - f64::from(x)).abs() < 1e-4, "{mean} for {x}");
    // Representable numbers are kept, and NaN stays NaN.
    half::encode_bf16_by(&[1.5_f32, f32::INFINITY, f32::NAN, -0.0], &[u16::MAX; 4], &mut codes[..4]);
    assert_eq!(codes[..2], [0x3fc0, 0x7f80]);
    assert!(of_half(codes[2], 8).is_nan() && codes[3] == 0x8000);
}

#[test]
fn masks_set_codes_of_zero() {
    let storages = [Storage::Bf16, Storage::F16, Storage::Block8, Storage::Companded8];
    for (storage, sign) in storages.into_iter().flat_map(|storage| [(storage, -1.0), (storage, 1.0)]) {
        let numbers: Vec<f32> = random(600, 4).map(|x| if sign < 0.0 { x } else { x.abs() }).collect();
        let mut stored = Stored::zeros(storage, &[20, 30]).unwrap().unwrap();
        stored.assign_iter(numbers.iter().copied());
        let before = stored.to_array::<f32>();
        let kept: Vec<bool> = (0..600).map(|k| k % 3 != 0).collect();
        stored.keep_only(kept.iter());
        for ((before, after), kept) in before.iter().zip(&stored.to_array::<f32>()).zip(kept) {
            assert_eq!(after.to_bits(), if kept { before.to_bits() } else { 0 });
        }
    }
}

#[test]
fn names_and_sizes() {
    for storage in Storage::ALL {
        assert_eq!(storage.name().parse(), Ok(storage));
    }
    let error = "int8".parse::<Storage>().unwrap_err().to_string();
    assert!(error.starts_with("`int8` is not a storage\nhelp: allowed are `native`, "), "{error}");
    assert!(Storage::ALL.iter().all(|storage| error.contains(&format!("`{storage}`"))));
    assert_eq!(Storage::Block8.bytes(257), Some(257 + 8));
    assert_eq!((Storage::Companded8.bytes(257), Storage::Companded8.bytes(0)), (Some(257 + 36), Some(0)));
    assert_eq!(
        Storage::ALL.map(|storage| storage.bytes(3)),
        [None, Some(6), Some(6), Some(6), Some(7), Some(7), Some(3), Some(6)]
    );
    let stored = |storage| Stored::zeros(storage, &[3, 100]).unwrap().unwrap();
    assert_eq!((stored(Storage::Block8).bytes(), stored(Storage::F16).bytes()), (308, 600));
    assert_eq!(stored(Storage::Companded8).bytes(), 340);
    assert!(
        Stored::zeros(Storage::Block8, &[usize::MAX, 2]).unwrap().is_err()
            && Stored::zeros(Storage::Native, &[1]).is_none()
    );
    let mut other = stored(Storage::Block8);
    other.clone_from(&stored(Storage::F16));
    assert_eq!(other.storage(), Storage::F16);
}
