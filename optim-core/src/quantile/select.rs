//! Selection of a quantile, in time proportional to the count.

/// The quantile `q` from 0 to 1, as in the sorted numbers; between two neighbours it is
/// linear. NaN if there are no numbers, one is NaN, or `q` is not from 0 to 1. A neighbour of weight 0 is not read, so an infinite one
/// changes nothing. The order of the numbers changes.
pub(super) fn quantile(numbers: &mut [f64], q: f64) -> f64 {
    let Some(last) = numbers.len().checked_sub(1) else { return f64::NAN };
    if !(0.0..=1.0).contains(&q) || numbers.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    let place = q * last as f64;
    let weight = place.fract();
    // The index is at most `last`. With more than 2^53 numbers, `f64` could round it up.
    let (_, lower, above) = numbers.select_nth_unstable_by((place as usize).min(last), f64::total_cmp);
    let lower = *lower;
    match above.iter().copied().min_by(f64::total_cmp) {
        Some(upper) if weight > 0.0 => between(lower, upper, weight),
        _ => lower,
    }
}

/// The number between `a` and `b`, where `b` is not below `a`, for this weight of `b`. It stays between them and is
/// monotonic in the weight in spite of rounding, and no difference overflows.
fn between(lower: f64, upper: f64, weight: f64) -> f64 {
    if lower == upper {
        lower
    } else if lower > 0.0 {
        (lower + weight * (upper - lower)).min(upper)
    } else if upper < 0.0 {
        (upper - (1.0 - weight) * (upper - lower)).max(lower)
    } else {
        (1.0 - weight) * lower + weight * upper
    }
}

#[cfg(test)]
mod tests {
    use super::quantile;
    use crate::random::Random;

    const INF: f64 = f64::INFINITY;

    /// Results of `numpy.quantile(x, q, method="linear")`. Where that is NaN or infinite because of `b - a`, the limit.
    #[test]
    fn it_is_numpys() {
        let cases: &[(&[f64], f64, f64)] = &[
            (&[3.0, 1.0, 2.0, 4.0], 0.0, 1.0),
            (&[3.0, 1.0, 2.0, 4.0], 1.0, 4.0),
            (&[3.0, 1.0, 2.0, 4.0], 0.5, 2.5),
            (&[3.0, 1.0, 2.0, 4.0], 0.25, 1.75),
            (&[-3.0, -1.0, -2.0, -4.0], 0.25, -3.25),
            (&[-8.0, 8.0], 0.25, -4.0),
            (&[0.0, 0.0, 10.0, 30.0, 70.0], 0.9, 54.0),
            (&[7.0], 0.0, 7.0),
            (&[7.0], 0.3, 7.0),
            (&[7.0], 1.0, 7.0),
            (&[0.1, 0.1, 0.1], 0.7, 0.1),
            // Neighbours of weight 0, infinite neighbours, and both.
            (&[1.0, INF, -INF], 0.5, 1.0),
            (&[1.0, INF], 0.0, 1.0),
            (&[1.0, INF], 0.5, INF),
            (&[0.0, INF], 0.5, INF),
            (&[-1.0, INF], 0.5, INF),
            (&[-INF, 1.0], 1.0, 1.0),
            (&[-INF, 1.0], 0.5, -INF),
            (&[-INF, -1.0], 0.5, -INF),
            (&[INF, INF], 0.5, INF),
            (&[-f64::MAX, f64::MAX], 0.5, 0.0),
            (&[f64::MAX, f64::MAX / 2.0], 0.5, f64::MAX * 0.75),
        ];
        for (numbers, q, expected) in cases {
            let found = quantile(&mut numbers.to_vec(), *q);
            assert!(
                (found - expected).abs() <= 1e-15 * expected.abs() || found == *expected,
                "{numbers:?} {q}: {found}"
            );
        }
        let nothing: &[(&[f64], f64)] = &[
            (&[], 0.5),
            (&[1.0, f64::NAN, 2.0], 0.0),
            (&[f64::NAN], 0.5),
            (&[1.0, 2.0], -0.1),
            (&[1.0, 2.0], 1.1),
            (&[1.0, 2.0], f64::NAN),
            (&[-INF, INF], 0.5),
        ];
        for (numbers, q) in nothing {
            assert!(quantile(&mut numbers.to_vec(), *q).is_nan(), "{numbers:?} {q}");
        }
    }

    /// The quantile is the sorted number at whole positions, stays between neighbours, and is monotonic.
    #[test]
    fn it_follows_the_sorted_numbers() {
        let mut random = Random::new(5);
        for count in 1..40_usize {
            let numbers: Vec<f64> = (0..count)
                .map(|_| match random.below(12) {
                    0 => 0.0,
                    1 => -0.0,
                    2 => 2.0,
                    3 => INF,
                    _ => random.between(-3.0, 3.0),
                })
                .collect();
            let mut sorted = numbers.clone();
            sorted.sort_by(f64::total_cmp);
            let mut before = -INF;
            for place in 0..=8 * count {
                let q = place as f64 / (8 * count) as f64;
                let found = quantile(&mut numbers.clone(), q);
                let at = q * (count - 1) as f64;
                let (lower, upper) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
                assert!(lower <= found && found <= upper && before <= found, "{numbers:?} {q}: {found}");
                if at == at.floor() {
                    assert_eq!(found.to_bits(), lower.to_bits(), "{numbers:?} {q}");
                }
                before = found;
            }
        }
    }
}
