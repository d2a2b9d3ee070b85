//! Steps that depend on the whole model, phase by phase: see `kernel/global.rs`.

use super::rule::BuiltRule;
use crate::kernel::{Arenas, Float, Folds, Globals, ParamRow, Threads, run_row};

/// Runs an entry of an optimizer for its parameters with a gradient, or an entry of all rules together, with `wrappers` wrappers around the
/// partition. If one of these wrappers reduces over the model, the reduction is over the parameters of all rules. If an inner optimizer does, it is
/// over the rule's own parameters. `begin` prepares the row for a rule and returns its entry.
pub(super) fn run_phases<T: Float>(
    row: &mut ParamRow<'_, T>,
    (rules, wrappers): (&mut [BuiltRule<T>], usize),
    begin: impl Fn(&mut ParamRow<'_, T>, &BuiltRule<T>, usize) -> usize,
    (arenas, threads): (&Arenas<T>, Threads),
) {
    let together = rules.len() > 1;
    // The parameters in order, each with the place of its rule.
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (place, rule) in rules.iter_mut().enumerate() {
        if together {
            row.restrict(rule.groups.clone());
        }
        let own: Vec<usize> = row.places().collect();
        if let Some(globals) = &mut rule.globals {
            globals.begin(&own);
        }
        all.extend(own.into_iter().map(|param| (param, place)));
    }
    all.sort_unstable();
    loop {
        for (place, rule) in rules.iter().enumerate() {
            if together {
                row.restrict(rule.groups.clone());
            }
            let entry = begin(row, rule, place);
            run_row(row, entry, rule.globals.as_ref(), arenas, threads);
        }
        if !complete(rules, &all, wrappers) {
            break;
        }
    }
    commit(rules, &all);
}

/// The globals of a rule.
fn globals_of<T: Float>(rules: &mut [BuiltRule<T>], rule: usize) -> Option<&mut Globals<T>> {
    rules.get_mut(rule)?.globals.as_mut()
}

/// Completes the first cut at which any parameter waits. Returns true if there was one.
fn complete<T: Float>(rules: &mut [BuiltRule<T>], all: &[(usize, usize)], wrappers: usize) -> bool {
    let mut first: Option<(Vec<u64>, usize)> = None;
    for (param, rule) in all {
        let Some((key, _)) = globals_of(rules, *rule).and_then(|globals| globals.waiting(*param)) else { continue };
        if first.as_ref().is_none_or(|(known, _)| *key < known[..]) {
            first = Some((key.to_vec(), *rule));
        }
    }
    let Some((key, of)) = first else { return false };
    // The last number of a key is the number of wrappers around the optimizer that joins.
    let of_all = key.last().is_some_and(|around| usize::try_from(*around).is_ok_and(|around| around < wrappers));
    let mut joined: Vec<f64> = Vec::new();
    let mut here: Vec<(usize, usize)> = Vec::new();
    for (param, rule) in all.iter().filter(|(_, rule)| of_all || *rule == of) {
        let waiting = globals_of(rules, *rule).and_then(|globals| globals.waiting(*param));
        let Some((_, adds)) = waiting.filter(|(known, _)| **known == key[..]) else { continue };
        if joined.is_empty() {
            joined.extend(adds.iter().map(|(fold, _)| fold.start()));
        }
        for (joined, (fold, adds)) in joined.iter_mut().zip(adds) {
            *joined = fold.join(*joined, *adds);
        }
        here.push((*param, *rule));
    }
    for (param, rule) in here {
        if let Some(globals) = globals_of(rules, rule) {
            globals.resume(param, &joined);
        }
    }
    true
}

/// Sets global states to the values that the parameters assigned, in the order of the parameters. The values are the same, unless an inner optimizer
/// does not run in every step of each parameter. Global states of wrappers around a partition are set in all rules.
fn commit<T: Float>(rules: &mut [BuiltRule<T>], all: &[(usize, usize)]) {
    let mut assigned = Vec::new();
    for (param, rule) in all {
        globals_of(rules, *rule).into_iter().for_each(|globals| globals.take_assigned(*param, &mut assigned));
        for (state, value) in assigned.drain(..) {
            put_global(rules, *rule, state, value);
        }
    }
}

/// Sets a global state of a rule. A global state of a wrapper around all rules is set in each of them.
pub(super) fn put_global<T: Float>(rules: &mut [BuiltRule<T>], rule: usize, state: usize, value: f64) {
    let shared = rules[rule].shared_states.iter().position(|shared| *shared == state);
    for (other, known) in rules.iter_mut().enumerate() {
        let place =
            if other == rule { Some(state) } else { shared.and_then(|at| known.shared_states.get(at).copied()) };
        let values = known.globals.as_mut().map(|globals| &mut globals.values);
        if let (Some(place), Some(values)) = (place, values) {
            values[place] = value;
        }
    }
}
