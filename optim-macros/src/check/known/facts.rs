//! The fixed conditions that are guaranteed to hold.

use crate::fixed::{Meaning, Meanings};

/// The meanings of fixed expressions, and facts about them at one place.
#[derive(Default)]
pub(crate) struct Facts {
    pub(crate) meanings: Meanings,
    /// Conditions that hold here, the latest last.
    holding: Vec<Meaning>,
    /// True in a helper function that is never called. Every condition then counts as guaranteed, because no caller shows which hold.
    any: bool,
}

/// Facts about a condition at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    Holds,
    Fails,
    Unknown,
}

impl Facts {
    /// Adds a condition that holds from here on. Returns the argument for [`forget`](Self::forget), which removes it.
    pub(crate) fn assume(&mut self, condition: impl IntoIterator<Item = Meaning>) -> usize {
        let known = self.holding.len();
        self.holding.extend(condition);
        known
    }

    pub(crate) fn forget(&mut self, known: usize) {
        self.holding.truncate(known);
    }

    /// The number of conditions that are guaranteed to hold here.
    pub(crate) fn conditions(&self) -> usize {
        self.holding.len()
    }

    /// Treats every condition as guaranteed from here on.
    pub(crate) fn allow_any(&mut self) {
        self.any = true;
    }

    /// Returns true if every condition counts as guaranteed, because the code never runs.
    pub(crate) const fn allows_any(&self) -> bool {
        self.any
    }

    /// Returns whether a condition is guaranteed here, is impossible, or neither.
    pub(crate) fn standing(&mut self, condition: Meaning) -> Standing {
        if self.any || self.meanings.follows(condition, &self.holding) {
            return Standing::Holds;
        }
        let opposite = self.meanings.not(condition);
        if self.meanings.follows(opposite, &self.holding) { Standing::Fails } else { Standing::Unknown }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_holds_until_it_is_forgotten() {
        let mut facts = Facts::default();
        let condition = facts.meanings.unknown();
        assert_eq!(facts.standing(condition), Standing::Unknown);
        let known = facts.assume(Some(condition));
        assert_eq!(facts.standing(condition), Standing::Holds);
        facts.forget(known);
        assert_eq!(facts.standing(condition), Standing::Unknown);
    }

    #[test]
    fn a_condition_fails_where_its_opposite_holds() {
        let mut facts = Facts::default();
        let condition = facts.meanings.unknown();
        let opposite = facts.meanings.not(condition);
        facts.assume(Some(opposite));
        assert_eq!(facts.standing(condition), Standing::Fails);
    }

    #[test]
    fn nothing_is_asked_where_all_may_hold() {
        let mut facts = Facts::default();
        let condition = facts.meanings.unknown();
        facts.allow_any();
        assert_eq!(facts.standing(condition), Standing::Holds);
    }
}
