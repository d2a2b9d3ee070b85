//! When each place is overwritten: in the first pass after which nobody needs its old value.

use std::collections::BTreeMap;

use super::frame::Draft;
use super::{LOOPS, Planner, Position};
use crate::ast::Place;
use crate::ir::{Def, Id};

/// Starts with every place overwritten as soon as its new value exists, and defers where an old value is read later.
pub(super) fn positions(planner: &Planner<'_>, draft: &mut Draft<'_>, stores: &[(Place, Id)]) {
    for (place, id) in stores {
        if !planner.program.is_scalar(*id) {
            let rank = planner.rank(&planner.program.values[*id].shape);
            draft.stored.insert(*place, ((draft.levels.of(*id), rank), *id));
        }
    }
    // Deferring one store can only make more old values needed, so this ends.
    loop {
        let late = late_reads(planner, draft);
        if late.is_empty() {
            return;
        }
        for (place, position) in late {
            if let Some((stored, _)) = draft.stored.get_mut(&place) {
                *stored = position;
            }
        }
    }
}

/// The places that are read at or after the time they are overwritten, and the first time they can be overwritten instead.
fn late_reads(planner: &Planner<'_>, draft: &Draft<'_>) -> Vec<(Place, Position)> {
    let mut last: BTreeMap<Place, Position> = BTreeMap::new();
    for (position, slice) in draft.slices(planner) {
        for id in slice.reads.keys() {
            if let Def::Load(place) = planner.program.values[*id].def {
                let latest = last.entry(place).or_insert(position);
                *latest = (*latest).max(position);
            }
        }
    }
    for turns in &draft.loops {
        for id in &turns.outside {
            if let Def::Load(place) = planner.program.values[*id].def {
                let position = (turns.level, LOOPS);
                let latest = last.entry(place).or_insert(position);
                *latest = (*latest).max(position);
            }
        }
    }
    let late = draft.stored.iter().filter_map(|(place, (stored, id))| {
        let read = *last.get(place)?;
        let rank = planner.rank(&planner.program.values[*id].shape);
        let earliest = if read.1 <= rank { (read.0, rank) } else { (read.0 + 1, rank) };
        (earliest > *stored).then_some((*place, earliest))
    });
    late.collect()
}
