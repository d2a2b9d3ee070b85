//! Quantiles by definition: the numbers are sorted.

use crate::sorting::sort_by;

/// The number at the fraction `q` of the sorted numbers, linear between neighbours.
pub(crate) fn quantile(mut numbers: Vec<f64>, q: f64) -> f64 {
    if numbers.is_empty() || numbers.iter().any(|x| x.is_nan()) || !(0.0..=1.0).contains(&q) {
        return f64::NAN;
    }
    sort_by(&mut numbers, f64::total_cmp);
    let place = q * (numbers.len() - 1) as f64;
    let whole = place.floor();
    let (a, weight) = (numbers[whole as usize], place - whole);
    // A neighbour of weight 0 may not exist.
    if weight == 0.0 {
        return a;
    }
    let b = numbers[whole as usize + 1];
    // The formula starts from the neighbour that is closer to 0. Its result stays between the neighbours, and nothing
    // overflows.
    match (a > 0.0, b < 0.0) {
        _ if a == b => a,
        (true, _) => Some(a + weight * (b - a)).filter(|x| *x < b).unwrap_or(b),
        (_, true) => Some(b - (1.0 - weight) * (b - a)).filter(|x| *x > a).unwrap_or(a),
        (false, false) => a * (1.0 - weight) + b * weight,
    }
}
