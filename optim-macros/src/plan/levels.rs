//! Levels: the number of barriers before a value.

use std::collections::{BTreeMap, BTreeSet};

use super::barrier::{Barrier, Work};
use super::facts::ProgramFacts;
use crate::ir::{Def, Id, Path};

/// The values that a frame needs, and their levels.
pub(super) struct Levels {
    pub(super) needed: BTreeSet<Id>,
    level: BTreeMap<Id, usize>,
    loops: BTreeMap<usize, usize>,
}

impl Levels {
    /// The levels of the values that the `roots` depend on. They are the results of the frame.
    pub(super) fn new(facts: &ProgramFacts<'_>, frame: &Path, roots: &[Id]) -> Self {
        let mut levels = Self { needed: BTreeSet::new(), level: BTreeMap::new(), loops: BTreeMap::new() };
        for root in roots {
            levels.need(facts, *root);
        }
        for id in levels.needed.clone() {
            levels.compute(facts, frame, id);
        }
        levels
    }

    pub(super) fn of(&self, id: Id) -> usize {
        self.level.get(&id).copied().unwrap_or(0)
    }

    /// The level of a loop, which comes after everything that it uses.
    pub(super) fn of_loop(&self, id: usize) -> usize {
        self.loops.get(&id).copied().unwrap_or(0)
    }

    pub(super) fn highest(&self) -> usize {
        self.level.values().chain(self.loops.values()).copied().max().unwrap_or(0)
    }

    fn need(&mut self, facts: &ProgramFacts<'_>, id: Id) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if self.needed.insert(id) {
                open.extend(facts.dependencies(id));
            }
        }
    }

    fn compute(&mut self, facts: &ProgramFacts<'_>, frame: &Path, id: Id) -> usize {
        if let Some(level) = self.level.get(&id) {
            return *level;
        }
        let level = if facts.within(id, frame) { self.within(facts, frame, id) } else { 0 };
        self.level.insert(id, level);
        level
    }

    fn within(&mut self, facts: &ProgramFacts<'_>, frame: &Path, id: Id) -> usize {
        if let Some(iterations) = facts.heavy_loop(id, frame).or_else(|| facts.light_loop(id, frame)) {
            return self.loop_level(facts, frame, iterations);
        }
        match *facts.def(id) {
            Def::Iteration(_) => 0,
            Def::Item(_) | Def::Put(..) => self.access(facts, frame, id),
            Def::After(carried) => {
                let iterations = facts.loop_of(carried);
                self.loop_level(facts, frame, iterations) + usize::from(facts.heavy.contains(&iterations))
            }
            ref def => {
                if let Def::Inner(..) = def {
                    return self.before_call(facts, frame, id) + 1;
                }
                let operands = facts.program.operands(id).into_iter();
                let below = operands.map(|operand| self.compute(facts, frame, operand)).max().unwrap_or(0);
                let begins = |barrier: Barrier| barrier.work() != Work::Along && !facts.folded.contains_key(&id);
                below + usize::from(Barrier::of(def).is_some_and(begins))
            }
        }
    }

    /// The level of an access to an item, after all accesses that must come before it. Accesses before the frame are done.
    fn access(&mut self, facts: &ProgramFacts<'_>, frame: &Path, id: Id) -> usize {
        let operands = facts.program.operands(id);
        let mut level = operands.into_iter().map(|operand| self.compute(facts, frame, operand)).max().unwrap_or(0);
        for other in facts.before(id).filter(|other| facts.within(*other, frame)).collect::<Vec<_>>() {
            let below = self.compute(facts, frame, other);
            // Scalars of one level run in program order, and one stream can read and overwrite an item.
            let together = facts.is_scalar(id) || facts.program.is_in_place(other, id);
            let alone = facts.heavy_loop(other, frame).is_none();
            level = level.max(below + usize::from(!(together && alone)));
        }
        level
    }

    /// The level at whose end the inner optimizer is called: the highest level of all values that do not depend on the call.
    fn before_call(&mut self, facts: &ProgramFacts<'_>, frame: &Path, call: Id) -> usize {
        let mut after = BTreeSet::from([call]);
        loop {
            let known = after.len();
            for &id in &self.needed {
                let iterations = facts.heavy_loop(id, frame).or_else(|| facts.light_loop(id, frame));
                let from = match iterations {
                    Some(iterations) => self.outside_uses(facts, frame, iterations).into_iter().collect(),
                    None => facts.dependencies(id),
                };
                // An access to an item also depends on earlier accesses that must come before it.
                let is_here = |access: &Id| match iterations {
                    Some(iterations) => facts.inside(*access, frame, iterations),
                    None => *access == id,
                };
                let accesses = facts.program.accesses.iter().copied().filter(is_here);
                let mut from = from.into_iter().chain(accesses.flat_map(|access| facts.before(access)));
                if from.any(|id| after.contains(&id)) {
                    after.insert(id);
                }
            }
            if after.len() == known {
                break;
            }
        }
        let before: Vec<Id> = self.needed.difference(&after).copied().collect();
        let level = before.iter().map(|id| self.compute(facts, frame, *id)).max().unwrap_or(0);
        // A loop may read the place's old value, so the place can be stored only in a pass of the next level.
        let loops = before.iter().any(|id| facts.heavy_loop(*id, frame).is_some());
        level + usize::from(loops)
    }

    fn loop_level(&mut self, facts: &ProgramFacts<'_>, frame: &Path, iterations: usize) -> usize {
        if let Some(level) = self.loops.get(&iterations) {
            return *level;
        }
        let outside = self.outside_uses(facts, frame, iterations);
        let level = outside.into_iter().map(|id| self.compute(facts, frame, id)).max().unwrap_or(0);
        // Loops come after the passes of their level. Loops of one level run in program order.
        let inside = |id: &Id| facts.inside(*id, frame, iterations);
        let accesses = facts.program.accesses.iter().filter(|id| inside(id)).flat_map(|id| facts.before(*id));
        let before: BTreeSet<Id> = accesses.filter(|id| !inside(id) && facts.within(*id, frame)).collect();
        let level = before.into_iter().map(|id| self.compute(facts, frame, id)).max().unwrap_or(0).max(level);
        self.loops.insert(iterations, level);
        level
    }

    /// Values from outside that a loop uses, including the starts of its carried variables.
    pub(super) fn outside_uses(&self, facts: &ProgramFacts<'_>, frame: &Path, iterations: usize) -> BTreeSet<Id> {
        let inside = |id: Id| facts.inside(id, frame, iterations);
        let own = |id: Id| matches!(*facts.def(id), Def::After(carried) if facts.loop_of(carried) == iterations);
        let uses = self.needed.iter().filter(|id| inside(**id) || own(**id)).flat_map(|id| facts.dependencies(*id));
        uses.filter(|operand| !inside(*operand)).collect()
    }

    /// Values from outside that a loop's body reads, without values that are only starts of carried variables.
    pub(super) fn inside_uses(&self, facts: &ProgramFacts<'_>, frame: &Path, iterations: usize) -> BTreeSet<Id> {
        let inside = |id: &Id| facts.inside(*id, frame, iterations);
        let read = self.needed.iter().filter(|id| inside(id)).flat_map(|id| facts.program.operands(*id));
        let next = facts.carried_by(iterations).map(|index| facts.program.carried[index].next);
        read.chain(next).filter(|id| !inside(id)).collect()
    }
}
