//! Steps that know something of the whole model, phase by phase: see `kernel/global.rs`.

use super::rule::EngineRule;
use crate::kernel::{Arenas, Float, Folds, Globals, ParamRow, Threads, run_row};

/// Runs an entry of an optimizer over its parameters with a gradient, or of the optimizers of all rules together, with so many wrappers around the
/// partition: a number of the whole model is that of all of their parameters where one of these wrappers asks for it, and that of the
/// rule's own parameters where the optimizer inside does. `begin` makes the row ready for a rule and tells its entry.
pub(super) fn run_phases<T: Float>(
    row: &mut ParamRow<'_, T>,
    (rules, wrappers): (&mut [EngineRule<T>], usize),
    begin: impl Fn(&mut ParamRow<'_, T>, &EngineRule<T>, usize) -> usize,
    (arenas, threads): (&Arenas<T>, Threads),
) {
    let together = rules.len() > 1;
    // The parameters in their order, each with the place of its rule.
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
fn globals_of<T: Float>(rules: &mut [EngineRule<T>], rule: usize) -> Option<&mut Globals<T>> {
    rules.get_mut(rule)?.globals.as_mut()
}

/// Completes the first cut that any parameter waits at; whether there was one.
fn complete<T: Float>(rules: &mut [EngineRule<T>], all: &[(usize, usize)], wrappers: usize) -> bool {
    let mut first: Option<(Vec<u64>, usize)> = None;
    for (param, rule) in all {
        let Some((key, _)) = globals_of(rules, *rule).and_then(|globals| globals.waiting(*param)) else { continue };
        if first.as_ref().is_none_or(|(known, _)| *key < known[..]) {
            first = Some((key.to_vec(), *rule));
        }
    }
    let Some((key, of)) = first else { return false };
    // The last number of a key is that of the wrappers around what joins.
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

/// Global states take what the parameters assigned: those of wrappers around a partition in all rules, also where no parameter has a
/// gradient.
fn commit<T: Float>(rules: &mut [EngineRule<T>], all: &[(usize, usize)]) {
    for (place, rule) in rules.iter_mut().enumerate() {
        let own: Vec<usize> = all.iter().filter(|(_, of)| *of == place).map(|(param, _)| *param).collect();
        if let Some(globals) = &mut rule.globals {
            globals.commit(&own);
        }
    }
    let Some((_, from)) = all.first() else { return };
    let values: Vec<f64> = match &rules[*from] {
        EngineRule { globals: Some(globals), shared_states, .. } => {
            shared_states.iter().map(|state| globals.values[*state]).collect()
        }
        _ => return,
    };
    for EngineRule { globals, shared_states, .. } in rules {
        if let Some(globals) = globals {
            shared_states.iter().zip(&values).for_each(|(state, value)| globals.values[*state] = *value);
        }
    }
}
