//! The steps that a timed condition selects: sets of steps, counted exactly by intervals and residues, never by trying steps.
//!
//! A step runs one of a few programs. The answers to its timed conditions decide which. The steps of a program are the
//! steps with these answers: [`Steps`] starts from all steps and removes others, answer by answer.

mod class;
mod programs;

use class::{count, gcd, lcm};

pub use class::Class;
pub use programs::{Answers, MOST_PROGRAMS, Program, programs};

/// A condition on the step count, which starts at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The steps of a class.
    Every(Class),
    /// The steps from n + 1 on.
    After(u64),
}

impl Event {
    /// Returns true if a step is one of its steps.
    #[inline]
    #[must_use]
    pub const fn holds(self, step: u64) -> bool {
        match self {
            Self::Every(class) => class.holds(step),
            Self::After(n) => step > n,
        }
    }
}

/// Returns true if a step is one of first, first + k, first + 2k, …. If `k` or `first` is below 1, no step is.
#[inline]
#[must_use]
pub const fn every(k: u64, first: u64, step: u64) -> bool {
    k > 0 && first > 0 && step >= first && (step - first).is_multiple_of(k)
}

/// The steps at which some events hold and others do not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    from: u64,
    /// The last step. `None` if they never end.
    to: Option<u64>,
    /// The class that contains all of them.
    class: Class,
    /// The excluded classes: sorted, and none contains another.
    none_of: Vec<Class>,
}

/// A fraction of steps, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// The numerator.
    pub steps: u64,
    /// The denominator.
    pub of: u64,
}

impl Share {
    /// All steps.
    pub const ALL: Self = Self { steps: 1, of: 1 };

    /// This share of `of` steps.
    #[must_use]
    pub fn new(steps: u128, of: u128) -> Self {
        let common = gcd(steps, of).max(1);
        let (mut steps, mut of) = (steps / common, of / common);
        // If the period is extremely long, the fraction is rounded.
        while of > u128::from(u64::MAX) {
            (steps, of) = (steps / 2, of / 2);
        }
        Self { steps: u64::try_from(steps).unwrap_or(u64::MAX), of: u64::try_from(of).unwrap_or(u64::MAX) }
    }

    /// The fraction of steps that are in one of two disjoint sets.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let [a, b, c, d] = [self.steps, self.of, other.steps, other.of].map(u128::from);
        let common = gcd(b, d).max(1);
        match (a * (d / common)).checked_add(c * (b / common)).zip((b / common).checked_mul(d)) {
            Some((steps, of)) => Self::new(steps, of),
            None => Self::ALL,
        }
    }

    /// The share as a number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.steps as f64 / self.of as f64
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self::all()
    }
}

impl Steps {
    /// All steps.
    #[must_use]
    pub const fn all() -> Self {
        Self { from: 1, to: None, class: Class::ALL, none_of: Vec::new() }
    }

    /// The steps among these at which an event holds, or does not hold. `None` if there are none.
    #[must_use]
    pub fn with(&self, event: Event, holds: bool) -> Option<Self> {
        let mut steps = self.clone();
        match (event, holds) {
            (Event::After(n), true) => steps.from = steps.from.max(n.checked_add(1)?),
            (Event::After(n), false) => steps.to = Some(steps.to.map_or(n, |to| to.min(n))),
            (Event::Every(class), true) => steps.class = steps.class.and(class)?,
            (Event::Every(class), false) => {
                if !steps.none_of.iter().any(|known| class.is_in(*known)) {
                    steps.none_of.retain(|known| !known.is_in(class));
                    steps.none_of.push(class);
                    steps.none_of.sort_unstable();
                }
            }
        }
        steps.first()?;
        Some(steps)
    }

