//! Tolerances.

use ndarray::ArrayViewD;

/// The precision of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Single precision.
    Float32,
    /// Double precision.
    Float64,
    /// Arrays in double precision, scalars in single precision: replayed in double precision, compared in single precision.
    Float64Mixed,
}

impl Precision {
    /// The precision of a manifest's `dtype`.
    #[must_use]
    pub fn parse(dtype: &str) -> Option<Self> {
        Some(match dtype {
            "float32" => Self::Float32,
            "float64" => Self::Float64,
            "float64_mixed" => Self::Float64Mixed,
            _ => return None,
        })
    }

    /// The largest allowed difference from a recorded number, in a tensor whose largest movement is `moved`.
    #[must_use]
    pub fn allowed(self, expected: f64, moved: f64) -> f64 {
        match self {
            // Numbers below the smallest normal one are stored as 0.
            Self::Float64 => (1e-11 * expected.abs()).max(f64::MIN_POSITIVE),
            Self::Float32 | Self::Float64Mixed => 2e-6 * expected.abs().max(1.0) + 5e-5 * moved,
        }
    }
}

/// The largest difference between two arrays of the same shape, over the elements that are finite in both: the movement
/// of a tensor.
#[must_use]
pub fn movement(a: &ArrayViewD<'_, f64>, b: &ArrayViewD<'_, f64>) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).filter(|moved| moved.is_finite()).fold(0.0, f64::max)
}

/// A difference divided by the allowed difference, at most 1 for a success. Infinity and NaN only agree with
/// themselves.
pub(super) fn error(found: f64, expected: f64, allowed: f64) -> f64 {
    if found == expected || (found.is_nan() && expected.is_nan()) {
        0.0
    } else if found.is_finite() && expected.is_finite() {
        (found - expected).abs() / allowed
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    fn wrong(found: f64, expected: f64, precision: Precision) -> bool {
        error(found, expected, precision.allowed(expected, 0.1)) > 1.0
    }

    #[test]
    fn tolerances() {
        for precision in [Precision::Float32, Precision::Float64, Precision::Float64Mixed] {
            for number in [0.0, -1.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                assert!(!wrong(number, number, precision));
            }
            assert!(wrong(f64::NAN, 1.0, precision));
            assert!(wrong(1.0, f64::NAN, precision));
            assert!(wrong(f64::INFINITY, f64::NEG_INFINITY, precision));
            assert!(wrong(f64::INFINITY, 1e300, precision));
            assert!(wrong(1e300, f64::INFINITY, precision));
            assert!(wrong(f64::MAX, -f64::MAX, precision));
        }
        assert!(!wrong(1.0 + 0.9e-11, 1.0, Precision::Float64));
        assert!(wrong(1.0 + 1.1e-11, 1.0, Precision::Float64));
        assert!(wrong(1e-300, 0.0, Precision::Float64));
        assert!(!wrong(0.0, 1e-310, Precision::Float64));
        // 2e-6 + 5e-5 * 0.1
        assert!(!wrong(0.5 + 6.9e-6, 0.5, Precision::Float32));
        assert!(wrong(0.5 + 7.1e-6, 0.5, Precision::Float64Mixed));
        assert!(!wrong(10.0 + 2.4e-5, 10.0, Precision::Float32));
        assert!(wrong(10.0 + 2.6e-5, 10.0, Precision::Float32));
    }

    #[test]
    fn movement_is_that_of_finite_numbers() {
        let a = array![1.0, f64::INFINITY, f64::NAN, 3.0].into_dyn();
        let b = array![1.5, 0.0, 0.0, 3.0].into_dyn();
        assert_eq!(movement(&a.view(), &b.view()), 0.5);
    }
}
