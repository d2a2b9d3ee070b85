//! Work that is only for outputs. It gets a pass of its own if it would add streams to a pass with reductions: the streams decide in which order
//! the pass walks over memory, and so about the bits of its sums.

use std::collections::BTreeSet;

use super::Source;
use super::draft::{Draft, Results};
use super::slice::Slice;
use super::time::Moment;

/// The passes for these results. A separate pass for outputs comes first, while all places have their old values.
pub(super) fn apart(draft: &Draft<'_>, moment: Moment, results: Results) -> Vec<Results> {
    let Some(pinned) = &draft.facts.pinned else { return vec![results] };
    let Results { stores, saves, reductions, puts } = results;
    let (kept, told_saves) = saves.into_iter().partition(|(id, _)| pinned.saved.contains(id));
    let (own, told_reductions) = reductions.into_iter().partition(|id| pinned.needed.contains(id));
    let mut step = Results { stores, saves: kept, reductions: own, puts };
    let mut told = Results { saves: told_saves, reductions: told_reductions, ..Results::default() };
    if step.reductions.is_empty() || !adds_streams(draft, moment, (&step, &told)) {
        step.saves.append(&mut told.saves);
        step.reductions.append(&mut told.reductions);
        return vec![step];
    }
    vec![told, step]
}

/// Returns true if work for outputs would add streams or axes to the pass of the step.
fn adds_streams(draft: &Draft<'_>, moment: Moment, (step, told): (&Results, &Results)) -> bool {
    let facts = draft.facts;
    let sources = |results: &Results| -> BTreeSet<Source> {
        Slice::of(draft, moment, results.values(facts)).reads.into_values().collect()
    };
    let mut own = sources(step);
    own.extend(step.stores.iter().map(|(place, _)| Source::Place(*place)));
    !told.saves.is_empty() || told.reductions.iter().any(|id| !facts.is_scalar(*id)) || !sources(told).is_subset(&own)
}