    /// The first step.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        let excluded = self.excluded()?;
        let first = self.class.count_to(self.from.saturating_sub(1)).saturating_add(1);
        let last = self.class.count_to(self.to.unwrap_or(u64::MAX));
        let last = last.min(first.saturating_add(tries(&excluded)));
        let number = (first..=last).find(|number| !excluded.iter().any(|class| class.holds(*number)))?;
        self.class.step(number)
    }

    /// The last step, if they end.
    fn last(&self) -> Option<u64> {
        let excluded = self.excluded()?;
        let first = self.class.count_to(self.from.saturating_sub(1)).saturating_add(1);
        let last = self.class.count_to(self.to?);
        let first = first.max(last.saturating_sub(tries(&excluded)));
        let number = (first..=last).rev().find(|number| !excluded.iter().any(|class| class.holds(*number)))?;
        self.class.step(number)
    }

    /// The first and the last possible step. `None` if they never end.
    #[must_use]
    pub const fn bounds(&self) -> (u64, Option<u64>) {
        (self.from, self.to)
    }

    /// The number of these steps up to this one.
    #[must_use]
    pub fn count_to(&self, step: u64) -> u64 {
        let Some(excluded) = self.excluded() else { return 0 };
        let last = self.to.map_or(step, |to| to.min(step));
        let (all, before) = (self.numbers(last, &excluded), self.numbers(self.from.saturating_sub(1), &excluded));
        u64::try_from(all.saturating_sub(before)).unwrap_or(u64::MAX)
    }

    /// The fraction of these steps among all steps between their [bounds](Self::bounds).
    #[must_use]
    pub fn share(&self) -> Share {
        match (self.to, self.excluded()) {
            (_, None) => Share { steps: 0, of: 1 },
            (Some(to), Some(_)) => self.share_between(self.from, to),
            (None, Some(excluded)) => {
                // The number in one period of all classes.
                let period = excluded.iter().fold(1, |period, class| lcm(period, class.period().into()));
                let numbers = count(period, (1, 1), &excluded);
                Share::new(numbers, period.saturating_mul(u128::from(self.class.period())))
            }
        }
    }

    /// The same, from the first step to the last one, if they end.
    #[must_use]
    pub fn narrow(&self) -> ((u64, Option<u64>), Share) {
        match (self.first(), self.last()) {
            (Some(first), Some(last)) => ((first, Some(last)), self.share_between(first, last)),
            _ => (self.bounds(), self.share()),
        }
    }

    fn share_between(&self, from: u64, to: u64) -> Share {
        let Some(excluded) = self.excluded() else { return Share { steps: 0, of: 1 } };
        let before = self.numbers(from.saturating_sub(1), &excluded);
        let steps = self.numbers(to, &excluded).saturating_sub(before);
        Share::new(steps, u128::from(to.saturating_sub(from)) + 1)
    }

    /// The number of steps of the class up to this one that have none of the excluded indices.
    fn numbers(&self, step: u64, excluded: &[Class]) -> u128 {
        count(self.class.count_to(step).into(), (1, 1), excluded)
    }

    /// The indices, from 1, of the class's steps that are in one of `none_of`. `None` if one of them contains all.
    fn excluded(&self) -> Option<Vec<Class>> {
        let mut excluded: Vec<Class> = self.none_of.iter().filter_map(|class| self.class.numbers_in(*class)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        let needed = |class: &Class| !excluded.iter().any(|other| other != class && class.is_in(*other));
        let needed: Vec<Class> = excluded.iter().copied().filter(needed).collect();
        (!needed.contains(&Class::ALL)).then_some(needed)
    }
}

