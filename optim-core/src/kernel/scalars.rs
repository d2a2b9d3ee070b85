//! Lists of scalars that live as long as a step.

use super::MOST_ITEMS;
use super::number::Register;

/// The scalars of a list of a step's own, by their index. Steps with such a list run for one parameter at a time.
#[derive(Clone, Debug, Default)]
pub struct Scalars(Vec<f64>);

impl Scalars {
    /// The scalar that was set last at an index; 0 where there is none.
    #[inline]
    #[must_use]
    pub fn at(&self, index: usize) -> Register {
        Register::One(self.0.get(index).copied().unwrap_or_default())
    }

    /// Sets a scalar. The index is one that a list can have; any other is left alone.
    #[inline]
    pub fn set(&mut self, index: usize, value: impl Into<Register>) {
        if index >= self.0.len() && index < MOST_ITEMS {
            self.0.resize(index + 1, 0.0);
        }
        if let Some(scalar) = self.0.get_mut(index) {
            *scalar = value.into().first();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_is_what_was_set_last_and_there_are_so_many_only() {
        let mut scalars = Scalars::default();
        scalars.set(2, 1.5);
        scalars.set(0, 1.0);
        scalars.set(2, Register::One(2.5));
        scalars.set(usize::MAX, 3.0);
        assert_eq!([0, 1, 2, 3, usize::MAX].map(|index| scalars.at(index).first()), [1.0, 0.0, 2.5, 0.0, 0.0]);
        assert_eq!(scalars.0.len(), 3);
    }
}
