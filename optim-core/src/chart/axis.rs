//! The range of an axis, its ticks and their labels.

/// An axis: which number is where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ChartAxis {
    low: f64,
    high: f64,
    log: bool,
}

impl ChartAxis {
    /// An axis for the finite values among these; logarithmic, for those above 0.
    pub(super) fn of(values: impl Iterator<Item = f64>, log: bool) -> Self {
        let drawn = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let (low, high) =
            drawn.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return Self { low: if log { 1.0 } else { 0.0 }, high: if log { 10.0 } else { 1.0 }, log };
        }
        if log {
            // From a power of ten to another one.
            let first = low.log10().floor();
            return Self { low: power(first), high: power(high.log10().ceil().max(first + 1.0)), log };
        }
        if low == high {
            // A constant runs through the middle.
            let room = if low == 0.0 { 1.0 } else { low.abs() / 2.0 };
            return Self { low: (low - room).max(f64::MIN), high: (high + room).min(f64::MAX), log };
        }
        Self { low, high, log }
    }

    /// The same with ends that are given, where they can be the ends of an axis.
    pub(super) fn between(self, range: Option<[f64; 2]>) -> Self {
        match range {
            Some([low, high]) if low.is_finite() && high.is_finite() && low < high && (!self.log || low > 0.0) => {
                Self { low, high, ..self }
            }
            _ => self,
        }
    }

    /// The relative place of a value: 0 at the low end, 1 at the high end. `None` for a value that cannot be drawn.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        if !value.is_finite() || (self.log && value <= 0.0) {
            return None;
        }
        let place = |value: f64| if self.log { value.log10() } else { value / 2.0 };
        // Halves keep the difference of two large numbers finite.
        let share = (place(value) - place(self.low)) / (place(self.high) - place(self.low));
        share.is_finite().then(|| share.clamp(0.0, 1.0))
    }

    /// Numbers to be written at the axis, about `count` of them.
    pub(super) fn ticks(&self, count: usize) -> Vec<f64> {
        if self.log {
            let (first, last) = (self.low.log10().ceil(), self.high.log10().floor());
            let every = ((last - first) / count as f64).ceil().max(1.0);
            let powers =
                (0..=count * 2).map(|place| first + place as f64 * every).take_while(|exponent| *exponent <= last);
            return powers.map(power).collect();
        }
        let step = nice((self.high / 2.0 - self.low / 2.0) / count as f64 * 2.0);
        if !step.is_finite() || step <= 0.0 || self.low + step == self.low || self.high - step == self.high {
            return vec![self.low, self.high];
        }
        // An end that is a tick but for rounding is one.
        let first = (self.low / step - 1e-9).ceil();
        let ticks = (0..=count * 4).map(|place| (first + place as f64) * step);
        ticks.take_while(|tick| tick.is_finite() && *tick <= self.high + step * 1e-9).collect()
    }
}

/// A power of ten, as near as it can be had.
fn power(exponent: f64) -> f64 {
    10_f64.powf(exponent.clamp(-307.0, 308.0))
}

/// The next number of 1, 2, 5, 10, … times a power of ten.
fn nice(step: f64) -> f64 {
    let magnitude = power(step.log10().floor());
    let digits = step / magnitude;
    let digits = [1.0, 2.0, 5.0].into_iter().find(|nice| digits <= nice * (1.0 + 1e-9)).unwrap_or(10.0);
    digits * magnitude
}

/// A number as one writes it at an axis: `0.05`, `1e-5`.
pub(super) fn label(value: f64) -> String {
    // Nine digits are more than an axis needs, and fewer than what rounding leaves behind.
    let value: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e6).contains(&value.abs()) { format!("{value}") } else { format!("{value:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: ChartAxis, count: usize) -> Vec<String> {
        axis.ticks(count).into_iter().map(label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let axis = |values: &[f64]| ChartAxis::of(values.iter().copied(), false);
        assert_eq!(labels(axis(&[0.0, 0.1]), 5), ["0", "0.02", "0.04", "0.06", "0.08", "0.1"]);
        assert_eq!(labels(axis(&[-3.0, 4.0]), 5), ["-2", "0", "2", "4"]);
        assert_eq!(labels(axis(&[1e-5, 3e-5]), 4), ["1e-5", "1.5e-5", "2e-5", "2.5e-5", "3e-5"].map(String::from));
        assert_eq!(labels(axis(&[0.0, 10_000.0]), 5), ["0", "2000", "4000", "6000", "8000", "10000"]);
        assert!(labels(axis(&[1.0, 1.0 + f64::EPSILON]), 5).len() <= 6);
        assert!(axis(&[f64::MIN, f64::MAX]).ticks(5).len() <= 12);
    }

    #[test]
    fn powers_of_ten() {
        let axis = |values: &[f64]| ChartAxis::of(values.iter().copied(), true);
        assert_eq!(labels(axis(&[0.02, 3.0]), 6), ["0.01", "0.1", "1", "10"]);
        assert_eq!(labels(axis(&[0.01, 1.0]), 6), ["0.01", "0.1", "1"]);
        assert_eq!(axis(&[1e-300, 1e300]).ticks(6).len(), 7);
        assert_eq!(axis(&[2.0, 3.0]).share(0.0), None);
        assert_eq!(labels(axis(&[2.0, 3.0]), 6), ["1", "10"]);
    }
}
