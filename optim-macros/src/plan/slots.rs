//! Scratch slots: arrays in which passes and calls leave values for others.

use std::collections::BTreeMap;

use super::facts::ProgramFacts;
use crate::ir::{Id, Path};
use crate::kind::Shape;

#[derive(Default)]
pub(crate) struct Slots {
    /// The shape of each slot.
    pub(super) shapes: Vec<Shape>,
    /// The slot of each value that can be read from scratch.
    pub(super) of: BTreeMap<Id, usize>,
    /// The frame that keeps a value in its slot. If several loops do, the last one planned.
    kept_in: BTreeMap<Id, Path>,
    /// The slot of the current value of each carried variable.
    pub(super) carried: BTreeMap<usize, usize>,
}

impl Slots {
    pub(super) fn add(&mut self, shape: &Shape) -> usize {
        self.shapes.push(shape.clone());
        self.shapes.len() - 1
    }

    /// The slot of a value. A value without a slot gets one.
    pub(super) fn for_value(&mut self, facts: &ProgramFacts<'_>, id: Id) -> usize {
        if let Some(slot) = self.of.get(&id) {
            return *slot;
        }
        let slot = self.add(facts.shape(id));
        self.of.insert(id, slot);
        slot
    }

    /// The slot in which a frame must keep a value; `None` if it or a frame around it already keeps the value.
    pub(super) fn keep(&mut self, facts: &ProgramFacts<'_>, frame: &Path, id: Id) -> Option<usize> {
        let elsewhere = self.kept_in.get(&id).is_some_and(|path| !frame.starts_with(path));
        if facts.folded.contains_key(&id) || (self.of.contains_key(&id) && !elsewhere) {
            return None;
        }
        self.kept_in.insert(id, frame.clone());
        Some(self.for_value(facts, id))
    }
}
