//! Lists in a recording.

use std::collections::BTreeMap;

use super::handle::Handle;
use crate::shape::Dims;

/// A list in a recording. In a list of states, each item that the step uses becomes a state such as `history.3`. In a list that the step
/// makes, all items begin with one value.
#[derive(Clone, Debug)]
pub struct List<K> {
    name: String,
    length: usize,
    /// The dimensions of an item; `None` for a scalar.
    dims: Option<Dims>,
    /// The dimensions of each item, if they differ.
    each: Vec<Dims>,
    /// The items that the step has assigned.
    changed: BTreeMap<usize, K>,
    /// The value of all other items; `None` in a list of states.
    start: Option<K>,
}

impl<K: Handle> List<K> {
    pub(super) fn new(name: &str, length: usize, dims: Option<Dims>) -> Self {
        Self { name: name.to_owned(), length, dims, each: Vec::new(), changed: BTreeMap::new(), start: None }
    }

    /// A list of states whose items have these dimensions.
    pub(super) fn by_axis(name: &str, each: Vec<Dims>) -> Self {
        let length = each.len();
        Self { each, ..Self::new(name, length, None) }
    }

    /// A list that the step makes, whose items begin with this value.
    pub(super) fn of(name: &str, length: usize, start: K) -> Self {
        Self { start: Some(start), ..Self::new(name, length, None) }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn name_of(&self, index: usize) -> String {
        format!("{}.{index}", self.name)
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    pub(super) fn dims(&self, index: usize) -> Option<Dims> {
        self.each.get(index).copied().or(self.dims)
    }

    /// The present value of an item; `None` for an unassigned item of a list of states.
    pub(super) fn value(&self, index: usize) -> Option<K> {
        self.changed.get(&index).copied().or(self.start)
    }

    pub(super) fn change(&mut self, index: usize, value: K) {
        self.changed.insert(index, value);
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = (usize, K)> + '_ {
        self.changed.iter().map(|(index, value)| (*index, *value))
    }
}
