//! Runs a routine of all rules for their parameters.

use super::backup::Backup;
use super::dynamic::About;
use super::phases::run_phases;
use super::rule::BuiltRule;
use super::watch::{Watch, compare};
use crate::definition::Routine;
use crate::kernel::{Arenas, Float, ParamRow, Threads, run_row};
use crate::sparsity::Masks;
use crate::watched::WatchSums;

/// One run of a routine.
pub(super) struct RoutineOfRules<'e, T: Float> {
    pub(super) routine: Routine,
    /// The wrappers around a partition.
    pub(super) around: Option<&'static About>,
    /// The watched numbers, if the step is watched.
    pub(super) watch: Option<&'e Watch>,
    pub(super) masks: &'e Masks<T>,
    /// The parameters before the probe that has moved them.
    pub(super) before: &'e Backup<T>,
    pub(super) arenas: &'e Arenas<T>,
    pub(super) threads: Threads,
}

impl<T: Float> RoutineOfRules<'_, T> {
    pub(super) fn run(&self, rules: &mut [BuiltRule<T>], row: &mut ParamRow<'_, T>) {
        let several = rules.len() > 1;
        let around = self.around.filter(|around| !around.entries_of(self.routine).is_empty());
        // If a wrapper around the partition uses numbers of the whole model, all rules run together.
        let reports = (0..rules.len()).any(|rule| self.reports(rule));
        let together = around.is_some_and(|around| if reports { around.watched_global } else { around.global });
        let size = if together { rules.len().max(1) } else { 1 };
        let wrappers = around.map_or(0, |around| around.fields().len());
        for (chunk, rules) in rules.chunks_mut(size).enumerate() {
            self.run_together((rules, chunk * size), (wrappers, several), row);
        }
    }

    /// Runs consecutive rules together. `first` is the place of the first one among all rules.
    fn run_together(
        &self,
        (rules, first): (&mut [BuiltRule<T>], usize),
        (wrappers, several): (usize, bool),
        row: &mut ParamRow<'_, T>,
    ) {
        // All rules run the entries with outputs even if only one reports any, so that they reach the same cuts of the wrapper.
        let reports = (first..first + rules.len()).any(|rule| self.reports(rule));
        let entries = |rule: &BuiltRule<T>| match reports {
            true => rule.about.watched_entries(),
            false => rule.about.entries_of(self.routine),
        };
        let count = rules.first().map_or(0, |rule| entries(rule).len());
        let masked = !self.masks.is_empty() && count > 0;
        for rule in &*rules {
            if several {
                row.restrict(rule.groups.clone());
            }
            // Set to zero before the step as well, because norms and means count masked elements as 0, whatever the model contains.
            if masked {
                self.masks.apply(row.each_mut(), &[], self.threads);
            }
        }
        for entry in 0..count {
            let begin = |row: &mut ParamRow<'_, T>, rule: &BuiltRule<T>, place: usize| {
                row.watch_sums(self.watched(first + place));
                entries(rule).start + entry
            };
            match rules {
                [rule] if !rule.is_global(reports) => {
                    let entry = begin(row, rule, 0);
                    run_row(row, entry, None, self.arenas, self.threads);
                }
                _ => run_phases(row, (rules, wrappers), begin, (self.arenas, self.threads)),
            }
        }
        let before = Some(self.before).filter(|_| self.watched(first).update);
        let together = rules.len() > 1;
        for rule in &*rules {
            if together {
                row.restrict(rule.groups.clone());
            }
            if let Some(before) = before {
                compare(before, self.masks, row);
            }
            if masked {
                self.masks.apply(row.each_mut(), rule.states.as_slice(), self.threads);
            }
        }
    }

    /// The watched sums and outputs of a rule.
    fn watched(&self, rule: usize) -> WatchSums {
        self.watch.map_or(WatchSums::NONE, |watch| watch.of_rule(rule))
    }

    fn reports(&self, rule: usize) -> bool {
        !self.watched(rule).outputs.is_empty()
    }
}
