//! Facts that change from statement to statement. Branches start from the same facts, and their ends are joined.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;

use crate::ast::LocalId;
use crate::fixed::Var;
use crate::kind::Kind;

/// The facts at one point of the body.
#[derive(Clone, Default)]
pub(crate) struct Point {
    /// Kind of each variable; `None` before its first assignment.
    kinds: Vec<Option<Kind>>,
    /// True if `*param` was written on every path to here.
    written: bool,
    /// The outputs that were assigned on every path to here where they exist; for a list also the literal indices of assigned items.
    reported: BTreeSet<(usize, Option<usize>)>,
    /// The number of the last change of each mutable fixed variable: after a change, a condition on the variable has another meaning.
    versions: BTreeMap<Var, usize>,
}

impl Point {
    /// The kinds of all variables that have a value.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (LocalId, &Kind)> {
        self.kinds.iter().enumerate().filter_map(|(id, kind)| Some((id, kind.as_ref()?)))
    }
}

/// The facts at the present point, and what was collected on the way to it.
#[derive(Default)]
pub(crate) struct Flow {
    now: Point,
    /// The first write of `*param`.
    first_write: Option<Span>,
    /// The first assignment of each output.
    first_reports: BTreeMap<usize, Span>,
    /// The number of possible changes to fixed variables so far.
    changes: usize,
    /// The number of timed branches around this point.
    timed: usize,
    /// The number of timed branches around the declaration of each mutable fixed variable.
    declared: BTreeMap<Var, usize>,
}

impl Flow {
    /// Declares the next variable of the body with this kind.
    pub(crate) fn declare(&mut self, kind: Option<Kind>) {
        self.now.kinds.push(kind);
    }

    /// The kind of a variable here; `None` if it has no value on some path.
    pub(crate) fn kind(&self, id: LocalId) -> Option<&Kind> {
        self.now.kinds[id].as_ref()
    }

    pub(crate) fn set_kind(&mut self, id: LocalId, kind: Kind) {
        self.now.kinds[id] = Some(kind);
    }

    /// Records that `*param` is written here.
    pub(crate) fn write_param(&mut self, at: Span) {
        self.now.written = true;
        self.first_write.get_or_insert(at);
    }

    /// Returns true if `*param` was written on every path to here.
    pub(crate) fn is_written(&self) -> bool {
        self.now.written
    }

    /// The first write of `*param`.
    pub(crate) fn first_write(&self) -> Option<Span> {
        self.first_write
    }

    /// Records that an output is assigned here: a number, or an item of a list with its literal index if it has one.
    pub(crate) fn report(&mut self, output: usize, item: Option<usize>, at: Span) {
        self.now.reported.insert((output, item));
        self.first_reports.entry(output).or_insert(at);
    }

    /// Treats these outputs as assigned, because they do not exist here.
    pub(crate) fn leave_outputs(&mut self, absent: BTreeSet<usize>) {
        self.now.reported.extend(absent.into_iter().map(|output| (output, None)));
    }

    /// Returns true if an output was assigned on every path to here where it exists. For a list with a literal length, all items must be
    /// assigned, or some by indices that are known only to `build`. For any other list, one assigned item is enough.
    pub(crate) fn is_reported(&self, output: usize, items: Option<Option<usize>>) -> bool {
        match items {
            _ if self.now.reported.contains(&(output, None)) => true,
            None => false,
            Some(None) => self.reports_items(output),
            Some(Some(length)) => self.item_without_report(output, length).is_none(),
        }
    }

    /// Returns true if an item of a list was assigned by a literal index on every path to here.
    pub(crate) fn reports_items(&self, output: usize) -> bool {
        self.now.reported.range((output, Some(0))..(output + 1, None)).next().is_some()
    }

    /// The first item of a list of this length that was not assigned.
    pub(crate) fn item_without_report(&self, output: usize, length: usize) -> Option<usize> {
        (0..length).find(|item| !self.now.reported.contains(&(output, Some(*item))))
    }

    /// The outputs that were assigned on every path since `before`. Lists count only if their indices are not literals.
    pub(crate) fn reported_since(&self, before: &Point) -> Vec<usize> {
        let new = self.now.reported.difference(&before.reported);
        new.filter(|(_, item)| item.is_none()).map(|(output, _)| *output).collect()
    }

    /// Records that a loop over all indices of these lists assigns their items.
    pub(crate) fn report_lists(&mut self, lists: impl IntoIterator<Item = usize>) {
        self.now.reported.extend(lists.into_iter().map(|list| (list, None)));
    }

    /// The first assignment of an output.
    pub(crate) fn first_report(&self, output: usize) -> Option<Span> {
        self.first_reports.get(&output).copied()
    }

    /// The number of a fixed variable's last change.
    pub(crate) fn version(&self, var: &Var) -> usize {
        self.now.versions.get(var).copied().unwrap_or_default()
    }

    /// Declares a mutable fixed variable here.
    pub(crate) fn declare_fixed(&mut self, var: &Var) {
        self.declared.insert(var.clone(), self.timed);
        self.change(var);
    }

    /// Returns true if the variable was declared outside of a timed branch that decides here whether it changes.
    pub(crate) fn is_timed_outside(&self, var: &Var) -> bool {
        self.declared.get(var).is_some_and(|around| *around < self.timed)
    }

    /// Enters a timed branch.
    pub(crate) fn enter_timed(&mut self) {
        self.timed += 1;
    }

    pub(crate) fn leave_timed(&mut self) {
        self.timed -= 1;
    }

    /// Leaves a timed branch. An output or the parameter counts as written if any arm writes it, since each arm is a program.
    pub(crate) fn join_timed(&mut self, after: &[Point]) {
        self.now.written |= after.iter().any(|point| point.written);
        self.now.reported.extend(after.iter().flat_map(|point| &point.reported));
    }

