//! Levels: how many barriers lie before a value.

use std::collections::{BTreeMap, BTreeSet};

use super::Planner;
use crate::ir::{Def, Id, Loop, Path, Program, Region, Stmt};
use crate::kind::Shape;

/// Whether a loop can't run inside one pass: a reduction or product in it, or values of two shapes.
pub(super) fn has_barrier(program: &Program, turns: &Loop, heavy: &BTreeSet<usize>) -> bool {
    let mut shapes = BTreeSet::new();
    for carried in &turns.carried {
        shapes.insert(program.values[carried.turn].shape.clone());
    }
    let barrier = visit(program, &turns.body, heavy, &mut shapes);
    shapes.remove(&Shape::scalar());
    barrier || shapes.len() > 1
}

fn visit(program: &Program, region: &Region, heavy: &BTreeSet<usize>, shapes: &mut BTreeSet<Shape>) -> bool {
    let stmts = region.stmts.iter().map(|stmt| match stmt {
        Stmt::Fixed { .. } => false,
        Stmt::Def(id) => {
            let value = &program.values[*id];
            shapes.insert(value.shape.clone());
            matches!(value.def, Def::Reduce(..) | Def::Matmul(..) | Def::Transpose(_))
        }
        // No short cut: the shapes of all arms count.
        Stmt::Branch(branch) => {
            let arms = branch.arms.iter().map(|arm| visit(program, &arm.region, heavy, shapes));
            arms.collect::<Vec<_>>().contains(&true)
        }
        Stmt::Loop(inner) => {
            visit(program, &inner.body, heavy, shapes);
            heavy.contains(&inner.id)
        }
    });
    stmts.collect::<Vec<_>>().contains(&true)
}

/// The values that a frame must have, and their levels.
pub(super) struct Levels {
    pub(super) needed: BTreeSet<Id>,
    level: BTreeMap<Id, usize>,
    loops: BTreeMap<usize, usize>,
}

impl Levels {
    /// `roots` are the results of the frame.
    pub(super) fn new(planner: &Planner<'_>, frame: &Path, roots: &[Id]) -> Self {
        let mut levels = Self { needed: BTreeSet::new(), level: BTreeMap::new(), loops: BTreeMap::new() };
        for root in roots {
            levels.need(planner, *root);
        }
        for id in levels.needed.clone() {
            levels.compute(planner, frame, id);
        }
        levels
    }

    pub(super) fn of(&self, id: Id) -> usize {
        self.level.get(&id).copied().unwrap_or(0)
    }

    /// The level of a loop: after everything that it uses.
    pub(super) fn of_loop(&self, id: usize) -> usize {
        self.loops.get(&id).copied().unwrap_or(0)
    }

    pub(super) fn highest(&self) -> usize {
        self.level.values().chain(self.loops.values()).copied().max().unwrap_or(0)
    }

    /// A list instead of recursion: values depend on each other in chains as long as the step.
    fn need(&mut self, planner: &Planner<'_>, root: Id) {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if self.needed.insert(id) {
                open.extend(dependencies(planner.program, id));
            }
        }
    }

    fn compute(&mut self, planner: &Planner<'_>, frame: &Path, id: Id) -> usize {
        if let Some(level) = self.level.get(&id) {
            return *level;
        }
        if !planner.within(id, frame) {
            self.level.insert(id, 0);
            return 0;
        }
        let program = planner.program;
        let inner = planner
            .heavy_loop(id, frame)
            .map(|l| (l, true))
            .or_else(|| planner.light_loop(id, frame).map(|l| (l, false)));
        let level = match (&program.values[id].def, inner) {
            (_, Some((turns, _))) => self.loop_level(planner, frame, turns),
            (Def::Turn(_), None) => 0,
            (Def::After(carried), None) => {
                let turns = planner.loop_of[carried];
                self.loop_level(planner, frame, turns) + usize::from(planner.heavy.contains(&turns))
            }
            (def, None) => {
                let below = program
                    .operands(id)
                    .into_iter()
                    .map(|operand| self.compute(planner, frame, operand))
                    .max()
                    .unwrap_or(0);
                let barrier = matches!(def, Def::Reduce(..) | Def::Matmul(..) | Def::Transpose(_));
                below + usize::from(barrier && !planner.folded.contains(&id))
            }
        };
        self.level.insert(id, level);
        level
    }

    fn loop_level(&mut self, planner: &Planner<'_>, frame: &Path, turns: usize) -> usize {
        if let Some(level) = self.loops.get(&turns) {
            return *level;
        }
        let outside = outside_uses(planner, frame, turns, &self.needed);
        let level = outside.into_iter().map(|id| self.compute(planner, frame, id)).max().unwrap_or(0);
        self.loops.insert(turns, level);
        level
    }
}

/// Operands, and for carried variables what they start from and become.
pub(super) fn dependencies(program: &Program, id: Id) -> Vec<Id> {
    match program.values[id].def {
        Def::Turn(carried) => vec![program.carried[carried].start, program.carried[carried].next],
        _ => program.operands(id),
    }
}

/// Values from outside a loop of this frame that are used inside it, the starts of its carried variables included.
pub(super) fn outside_uses(planner: &Planner<'_>, frame: &Path, turns: usize, needed: &BTreeSet<Id>) -> BTreeSet<Id> {
    let program = planner.program;
    let inside = |id: Id| {
        program.values[id].path.iter().skip(frame.len()).any(|around| *around == crate::ir::Around::Loop(turns))
    };
    let mut outside = BTreeSet::new();
    for &id in needed {
        let own = match program.values[id].def {
            Def::After(carried) => planner.loop_of[&carried] == turns,
            _ => false,
        };
        if inside(id) || own {
            outside.extend(dependencies(program, id).into_iter().filter(|operand| !inside(*operand)));
        }
    }
    outside
}
