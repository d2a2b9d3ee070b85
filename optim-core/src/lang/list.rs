//! Lists of states while a step is recorded.

use std::collections::BTreeMap;

use super::handle::Handle;
use crate::shape::Dims;

/// The most items of a list.
pub(crate) const MOST_ITEMS: usize = 1 << 16;

/// A list of states in a recording: each item that the step touches is a state of its own there, `history.3`.
#[derive(Clone, Debug)]
pub struct List<K> {
    name: String,
    length: usize,
    /// Dimensions of an item; none of a scalar.
    dims: Option<Dims>,
    /// The items that the step has replaced.
    changed: BTreeMap<usize, K>,
}

impl<K: Handle> List<K> {
    pub(super) fn new(name: &str, length: usize, dims: Option<Dims>) -> Self {
        Self { name: name.to_owned(), length, dims, changed: BTreeMap::new() }
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

    pub(super) fn dims(&self) -> Option<Dims> {
        self.dims
    }

    /// The value of an item, if the step has replaced it.
    pub(super) fn changed(&self, index: usize) -> Option<K> {
        self.changed.get(&index).copied()
    }

    pub(super) fn change(&mut self, index: usize, value: K) {
        self.changed.insert(index, value);
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = (usize, K)> + '_ {
        self.changed.iter().map(|(index, value)| (*index, *value))
    }
}
