//! Removes unused work, for example the work that only outputs need in a step without outputs.

use std::collections::BTreeSet;

use crate::ast::Place;
use crate::fixed::Var;
use crate::ir::{Argument, Def, Id, Path, Program, Region, Stmt, Test};
use crate::kind::Shape;

/// The program without outputs. Values keep their numbers.
pub(crate) fn without_outputs(program: &Program) -> Program {
    let mut program = program.clone();
    program.stores.retain(|(place, _)| !matches!(place, Place::Output(_)));
    let accesses = std::mem::take(&mut program.accesses);
    program.accesses = accesses.into_iter().filter(|access| !program.is_report(*access)).collect();
    pruned(program)
}

/// The program without values that no place, item, output or inner optimizer needs, and without questions about time that are then
/// unused. Values keep their numbers.
pub(crate) fn pruned(mut program: Program) -> Program {
    let needed = needed(&program);
    let of_place =
        |def: &Def| matches!(def, Def::Grad) || matches!(def, Def::Load(place) if !matches!(place, Place::Output(_)));
    program.accesses.retain(|id| needed.contains(id));
    let local: BTreeSet<_> = program.accesses.iter().filter_map(|access| program.local_list(*access)).collect();
    program.lists.retain(|id, _| local.contains(id));
    let mut region = std::mem::take(&mut program.region);
    keep(&mut region, &needed);
    leave_questions(&mut region, &program, &needed);
    program.asks &= asks(&region, &program);
    program.region = region;
    // The planner looks at all values, so removed values are replaced by fixed numbers.
    for carried in program.carried.iter_mut().filter(|carried| !needed.contains(&carried.iteration)) {
        (carried.start, carried.next) = (carried.iteration, carried.iteration);
    }
    for id in (0..program.values.len()).filter(|id| !needed.contains(id)) {
        let value = &mut program.values[id];
        if !of_place(&value.def) {
            (value.def, value.shape, value.path) = (Def::Count, Shape::Scalar, Path::new());
        }
    }
    program
}

/// The values that the results depend on.
pub(super) fn needed(program: &Program) -> BTreeSet<Id> {
    let stored = program.stores.iter().map(|(_, id)| *id);
    let puts = || program.accesses.iter().copied().filter(|id| program.is_put(*id));
    // A list that the step makes is not a result. Its items are needed only if they are read.
    let lasting = puts().filter(|id| program.local_list(*id).is_none());
    let mut open: Vec<Id> = stored.chain(lasting).chain(program.call()).collect();
    let mut needed = BTreeSet::new();
    while let Some(id) = open.pop() {
        if needed.insert(id) {
            open.extend(program.operands(id));
            if let Some(list) = program.local_list(id).filter(|_| !program.is_put(id)) {
                open.extend(puts().filter(|put| program.local_list(*put) == Some(list)));
            }
            if let Def::Iteration(carried) | Def::After(carried) = program.values[id].def {
                let carried = &program.carried[carried];
                open.extend([carried.start, carried.iteration, carried.next]);
            }
        }
    }
    needed
}

/// Removes all other values of a region, and branches and loops without needed values.
fn keep(region: &mut Region, needed: &BTreeSet<Id>) {
    region.stmts.retain_mut(|stmt| match stmt {
        Stmt::Fixed(_) | Stmt::Left(_) => true,
        Stmt::Def(id) => needed.contains(id),
        Stmt::Branch(branch) => {
            branch.arms.iter_mut().for_each(|arm| keep(&mut arm.region, needed));
            branch.phis.retain(|phi| needed.contains(phi));
            let works = |region: &Region| region.stmts.iter().any(|stmt| !matches!(stmt, Stmt::Fixed(_)));
            !branch.phis.is_empty() || !branch.fixed.is_empty() || branch.arms.iter().any(|arm| works(&arm.region))
        }
        Stmt::Loop(iterations) => {
            keep(&mut iterations.body, needed);
            iterations.carried.retain(|carried| needed.contains(&carried.iteration));
            true
        }
    });
}

/// Removes timed variables that nothing reads any more.
fn leave_questions(region: &mut Region, program: &Program, needed: &BTreeSet<Id>) {
    loop {
        let mut read = BTreeSet::new();
        for id in needed {
            match &program.values[*id].def {
                Def::Fixed(fixed) | Def::Powi(_, fixed) => fixed.variables(&mut read),
                Def::Item(item) | Def::Put(item, _) => item.index.variables(&mut read),
                Def::Elementwise(_, arguments) => {
                    for argument in arguments {
                        if let Argument::Fixed(fixed) = argument {
                            fixed.variables(&mut read);
                        }
                    }
                }
                Def::Library(_, _, fixed) => fixed.iter().for_each(|fixed| fixed.variables(&mut read)),
                _ => {}
            }
        }
        add_read(region, &mut read);
        if !leave_unread(region, &read) {
            break;
        }
    }
}

/// Adds the variables that the statements of a region read.
fn add_read(region: &Region, read: &mut BTreeSet<Var>) {
    for stmt in &region.stmts {
        stmt.variables(read);
        match stmt {
            Stmt::Branch(branch) => {
                branch.conditions(read);
                branch.arms.iter().for_each(|arm| add_read(&arm.region, read));
            }
            Stmt::Loop(iterations) => {
                iterations.header.variables(read);
                add_read(&iterations.body, read);
            }
            Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => {}
        }
    }
}

/// Removes timed variables that are not in `read`. Returns true if there was one.
fn leave_unread(region: &mut Region, read: &BTreeSet<Var>) -> bool {
    let before = region.stmts.len();
    region.stmts.retain(|stmt| match stmt {
        Stmt::Fixed(own) if own.value.level().is_timed() => !stmt.defines().is_disjoint(read),
        _ => true,
    });
    let mut left = region.stmts.len() < before;
    for stmt in &mut region.stmts {
        match stmt {
            Stmt::Branch(branch) => branch.arms.iter_mut().for_each(|arm| left |= leave_unread(&mut arm.region, read)),
            Stmt::Loop(iterations) => left |= leave_unread(&mut iterations.body, read),
            Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => {}
        }
    }
    left
}

/// Returns true if a region asks a question about time.
fn asks(region: &Region, program: &Program) -> bool {
    region.stmts.iter().any(|stmt| match stmt {
        Stmt::Fixed(own) => own.value.level().is_timed(),
        Stmt::Left(_) => false,
        Stmt::Def(id) => match &program.values[*id].def {
            Def::Fixed(fixed) | Def::Powi(_, fixed) => fixed.level().is_timed(),
            Def::Item(item) | Def::Put(item, _) => item.index.level().is_timed(),
            _ => false,
        },
        Stmt::Branch(branch) => {
            let guards = branch.arms.iter().filter_map(|arm| arm.guard.as_ref());
            let is_timed = match &branch.test {
                Test::If(test) => test.level().is_timed(),
                Test::Match(scrutinee) => scrutinee.level().is_timed(),
            };
            is_timed
                || guards.into_iter().any(|guard| guard.level().is_timed())
                || branch.fixed.iter().flat_map(|(_, values)| values).any(|value| value.level().is_timed())
                || branch.arms.iter().any(|arm| asks(&arm.region, program))
        }
        Stmt::Loop(iterations) => asks(&iterations.body, program),
    })
}
