//! Loops: variables that the body assigns are carried from one iteration to the next.

use std::collections::BTreeSet;

use super::Lowering;
use super::val::Val;
use super::walk::{Visited, walk};
use crate::ast::{self, Block, LocalId, Place, Target};
use crate::fixed::{Fixed, Pattern};
use crate::ir::{Around, Carried, Def, Id, Loop, Region, Stmt};

impl Lowering<'_> {
    pub(super) fn iterations(&mut self, pattern: &Pattern, iter: &Fixed, body: &Block) {
        let id = self.new_loop();
        let mut assigned = BTreeSet::new();
        assigned_in(body, &mut assigned);
        let mut starts = Vec::new();
        for variable in &assigned {
            if let Some(value) = self.read(variable) {
                starts.push((variable.clone(), value));
            }
        }
        let iter = self.fixed(iter);
        let repeated = self.start_iteration(body);
        let mut binds = BTreeSet::new();
        pattern.variables(&mut binds);
        self.declare_fixed(&binds);
        let items = self.items_of_iterations(body);
        let outer = std::mem::take(&mut self.stmts);
        self.path.push(Around::Loop(id));
        let mut slots = Vec::new();
        for (variable, value) in &starts {
            let iteration = self.iteration_of(value, &mut slots);
            self.write(variable, iteration);
        }
        self.block(body);
        let mut nexts = Vec::new();
        for (variable, _) in &starts {
            if let Some(value) = self.read(variable) {
                flatten(&value, &mut nexts);
            }
        }
        self.path.pop();
        self.env.items = items;
        let stmts = std::mem::replace(&mut self.stmts, outer);
        let mut carried = Vec::new();
        let mut after = Vec::new();
        for ((start, iteration, index), next) in slots.into_iter().zip(nexts) {
            let value = &self.values[iteration];
            let (shape, mask, span, name) =
                (value.shape.clone(), value.mask, value.span, self.values[next].name.clone());
            let result = self.value(shape, mask, span, Def::After(index));
            self.values[result].name = name.clone();
            self.values[iteration].name = name;
            self.carried[index] = Carried { start, iteration, next, after: result };
            carried.push(self.carried[index].clone());
            after.push(result);
        }
        let mut after = after.into_iter();
        for (variable, value) in &starts {
            let value = refill(value, &mut after);
            self.write(variable, value);
        }
        let body = Region { stmts };
        let header = self.finish_iterations(repeated, pattern.clone(), iter, &body);
        self.stmts.push(Stmt::Loop(Loop { id, header, body, carried }));
    }

    pub(super) fn new_loop(&mut self) -> usize {
        self.loops += 1;
        self.loops - 1
    }

    fn read(&self, variable: &LoopVariable) -> Option<Val> {
        match variable {
            LoopVariable::Place(place) => self.env.places.get(place).map(|id| Val::Num(*id)),
            LoopVariable::Local(local) => self.env.locals[*local].clone(),
        }
    }

    fn write(&mut self, variable: &LoopVariable, value: Val) {
        match variable {
            LoopVariable::Place(place) => drop(self.env.places.insert(*place, value.number())),
            LoopVariable::Local(local) => self.env.locals[*local] = Some(value),
        }
    }

    /// The value at the start of an iteration, with the same structure.
    fn iteration_of(&mut self, value: &Val, slots: &mut Vec<(Id, Id, usize)>) -> Val {
        match value {
            Val::Num(start) => {
                let (shape, mask, span) =
                    (self.values[*start].shape.clone(), self.values[*start].mask, self.values[*start].span);
                let index = self.carried.len();
                let iteration = self.value(shape, mask, span, Def::Iteration(index));
                self.carried.push(Carried { start: *start, iteration, next: iteration, after: iteration });
                slots.push((*start, iteration, index));
                Val::Num(iteration)
            }
            Val::Fixed(fixed) => Val::Fixed(fixed.clone()),
            Val::Items(items) => Val::Items(items.iter().map(|item| self.iteration_of(item, slots)).collect()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum LoopVariable {
    Place(Place),
    Local(LocalId),
}

fn flatten(value: &Val, ids: &mut Vec<Id>) {
    match value {
        Val::Num(id) => ids.push(*id),
        Val::Fixed(_) => {}
        Val::Items(items) => items.iter().for_each(|item| flatten(item, ids)),
    }
}

fn refill(value: &Val, ids: &mut impl Iterator<Item = Id>) -> Val {
    match value {
        Val::Num(old) => Val::Num(ids.next().unwrap_or(*old)),
        Val::Fixed(fixed) => Val::Fixed(fixed.clone()),
        Val::Items(items) => Val::Items(items.iter().map(|item| refill(item, ids)).collect()),
    }
}

/// Variables and places that a loop body assigns.
fn assigned_in(block: &Block, assigned: &mut BTreeSet<LoopVariable>) {
    walk(block, &mut |item| {
        if let Visited::Stmt(ast::Stmt::Assign(target, _)) = item {
            match target {
                Target::Place(place) => drop(assigned.insert(LoopVariable::Place(*place))),
                Target::Local(local, _) => drop(assigned.insert(LoopVariable::Local(*local))),
                // An item is overwritten in its list, so nothing is carried.
                Target::Item(..) => {}
            }
        }
    });
}
