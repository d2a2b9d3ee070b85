//! Step functions: their calls, and what their bodies name.

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr as Syntax, ExprCall, Pat, Path};

use crate::ast::Expr;
use crate::carried;
use crate::check::Checker;
use crate::check::inline::calls::{Called, Callee};
use crate::check::rules::Site;
use crate::parse::step_function::StepFunction;

impl Checker<'_> {
    /// A call of a step function, if the path is the name of one.
    pub(crate) fn step_function_call(&mut self, call: &ExprCall, path: &Path) -> Option<Expr> {
        let (function, path) = self.calls.step_function(path)?;
        let span = call.span();
        let arguments: Vec<&Syntax> = call.args.iter().collect();
        self.calls.mark_used(&function.id);
        if function.broken || self.breaks(Site::StepFunction(call, function)) {
            return Some(self.invalid(span));
        }
        let called = Called { function, path, call: Syntax::Call(call.clone()) };
        Some(self.inlined(Callee::step_function(function), &arguments, span, Some(called)))
    }

    /// Every function that is named is there for something.
    pub(crate) fn named_functions(&mut self) {
        for named in self.calls.step_functions() {
            self.breaks(Site::NamedFunction(named));
        }
    }

    /// The constant that a path of the present body means, by a path that means it where the whole body is checked.
    pub(crate) fn carried_constant(&self, path: &Path) -> Path {
        self.carried(path, |function| &function.constants, carried::constant)
    }

    /// The same of an `#[elementwise]` function.
    pub(crate) fn carried_function(&self, path: &Path) -> Path {
        self.carried(path, |function| &function.elementwise, carried::elementwise)
    }

    /// Returns true if the present body is that of a step function: others are told what it names.
    pub(crate) fn carries_names(&self) -> bool {
        self.subject.is_step_function() || self.calls.running().next().is_some()
    }

    /// The constants in a pattern likewise.
    pub(crate) fn carried_pattern(&mut self, pattern: &Pat) -> Pat {
        struct Carry<'c>(&'c dyn Fn(&Path) -> Path, Vec<Path>);
        impl VisitMut for Carry<'_> {
            fn visit_path_mut(&mut self, path: &mut Path) {
                *path = (self.0)(path);
                self.1.push(path.clone());
                visit_mut::visit_path_mut(self, path);
            }
        }
        let mut pattern = match pattern {
            // A constant of one segment looks like a variable.
            Pat::Ident(name) => {
                Pat::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.ident.clone().into() })
            }
            other => other.clone(),
        };
        let mut carry = Carry(&|path| self.carried_constant(path), Vec::new());
        carry.visit_pat_mut(&mut pattern);
        let constants = carry.1;
        self.uses.consts.extend(constants);
        pattern
    }

    /// Each function carries what it names to its caller.
    fn carried(&self, path: &Path, list: fn(&StepFunction) -> &[Path], named: fn(&Path, usize) -> Path) -> Path {
        self.calls.running().fold(path.clone(), |path, called| {
            match list(called.function).iter().position(|own| *own == path) {
                Some(place) => named(called.path, place),
                None => path,
            }
        })
    }
}
