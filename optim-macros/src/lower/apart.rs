//! Loops that only outputs take apart: a reduction for an output gives a loop passes of its own, but without outputs it runs inside of one pass.
//! Such a loop is duplicated, and outputs use the copy. The original loop then keeps its bits.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::prune::{needed, pruned};
use crate::ir::{Argument, Arm, Around, Branch, Carried, Def, Id, Loop, Path, Program, Region, Stmt};

/// The program with such loops duplicated. `unwatched` is the step without outputs; each set has the loops with passes of their own.
pub(crate) fn loops_apart(
    (program, own): (Program, &BTreeSet<usize>),
    (unwatched, of_unwatched): (&Program, &BTreeSet<usize>),
) -> Program {
    let is_apart = |iterations: &Loop| {
        let runs = |other: &Loop| !other.carried.is_empty();
        own.contains(&iterations.id)
            && !of_unwatched.contains(&iterations.id)
            && unwatched.region.iterations(iterations.id).is_some_and(runs)
    };
    let mut program = program;
    let mut region = std::mem::take(&mut program.region);
    let next = 1 + region.numbers().into_iter().max().unwrap_or(0);
    let mut copies = Copies { program, unwatched, needed: needed(unwatched), next };
    copies.region(&mut region, &is_apart);
    let Copies { mut program, .. } = copies;
    carries_on(&mut region, &program.carried);
    program.region = region;
    pruned(program)
}

/// Copies the carried variables of `known` to the loops of a region.
fn carries_on(region: &mut Region, known: &[Carried]) {
    for stmt in &mut region.stmts {
        match stmt {
            Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => {}
            Stmt::Branch(branch) => branch.arms.iter_mut().for_each(|arm| carries_on(&mut arm.region, known)),
            Stmt::Loop(iterations) => {
                for carried in &mut iterations.carried {
                    let own = known.iter().find(|known| known.iteration == carried.iteration);
                    own.into_iter().for_each(|own| *carried = own.clone());
                }
                carries_on(&mut iterations.body, known);
            }
        }
    }
}

struct Copies<'p> {
    program: Program,
    unwatched: &'p Program,
    /// The values that the step without outputs needs.
    needed: BTreeSet<Id>,
    /// The next unused number for loops and branches.
    next: usize,
}

/// The numbers of values, carried variables, loops and branches in a copy, by their original numbers.
#[derive(Default)]
struct Renamed {
    values: BTreeMap<Id, Id>,
    carried: HashMap<usize, usize>,
    loops: HashMap<usize, usize>,
    branches: HashMap<usize, usize>,
}

impl Copies<'_> {
    fn region(&mut self, region: &mut Region, is_apart: &dyn Fn(&Loop) -> bool) {
        for stmt in std::mem::take(&mut region.stmts) {
            match stmt {
                Stmt::Loop(iterations) if is_apart(&iterations) => {
                    let copy = self.copy(&iterations);
                    let after = copy.carried.iter().map(|carried| Stmt::Def(carried.after));
                    region.stmts.extend(after);
                    region.stmts.push(Stmt::Loop(copy));
                    let without_outputs = self.unwatched.region.iterations(iterations.id).cloned();
                    region.stmts.push(Stmt::Loop(without_outputs.unwrap_or(iterations)));
                }
                Stmt::Loop(mut iterations) => {
                    self.region(&mut iterations.body, is_apart);
                    region.stmts.push(Stmt::Loop(iterations));
                }
                Stmt::Branch(mut branch) => {
                    branch.arms.iter_mut().for_each(|arm| self.region(&mut arm.region, is_apart));
                    region.stmts.push(Stmt::Branch(branch));
                }
                stmt => region.stmts.push(stmt),
            }
        }
    }

    /// Copies a loop. Outputs read the copy's values, unless the step itself needs them.
    fn copy(&mut self, iterations: &Loop) -> Loop {
        let mut renamed = Renamed::default();
        self.rename_loop(iterations, &mut renamed);
        for (old, new) in &renamed.values {
            let mut value = self.program.values[*old].clone();
            renamed.def(&mut value.def);
            renamed.path(&mut value.path);
            self.program.values[*new] = value;
        }
        for (old, new) in &renamed.carried {
            self.program.carried[*new] = renamed.of_carried(&self.program.carried[*old]);
        }
        let accesses = std::mem::take(&mut self.program.accesses);
        let with_copy = |access: Id| match renamed.values.get(&access) {
            // The original loop keeps the accesses of the step without outputs.
            Some(copy) => [Some(access).filter(|access| self.unwatched.accesses.contains(access)), Some(*copy)],
            None => [Some(access), None],
        };
        self.program.accesses = accesses.into_iter().flat_map(with_copy).flatten().collect();
        let for_outputs = Renamed {
            values: renamed
                .values
                .iter()
                .map(|(old, new)| (*old, *new))
                .filter(|(old, _)| !self.needed.contains(old))
                .collect(),
            ..Renamed::default()
        };
        let is_inside = |path: &Path| path.contains(&Around::Loop(iterations.id));
        for value in self.program.values.iter_mut().filter(|value| !is_inside(&value.path)) {
            for_outputs.operands(&mut value.def);
        }
        let own: BTreeSet<Id> = iterations.carried.iter().map(|carried| carried.iteration).collect();
        let others = self.program.carried.iter_mut();
        for carried in others.filter(|carried| !own.contains(&carried.iteration)) {
            (carried.start, carried.next) = (for_outputs.value(carried.start), for_outputs.value(carried.next));
        }
        self.program.stores.iter_mut().for_each(|(_, id)| *id = for_outputs.value(*id));
        renamed.iterations(iterations)
    }

    fn rename_loop(&mut self, iterations: &Loop, renamed: &mut Renamed) {
        renamed.loops.insert(iterations.id, self.number());
        for carried in &iterations.carried {
            self.rename(carried.iteration, renamed);
            self.rename(carried.after, renamed);
            let same = |known: &Carried| known.iteration == carried.iteration;
            if let Some(index) = self.program.carried.iter().position(same) {
                renamed.carried.insert(index, self.program.carried.len());
                self.program.carried.push(carried.clone());
            }
        }
        self.rename_region(&iterations.body, renamed);
    }

    fn rename_region(&mut self, region: &Region, renamed: &mut Renamed) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed(_) | Stmt::Left(_) => {}
                Stmt::Def(id) => self.rename(*id, renamed),
                Stmt::Branch(branch) => {
                    renamed.branches.insert(branch.id, self.number());
                    branch.phis.iter().for_each(|phi| self.rename(*phi, renamed));
                    branch.arms.iter().for_each(|arm| self.rename_region(&arm.region, renamed));
                }
                Stmt::Loop(inner) => self.rename_loop(inner, renamed),
            }
        }
    }

    fn rename(&mut self, id: Id, renamed: &mut Renamed) {
        let values = &mut self.program.values;
        renamed.values.entry(id).or_insert_with(|| {
            let copy = values[id].clone();
            values.push(copy);
            values.len() - 1
        });
    }

    fn number(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }
}

