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
    /// When each place is overwritten, by the values that it holds from then on where they are defined.
    pub(super) left: BTreeMap<Id, Vec<(Place, Position)>>,
}

impl<'a> Context<'a> {
    pub(super) fn new(
        planner: &Planner<'_>,
        frame: &'a Path,
        levels: &'a Levels,
        stored: &BTreeMap<Place, (Position, Id)>,
    ) -> Self {
        let mut left: BTreeMap<Id, Vec<(Place, Position)>> = BTreeMap::new();
        for (place, (position, value)) in stored {
            for id in left_in(planner, *value) {
                left.entry(id).or_default().push((*place, *position));
            }
        }
        Self { frame, levels, left }
    }
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

    /// A list instead of recursion, as for [`Levels`].
    fn add(&mut self, planner: &Planner<'_>, context: &Context<'_>, position: Position, root: Id) {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if self.visit(planner, context, position, id) {
                open.extend(dependencies(planner.program, id));
            }
        }
    }

    /// Adds one value; whether it is computed here, from others.
    fn visit(&mut self, planner: &Planner<'_>, context: &Context<'_>, position: Position, id: Id) -> bool {
        if self.compute.contains(&id) || self.reads.contains_key(&id) || self.scalars.contains(&id) {
            return false;
        }
        if planner.program.is_scalar(id) {
            let in_loop = planner.within(id, context.frame) && planner.light_loop(id, context.frame).is_some();
            let here = position.1 == 0
                && planner.within(id, context.frame)
                && context.levels.of(id) == position.0
                && !is_given(planner, id);
            if !in_loop && !here {
                self.scalars.insert(id);
                return false;
            }
        } else if let Some(source) = source(planner, context, position, id) {
            self.reads.insert(id, source);
            return false;
        }
        self.compute.insert(id)
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

/// The values that a place which takes `value` holds wherever they are defined: that value, and the one that an arm gives
/// in which it is defined.
fn left_in(planner: &Planner<'_>, value: Id) -> Vec<Id> {
    let mut left = vec![value];
    if let Def::Phi(options) = &planner.program.values[value].def {
        let branch = planner.branch_of[&value];
        for (arm, option) in options.iter().enumerate() {
            let inside = |id: &Id| planner.program.values[*id].path.contains(&Around::Arm(branch, arm));
            left.extend(left_in(planner, *option).into_iter().filter(inside));
        }
    }
    left
}

/// Where a value can be read at a position, if it need not be computed.
pub(super) fn source(planner: &Planner<'_>, context: &Context<'_>, position: Position, id: Id) -> Option<Source> {
    match planner.program.values[id].def {
        Def::Grad => return Some(Source::Grad),
        Def::Load(place) => return Some(Source::Place(place)),
        _ => {}
    }
    let left = context.left.get(&id).into_iter().flatten().find(|(_, stored)| *stored < position);
    if let Some((place, _)) = left {
        return Some(Source::Place(*place));
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
