//! The steps `first`, `first + k`, `first + 2k`, …: a residue class.

/// The steps `first`, `first + k`, `first + 2k`, …, where `first` is from 1 to `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    k: u64,
    first: u64,
}

impl Class {
    /// All steps.
    pub const ALL: Self = Self { k: 1, first: 1 };

    /// The class of a step, with a period of at least 1. A period of 0 counts as 1.
    #[must_use]
    pub const fn of(k: u64, step: u64) -> Self {
        let k = if k == 0 { 1 } else { k };
        let rest = step % k;
        Self { k, first: if rest == 0 { k } else { rest } }
    }

    /// The distance between two neighbouring steps.
    #[must_use]
    pub const fn period(self) -> u64 {
        self.k
    }

    /// The first step.
    #[must_use]
    pub const fn first(self) -> u64 {
        self.first
    }

    /// Returns true if a step is in it.
    #[inline]
    #[must_use]
    pub const fn holds(self, step: u64) -> bool {
        step >= self.first && (step - self.first).is_multiple_of(self.k)
    }

    /// The number of its steps up to this one.
    pub(super) const fn count_to(self, step: u64) -> u64 {
        if step < self.first { 0 } else { (step - self.first) / self.k + 1 }
    }

    /// The step with this index, from 1. `None` beyond the largest step.
    pub(super) fn step(self, number: u64) -> Option<u64> {
        number.checked_sub(1)?.checked_mul(self.k)?.checked_add(self.first)
    }

    /// The steps in both classes. `None` if there are none in the range of `u64`.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let (k, first) = joint(self.wide(), other)?;
        // If the period is out of range, so is the second step. Any such period gives the same steps.
        Some(Self { k: u64::try_from(k).unwrap_or(u64::MAX), first: u64::try_from(first).ok()? })
    }

    /// Returns true if all of its steps are also in the other class.
    pub(super) const fn is_in(self, other: Self) -> bool {
        self.k.is_multiple_of(other.k) && other.holds(self.first)
    }

    /// The indices, from 1, of this class's steps that are also in the other class. `None` if there are none.
    pub(super) fn numbers_in(self, other: Self) -> Option<Self> {
        let common = gcd(self.k.into(), other.k.into()) as u64;
        // number · k ≡ other.first − first, modulo other.k
        let way = difference(other.first, self.first, other.k);
        if !way.is_multiple_of(common) {
            return None;
        }
        let period = other.k / common;
        let turns = times(way / common, inverse(self.k / common, period), period);
        // `turns` is below the period, which is at least 1.
        Some(Self { k: period, first: turns + 1 })
    }

    const fn wide(self) -> (u128, u128) {
        (self.k as u128, self.first as u128)
    }
}

/// The number of steps up to `last` that are in a class, given by its period and its first step, and in none of the others.
pub(super) fn count(last: u128, (k, first): (u128, u128), without: &[Class]) -> u128 {
    if first > last {
        return 0;
    }
    let all = (last - first) / k + 1;
    let excluded = without.iter().enumerate().map(|(i, class)| {
        // The steps that are in this class and in none before it.
        joint((k, first), *class).map_or(0, |both| count(last, both, &without[..i]))
    });
    all.saturating_sub(excluded.sum())
}

/// The period and the first step of the intersection of two classes. `None` if it is empty, or out of range.
fn joint((k, first): (u128, u128), other: Class) -> Option<(u128, u128)> {
    let common = gcd(k, other.k.into()) as u64;
    let way = difference(other.first, (first % u128::from(other.k)) as u64, other.k);
    if !way.is_multiple_of(common) {
        return None;
    }
    let period = other.k / common;
    let own = (k / u128::from(common) % u128::from(period)) as u64;
    let turns = times(way / common, inverse(own, period), period);
    let first = k.checked_mul(turns.into())?.checked_add(first)?;
    Some((k.saturating_mul(period.into()), first))
}

/// a − b, modulo `modulus`.
const fn difference(a: u64, b: u64, modulus: u64) -> u64 {
    let (a, b) = (a % modulus, b % modulus);
    if a >= b { a - b } else { modulus - (b - a) }
}

/// a · b, modulo `modulus`.
fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

/// The inverse of `a` modulo `modulus`. They must have no common divisor.
fn inverse(a: u64, modulus: u64) -> u64 {
    let m = i128::from(modulus);
    let (mut old, mut new) = ((m, 0), (i128::from(a) % m, 1));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old.1.rem_euclid(m) as u64
}

pub(super) const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub(super) fn lcm(a: u128, b: u128) -> u128 {
    (a / gcd(a, b).max(1)).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(class: Class, last: u64) -> Vec<u64> {
        (1..=last).filter(|step| class.holds(*step)).collect()
    }

    #[test]
    fn classes_are_met_and_counted_as_by_trying_all_steps() {
        let classes = || (1..=12).flat_map(|k| (1..=k).map(move |first| Class::of(k, first)));
        for (a, b) in classes().flat_map(|a| classes().map(move |b| (a, b))) {
            let both: Vec<u64> = steps(a, 300).into_iter().filter(|step| b.holds(*step)).collect();
            let found = a.and(b);
            assert_eq!(found.map_or(Vec::new(), |class| steps(class, 300)), both, "{a:?} {b:?}");
            assert_eq!(a.is_in(b), both == steps(a, 300), "{a:?} {b:?}");
            let numbers = a.numbers_in(b).map_or(Vec::new(), |numbers| steps(numbers, a.count_to(300)));
            let numbers: Vec<u64> = numbers.into_iter().filter_map(|number| a.step(number)).collect();
            assert_eq!(numbers, both, "{a:?} {b:?}");
            let left = steps(a, 100).len() - both.iter().filter(|step| **step <= 100).count();
            assert_eq!(count(100, a.wide(), &[b]), left as u128, "{a:?} {b:?}");
        }
    }

    #[test]
    fn large_periods_are_exact() {
        let k = u64::MAX - 58; // a prime
        let a = Class::of(k, 61);
        assert_eq!(a.and(Class::of(2, 1)), Some(Class { k: u64::MAX, first: 61 }), "the second one is out of reach");
        assert_eq!(a.and(Class::of(2, 2)), None, "the first one is k + 61");
        let wide = joint((u128::from(k), 3), Class::of(k - 1, 3)).unwrap();
        assert_eq!(wide, (u128::from(k) * u128::from(k - 1), 3));
        assert_eq!(joint(wide, Class::of(1 << 40, 4)), None, "both periods are multiples of 2");
        assert_eq!(Class::of(k, 3).numbers_in(Class::of(k - 1, 4)), Some(Class { k: k - 1, first: 2 }));
    }
}
