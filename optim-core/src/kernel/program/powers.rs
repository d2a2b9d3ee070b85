//! A cache of powers.

use std::cell::Cell;

/// The last few computed powers. Parameters with the same base and exponent share the work.
#[derive(Debug)]
pub(crate) struct Powers {
    /// Base, exponent, result.
    known: [Cell<(f64, f64, f64)>; 4],
    next: Cell<usize>,
}

impl Default for Powers {
    fn default() -> Self {
        Self { known: [const { Cell::new((1.0, 1.0, 1.0)) }; 4], next: Cell::new(0) }
    }
}

impl Powers {
    #[inline]
    pub(crate) fn get(&self, base: f64, exponent: f64) -> f64 {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits();
        match self.known.iter().map(Cell::get).find(|&(b, e, _)| same(b, base) && same(e, exponent)) {
            Some((_, _, power)) => power,
            None => self.compute(base, exponent),
        }
    }

    #[cold]
    fn compute(&self, base: f64, exponent: f64) -> f64 {
        let power = base.powf(exponent);
        let next = self.next.get();
        self.known[next].set((base, exponent, power));
        self.next.set((next + 1) % self.known.len());
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_remembered_by_base_and_exponent() {
        let powers = Powers::default();
        for (base, exponent) in [(0.9, 1.0), (0.9, 2.0), (0.99, 2.0), (0.9, 3.0), (0.99, 3.0), (0.9, 1.0), (0.99, 3.0)]
        {
            assert_eq!(powers.get(base, exponent).to_bits(), f64::powf(base, exponent).to_bits());
        }
    }
}
