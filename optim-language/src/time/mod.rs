//! Which steps a timed condition picks: sets of steps, counted exactly by intervals and residues, never by trying steps.
//!
//! A step runs one of a few programs, by the answers to the conditions that it asks. The steps of one program are those that
//! give these answers: [`Steps`] narrows all steps down, answer by answer.

mod programs;

pub use programs::{Answers, MOST_PROGRAMS, Program, programs};

/// A condition on the step count, which starts at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The steps k, 2k, 3k, …
    Every(u64),
    /// The steps from n + 1 on.
    After(u64),
}

impl Event {
    /// Whether a step is one of its steps. No step is, where `Every(0)` is asked.
    #[inline]
    #[must_use]
    pub const fn holds(self, step: u64) -> bool {
        match self {
            Self::Every(0) => false,
            Self::Every(k) => step.is_multiple_of(k),
            Self::After(n) => step > n,
        }
    }
}

/// The steps for which certain events hold and others do not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Steps {
    from: u64,
    /// The last one; none if they never end.
    to: Option<u64>,
    /// All of them are multiples of this.
    multiple: u64,
    /// None of them is a multiple of one of these. Sorted, and none divides another one.
    none_of: Vec<u64>,
}

/// A share of steps, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// So many …
    pub steps: u64,
    /// … of so many.
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
        // Periods of astronomical length: the share is rounded.
        while of > u128::from(u64::MAX) {
            (steps, of) = (steps / 2, of / 2);
        }
        Self { steps: u64::try_from(steps).unwrap_or(u64::MAX), of: u64::try_from(of).unwrap_or(u64::MAX) }
    }

    /// The share of steps that are in one of two sets which have no step in common.
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
        Self { from: 1, to: None, multiple: 1, none_of: Vec::new() }
    }

    /// Those of them for which an event holds or does not hold; `None` if there are none.
    #[must_use]
    pub fn with(&self, event: Event, holds: bool) -> Option<Self> {
        let mut steps = self.clone();
        match (event, holds) {
            (Event::After(n), true) => steps.from = steps.from.max(n.checked_add(1)?),
            (Event::After(n), false) => steps.to = Some(steps.to.map_or(n, |to| to.min(n))),
            (Event::Every(0), true) => return None,
            (Event::Every(0), false) => {}
            (Event::Every(k), true) => {
                let joint = u128::from(steps.multiple / gcd(steps.multiple.into(), k.into()) as u64) * u128::from(k);
                steps.multiple = u64::try_from(joint).ok()?;
            }
            (Event::Every(k), false) => {
                if !steps.none_of.iter().any(|known| k % known == 0) {
                    steps.none_of.retain(|known| known % k != 0);
                    steps.none_of.push(k);
                    steps.none_of.sort_unstable();
                }
            }
        }
        steps.first()?;
        Some(steps)
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self) -> Option<u64> {
        let last = self.to.unwrap_or(u64::MAX) / self.multiple;
        let excluded = self.excluded()?;
        let mut turn = self.from.div_ceil(self.multiple).max(1);
        // So many divisors cover only so many numbers in a row, and a finite set ends.
        while turn <= last {
            if excluded.iter().all(|divisor| !turn.is_multiple_of(*divisor)) {
                return turn.checked_mul(self.multiple);
            }
            turn = turn.checked_add(1)?;
        }
        None
    }

    /// The last of them, if they end.
    fn last(&self) -> Option<u64> {
        let excluded = self.excluded()?;
        let turns = (1..=self.to? / self.multiple).rev();
        turns
            .into_iter()
            .find(|turn| excluded.iter().all(|divisor| !turn.is_multiple_of(*divisor)))
            .map(|turn| turn * self.multiple)
    }

    /// Between which steps they are, and none if they never end.
    #[must_use]
    pub const fn bounds(&self) -> (u64, Option<u64>) {
        (self.from, self.to)
    }

    /// How many of them there are up to this one.
    #[must_use]
    pub fn count_to(&self, step: u64) -> u64 {
        let Some(excluded) = self.excluded() else { return 0 };
        let turns = |step: u64| count(u128::from(step / self.multiple), &excluded, 1);
        let last = self.to.map_or(step, |to| to.min(step));
        u64::try_from(turns(last).saturating_sub(turns(self.from.saturating_sub(1)))).unwrap_or(u64::MAX)
    }

    /// The number of which they are all multiples, if they are.
    #[must_use]
    pub fn every(&self) -> Option<u64> {
        let all = self.from <= self.multiple && self.to.is_none() && self.none_of.is_empty();
        all.then_some(self.multiple)
    }

    /// Which share of the steps between their [bounds](Self::bounds) they are.
    #[must_use]
    pub fn share(&self) -> Share {
        match (self.to, self.excluded()) {
            (_, None) => Share { steps: 0, of: 1 },
            (Some(to), Some(_)) => self.share_between(self.from, to),
            (None, Some(excluded)) => {
                // The number in one period of all divisors.
                let period = excluded.iter().fold(1_u128, |period, k| lcm(period, u128::from(*k)));
                let turns = count(period, &excluded, 1);
                Share::new(turns, period.saturating_mul(u128::from(self.multiple)))
            }
        }
    }

    /// The same between the first and the last of them, if they end.
    #[must_use]
    pub fn narrow(&self) -> ((u64, Option<u64>), Share) {
        match (self.first(), self.last()) {
            (Some(first), Some(last)) => ((first, Some(last)), self.share_between(first, last)),
            _ => (self.bounds(), self.share()),
        }
    }

    fn share_between(&self, from: u64, to: u64) -> Share {
        let Some(excluded) = self.excluded() else { return Share { steps: 0, of: 1 } };
        let turns = |step: u64| count(u128::from(step / self.multiple), &excluded, 1);
        let steps = turns(to).saturating_sub(turns(from.saturating_sub(1)));
        Share::new(steps, u128::from(to.saturating_sub(from)) + 1)
    }

    /// What no number of multiples of `multiple` may be divisible by; `None` if each is.
    fn excluded(&self) -> Option<Vec<u64>> {
        let divisor = |k: &u64| k / gcd((*k).into(), self.multiple.into()) as u64;
        let divisors: Vec<u64> = self.none_of.iter().map(divisor).collect();
        let needed = |k: &u64| !divisors.iter().any(|other| other < k && k.is_multiple_of(*other));
        let mut needed: Vec<u64> = divisors.iter().copied().filter(needed).collect();
        needed.dedup();
        (!needed.contains(&1)).then_some(needed)
    }
}

