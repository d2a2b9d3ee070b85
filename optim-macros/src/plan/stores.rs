//! The moment when each place is overwritten: in the first pass after which nobody needs its old value.

use std::collections::BTreeMap;

use super::draft::{Draft, InnerCall};
use super::facts::ProgramFacts;
use super::slice::Slice;
use super::time::{Moment, Phase};
use crate::ast::Place;
use crate::ir::{Around, Def, Id};

/// Overwrites every place as soon as its new value exists, then defers a store if the old value is read later.
pub(super) fn choose_moments(draft: &mut Draft<'_>, stores: &[(Place, Id)]) {
    let facts = draft.facts;
    let soonest = |id: Id| Moment { level: draft.levels.of(id), phase: facts.phase_of(id) };
    let stored = stores.iter().filter(|(_, id)| !facts.is_scalar(*id)).filter_map(|(place, id)| {
        let mut moment = soonest(*id);
        if let Some(call) = draft.call.as_ref().filter(|call| call.place == Some(*place)) {
            if *id == call.id {
                return None;
            }
            // The call must have finished before its place is overwritten.
            moment.level = moment.level.max(call.moment.level + 1);
        }
        moment.level = moment.level.max(facts.pinned_level(*place).unwrap_or(0));
        Some((*place, (moment, *id)))
    });
    let stored = stored.collect();
    let before = draft.call.as_ref().and_then(|call| match facts.def(call.id) {
        Def::Inner(Some(place), [before, _], _) if !matches!(facts.def(*before), Def::Load(own) if own == place) => {
            Some((soonest(*before), *before))
        }
        _ => None,
    });
    draft.stored = stored;
    if let Some(call) = &mut draft.call {
        call.before = before.filter(|_| facts.within(call.id, draft.frame));
    }
    // Deferring a store can only increase the number of old values that are needed, so the loop ends.
    loop {
        let late = late_reads(draft);
        let too_early = stored_too_early(draft);
        if late.is_empty() && too_early.is_none() {
            return;
        }
        if let (Some(moment), Some(InnerCall { before: Some((stored, _)), .. })) = (too_early, &mut draft.call) {
            *stored = moment;
        }
        for (place, moment) in late {
            if let Some((stored, _)) = draft.stored.get_mut(&place) {
                *stored = moment;
            }
        }
    }
}

/// The places that hold each value after they are overwritten. A place also holds the value of an arm that
/// ends in the stored value.
pub(super) fn held(facts: &ProgramFacts<'_>, stores: &[(Place, Id)]) -> BTreeMap<Id, Vec<Place>> {
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

/// The places that are read at or after the moment when they are overwritten, and the first moment when they could be.
fn late_reads(draft: &Draft<'_>) -> Vec<(Place, Moment)> {
    let facts = draft.facts;
    let mut last: BTreeMap<Place, Moment> = BTreeMap::new();
    let mut read = |id: Id, moment: Moment| {
        let of_call = |place| draft.call.as_ref().is_some_and(|call| call.place == Some(place));
        let place = match *facts.def(id) {
            Def::Load(place) if !of_call(place) => Some(place),
            Def::Inner(place, ..) => place,
            _ => None,
        };
        if let Some(place) = place {
            let latest = last.entry(place).or_insert(moment);
            *latest = (*latest).max(moment);
        }
    };
    for (moment, slice) in draft.slices() {
        slice.reads.keys().for_each(|id| read(*id, moment));
    }
    for iterations in &draft.loops {
        let moment = Moment { level: iterations.level, phase: Phase::Loops };
        iterations.outside.iter().for_each(|id| read(*id, moment));
    }
    let free = draft.stored.iter().filter(|(place, _)| facts.pinned_level(**place).is_none());
    let late = free.filter_map(|(place, (stored, id))| {
        let read = *last.get(place)?;
        let phase = facts.phase_of(*id);
        let level = if read.phase <= phase { read.level } else { read.level + 1 };
        let earliest = Moment { level, phase };
        (earliest > *stored).then_some((*place, earliest))
    });
    late.collect()
}

/// A place's old value that only outputs read after the pass that overwrites it, and that is not in scratch yet.
pub(super) fn lost(draft: &Draft<'_>) -> Option<Id> {
    let facts = draft.facts;
    facts.pinned.as_ref()?;
    let is_lost = |id: Id, moment: Moment| match *facts.def(id) {
        Def::Load(place) => draft.is_overwritten(place, moment) && !draft.slots.of.contains_key(&id),
        _ => false,
    };
    let slices = draft.slices();
    let by_pass = slices.iter().flat_map(|(moment, slice)| slice.reads.keys().map(|id| (*id, *moment)));
    let by_loop = draft.loops.iter().flat_map(|iterations| {
        let moment = Moment { level: iterations.level, phase: Phase::Loops };
        iterations.outside.iter().map(move |id| (*id, moment))
    });
    by_pass.chain(by_loop).find_map(|(id, moment)| is_lost(id, moment).then_some(id))
}

/// A later moment to store the inner optimizer's operand in its place, if something still reads the old value at the present one.
fn stored_too_early(draft: &Draft<'_>) -> Option<Moment> {
    let facts = draft.facts;
    let InnerCall { place: Some(place), moment: call, before: Some((stored, id)), .. } = draft.call.as_ref()? else {
        return None;
    };
    let is_read = |slice: &Slice| slice.reads.keys().any(|id| matches!(facts.def(*id), Def::Load(own) if own == place));
    let by_pass =
        draft.slices().into_iter().filter(|(moment, slice)| moment <= call && is_read(slice)).map(|(moment, _)| moment);
    let loops = draft.loops.iter().map(|iterations| Moment { level: iterations.level, phase: Phase::Loops });
    let last = by_pass.chain(loops.filter(|moment| moment <= call)).max()?;
    let phase = facts.phase_of(*id);
    let level = if last.phase <= phase { last.level } else { last.level + 1 };
    let earliest = Moment { level, phase };
    (earliest > *stored).then_some(earliest)
}
