//! A frame while its plan is made: what it must have, what goes to scratch, and when each place is overwritten.

use std::collections::{BTreeMap, BTreeSet};

use super::barrier::{Barrier, Work};
use super::decided::Decided;
use super::facts::ProgramFacts;
use super::levels::Levels;
use super::slice::Slice;
use super::slots::Slots;
use super::time::{Moment, Phase};
use crate::ast::Place;
use crate::ir::{Def, Id, Path};

pub(super) struct Draft<'a> {
    pub(super) facts: &'a ProgramFacts<'a>,
    pub(super) slots: &'a mut Slots,
    pub(super) frame: &'a Path,
    pub(super) levels: Levels,
    /// When each place is overwritten, and by what.
    pub(super) stored: BTreeMap<Place, (Moment, Id)>,
    /// Places that are overwritten before the frame, which stands in a loop.
    pub(super) overwritten: BTreeSet<Place>,
    /// The places that hold a value, wherever it is defined, once they are overwritten.
    pub(super) held: BTreeMap<Id, Vec<Place>>,
    /// The call of the inner optimizer, if it is one of this frame or before it.
    pub(super) call: Option<InnerCall>,
    /// Values that are put into a slot, and which.
    pub(super) saves: BTreeSet<(Id, usize)>,
    /// Loops with barriers of this frame.
    pub(super) loops: Vec<LoopUse>,
}

/// The call of the inner optimizer.
#[derive(Clone)]
pub(super) struct InnerCall {
    /// Its place; none if it updates a value in scratch.
    pub(super) place: Option<Place>,
    /// The value after the call.
    pub(super) id: Id,
    /// The value of the place without the call.
    pub(super) without: Option<Id>,
    /// When it runs; in a frame inside of another one, before all of it or after.
    pub(super) moment: Moment,
    /// The value stored in the place for the call, and the moment, if it must be stored.
    pub(super) before: Option<(Moment, Id)>,
}

/// A use of values from outside a loop.
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
    /// Items of lists that are overwritten.
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
    /// Values of this frame itself: not from before it, not inside its loops with barriers.
    pub(super) fn own(&self) -> impl Iterator<Item = Id> + '_ {
        let own = |id: &Id| self.facts.within(*id, self.frame) && self.facts.heavy_loop(*id, self.frame).is_none();
        self.levels.needed.iter().copied().filter(own)
    }

    /// The passes, by what each of them is for.
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

    /// Returns true if a place holds its new value at a moment though the old one is still read: a store that no output defers.
    pub(super) fn is_overwritten(&self, place: Place, moment: Moment) -> bool {
        let is_pinned = || self.facts.pinned_level(place).is_some();
        let by_pass = self.stored.get(&place).is_some_and(|(stored, _)| *stored < moment);
        self.overwritten.contains(&place) || by_pass && is_pinned()
    }

    /// When a value is put into a slot.
    fn saved_at(&self, id: Id) -> Moment {
        let level = if self.facts.within(id, self.frame) { self.levels.of(id) } else { 0 };
        Moment { level, phase: self.facts.phase_of(id) }
    }

    /// Returns true if a place takes a value as it is, in a later pass than the one that puts it into a slot.
    pub(super) fn is_stored_later(&self, id: Id) -> bool {
        let before = self.call.as_ref().and_then(|call| call.before);
        self.stored.values().copied().chain(before).any(|(moment, stored)| stored == id && moment > self.saved_at(id))
    }

    /// The same for a value in this slot, unless it is there for the inner optimizer.
    pub(super) fn is_saved_for_later(&self, (id, slot): (Id, usize)) -> bool {
        self.lent(slot).is_none() && self.is_stored_later(id)
    }

    /// The places that read a value in this slot.
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

    /// When an item is overwritten by a pass.
    pub(super) fn put_at(&self, id: Id) -> Option<Moment> {
        let facts = self.facts;
        let by_pass = facts.program.is_put(id) && !facts.is_scalar(id);
        by_pass.then(|| Moment { level: self.levels.of(id), phase: facts.phase_of(id) })
    }

    /// Returns true if an item is still at a moment what it is where the program reads it, and is that by then.
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

    /// Returns true if a place keeps its value if it takes this one, where these branches are decided.
    pub(super) fn keeps(&self, place: Place, id: Id, decided: &Decided) -> bool {
        match &self.call {
            Some(call) if call.place == Some(place) => {
                id == call.id || (call.without == Some(id) && !self.facts.may_run(call.id, decided))
            }
            _ => matches!(*self.facts.def(id), Def::Load(own) if own == place),
        }
    }

    /// The values that each pass computes and reads, at this stage.
    pub(super) fn slices(&self) -> Vec<(Moment, Slice)> {
        let slice =
            |(moment, results): (Moment, Results)| (moment, Slice::of(self, moment, results.values(self.facts)));
        self.results().into_iter().map(slice).collect()
    }
}
