//! The draft of a frame's plan: the values that it needs, slots, and the moments when places are overwritten.

use std::collections::{BTreeMap, BTreeSet};

use super::barrier::{Barrier, Work};
use super::decided::Decided;
use super::facts::ProgramFacts;
use super::levels::Levels;
use super::slots::Slots;
use super::time::{Moment, Phase};
use crate::ast::Place;
use crate::ir::{Def, Id, Path};

pub(super) struct Draft<'a> {
    pub(super) facts: &'a ProgramFacts<'a>,
    pub(super) slots: &'a mut Slots,
    pub(super) frame: &'a Path,
    pub(super) levels: Levels,
    /// The moment when each place is overwritten, and its new value.
    pub(super) stored: BTreeMap<Place, (Moment, Id)>,
    /// Places that have been overwritten before the frame, which is the body of a loop.
    pub(super) overwritten: BTreeSet<Place>,
    /// The places that hold a value after they are overwritten, for values in any frame.
    pub(super) held: BTreeMap<Id, Vec<Place>>,
    /// The call of the inner optimizer, if it is in this frame or before it.
    pub(super) call: Option<InnerCall>,
    /// Values that a pass puts into a slot, with the slot.
    pub(super) saves: BTreeSet<(Id, usize)>,
    /// Loops with passes of their own, in this frame.
    pub(super) loops: Vec<LoopUse>,
}

/// The call of the inner optimizer.
#[derive(Clone)]
pub(super) struct InnerCall {
    /// The place that it updates; `None` if it updates a value in scratch.
    pub(super) place: Option<Place>,
    /// The result of the call.
    pub(super) id: Id,
    /// The value of the place in steps without the call.
    pub(super) without: Option<Id>,
    /// The moment of the call. For a loop after the call, it is before everything in the loop's body.
    pub(super) moment: Moment,
    /// The value that a pass must store in the place before the call, and the moment.
    pub(super) before: Option<(Moment, Id)>,
}

/// A loop, and the values that it uses from outside.
pub(super) struct LoopUse {
    pub(super) id: usize,
    pub(super) level: usize,
    pub(super) outside: BTreeSet<Id>,
}

/// The results of one pass.
#[derive(Default)]
pub(super) struct Results {
    pub(super) stores: Vec<(Place, Id)>,
    pub(super) saves: Vec<(Id, usize)>,
    pub(super) reductions: Vec<Id>,
    /// The accesses that overwrite items of lists.
    pub(super) puts: Vec<Id>,
}

impl Results {
    /// The values that the pass must compute.
    pub(super) fn values(&self, facts: &ProgramFacts<'_>) -> Vec<Id> {
        let stored = self.stores.iter().map(|(_, id)| *id);
        let saved = self.saves.iter().map(|(id, _)| *id);
        let others = self.reductions.iter().chain(&self.puts).flat_map(|id| facts.program.operands(*id));
        stored.chain(saved).chain(others).collect()
    }
}

