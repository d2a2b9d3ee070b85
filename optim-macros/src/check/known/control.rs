//! The control flow around one place: what decides whether it runs, and when that is known.

use syn::Expr as Syntax;

use crate::ast::LocalId;
use crate::fixed::Level;

/// A branch or a loop around a place.
#[derive(Clone)]
pub(crate) struct Enclosing {
    /// When its condition or its range is known.
    pub(crate) level: Level,
    pub(crate) is_loop: bool,
    /// Its condition or range; if a helper function is passed a timed condition, the argument.
    pub(crate) at: Syntax,
    /// `at` is such an argument.
    pub(crate) is_passed: bool,
}

/// The branches and loops around the present place, outermost first.
#[derive(Default)]
pub(crate) struct Control {
    around: Vec<Enclosing>,
    /// The number of them around the declaration of each variable.
    declared: Vec<usize>,
    /// The variables in the order in which they are assigned.
    assigned: Vec<LocalId>,
    /// The number of assignments to global states.
    globals: usize,
    /// The number of assignments to anything but outputs.
    stores: usize,
}

/// A place in the body, to ask what has happened since.
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

    /// The next variable of the body is declared here.
    pub(crate) fn declare(&mut self) {
        self.declared.push(self.around.len());
    }

    /// A variable is assigned here: whether that is decided by something that is not known for the whole model.
    pub(crate) fn assign(&mut self, id: LocalId) -> bool {
        self.assigned.push(id);
        let since = self.declared.get(id).copied().unwrap_or_default();
        self.around.iter().skip(since).any(|around| !around.level.is_shared())
    }

    /// A global state is assigned here.
    pub(crate) fn assign_global(&mut self) {
        self.globals += 1;
    }

    /// Anything but an output is assigned here.
    pub(crate) fn store(&mut self) {
        self.stores += 1;
    }

    /// The number of assignments to anything but outputs.
    pub(crate) fn stores(&self) -> usize {
        self.stores
    }

    /// The innermost branch or loop that is not known for the whole model.
    pub(crate) fn own(&self) -> Option<Enclosing> {
        self.around.iter().rev().find(|around| !around.level.is_shared()).cloned()
    }

    /// The innermost loop that is not known for the whole model.
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

    /// The variables that were assigned since.
    pub(crate) fn assigned_since(&self, mark: Mark) -> &[LocalId] {
        &self.assigned[mark.assigned..]
    }

    /// Returns true if a global state was assigned since.
    pub(crate) fn changed_globals_since(&self, mark: Mark) -> bool {
        self.globals > mark.globals
    }
}
