//! The functions that a body may call, and those that are being inlined.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::{Block, Expr as Syntax, ImplItemFn, Path, Signature, Type};

use crate::ast::Expr;
use crate::check::known::scopes::Binding;
use crate::diag::line;
use crate::fixed::Fixed;
use crate::parse::chains::DEPTH;
use crate::parse::step_function::{StepFunction, StepFunctions, Use};

/// The calls in a body: the functions that it may call, and the functions that are being inlined.
pub(crate) struct Calls<'a> {
    /// The helper functions that the body may call.
    helpers: &'a [ImplItemFn],
    /// The step functions that it may call.
    functions: Option<&'a StepFunctions>,
    /// Functions being inlined, outermost first.
    stack: Vec<Running<'a>>,
    /// The names of the functions that were called.
    used: HashSet<String>,
    /// The number of expressions around the present one, including the callers' expressions.
    depth: usize,
}

/// A function that is being inlined.
struct Running<'a> {
    name: String,
    /// The place where it is called.
    at: Span,
    step_function: Option<Called<'a>>,
}

/// A step function in one call.
pub(crate) struct Called<'a> {
    pub(crate) function: &'a StepFunction,
    /// The path by which its caller names it.
    pub(crate) path: &'a Path,
    /// The call.
    pub(crate) call: Syntax,
}

/// A function that can be inlined.
#[derive(Clone, Copy)]
pub(crate) struct Callee<'a> {
    pub(crate) signature: &'a Signature,
    pub(crate) block: &'a Block,
    /// A step function has no `self`, and takes values of any dimensions.
    pub(crate) is_step_function: bool,
}

impl<'a> Callee<'a> {
    pub(crate) fn helper(function: &'a ImplItemFn) -> Self {
        Self { signature: &function.sig, block: &function.block, is_step_function: false }
    }

    pub(crate) fn step_function(function: &'a StepFunction) -> Self {
        Self { signature: &function.item.sig, block: &function.item.block, is_step_function: true }
    }
}

impl<'a> Calls<'a> {
    pub(crate) fn new(helpers: &'a [ImplItemFn]) -> Self {
        Self { helpers, functions: None, stack: Vec::new(), used: HashSet::new(), depth: 0 }
    }

    /// Allows calls of these step functions.
    pub(crate) fn allow(&mut self, functions: &'a StepFunctions) {
        self.functions = Some(functions);
    }

    pub(crate) fn helpers(&self) -> &'a [ImplItemFn] {
        self.helpers
    }

    /// The helper function of a name.
    pub(crate) fn helper(&self, name: &Ident) -> Option<&'a ImplItemFn> {
        self.helpers.iter().find(|function| function.sig.ident == *name)
    }

    /// The step functions that may be called here. Each function has its own list.
    pub(crate) fn step_functions(&self) -> &'a [Use] {
        match self.inside() {
            Some(called) => &called.function.uses,
            None => self.functions.map_or(&[], |functions| &functions.uses),
        }
    }

    /// The step function that a path names here, and that path.
    pub(crate) fn step_function(&self, path: &Path) -> Option<(&'a StepFunction, &'a Path)> {
        let named = self.step_functions().iter().find(|named| named.path == *path)?;
        Some((self.functions?.get(&named.id)?, &named.path))
    }

    /// Enters the body of a function.
    pub(crate) fn enter(&mut self, name: &Ident, at: Span, step_function: Option<Called<'a>>) {
        self.stack.push(Running { name: name.to_string(), at, step_function });
    }

    pub(crate) fn leave(&mut self) {
        self.stack.pop();
    }

    /// Returns true if a function of this name is being inlined.
    pub(crate) fn is_running(&self, name: &Ident) -> bool {
        self.stack.iter().any(|running| name == &running.name)
    }

    /// Returns true while the body of an inlined function is checked.
    pub(crate) fn is_inside(&self) -> bool {
        !self.stack.is_empty()
    }

    /// The step functions that are being inlined, innermost first.
    pub(crate) fn running(&self) -> impl Iterator<Item = &Called<'a>> {
        self.stack.iter().rev().filter_map(|running| running.step_function.as_ref())
    }

    /// The step function whose body is being checked.
    fn inside(&self) -> Option<&Called<'a>> {
        self.running().next()
    }

    /// The name of the inlined function whose body is being checked; `None` in the body that the check began with.
    pub(crate) fn innermost(&self) -> Option<&str> {
        self.stack.last().map(|running| running.name.as_str())
    }

    pub(crate) fn mark_used(&mut self, name: &impl ToString) {
        self.used.insert(name.to_string());
    }

    /// The functions that were called.
    pub(crate) fn used(&self) -> impl Iterator<Item = &String> {
        self.used.iter()
    }

    /// Marks these functions as called.
    pub(crate) fn use_all(&mut self, names: impl IntoIterator<Item = String>) {
        self.used.extend(names);
    }

    /// Returns true if some call reached this function.
    pub(crate) fn is_used(&self, name: &impl ToString) -> bool {
        self.used.contains(&name.to_string())
    }

    /// Returns true if expressions are nested so deeply here that no other may stand inside.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.depth == DEPTH
    }

    /// Enters an expression.
    pub(crate) fn deeper(&mut self) {
        self.depth += 1;
    }

    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// The calls that lead to this place, as lines under a message.
    pub(crate) fn notes(&self) -> String {
        let call = |running: &Running| {
            let Running { name, at, .. } = running;
            line(*at).map(|line| format!("\nnote: `{name}` is called on line {line}"))
        };
        self.stack.iter().rev().filter_map(call).collect()
    }
}

/// The argument that a parameter of a function stands for.
pub(crate) enum Bound {
    /// A place, or the state, the inputs or the outputs of the caller.
    Role(Binding),
    Fixed(Fixed, Box<Type>),
    Value(Expr),
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::*;

    #[test]
    fn a_function_runs_until_it_is_left_and_stays_used() {
        let (mut calls, name) = (Calls::new(&[]), format_ident!("half"));
        assert!(!calls.is_running(&name) && !calls.is_used(&name));
        calls.mark_used(&name);
        calls.enter(&name, Span::call_site(), None);
        assert!(calls.is_running(&name));
        calls.leave();
        assert!(!calls.is_running(&name) && calls.is_used(&name));
    }

    #[test]
    fn expressions_are_so_deep_and_no_deeper() {
        let mut calls = Calls::new(&[]);
        (0..DEPTH).for_each(|_| calls.deeper());
        assert!(calls.is_too_deep());
        calls.shallower();
        assert!(!calls.is_too_deep());
    }
}
