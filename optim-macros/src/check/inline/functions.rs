//! Step functions: their calls, and the names in their bodies.

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr as Syntax, ExprCall, Pat, Path, Type};

use crate::ast::Expr;
use crate::carried;
use crate::check::Checker;
use crate::check::known::calls::{Called, Callee};
use crate::check::rules::Site;
use crate::check::syntax::is_constant;
use crate::check::terms::types::choices;
use crate::parse::step_function::StepFunction;

impl Checker<'_> {
    /// A call of a step function, if the path names one.
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

    /// Rule for the whole body: every function in `uses` is called.
    pub(crate) fn named_functions(&mut self) {
        for named in self.calls.step_functions() {
            self.breaks(Site::NamedFunction(named));
        }
    }

    /// A path to a constant that resolves where the whole body is checked. `path` resolves in the present body.
    pub(crate) fn carried_constant(&self, path: &Path) -> Path {
        let place = |function: &StepFunction, path: &Path| function.constants.iter().position(|own| own.path == *path);
        self.carried(path.clone(), place, carried::constant)
    }

    /// The same for an `#[elementwise]` function.
    pub(crate) fn carried_function(&self, path: &Path) -> Path {
        let place = |function: &StepFunction, path: &Path| function.elementwise.iter().position(|own| own == path);
        self.carried(path.clone(), place, carried::elementwise)
    }

    /// The same for a type. A step function adds it to the types that it carries.
    pub(crate) fn carried_type(&mut self, ty: Type) -> Type {
        let ty = self.carried(ty, place_of_type, carried::ty);
        if !choices(&ty).is_empty() || carried::is_carried(&ty) {
            self.uses.types.push(ty.clone());
        }
        ty
    }

    /// The type of an argument, as the present body would write it.
    pub(crate) fn argument_type(&mut self, ty: Type, called: &Called) -> Type {
        match place_of_type(called.function, &ty) {
            Some(place) => {
                let carried = self.carried_type(carried::ty(called.path, place));
                carried::type_at(carried, ty.span())
            }
            None => ty,
        }
    }

    /// Returns true in the body of a step function. Its callers need paths to the items that it names.
    pub(crate) fn carries_names(&self) -> bool {
        self.subject.is_step_function() || self.calls.running().next().is_some()
    }

    /// The pattern with paths to constants that resolve where the whole body is checked.
    pub(crate) fn carried_pattern(&self, pattern: &Pat) -> CarriedPattern {
        struct Carry<'c>(&'c dyn Fn(&Path) -> Path, Vec<Path>);
        impl VisitMut for Carry<'_> {
            fn visit_pat_mut(&mut self, pattern: &mut Pat) {
                // A constant of one segment looks like a variable.
                if let Pat::Ident(name) = pattern
                    && name.subpat.is_none()
                    && is_constant(&name.ident)
                {
                    let path = name.ident.clone().into();
                    *pattern = Pat::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path });
                }
                visit_mut::visit_pat_mut(self, pattern);
            }

            fn visit_path_mut(&mut self, path: &mut Path) {
                if path.segments.last().is_some_and(|last| last.ident == "None" || last.ident == "Some") {
                    return;
                }
                *path = (self.0)(path);
                self.1.push(path.clone());
                visit_mut::visit_path_mut(self, path);
            }
        }
        let mut pattern = pattern.clone();
        let mut carry = Carry(&|path| self.carried_constant(path), Vec::new());
        carry.visit_pat_mut(&mut pattern);
        CarriedPattern { pattern, constants: carry.1 }
    }

    /// Translates a name from function to function, from the present body to the outermost one: each function carries the item for its caller.
    fn carried<T>(&self, own: T, place: fn(&StepFunction, &T) -> Option<usize>, named: fn(&Path, usize) -> T) -> T {
        self.calls.running().fold(own, |own, called| match place(called.function, &own) {
            Some(place) => named(called.path, place),
            None => own,
        })
    }
}

/// A pattern, and the constants in it.
pub(crate) struct CarriedPattern {
    pub(crate) pattern: Pat,
    pub(crate) constants: Vec<Path>,
}

fn place_of_type(function: &StepFunction, ty: &Type) -> Option<usize> {
    function.types.iter().position(|own| own == ty)
}
