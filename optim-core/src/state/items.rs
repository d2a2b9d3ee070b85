//! Items of lists as states, for memory, masks and checkpoints.
//!
//! All parameters have the same table of states. Declared states come first; for a list, its item 0. Then
//! come the other items: item 1 of each list, then item 2 of each, up to the longest list of any group. So a program without lists has
//! only declared states, and a kernel finds an item by its index without knowing the lengths of lists in other groups. The further items
//! of a shorter list are absent, like states whose condition does not hold.

use std::borrow::Cow;
use std::sync::Arc;

use super::StateInfo;
use crate::kernel;
use crate::shape::Axes;

/// The indices of a list's items among the states of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemPlaces {
    first: usize,
    second: usize,
    step: usize,
}

impl ItemPlaces {
    /// The index of no item.
    pub const NOWHERE: usize = kernel::NOWHERE;

    /// The indices of items: `first` for item 0, `second` for item 1, and a distance of `step` between all others.
    #[inline]
    #[must_use]
    pub const fn new(first: usize, second: usize, step: usize) -> Self {
        Self { first, second, step }
    }

    /// The index of an item.
    #[inline]
    #[must_use]
    pub const fn at(self, index: usize) -> usize {
        match index {
            0 => self.first,
            _ => self.second.saturating_add((index - 1).saturating_mul(self.step)),
        }
    }
}

/// A state that a parameter may have: a declared one, or an item of a declared list.
#[derive(Clone, Debug)]
pub(crate) struct ListedState {
    /// `exp_avg`, `history.0`
    pub(crate) name: Cow<'static, str>,
    /// The name of its scales in a checkpoint, if it is stored in blocks: `exp_avg.scale`.
    pub(crate) scale: String,
    /// The index of its declaration, and the declaration.
    pub(crate) info: StateInfo,
    pub(crate) declared: usize,
    /// Its index in the list, if it is an item.
    pub(crate) item: Option<usize>,
}

/// The name of the state with the lower bits of a split parameter, see [`Storage::Split8`](crate::Storage::Split8). No optimizer can declare
/// this name.
pub const REST: &str = "param-rest";

impl ListedState {
    /// The lower bits of split parameters, which no optimizer declares.
    fn rest() -> Self {
        let info = StateInfo::new(REST, Axes::Tensor);
        Self { name: REST.into(), scale: format!("{REST}.scale"), info, declared: ItemPlaces::NOWHERE, item: None }
    }

    /// Returns true for the lower bits of split parameters.
    pub(crate) const fn is_rest(&self) -> bool {
        self.declared == ItemPlaces::NOWHERE
    }
}

/// The states that a parameter may have, in the order of their indices.
#[derive(Clone, Debug)]
pub(crate) struct States {
    all: Arc<[ListedState]>,
    longest: usize,
}

impl States {
    /// The table for declared states, and these lengths of their lists.
    pub(crate) fn new(declared: &[StateInfo], longest: usize) -> Self {
        let item = |(place, info): (usize, &StateInfo), index: usize| {
            let name: Cow<'static, str> = match info.list {
                Some(_) => format!("{}.{index}", info.name).into(),
                None => info.name.into(),
            };
            let scale = format!("{name}.scale");
            ListedState { name, scale, info: *info, declared: place, item: info.list.map(|_| index) }
        };
        let first = declared.iter().enumerate().map(|state| item(state, 0));
        let lists = || declared.iter().enumerate().filter(|(_, info)| info.list.is_some());
        let further = (1..longest).flat_map(|index| lists().map(move |list| item(list, index)));
        Self { all: first.chain(further).collect(), longest }
    }

    /// Adds the lower bits of split parameters at the end.
    pub(crate) fn with_rest(self) -> Self {
        let Self { all, longest } = self;
        Self { all: all.iter().cloned().chain([ListedState::rest()]).collect(), longest }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The length of the longest list.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, ListedState> {
        self.all.iter()
    }

    pub(crate) fn as_slice(&self) -> &[ListedState] {
        &self.all
    }

    /// The index of the state with this name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.iter().position(|state| state.name == name)
    }

    /// The indices of a declared state: one, or one for each item.
    pub(crate) fn places(&self, declared: usize) -> impl Iterator<Item = usize> + '_ {
        self.iter().enumerate().filter(move |(_, state)| state.declared == declared).map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: [StateInfo; 4] = [
        StateInfo::new("a", Axes::Tensor).list("2"),
        StateInfo::new("b", Axes::Tensor),
        StateInfo::new("c", Axes::Scalar).list("3"),
        StateInfo::new("d", Axes::Rows),
    ];

    #[test]
    fn declared_states_come_first_and_items_follow() {
        let states = States::new(&DECLARED, 3);
        let names: Vec<_> = states.iter().map(|state| &*state.name).collect();
        assert_eq!(names, ["a.0", "b", "c.0", "d", "a.1", "c.1", "a.2", "c.2"]);
        assert_eq!(states.places(2).collect::<Vec<_>>(), [2, 5, 7]);
        assert_eq!(states.places(1).collect::<Vec<_>>(), [1]);
        assert_eq!(States::new(&DECLARED[1..2], 1).len(), 1);
    }

    #[test]
    fn an_index_finds_the_place_of_its_item() {
        let states = States::new(&DECLARED, 5);
        for (list, places) in [("a", ItemPlaces::new(0, 4, 2)), ("c", ItemPlaces::new(2, 5, 2))] {
            for index in 0..5 {
                assert_eq!(states.place(&format!("{list}.{index}")), Some(places.at(index)));
            }
            assert!(places.at(5) >= states.len(), "what is beyond all lists is nowhere");
            assert_eq!(places.at(usize::MAX), usize::MAX);
        }
    }
}
