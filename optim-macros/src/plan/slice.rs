//! Slices: what a pass computes for its results, and what it reads.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;
use super::barrier::Barrier;
use super::decided::Decided;
use super::draft::Draft;
use super::facts::ProgramFacts;
use super::time::Moment;
use crate::ast::Place;
use crate::ir::{Def, Id};

#[derive(Default, Clone)]
pub(super) struct Slice {
    pub(super) compute: BTreeSet<Id>,
    pub(super) reads: BTreeMap<Id, Source>,
    pub(super) scalars: BTreeSet<Id>,
}

impl Slice {
    /// The slice at a moment for these results.
    pub(super) fn of(draft: &Draft<'_>, moment: Moment, results: impl IntoIterator<Item = Id>) -> Self {
        Self::under(draft, moment, results, &Decided::new())
    }

    /// The same where these branches are decided.
    pub(super) fn under(
        draft: &Draft<'_>,
        moment: Moment,
        results: impl IntoIterator<Item = Id>,
        decided: &Decided,
    ) -> Self {
        let mut slice = Self::default();
        let mut open: Vec<Id> = results.into_iter().collect();
        while let Some(id) = open.pop() {
            if slice.add(draft, moment, id) {
                match draft.facts.decided_option(id, decided) {
                    Some(option) => open.push(option),
                    None => open.extend(draft.facts.dependencies(id)),
                }
            }
        }
        slice
    }

    /// The streams that the slice reads per element: rows and columns are small next to it.
    pub(super) fn streams(&self, facts: &ProgramFacts<'_>) -> BTreeSet<Source> {
        self.reads.iter().filter(|(id, _)| facts.shape(**id).is_tensor()).map(|(_, source)| *source).collect()
    }

    /// Returns true if a value is new, and computed here: then its operands are to be added.
    fn add(&mut self, draft: &Draft<'_>, moment: Moment, id: Id) -> bool {
        if self.compute.contains(&id) || self.reads.contains_key(&id) || self.scalars.contains(&id) {
            return false;
        }
        let facts = draft.facts;
        if facts.is_scalar(id) {
            let within = facts.within(id, draft.frame);
            let in_loop = within && facts.light_loop(id, draft.frame).is_some();
            let here = within && moment == Moment::start_of(draft.levels.of(id)) && !facts.is_given(id);
            if !in_loop && !here {
                self.scalars.insert(id);
                return false;
            }
        } else if let Some(source) = source(draft, moment, id) {
            self.reads.insert(id, source);
            return false;
        }
        self.compute.insert(id)
    }
}

/// The place from which a value can be read at a moment, if it need not be computed.
fn source(draft: &Draft<'_>, moment: Moment, id: Id) -> Option<Source> {
    let facts = draft.facts;
    match *facts.def(id) {
        Def::Grad => return Some(Source::Grad),
        Def::Load(place) => {
            // After the call the place holds something else.
            let by_call = draft.call.as_ref().is_some_and(|call| call.place == Some(place) && call.moment < moment);
            let lost = by_call || draft.is_overwritten(place, moment);
            let copy = draft.slots.of.get(&id).filter(|_| lost);
            return Some(copy.map_or(Source::Place(place), |slot| Source::Slot(*slot)));
        }
        Def::Inner(Some(place), ..) => return Some(Source::Place(place)),
        Def::Draw(_, place) => return Some(Source::Draw(place)),
        Def::Item(_) if draft.is_there(id, moment) => return Some(Source::Item(id)),
        _ => {}
    }
    // Numbers along an axis are repeated from scratch.
    let repeats = facts.shape(id).axis().is_some() && facts.phase_of(id) != moment.phase;
    let is_stored = |place: &&Place| !repeats && draft.stored.get(*place).is_some_and(|(stored, _)| *stored < moment);
    if let Some(place) = draft.held.get(&id).into_iter().flatten().find(is_stored) {
        return Some(Source::Place(*place));
    }
    let slot = *draft.slots.of.get(&id)?;
    // Values that a loop with passes of its own carries are in scratch alone.
    // An item that something has overwritten is no longer there to compute it of.
    let is_item = matches!(facts.def(id), Def::Item(_));
    let again = facts.is_computed_again(id) && !facts.is_given(id) && !is_item;
    if again && moment.phase == facts.phase_of(id) && facts.within(id, draft.frame) {
        return None;
    }
    if !facts.within(id, draft.frame) {
        return Some(Source::Slot(slot));
    }
    let level = draft.levels.of(id);
    let saved = if Barrier::of(facts.def(id)).is_some() || facts.is_given(id) {
        // From the beginning of the level that the barrier begins.
        Moment::start_of(level) <= moment
    } else {
        Moment { level, phase: facts.phase_of(id) } < moment
    };
    saved.then_some(Source::Slot(slot))
}
