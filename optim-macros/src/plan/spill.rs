//! Recompute or keep: a value that a later pass needs again goes to scratch where recomputing it costs more.

use super::frame::Draft;
use super::slice::Slice;
use super::{Planner, Position};
use crate::ir::{Def, Id};

/// Writing a scratch stream and reading it back is worth this many streams.
const SCRATCH_STREAMS: usize = 2;

/// A value that some pass had better read from scratch.
pub(super) fn candidate(planner: &Planner<'_>, draft: &Draft<'_>) -> Option<Id> {
    draft.slices(planner).into_iter().find_map(|(position, slice)| {
        let frontier = frontier(planner, draft, position, &slice);
        frontier.into_iter().find(|id| {
            let own = Slice::of(planner, &draft.context(planner), position, [*id]);
            let rest = draft.streams_without(planner, position, *id);
            let extra = own.streams(planner).difference(&rest).count();
            extra > SCRATCH_STREAMS || own.compute.iter().any(|id| is_heavy(planner, *id))
        })
    })
}

/// Values of earlier levels that this pass computes again for its own.
fn frontier(planner: &Planner<'_>, draft: &Draft<'_>, position: Position, slice: &Slice) -> Vec<Id> {
    let early = |id: Id| {
        !planner.program.is_scalar(id)
            && slice.compute.contains(&id)
            && draft.levels.of(id) < position.0
            && planner.light_loop(id, draft.frame).is_none()
    };
    let results = draft.results_at(planner, position);
    let mut found: Vec<Id> = slice
        .compute
        .iter()
        .filter(|id| !early(**id))
        .flat_map(|id| planner.program.operands(*id))
        .chain(results)
        .filter(|id| early(*id))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn is_heavy(planner: &Planner<'_>, id: Id) -> bool {
    match &planner.program.values[id].def {
        Def::Op(op, _) => op.is_heavy(),
        Def::Elementwise(..) | Def::After(_) => true,
        _ => false,
    }
}
