//! Values that passes can't compute again are kept in scratch: results of barriers, values that are read in a pass of another shape, and
//! values that a loop with its own passes uses from outside.

use std::collections::BTreeSet;

use super::Source;
use super::barrier::{Barrier, Work, has_results};
use super::draft::{Draft, LoopUse};
use super::slice::Slice;
use crate::ir::{Def, Id};

impl Draft<'_> {
    /// Finds the loops with their own passes whose results the frame needs.
    pub(super) fn find_loops(&mut self) {
        let (facts, frame) = (self.facts, self.frame);
        let loop_of = |id: Id| match *facts.def(id) {
            Def::After(carried) => Some(facts.loop_of(carried)).filter(|iterations| facts.heavy.contains(iterations)),
            _ => None,
        };
        let with_puts = facts.puts(frame).filter_map(|id| facts.heavy_loop(id, frame));
        let ids: BTreeSet<usize> = self.own().filter_map(loop_of).chain(with_puts).collect();
        for id in ids {
            let outside = self.levels.outside_uses(facts, frame, id);
            self.loops.push(LoopUse { id, level: self.levels.of_loop(id), outside });
        }
    }

    /// Assigns slots to values that passes can't compute again.
    pub(super) fn keep_what_must_be(&mut self) {
        let own: Vec<Id> = self.own().collect();
        self.keep_barriers(&own);
        self.keep_for_loops();
        self.keep_for_other_shapes(&own);
    }

    fn keep_barriers(&mut self, own: &[Id]) {
        let facts = self.facts;
        for &id in own {
            let stored = Barrier::of(facts.def(id)).is_some() && !has_results(facts.def(id));
            let in_place = matches!(facts.def(id), Def::Inner(Some(_), ..));
            if let Def::Inner(None, [before, _], _) = *facts.def(id) {
                // The call updates its operand in the slot of its result.
                let slot = self.slots.for_value(facts, id);
                self.saves.insert((before, slot));
            }
            if stored && !in_place && !facts.is_scalar(id) && !facts.folded.contains_key(&id) {
                self.slots.for_value(facts, id);
            }
        }
    }

    /// Keeps the values that loops read. Carried variables get a slot for their current value, so they need no other copy.
    fn keep_for_loops(&mut self) {
        let facts = self.facts;
        for i in 0..self.loops.len() {
            let (iterations, outside) = (self.loops[i].id, self.loops[i].outside.clone());
            let carried = self.carried(iterations);
            let only_starts: BTreeSet<Id> = carried.iter().map(|index| facts.program.carried[*index].start).collect();
            let inside = self.levels.inside_uses(facts, self.frame, iterations);
            for id in outside {
                let read = !only_starts.contains(&id) || inside.contains(&id);
                if read && !facts.is_scalar(id) && !facts.program.is_input(id) {
                    self.keep(id);
                }
            }
            for index in carried {
                let own = &facts.program.carried[index];
                if facts.is_scalar(own.start) {
                    continue;
                }
                let current = self.slots.add(facts.shape(own.start));
                self.slots.of.extend([(own.iteration, current), (own.after, current)]);
                self.slots.carried.insert(index, current);
                self.saves.insert((own.start, current));
            }
        }
    }

    fn keep_for_other_shapes(&mut self, own: &[Id]) {
        let facts = self.facts;
        for &id in own {
            let operands = facts.program.operands(id);
            // The shape of the pass that reads the operands. Calls read whole arrays.
            if let Def::Inner(_, [_, grad], _) = *facts.def(id) {
                if !matches!(facts.def(grad), Def::Grad) {
                    self.keep(grad);
                }
                continue;
            }
            let pass = match Barrier::of(facts.def(id)).map(Barrier::work) {
                Some(Work::Pass) => Some(facts.joint_shape(&operands)),
                Some(Work::Call) => None,
                // The work is done elsewhere: by a call, by the inner optimizer, or on single numbers.
                Some(Work::Along | Work::Inner | Work::Cut) => continue,
                None => Some(facts.shape(id).clone()),
            };
            for operand in operands {
                let shape = facts.shape(operand);
                let readable = pass.is_some() && facts.program.is_input(operand);
                if !shape.is_scalar() && pass.as_ref() != Some(shape) && !readable {
                    self.keep(operand);
                }
            }
        }
    }

    /// Keeps an item that a pass reads after it may have been overwritten. Returns true if there is one.
    pub(super) fn keep_overwritten(&mut self) -> bool {
        let is_item = |id: &Id| matches!(self.facts.def(*id), Def::Item(_)) && !self.facts.is_scalar(*id);
        let lost = self.slices().into_iter().find_map(|(_, slice)| slice.compute.into_iter().find(is_item));
        // The draft is planned again after each new copy, so without a new one it would never end.
        lost.inspect(|id| assert!(self.keep(*id), "an item that was overwritten is read from its copy")).is_some()
    }

    /// The old value of the inner optimizer's place, if it is read after the call.
    pub(super) fn lost(&self) -> Option<Id> {
        let call = self.call.as_ref()?;
        let own = call.place?;
        let lost = |id: &Id| matches!(*self.facts.def(*id), Def::Load(place) if place == own);
        let in_place = |slice: &Slice| {
            let mut reads = slice.reads.iter().filter(|(_, source)| **source == Source::Place(own));
            reads.find_map(|(id, _)| lost(id).then_some(*id))
        };
        let by_pass = self.slices().into_iter().filter(|(moment, _)| *moment > call.moment);
        let by_loop = self.loops.iter().filter(|iterations| iterations.level > call.moment.level);
        let by_loop = || {
            by_loop
                .flat_map(|iterations| &iterations.outside)
                .copied()
                .find(|id| lost(id) && !self.slots.of.contains_key(id))
        };
        by_pass.into_iter().find_map(|(_, slice)| in_place(&slice)).or_else(by_loop)
    }

    /// Keeps a copy of this value.
    pub(super) fn keep_lost(&mut self, id: Id) {
        let slot = self.slots.for_value(self.facts, id);
        self.saves.insert((id, slot));
    }

    /// Keeps a value. Returns true if it was not kept before.
    fn keep(&mut self, id: Id) -> bool {
        let slot = self.slots.keep(self.facts, self.frame, id);
        slot.is_some_and(|slot| self.saves.insert((id, slot)))
    }

    /// The carried variables of a loop that the frame needs.
    pub(super) fn carried(&self, iterations: usize) -> Vec<usize> {
        let needed = |index: &usize| {
            let own = &self.facts.program.carried[*index];
            self.levels.needed.contains(&own.after) || self.levels.needed.contains(&own.iteration)
        };
        self.facts.carried_by(iterations).filter(needed).collect()
    }
}
