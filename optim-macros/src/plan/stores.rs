//! When each place is overwritten: in the first pass after which nobody needs its old value.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::facts::Facts;
use super::time::{Moment, Phase};
use crate::ast::Place;
use crate::ir::{Around, Def, Id};

/// Starts with every place overwritten as soon as its new value exists, and defers where an old value is read later.
pub(super) fn choose_moments(draft: &mut Draft<'_>, stores: &[(Place, Id)]) {
    let facts = draft.facts;
    let soonest = stores.iter().filter(|(_, id)| !facts.is_scalar(*id)).map(|(place, id)| {
        let moment = Moment { level: draft.levels.of(*id), phase: facts.phase_of(*id) };
        (*place, (moment, *id))
    });
    draft.stored = soonest.collect();
    // Deferring one store can only make more old values needed, so this ends.
    loop {
        let late = late_reads(draft);
        if late.is_empty() {
            return;
        }
        for (place, moment) in late {
            if let Some((stored, _)) = draft.stored.get_mut(&place) {
                *stored = moment;
            }
        }
    }
}

/// The places that hold each value, wherever it is defined, once they are overwritten: by that value, or by the one of several
/// that an arm gives in which it is defined.
pub(super) fn held(facts: &Facts<'_>, stores: &[(Place, Id)]) -> BTreeMap<Id, Vec<Place>> {
    let mut held: BTreeMap<Id, Vec<Place>> = BTreeMap::new();
    for (place, value) in stores {
        let mut open = vec![*value];
        while let Some(id) = open.pop() {
            held.entry(id).or_default().push(*place);
            if let Def::Phi(options) = facts.def(id) {
                let branch = facts.branch_of[&id];
                let of_its_arm = |(arm, option): (usize, &Id)| {
                    facts.path(*option).contains(&Around::Arm(branch, arm)).then_some(*option)
                };
                open.extend(options.iter().enumerate().filter_map(of_its_arm));
            }
        }
    }
    held
}

/// The places that are read at or after the time they are overwritten, and the first time they can be overwritten instead.
fn late_reads(draft: &Draft<'_>) -> Vec<(Place, Moment)> {
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
    let late = draft.stored.iter().filter_map(|(place, (stored, id))| {
        let read = *last.get(place)?;
        let phase = facts.phase_of(*id);
        let level = if read.phase <= phase { read.level } else { read.level + 1 };
        let earliest = Moment { level, phase };
        (earliest > *stored).then_some((*place, earliest))
    });
    late.collect()
}
