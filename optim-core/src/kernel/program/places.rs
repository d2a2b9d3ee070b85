//! The numbering of states. A wrapper and its inner optimizer number their states separately, and a parameter has the states of both.
//!
//! The order is the same in all numberings: first the declared states, then the items of lists: item 1 of each list, item 2 of each list, and
//! so on.

use crate::kernel::NOWHERE;

/// The states of the wrapper or of the inner optimizer, among the states of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// The place of its first declared state, and the number of its declared states.
    pub(crate) first: usize,
    pub(crate) declared: usize,
    /// The number of lists before its own, and the number of its own lists.
    pub(crate) before: usize,
    pub(crate) lists: usize,
    /// The number of states of both together, and how many of these are lists.
    pub(crate) all: usize,
    pub(crate) all_lists: usize,
}

/// The places of the current optimizer's states among the states of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatePlaces {
    first: usize,
    declared: usize,
    lists: usize,
    /// The place of item 1 of its first list, and the distance between two items of a list.
    second: usize,
    step: usize,
}

impl StatePlaces {
    /// All states of a parameter.
    pub(super) const ALL: Self = Self { first: 0, declared: NOWHERE, lists: 0, second: 0, step: 0 };

    /// The places of a part of this optimizer.
    pub(super) const fn of_part(self, share: Share) -> Self {
        let Share { first, declared, before, lists, all, all_lists } = share;
        // `ALL` does not know the number of declared states.
        let (second, step) = if self.declared == NOWHERE { (all, all_lists) } else { (self.second, self.step) };
        Self { first: self.first + first, declared, lists, second: second + before, step }
    }

    /// The place of a state.
    pub(super) const fn of(&self, state: usize) -> usize {
        if state < self.declared {
            return state + self.first;
        }
        if state == NOWHERE || self.lists == 0 {
            return NOWHERE;
        }
        let item = state - self.declared;
        let (index, list) = (item / self.lists, item % self.lists);
        self.second.saturating_add(index.saturating_mul(self.step)).saturating_add(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Axes;
    use crate::state::{ItemPlaces, StateInfo, States};

    /// The names of a part's states, by its own places, must be those of the parameter's states.
    #[test]
    fn items_are_found_inside_of_wrappers() {
        let info = |name, list: bool| {
            let info = StateInfo::new(name, Axes::Tensor);
            if list { info.list("n") } else { info }
        };
        let parts = [
            vec![info("a", true), info("b", false)],
            vec![info("c", false), info("d", true), info("e", true)],
            vec![info("f", true), info("g", false), info("h", true)],
        ];
        let lists = |part: &[StateInfo]| part.iter().filter(|info| info.list.is_some()).count();
        let share = |own: &[StateInfo], inside: &[StateInfo], inner: bool| {
            let (declared, own_lists) = (own.len(), lists(own));
            let (all, all_lists) = (declared + inside.len(), own_lists + lists(inside));
            match inner {
                false => Share { first: 0, declared, before: 0, lists: own_lists, all, all_lists },
                true => Share {
                    first: declared,
                    declared: inside.len(),
                    before: own_lists,
                    lists: lists(inside),
                    all,
                    all_lists,
                },
            }
        };
        let inside = [&parts[1][..], &parts[2]].concat();
        let job = States::new(&[&parts[0][..], &inside].concat(), 4);
        let pair = StatePlaces::ALL.of_part(share(&parts[0], &inside, true));
        let parts_of = [
            StatePlaces::ALL.of_part(share(&parts[0], &inside, false)),
            pair.of_part(share(&parts[1], &parts[2], false)),
            pair.of_part(share(&parts[1], &parts[2], true)),
        ];
        for (part, places) in parts.iter().zip(parts_of) {
            let own = States::new(part, 4);
            for (place, state) in own.iter().enumerate() {
                assert_eq!(Some(places.of(place)), job.place(&state.name), "{}", state.name);
            }
            assert_eq!(places.of(ItemPlaces::NOWHERE), ItemPlaces::NOWHERE);
            assert_eq!(StatePlaces::ALL.of(7), 7);
        }
    }
}