/// A number of tries that is enough: among that many numbers in a row, one is in none of the classes, if any number is. If n classes cover 2ⁿ numbers
/// in a row, they cover all (Crittenden and Vanden Eynden 1970), and the covered numbers repeat after the common period.
fn tries(classes: &[Class]) -> u64 {
    let period = classes.iter().fold(1, |period, class| lcm(period, class.period().into()));
    let tries = u64::try_from(period).unwrap_or(u64::MAX);
    u32::try_from(classes.len()).ok().and_then(|count| 1_u64.checked_shl(count)).map_or(tries, |most| tries.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every(k: u64) -> Event {
        Event::Every(Class::of(k, k))
    }

    fn steps(answers: &[(Event, bool)]) -> Option<Steps> {
        answers.iter().try_fold(Steps::all(), |steps, (event, holds)| steps.with(*event, *holds))
    }

    /// All steps up to a number that give these answers.
    fn tried(answers: &[(Event, bool)], last: u64) -> Vec<u64> {
        (1..=last).filter(|step| answers.iter().all(|(event, holds)| event.holds(*step) == *holds)).collect()
    }

    #[test]
    fn what_is_reachable_and_its_share_are_those_of_trying_all_steps() {
        // A multiple of all periods that occur.
        let (period, events) = (840, [2, 3, 4, 5, 6, 8].map(every));
        let bounds = [0, 1, 6, 7, 11].map(Event::After);
        for code in 0..3_usize.pow(6) {
            let mut answers = Vec::new();
            for (place, event) in events.iter().enumerate() {
                match code / 3_usize.pow(u32::try_from(place).unwrap()) % 3 {
                    0 => answers.push((*event, true)),
                    1 => answers.push((*event, false)),
                    _ => {}
                }
            }
            for bound in [None, Some((0, 3)), Some((1, 2)), Some((2, 4)), Some((3, 3))] {
                let mut answers = answers.clone();
                if let Some((from, to)) = bound {
                    answers.extend([(bounds[from], true), (bounds[to], false)]);
                }
                let found = steps(&answers);
                let tried = tried(&answers, period);
                assert_eq!(found.is_some(), !tried.is_empty(), "{answers:?}");
                let Some(found) = found else { continue };
                assert_eq!(found.first(), tried.first().copied(), "{answers:?}");
                let (from, to) = found.bounds();
                let length = to.unwrap_or(period) - from + 1;
                assert_eq!(found.share(), Share::new(tried.len() as u128, length.into()), "{answers:?}");
            }
        }
    }

    #[test]
    fn steps_that_nobody_reaches_are_none() {
        assert_eq!(steps(&[(every(4), true), (every(2), false)]), None);
        assert_eq!(steps(&[(Event::After(7), true), (Event::After(5), false)]), None);
        assert_eq!(steps(&[(every(10), true), (Event::After(9), false)]), None);
        assert_eq!(steps(&[(Event::After(u64::MAX), true)]), None);
        assert_eq!(steps(&[(every(1), false)]), None);
        let large = [u64::MAX, u64::MAX - 1, u64::MAX - 2].map(|k| (every(k), true));
        assert_eq!(steps(&large), None, "their first common step is too far away");
    }

    #[test]
    fn steps_that_start_elsewhere_are_those_of_trying_all_steps() {
        let classes =
            [(2, 1), (3, 2), (4, 3), (4, 1), (6, 5), (5, 3)].map(|(k, first)| Event::Every(Class::of(k, first)));
        let period = 60;
        for code in 0..3_usize.pow(6) {
            let mut answers = Vec::new();
            for (place, event) in classes.iter().enumerate() {
                match code / 3_usize.pow(u32::try_from(place).unwrap()) % 3 {
                    0 => answers.push((*event, true)),
                    1 => answers.push((*event, false)),
                    _ => {}
                }
            }
            for bounds in [None, Some((4, 25)), Some((9, 11))] {
                let mut answers = answers.clone();
                if let Some((from, to)) = bounds {
                    answers.extend([(Event::After(from), true), (Event::After(to), false)]);
                }
                let (found, tried) = (steps(&answers), tried(&answers, period));
                assert_eq!(found.is_some(), !tried.is_empty(), "{answers:?}");
                let Some(found) = found else { continue };
                assert_eq!(found.first(), tried.first().copied(), "{answers:?}");
                if bounds.is_some() {
                    assert_eq!(found.last(), tried.last().copied(), "{answers:?}");
                }
                for step in [1, 10, 33, period] {
                    let count = tried.iter().filter(|tried| **tried <= step).count();
                    assert_eq!(found.count_to(step), count as u64, "{answers:?}");
                }
                let (from, to) = found.bounds();
                let length = if bounds.is_some() { to.unwrap() - from + 1 } else { period };
                assert_eq!(found.share(), Share::new(tried.len() as u128, length.into()), "{answers:?}");
            }
        }
    }

    #[test]
    fn classes_that_cover_all_steps_leave_none() {
        let all = |classes: &[(u64, u64)]| {
            let answers: Vec<_> =
                classes.iter().map(|(k, first)| (Event::Every(Class::of(*k, *first)), false)).collect();
            steps(&answers)
        };
        assert_eq!(all(&[(2, 1), (2, 2)]), None);
        assert_eq!(all(&[(2, 2), (3, 3), (4, 1), (6, 1), (12, 11)]), None);
        assert_eq!(all(&[(2, 2), (3, 3), (4, 1), (6, 1)]).unwrap().first(), Some(11));
        let forty: Vec<_> = (1..=40).map(|first| (40, first)).collect();
        assert_eq!(all(&forty), None);
    }

    #[test]
    fn large_periods_cost_no_more_than_small_ones() {
        let far = steps(&[(every(u64::MAX / 3), true), (Event::After(u64::MAX / 2), true)]).unwrap();
        assert_eq!(far.first(), Some(u64::MAX / 3 * 2));
        let others = [999_983, 1_000_003, 1_000_033].map(|k| (every(k), false));
        assert!(steps(&others).unwrap().share().value() > 0.999_99);
    }

    #[test]
    fn shares_add_up() {
        let [a, b] = [true, false].map(|holds| steps(&[(every(10), holds)]).unwrap().share());
        assert_eq!((a, b), (Share { steps: 1, of: 10 }, Share { steps: 9, of: 10 }));
        assert_eq!(a.plus(b), Share::ALL);
    }
}
