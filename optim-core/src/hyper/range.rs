//! Allowed intervals of hyperparameters.

use std::fmt;
use std::ops::Bound;

/// An interval of allowed numbers, the `range = …` of a hyperparameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeInfo {
    /// The lower end.
    pub start: Bound<f64>,
    /// The upper end.
    pub end: Bound<f64>,
}

impl RangeInfo {
    /// All finite numbers.
    pub const ANY: Self = Self { start: Bound::Unbounded, end: Bound::Unbounded };

    /// The numbers of this interval from `start` on.
    #[doc(hidden)]
    #[must_use]
    pub const fn at_least(self, start: f64) -> Self {
        Self { start: Bound::Included(start), ..self }
    }

    /// The numbers of this interval up to `end`.
    #[doc(hidden)]
    #[must_use]
    pub const fn at_most(self, end: f64) -> Self {
        Self { end: Bound::Included(end), ..self }
    }

    /// The numbers of this interval below `end`.
    #[doc(hidden)]
    #[must_use]
    pub const fn less_than(self, end: f64) -> Self {
        Self { end: Bound::Excluded(end), ..self }
    }

    /// Returns true if the number lies in the interval; NaN never does.
    #[inline]
    pub fn contains(&self, number: f64) -> bool {
        let above = match self.start {
            Bound::Included(start) => number >= start,
            Bound::Excluded(start) => number > start,
            Bound::Unbounded => !number.is_nan(),
        };
        let below = match self.end {
            Bound::Included(end) => number <= end,
            Bound::Excluded(end) => number < end,
            Bound::Unbounded => !number.is_nan(),
        };
        above && below
    }
}

/// In words: `at least 0`, `at least 0 and less than 1`.
impl fmt::Display for RangeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            Bound::Included(start) => write!(f, "at least {start}")?,
            Bound::Excluded(start) => write!(f, "more than {start}")?,
            Bound::Unbounded => {}
        }
        if self.start != Bound::Unbounded && self.end != Bound::Unbounded {
            f.write_str(" and ")?;
        }
        match self.end {
            Bound::Included(end) => write!(f, "at most {end}"),
            Bound::Excluded(end) => write!(f, "less than {end}"),
            Bound::Unbounded if self.start == Bound::Unbounded => f.write_str("a finite number"),
            Bound::Unbounded => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_words() {
        let half_open = RangeInfo::ANY.at_least(0.0).less_than(1.0);
        assert!(half_open.contains(0.0) && !half_open.contains(1.0) && !half_open.contains(f64::NAN));
        assert_eq!(half_open.to_string(), "at least 0 and less than 1");
        let open = RangeInfo { start: Bound::Excluded(0.0), end: Bound::Unbounded };
        assert!(!open.contains(0.0) && open.contains(1e300));
        assert_eq!(open.to_string(), "more than 0");
        let closed = RangeInfo::ANY.at_most(1.0);
        assert!(closed.contains(1.0) && closed.contains(-1e300) && !closed.contains(1.5));
        assert_eq!(closed.to_string(), "at most 1");
        let any = RangeInfo::ANY;
        assert!(any.contains(-1.0) && !any.contains(f64::NAN));
        assert_eq!(any.to_string(), "a finite number");
    }
}
