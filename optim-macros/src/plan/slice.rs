//! Slices: the values that a pass computes for its results, and the values that it reads.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;
use super::barrier::Barrier;
use super::decided::Decided;
use super::draft::{Draft, Results};
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
    /// The slice for these results, at this moment.
    pub(super) fn of(draft: &Draft<'_>, moment: Moment, results: impl IntoIterator<Item = Id>) -> Self {
        Self::under(draft, moment, results, &Decided::new())
    }

    /// The slice with these branches decided.
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

    /// The streams that the slice reads for each element. Rows and columns are small next to them.
    pub(super) fn streams(&self, facts: &ProgramFacts<'_>) -> BTreeSet<Source> {
        self.reads.iter().filter(|(id, _)| facts.shape(**id).is_tensor()).map(|(_, source)| *source).collect()
    }

    /// Adds a value. Returns true if it is new and the slice computes it, so that its operands must be added, too.
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

impl Draft<'_> {
    /// The values that each pass computes and reads, in the present draft.
    pub(super) fn slices(&self) -> Vec<(Moment, Slice)> {
        let slice =
            |(moment, results): (Moment, Results)| (moment, Slice::of(self, moment, results.values(self.facts)));
        self.results().into_iter().map(slice).collect()
    }
}

/// The source from which a value can be read at this moment; `None` if it must be computed.
fn source(draft: &Draft<'_>, moment: Moment, id: Id) -> Option<Source> {
    let facts = draft.facts;
    match *facts.def(id) {
        Def::Grad => return Some(Source::Grad),
        Def::Load(place) => {
            // After the call, the place no longer holds the old value.
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
    // Numbers along an axis can be repeated only from scratch.
    let repeats = facts.shape(id).axis().is_some() && facts.phase_of(id) != moment.phase;
    let is_stored = |place: &&Place| !repeats && draft.stored.get(*place).is_some_and(|(stored, _)| *stored < moment);
    if let Some(place) = draft.held.get(&id).into_iter().flatten().find(is_stored) {
        return Some(Source::Place(*place));
    }
    let slot = *draft.slots.of.get(&id)?;
    // Carried variables of a loop with its own passes are only in scratch.
    // An overwritten item can only be read from its copy.
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
        // A barrier's result can be read from the start of the level after it.
        Moment::start_of(level) <= moment
    } else {
        Moment { level, phase: facts.phase_of(id) } < moment
    };
    saved.then_some(Source::Slot(slot))
}
