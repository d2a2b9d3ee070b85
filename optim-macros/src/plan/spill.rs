//! Recompute or keep: a value that a later pass needs goes to scratch if computing it again costs more.

use std::collections::BTreeSet;

use super::Source;
use super::draft::{Draft, Results};
use super::slice::Slice;
use super::time::Moment;
use crate::ir::{Def, Id};

/// The cost of writing a scratch stream and reading it back, in streams.
const SCRATCH_STREAMS: usize = 2;

/// A value that a pass should read from scratch instead of computing it again.
pub(super) fn candidate(draft: &Draft<'_>) -> Option<Id> {
    draft.results().into_iter().find_map(|(moment, results)| {
        let pass = DraftPass { draft, moment, slice: Slice::of(draft, moment, results.values(draft.facts)), results };
        pass.frontier().into_iter().find(|id| pass.had_better_read(*id))
    })
}

/// A pass in the present draft.
struct DraftPass<'a> {
    draft: &'a Draft<'a>,
    moment: Moment,
    results: Results,
    slice: Slice,
}

impl DraftPass<'_> {
    /// Values of earlier levels that the pass computes again, and of which it uses values of its own level directly.
    fn frontier(&self) -> BTreeSet<Id> {
        let Draft { facts, levels, frame, .. } = self.draft;
        let early = |id: Id| {
            !facts.is_scalar(id)
                && self.slice.compute.contains(&id)
                && levels.of(id) < self.moment.level
                && facts.light_loop(id, frame).is_none()
                && !facts.is_computed_again(id)
        };
        let computed = self.slice.compute.iter().filter(|id| !early(**id));
        let operands = computed.flat_map(|id| facts.program.operands(*id));
        operands.chain(self.results.values(facts)).filter(|id| early(*id)).collect()
    }

    /// Returns true if computing a value again costs more than a scratch stream.
    fn had_better_read(&self, id: Id) -> bool {
        let facts = self.draft.facts;
        let own = Slice::of(self.draft, self.moment, [id]);
        let extra = own.streams(facts).difference(&self.streams_without(id)).count();
        extra > SCRATCH_STREAMS || own.compute.iter().any(|id| is_heavy(facts.def(*id)))
    }

    /// The streams that the pass reads or writes for each element even without computing `given`.
    fn streams_without(&self, given: Id) -> BTreeSet<Source> {
        let Draft { facts, levels, stored, .. } = self.draft;
        let own = |id: &Id| *id != given && levels.of(*id) == self.moment.level;
        let computed = self.slice.compute.iter().filter(|id| own(id)).flat_map(|id| facts.program.operands(*id));
        let results = self.results.values(facts).into_iter().filter(|id| *id != given);
        let early = computed
            .chain(results)
            .filter(|id| *id != given && !facts.is_scalar(*id) && !(own(id) && self.slice.compute.contains(id)));
        let slice = Slice::of(self.draft, self.moment, early);
        let places = stored.iter().filter(|(_, (moment, _))| *moment == self.moment);
        slice.streams(facts).into_iter().chain(places.map(|(place, _)| Source::Place(*place))).collect()
    }
}

/// Returns true if a value calls a function of the mathematics library for each element, or contains a loop.
fn is_heavy(def: &Def) -> bool {
    match def {
        Def::Op(op, _) => op.is_heavy(),
        Def::Elementwise(..) | Def::After(_) => true,
        _ => false,
    }
}