impl Renamed {
    fn value(&self, id: Id) -> Id {
        self.values.get(&id).copied().unwrap_or(id)
    }

    /// Replaces the operands of a definition.
    fn operands(&self, def: &mut Def) {
        let each = |ids: &mut [Id]| ids.iter_mut().for_each(|id| *id = self.value(*id));
        match def {
            Def::Fixed(_)
            | Def::Hyper(..)
            | Def::Grad
            | Def::Load(_)
            | Def::Item(_)
            | Def::Count
            | Def::Draw(..)
            | Def::Iteration(_)
            | Def::After(_) => {}
            Def::Op(_, ids) | Def::Reduce(_, ids) | Def::ReduceTo(_, ids) | Def::Library(_, ids, _) | Def::Phi(ids) => {
                each(ids);
            }
            Def::Powi(id, _) | Def::Lift(id) | Def::Result(id, _) | Def::Global(_, id) | Def::Put(_, id) => {
                *id = self.value(*id);
            }
            Def::Inner(_, ids, _) => each(ids),
            Def::Elementwise(_, arguments) => {
                for argument in arguments {
                    if let Argument::Value(id) = argument {
                        *id = self.value(*id);
                    }
                }
            }
        }
    }

    fn def(&self, def: &mut Def) {
        self.operands(def);
        if let Def::Iteration(carried) | Def::After(carried) = def {
            *carried = self.carried.get(carried).copied().unwrap_or(*carried);
        }
    }

    fn path(&self, path: &mut Path) {
        for around in path {
            let (known, number) = match around {
                Around::Loop(id) => (self.loops.get(id), id),
                Around::Arm(branch, _) => (self.branches.get(branch), branch),
            };
            *number = known.copied().unwrap_or(*number);
        }
    }

    fn of_carried(&self, carried: &Carried) -> Carried {
        let [start, iteration, next, after] =
            [carried.start, carried.iteration, carried.next, carried.after].map(|id| self.value(id));
        Carried { start, iteration, next, after }
    }

    fn iterations(&self, iterations: &Loop) -> Loop {
        Loop {
            id: self.loops[&iterations.id],
            header: iterations.header.clone(),
            body: self.region(&iterations.body),
            carried: iterations.carried.iter().map(|carried| self.of_carried(carried)).collect(),
        }
    }

    fn region(&self, region: &Region) -> Region {
        let stmts = region.stmts.iter().map(|stmt| match stmt {
            Stmt::Fixed(_) | Stmt::Left(_) => stmt.clone(),
            Stmt::Def(id) => Stmt::Def(self.value(*id)),
            Stmt::Branch(branch) => Stmt::Branch(Branch {
                id: self.branches[&branch.id],
                phis: branch.phis.iter().map(|phi| self.value(*phi)).collect(),
                arms: branch.arms.iter().map(|arm| Arm { region: self.region(&arm.region), ..arm.clone() }).collect(),
                ..branch.clone()
            }),
            Stmt::Loop(inner) => Stmt::Loop(self.iterations(inner)),
        });
        Region { stmts: stmts.collect() }
    }
}
