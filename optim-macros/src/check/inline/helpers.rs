//! Helper functions are inlined at each call, so that one check sees everything.

use proc_macro2::{Ident, Span};
use syn::{Expr as Syntax, ImplItemFn, Pat, Signature};

use crate::ast::{Block, Expr, Node, Stmt};
use crate::check::Checker;
use crate::check::inline::arguments::Bound;
use crate::check::kinds::types::{Role, kind_of_type, role_of_type};
use crate::check::names::scopes::{Binding, Known};
use crate::check::names::signatures::typed_inputs;
use crate::check::rules::Site;
use crate::diag::source;
use crate::fixed::{Let, Level, Timed, Type as FixedType};
use crate::kind::Kind;

impl Checker<'_> {
    /// A call of a helper: its body with the arguments in it.
    pub(crate) fn helper(&mut self, name: &Ident, arguments: &[&Syntax], span: Span) -> Expr {
        let broken = self.breaks(Site::Helper(name, arguments));
        let Some(function) = self.calls.helper(name).filter(|_| !broken) else { return self.invalid(span) };
        let mut stmts = Vec::new();
        let mut scope = Vec::new();
        for (parameter, argument) in typed_inputs(&function.sig).zip(arguments) {
            let Some(bound) = self.bound_argument(parameter, argument) else { return self.invalid(span) };
            scope.push((&*parameter.pat, bound, *argument));
        }
        // The body sees its parameters and nothing else of the caller.
        let caller = self.scopes.enter_function();
        for (pattern, bound, argument) in scope {
            match bound {
                Bound::Role(binding) => {
                    if let Pat::Ident(name) = pattern {
                        self.scopes.bind(&name.ident, binding);
                    }
                }
                Bound::Fixed(value, ty) => {
                    // A slot is written as the index that it stands for, and is one only once its list is known.
                    let written = value.level() != Level::Timed(Timed::Slot);
                    let ty = written.then_some(ty);
                    let of_type = ty.as_deref().and_then(FixedType::of_syntax);
                    let known =
                        Known { meaning: Some(value.meaning()), ty: of_type, level: value.level(), count: None };
                    let pattern = self.fixed_pattern(pattern, known);
                    self.define(&pattern, &value);
                    self.scopes.pass(&pattern, &value, argument);
                    stmts.push(Stmt::Fixed(Let { pattern, ty, value, span }));
                }
                Bound::Value(value) => {
                    let origin = self.origin(&value).unwrap_or_default();
                    let pattern = self.value_pattern(pattern, &value.kind, &origin);
                    stmts.push(Stmt::Let(pattern, value));
                }
            }
        }
        self.calls.mark_used(name);
        self.calls.enter(name, span);
        let result = self.block_expr(&function.block);
        self.calls.leave();
        self.scopes.return_to(caller);
        let result = self.returned(result, function);
        if result.kind == Kind::unit() {
            stmts.push(Stmt::Expr(result));
            return Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts, value: None }) };
        }
        if result.kind.is_wrong() {
            return result;
        }
        self.with_statements(stmts, result)
    }

    /// Helper functions that no call reaches are held to the same rules, with parameters of their written kinds.
    pub(crate) fn uncalled_helpers(&mut self) {
        for function in self.calls.helpers() {
            self.modifiers(&function.sig);
            self.check_state_parameters(&function.sig);
            if self.calls.is_used(&function.sig.ident) {
                continue;
            }
            self.facts.allow_any();
            self.scopes.enter_function();
            for typed in typed_inputs(&function.sig) {
                let (kind, origin) = (kind_of_type(&typed.ty), format!("the argument `{}`", source(&typed.pat)));
                match (role_of_type(&typed.ty), kind, &*typed.pat) {
                    (Role::State { mutable }, _, Pat::Ident(name)) => {
                        self.scopes.bind(&name.ident, Binding::State { mutable });
                    }
                    (Role::Input, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::Input),
                    (Role::Reference, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::Param),
                    (_, Some(kind), pattern) => drop(self.value_pattern(pattern, &kind, &origin)),
                    (_, None, pattern) => self.bind_wrong(pattern),
                }
            }
            self.calls.enter(&function.sig.ident, function.sig.ident.span());
            let result = self.block_expr(&function.block);
            self.calls.leave();
            self.returned(result, function);
        }
    }

    fn check_state_parameters(&mut self, signature: &Signature) {
        for typed in typed_inputs(signature) {
            if matches!(role_of_type(&typed.ty), Role::State { .. } | Role::Input) {
                self.breaks(Site::StateInput(&typed.ty));
            }
        }
    }

    /// The result of a helper must be of the kind that its signature says.
    fn returned(&mut self, result: Expr, function: &ImplItemFn) -> Expr {
        if self.breaks(Site::Returned(&result, function)) { self.invalid(result.span) } else { result }
    }
}
