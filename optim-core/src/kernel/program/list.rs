//! Local lists of scalars in a step.

use super::register::Register;
use crate::kernel::MOST_ITEMS;

/// A local list of scalars, while the step is described.
#[derive(Clone, Debug, Default)]
pub struct Scalars<'p>(Vec<Option<Register<'p>>>);

impl<'p> Scalars<'p> {
    /// The last scalar that was set at an index; 0 if there is none.
    #[must_use]
    pub fn at(&self, index: usize) -> Register<'p> {
        self.0.get(index).copied().flatten().unwrap_or(Register::fixed(0.0))
    }

    /// Sets a scalar. Does nothing if the index is larger than any list can have.
    pub fn set(&mut self, index: usize, value: impl Into<Register<'p>>) {
        if index >= self.0.len() && index < MOST_ITEMS {
            self.0.resize(index + 1, None);
        }
        if let Some(scalar) = self.0.get_mut(index) {
            *scalar = Some(value.into());
        }
    }

    /// The scalars that were set, with their indices.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, Register<'p>)> + '_ {
        self.0.iter().enumerate().filter_map(|(index, scalar)| Some((index, (*scalar)?)))
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
        scalars.set(2, Register::fixed(2.5));
        scalars.set(usize::MAX, 3.0);
        let at = |index| scalars.at(index).operand().known();
        assert_eq!([0, 1, 2, 3, usize::MAX].map(at), [1.0, 0.0, 2.5, 0.0, 0.0]);
        assert_eq!(scalars.each().map(|(index, _)| index).collect::<Vec<_>>(), [0, 2]);
    }
}
