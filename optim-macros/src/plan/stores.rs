//! When each place is overwritten: in the first pass after which nobody needs its old value.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::time::{Moment, Phase};
use crate::ast::Place;
use crate::ir::{Def, Id};

/// Starts with every place overwritten as soon as its new value exists, and defers where an old value is read later.
pub(super) fn choose_moments(draft: &mut Draft<'_>, stores: &[(Place, Id)]) {
    let facts = draft.facts;
    let soonest = stores.iter().filter(|(_, id)| !facts.is_scalar(*id)).map(|(place, id)| {
        let moment = Moment { level: draft.levels.of(*id), phase: facts.phase_of(*id) };
        (*place, (moment, *id))
    });
    draft.stored = soonest.collect();
    // Deferring one store can only make more old values needed, so this ends.
    while let Some((place, moment)) = late_read(draft) {
        if let Some((stored, _)) = draft.stored.get_mut(&place) {
            *stored = moment;
        }
    }
}

/// A place that is read at or after the time it is overwritten, and the first time it can be overwritten instead.
fn late_read(draft: &Draft<'_>) -> Option<(Place, Moment)> {
    let facts = draft.facts;
    let mut last: BTreeMap<Place, Moment> = BTreeMap::new();
    let mut read = |id: Id, moment: Moment| {
        if let Def::Load(place) = *facts.def(id) {
            let latest = last.entry(place).or_insert(moment);
            *latest = (*latest).max(moment);
        }
    };
    for (moment, slice) in draft.slices() {
        slice.reads.keys().for_each(|id| read(*id, moment));
    }
    for turns in &draft.loops {
        let moment = Moment { level: turns.level, phase: Phase::Loops };
        turns.outside.iter().for_each(|id| read(*id, moment));
    }
    draft.stored.iter().find_map(|(place, (stored, id))| {
        let read = *last.get(place)?;
        let phase = facts.phase_of(*id);
        let level = if read.phase <= phase { read.level } else { read.level + 1 };
        let earliest = Moment { level, phase };
        (earliest > *stored).then_some((*place, earliest))
    })
}