impl Draft<'_> {
    /// The needed values of this frame, without those that come from before it or are inside of its loops with passes of their own.
    pub(super) fn own(&self) -> impl Iterator<Item = Id> + '_ {
        let own = |id: &Id| self.facts.within(*id, self.frame) && self.facts.heavy_loop(*id, self.frame).is_none();
        self.levels.needed.iter().copied().filter(own)
    }

    /// The results of each pass.
    pub(super) fn results(&self) -> BTreeMap<Moment, Results> {
        let facts = self.facts;
        let mut results: BTreeMap<Moment, Results> = BTreeMap::new();
        for (place, (moment, id)) in &self.stored {
            results.entry(*moment).or_default().stores.push((*place, *id));
        }
        if let Some(InnerCall { place: Some(place), before: Some((moment, id)), .. }) = &self.call {
            results.entry(*moment).or_default().stores.push((*place, *id));
        }
        for (id, slot) in &self.saves {
            results.entry(self.saved_at(*id)).or_default().saves.push((*id, *slot));
        }
        for id in self.own() {
            if Barrier::of(facts.def(id)).is_some_and(|barrier| barrier.work() == Work::Pass) {
                let shape = facts.joint_shape(&facts.program.operands(id));
                let moment = Moment { level: self.levels.of(id) - 1, phase: facts.phase(&shape) };
                results.entry(moment).or_default().reductions.push(id);
            }
            if let Some(moment) = self.put_at(id) {
                results.entry(moment).or_default().puts.push(id);
            }
        }
        results
    }

    /// Returns true if a place already holds its new value, although its old value is read at this moment. Outputs cannot defer such a store.
    pub(super) fn is_overwritten(&self, place: Place, moment: Moment) -> bool {
        let is_pinned = || self.facts.pinned_level(place).is_some();
        let by_pass = self.stored.get(&place).is_some_and(|(stored, _)| *stored < moment);
        self.overwritten.contains(&place) || by_pass && is_pinned()
    }

    /// The moment when a value is put into a slot.
    fn saved_at(&self, id: Id) -> Moment {
        let level = if self.facts.within(id, self.frame) { self.levels.of(id) } else { 0 };
        Moment { level, phase: self.facts.phase_of(id) }
    }

    /// Returns true if a place stores this value in a later pass than the one that puts it into a slot.
    pub(super) fn is_stored_later(&self, id: Id) -> bool {
        let before = self.call.as_ref().and_then(|call| call.before);
        self.stored.values().copied().chain(before).any(|(moment, stored)| stored == id && moment > self.saved_at(id))
    }

    /// The same for a value in this slot, unless the slot is for the inner optimizer.
    pub(super) fn is_saved_for_later(&self, (id, slot): (Id, usize)) -> bool {
        self.lent(slot).is_none() && self.is_stored_later(id)
    }

    /// The places in the code that read a value in this slot.
    pub(super) fn readers(&self, (id, slot): (Id, usize)) -> Vec<Path> {
        self.lent(slot).map_or_else(|| self.facts.readers(id), |guard| vec![guard.clone()])
    }

    /// The branches around the call of the inner optimizer, if it updates this slot.
    fn lent(&self, slot: usize) -> Option<&Path> {
        let call = self.call.as_ref().filter(|call| self.slots.of.get(&call.id) == Some(&slot))?;
        match self.facts.def(call.id) {
            Def::Inner(None, _, guard) => Some(guard),
            _ => None,
        }
    }

    /// The moment when a pass overwrites an item.
    pub(super) fn put_at(&self, id: Id) -> Option<Moment> {
        let facts = self.facts;
        let by_pass = facts.program.is_put(id) && !facts.is_scalar(id);
        by_pass.then(|| Moment { level: self.levels.of(id), phase: facts.phase_of(id) })
    }

    /// Returns true if an item can be read at this moment: all accesses before the program's read are done, and none after it.
    pub(super) fn is_there(&self, id: Id, moment: Moment) -> bool {
        let (facts, frame) = (self.facts, self.frame);
        let within = |other: &Id| facts.within(*other, frame);
        within(&id)
            && Moment::start_of(self.levels.of(id)) <= moment
            && facts.behind(id).filter(within).all(|put| match facts.heavy_loop(put, frame) {
                Some(iterations) => moment < Moment { level: self.levels.of_loop(iterations), phase: Phase::Loops },
                None => self.put_at(put).is_none_or(|overwritten| {
                    moment < overwritten || moment == overwritten && facts.program.is_in_place(id, put)
                }),
            })
    }

    /// Returns true if storing this value in the place would not change the place, with these branches decided.
    pub(super) fn keeps(&self, place: Place, id: Id, decided: &Decided) -> bool {
        match &self.call {
            Some(call) if call.place == Some(place) => {
                id == call.id || (call.without == Some(id) && !self.facts.may_run(call.id, decided))
            }
            _ => matches!(*self.facts.def(id), Def::Load(own) if own == place),
        }
    }
}