    /// Records that a mutable fixed variable has a new value from here on.
    pub(crate) fn change(&mut self, var: &Var) {
        self.changes += 1;
        self.now.versions.insert(var.clone(), self.changes);
    }

    /// The facts where a branch starts.
    pub(crate) fn fork(&self) -> Point {
        self.now.clone()
    }

    /// Restores the facts where a branch started. Variables that were declared since then stay.
    pub(crate) fn back_to(&mut self, point: &Point) {
        for (kind, before) in self.now.kinds.iter_mut().zip(&point.kinds) {
            kind.clone_from(before);
        }
        self.now.written = point.written;
        self.now.reported.clone_from(&point.reported);
        self.now.versions.clone_from(&point.versions);
    }

    /// Joins the facts at the ends of branches; `choose` joins the kinds of a variable.
    pub(crate) fn join(&mut self, before: &Point, after: &[Point], choose: impl Fn(&[Kind]) -> Option<Kind>) {
        self.now.written = after.iter().all(|point| point.written);
        let all = |output: &(usize, Option<usize>)| after.iter().all(|point| point.reported.contains(output));
        self.now.reported = after.iter().flat_map(|point| &point.reported).copied().filter(all).collect();
        for (var, version) in &before.versions {
            let versions = || after.iter().map(|point| point.versions.get(var).unwrap_or(version));
            match versions().next() {
                Some(first) if versions().all(|other| other == first) => {
                    self.now.versions.insert(var.clone(), *first);
                }
                _ => self.change(var),
            }
        }
        for id in 0..before.kinds.len() {
            let kinds = after.iter().map(|point| point.kinds[id].clone()).collect::<Option<Vec<Kind>>>();
            self.now.kinds[id] = kinds.and_then(|kinds| choose(&kinds));
        }
    }

    /// Enters the body of a loop: everything that an iteration assigns has changed before the next one. Returns the facts at the start.
    pub(crate) fn enter_iterations(&mut self) -> Point {
        let vars: Vec<Var> = self.now.versions.keys().cloned().collect();
        vars.iter().for_each(|var| self.change(var));
        self.fork()
    }

    /// Leaves a loop. Facts that no iteration changes are as `before`; all others have changed since the `start` of an iteration.
    pub(crate) fn leave_iterations(&mut self, before: &Point, start: &Point, at_least_one: bool) {
        for (var, version) in &before.versions {
            if self.now.versions.get(var) == start.versions.get(var) {
                self.now.versions.insert(var.clone(), *version);
            } else {
                self.change(var);
            }
        }
        if !at_least_one {
            self.now.written = before.written;
            self.now.reported.clone_from(&before.reported);
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use quote::format_ident;

    use super::*;

    fn first(kinds: &[Kind]) -> Option<Kind> {
        kinds.first().cloned()
    }

    #[test]
    fn the_parameter_is_written_where_every_branch_writes_it() {
        for (writes, expected) in [([true, true], true), ([true, false], false)] {
            let mut flow = Flow::default();
            let before = flow.fork();
            let after = writes.map(|writes| {
                flow.back_to(&before);
                if writes {
                    flow.write_param(Span::call_site());
                }
                flow.fork()
            });
            flow.join(&before, &after, first);
            assert_eq!(flow.is_written(), expected);
            assert!(flow.first_write().is_some());
        }
    }

    #[test]
    fn a_variable_has_a_value_where_every_branch_gives_it_one() {
        let mut flow = Flow::default();
        flow.declare(None);
        let before = flow.fork();
        flow.set_kind(0, Kind::tensor());
        let then = flow.fork();
        flow.back_to(&before);
        assert_eq!(flow.kind(0), None);
        let els = flow.fork();
        flow.join(&before, &[then.clone(), els], first);
        assert_eq!(flow.kind(0), None);
        flow.join(&before, &[then.clone(), then], first);
        assert_eq!(flow.kind(0), Some(&Kind::tensor()));
    }

    #[test]
    fn what_a_branch_changes_is_neither_what_it_was_nor_what_it_became() {
        let (mut flow, var) = (Flow::default(), Var(format_ident!("n")));
        flow.change(&var);
        let before = flow.fork();
        flow.change(&var);
        let changed = flow.fork();
        flow.join(&before, &[changed.clone(), before.clone()], first);
        assert!(flow.version(&var) > changed.versions[&var]);
        flow.join(&before, &[before.clone(), before.clone()], first);
        assert_eq!(flow.version(&var), before.versions[&var]);
    }

    #[test]
    fn a_loop_keeps_what_no_iteration_changes() {
        let (mut flow, kept, changed) = (Flow::default(), Var(format_ident!("a")), Var(format_ident!("b")));
        flow.change(&kept);
        flow.change(&changed);
        let before = flow.fork();
        let start = flow.enter_iterations();
        assert_ne!(flow.version(&kept), before.versions[&kept], "in an iteration it may be that of another one");
        flow.change(&changed);
        let last = flow.version(&changed);
        flow.leave_iterations(&before, &start, true);
        assert_eq!(flow.version(&kept), before.versions[&kept]);
        assert!(flow.version(&changed) > last);
    }

    #[test]
    fn a_loop_that_need_not_iteration_writes_nothing_for_sure() {
        for at_least_one in [true, false] {
            let mut flow = Flow::default();
            let before = flow.fork();
            let start = flow.enter_iterations();
            flow.write_param(Span::call_site());
            flow.leave_iterations(&before, &start, at_least_one);
            assert_eq!(flow.is_written(), at_least_one);
        }
    }
}
