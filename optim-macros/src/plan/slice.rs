//! Slices: what a pass computes for its results, and what it reads.

use std::collections::{BTreeMap, BTreeSet};

use super::levels::{Levels, dependencies};
use super::{Planner, Position, Source};
use crate::ast::Place;
use crate::ir::{Around, Def, Id, Path};

/// What is known about a frame while its passes are chosen.
pub(super) struct Context<'a> {
    pub(super) frame: &'a Path,
    pub(super) levels: &'a Levels,
    /// When each place is overwritten, and by what.
    pub(super) stored: &'a BTreeMap<Place, (Position, Id)>,
}

#[derive(Default, Clone)]
pub(super) struct Slice {
    pub(super) compute: BTreeSet<Id>,
    pub(super) reads: BTreeMap<Id, Source>,
    pub(super) scalars: BTreeSet<Id>,
}

impl Slice {
    /// The slice at `position` for these results.
    pub(super) fn of(
        planner: &Planner<'_>,
        context: &Context<'_>,
        position: Position,
        results: impl IntoIterator<Item = Id>,
    ) -> Self {
        let mut slice = Self::default();
        for id in results {
            slice.add(planner, context, position, id);
        }
        slice
    }

    /// What the slice reads per element: rows and columns are small beside it.
    pub(super) fn streams(&self, planner: &Planner<'_>) -> BTreeSet<Source> {
        let tensor = |id: Id| planner.program.values[id].shape.is_tensor();
        self.reads.iter().filter(|(id, _)| tensor(**id)).map(|(_, source)| *source).collect()
    }

    fn add(&mut self, planner: &Planner<'_>, context: &Context<'_>, position: Position, id: Id) {
        if self.compute.contains(&id) || self.reads.contains_key(&id) || self.scalars.contains(&id) {
            return;
        }
        if planner.program.is_scalar(id) {
            let in_loop = planner.within(id, context.frame) && planner.light_loop(id, context.frame).is_some();
            let here = position.1 == 0
                && planner.within(id, context.frame)
                && context.levels.of(id) == position.0
                && !is_given(planner, id);
            if !in_loop && !here {
                self.scalars.insert(id);
                return;
            }
        } else if let Some(source) = source(planner, context, position, id) {
            self.reads.insert(id, source);
            return;
        }
        self.compute.insert(id);
        for operand in dependencies(planner.program, id) {
            self.add(planner, context, position, operand);
        }
    }
}

/// Scalars that no scalar code computes: results of reductions and of loops with barriers.
pub(super) fn is_given(planner: &Planner<'_>, id: Id) -> bool {
    match planner.program.values[id].def {
        Def::Reduce(..) => true,
        Def::After(carried) | Def::Turn(carried) => planner.heavy.contains(&planner.loop_of[&carried]),
        _ => false,
    }
}

/// Whether a place that takes `value` holds `id` wherever `id` is defined: it is that value, or the one that an arm
/// gives in which `id` is defined.
fn is_left_in(planner: &Planner<'_>, value: Id, id: Id) -> bool {
    if value == id {
        return true;
    }
    let Def::Phi(options) = &planner.program.values[value].def else { return false };
    let branch = planner.branch_of[&value];
    let arm = planner.program.values[id].path.iter().find_map(|around| match around {
        Around::Arm(own, arm) if *own == branch => Some(*arm),
        _ => None,
    });
    arm.is_some_and(|arm| is_left_in(planner, options[arm], id))
}

/// Where a value can be read at a position, if it need not be computed.
pub(super) fn source(planner: &Planner<'_>, context: &Context<'_>, position: Position, id: Id) -> Option<Source> {
    match planner.program.values[id].def {
        Def::Grad => return Some(Source::Grad),
        Def::Load(place) => return Some(Source::Place(place)),
        _ => {}
    }
    for (place, (stored, value)) in context.stored {
        if *stored < position && is_left_in(planner, *value, id) {
            return Some(Source::Place(*place));
        }
    }
    let slot = *planner.slot_of.get(&id)?;
    if !planner.within(id, context.frame) {
        return Some(Source::Slot(slot));
    }
    let saved = match planner.program.values[id].def {
        // Available from the level that the barrier begins.
        Def::Reduce(..) | Def::Matmul(..) | Def::Transpose(_) => (context.levels.of(id), 0),
        Def::Turn(_) | Def::After(_) if is_given(planner, id) => (context.levels.of(id), 0),
        _ => (context.levels.of(id), planner.rank(&planner.program.values[id].shape) + 1),
    };
    (saved <= position).then_some(Source::Slot(slot))
}