/// How many of the numbers `multiple`, 2 · `multiple`, … up to `last` none of the divisors divides.
fn count(last: u128, divisors: &[u64], multiple: u128) -> u128 {
    let all = last / multiple;
    let without = (0..divisors.len()).map(|i| {
        // Those that this one divides and none before it.
        let joint = lcm(multiple, u128::from(divisors[i]));
        if joint > last { 0 } else { count(last, &divisors[..i], joint) }
    });
    all.saturating_sub(without.sum())
}

const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn lcm(a: u128, b: u128) -> u128 {
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(answers: &[(Event, bool)]) -> Option<Steps> {
        answers.iter().try_fold(Steps::all(), |steps, (event, holds)| steps.with(*event, *holds))
    }

    /// All steps up to some number that give these answers.
    fn tried(answers: &[(Event, bool)], last: u64) -> Vec<u64> {
        (1..=last).filter(|step| answers.iter().all(|(event, holds)| event.holds(*step) == *holds)).collect()
    }

    #[test]
    fn what_is_reachable_and_its_share_are_those_of_trying_all_steps() {
        // A multiple of all periods that occur.
        let (period, events) = (840, [2, 3, 4, 5, 6, 8].map(Event::Every));
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
        assert_eq!(steps(&[(Event::Every(4), true), (Event::Every(2), false)]), None);
        assert_eq!(steps(&[(Event::After(7), true), (Event::After(5), false)]), None);
        assert_eq!(steps(&[(Event::Every(10), true), (Event::After(9), false)]), None);
        assert_eq!(steps(&[(Event::After(u64::MAX), true)]), None);
        assert_eq!(steps(&[(Event::Every(1), false)]), None);
        assert_eq!(steps(&[(Event::Every(0), true)]), None);
        let large = [u64::MAX, u64::MAX - 1, u64::MAX - 2].map(|k| (Event::Every(k), true));
        assert_eq!(steps(&large), None, "their first common step is too far away");
    }

    #[test]
    fn large_periods_cost_no_more_than_small_ones() {
        let far = steps(&[(Event::Every(u64::MAX / 3), true), (Event::After(u64::MAX / 2), true)]).unwrap();
        assert_eq!(far.first(), Some(u64::MAX / 3 * 2));
        let others = [999_983, 1_000_003, 1_000_033].map(|k| (Event::Every(k), false));
        assert!(steps(&others).unwrap().share().value() > 0.999_99);
    }

    #[test]
    fn shares_add_up() {
        let [a, b] = [true, false].map(|holds| steps(&[(Event::Every(10), holds)]).unwrap().share());
        assert_eq!((a, b), (Share { steps: 1, of: 10 }, Share { steps: 9, of: 10 }));
        assert_eq!(a.plus(b), Share::ALL);
    }
}
