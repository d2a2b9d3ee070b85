//! The control flow around a place: the branches and loops that decide whether it runs, and when they are known.

use syn::Expr as Syntax;

use crate::ast::LocalId;
use crate::fixed::Level;

/// A branch or a loop around a place.
#[derive(Clone)]
pub(crate) struct Enclosing {
    /// When its condition or its range is known.
    pub(crate) level: Level,
    pub(crate) is_loop: bool,
    /// Its condition or range. If the condition is a timed parameter of a helper function, the argument of the call.
    pub(crate) at: Syntax,
    /// True if `at` is the argument of a call.
    pub(crate) is_passed: bool,
}

/// The branches and loops around the present place, outermost first.
#[derive(Default)]
pub(crate) struct Control {
    around: Vec<Enclosing>,
    /// The number of branches and loops around the declaration of each variable.
    declared: Vec<usize>,
    /// The variables in the order in which they are assigned.
    assigned: Vec<LocalId>,
    /// The number of assignments to global states.
    globals: usize,
    /// The number of assignments to anything but outputs.
    stores: usize,
}

/// A place in the body, with the number of assignments up to there.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    assigned: usize,
    globals: usize,
}

impl Control {
    pub(crate) fn enter(&mut self, around: Enclosing) {
        self.around.push(around);
    }

    pub(crate) fn leave(&mut self) {
        self.around.pop();
    }

    /// The number of branches and loops around the present place.
    pub(crate) fn depth(&self) -> usize {
        self.around.len()
    }

    /// Declares the next variable of the body here.
    pub(crate) fn declare(&mut self) {
        self.declared.push(self.around.len());
    }

    /// Records an assignment to a variable. Returns true if a branch or loop since its declaration is not the same for the whole model.
    pub(crate) fn assign(&mut self, id: LocalId) -> bool {
        self.assigned.push(id);
        let since = self.declared.get(id).copied().unwrap_or_default();
        self.around.iter().skip(since).any(|around| !around.level.is_shared())
    }

    /// Records an assignment to a global state.
    pub(crate) fn assign_global(&mut self) {
        self.globals += 1;
    }

    /// Records an assignment to anything but an output.
    pub(crate) fn store(&mut self) {
        self.stores += 1;
    }

    /// The number of assignments to anything but outputs.
    pub(crate) fn stores(&self) -> usize {
        self.stores
    }

    /// The innermost branch or loop that is not the same for the whole model.
    pub(crate) fn own(&self) -> Option<Enclosing> {
        self.around.iter().rev().find(|around| !around.level.is_shared()).cloned()
    }

    /// The innermost loop that is not the same for the whole model.
    pub(crate) fn own_loop(&self) -> Option<Enclosing> {
        self.around.iter().rev().find(|around| around.is_loop && !around.level.is_shared()).cloned()
    }

    /// The innermost branch that is timed.
    pub(crate) fn timed(&self) -> Option<Enclosing> {
        self.around.iter().rev().find(|around| around.level.is_timed()).cloned()
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { assigned: self.assigned.len(), globals: self.globals }
    }

    /// The variables that were assigned after the mark.
    pub(crate) fn assigned_since(&self, mark: Mark) -> &[LocalId] {
        &self.assigned[mark.assigned..]
    }

    /// Returns true if a global state was assigned after the mark.
    pub(crate) fn changed_globals_since(&self, mark: Mark) -> bool {
        self.globals > mark.globals
    }
}

/// An arm of a branch around a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surrounding {
    /// The first arm of a timed `if`.
    Due,
    /// Its `else`.
    NotDue,
    /// An arm of a fixed branch.
    Fixed,
}
