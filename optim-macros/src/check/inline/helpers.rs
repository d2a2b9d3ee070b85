//! Inlining: each call is replaced by the function's body, so that one check sees everything. Helper functions belong to the impl.

use proc_macro2::{Ident, Span};
use syn::{Expr as Syntax, Pat, Signature, Type};

use crate::ast::{Block, Expr, Node, Stmt};
use crate::check::Checker;
use crate::check::known::calls::{Bound, Called, Callee};
use crate::check::known::scopes::{Binding, Known};
use crate::check::rules::Site;
use crate::check::terms::signatures::typed_inputs;
use crate::check::terms::types::{Role, kind_of_type, role_of_type};
use crate::diag::source;
use crate::fixed::{Fixed, Let, Level, Timed, Type as FixedType};
use crate::kind::Kind;

impl<'a> Checker<'a> {
    /// A call of a helper function.
    pub(crate) fn helper(&mut self, name: &Ident, arguments: &[&Syntax], span: Span) -> Expr {
        let broken = self.breaks(Site::Helper(name, arguments));
        let Some(function) = self.calls.helper(name).filter(|_| !broken) else { return self.invalid(span) };
        self.calls.mark_used(name);
        self.inlined(Callee::helper(function), arguments, span, None)
    }

    /// The body of the function with the arguments of this call.
    pub(crate) fn inlined(
        &mut self,
        callee: Callee<'a>,
        arguments: &[&Syntax],
        span: Span,
        called: Option<Called<'a>>,
    ) -> Expr {
        let mut scope = Vec::new();
        for (parameter, argument) in typed_inputs(callee.signature).zip(arguments) {
            let Some(mut bound) = self.bound_argument(callee, parameter, argument) else { return self.invalid(span) };
            if let (Bound::Fixed(_, ty), Some(called)) = (&mut bound, &called) {
                **ty = self.argument_type((**ty).clone(), called);
            }
            scope.push((&*parameter.pat, bound, *argument));
        }
        if self.breaks(Site::Places(&scope)) {
            return self.invalid(span);
        }
        let mut stmts = Vec::new();
        // The body sees only its parameters, no variables of the caller.
        let caller = self.scopes.enter_function();
        for (pattern, bound, argument) in scope {
            stmts.extend(self.bind_argument(pattern, bound, argument, span));
        }
        self.calls.enter(&callee.signature.ident, span, called);
        let result = self.block_expr(callee.block);
        let result = self.returned(result, callee);
        self.calls.leave();
        self.scopes.return_to(caller);
        if result.kind == Kind::unit() {
            stmts.push(Stmt::Expr(result));
            return Expr { kind: Kind::unit(), span, node: Node::Block(Block { stmts, value: None }) };
        }
        if result.kind.is_wrong() {
            return result;
        }
        self.with_statements(stmts, result)
    }

    /// Binds a parameter to its argument, which is evaluated before the call.
    fn bind_argument(&mut self, pattern: &Pat, bound: Bound, argument: &Syntax, span: Span) -> Option<Stmt> {
        match bound {
            Bound::Role(binding) => {
                if let Pat::Ident(name) = pattern {
                    self.scopes.bind(&name.ident, binding);
                }
                None
            }
            Bound::Fixed(value, ty) => Some(self.bind_known(pattern, value, ty, argument, span)),
            Bound::Value(value) => {
                let origin = self.origin(&value).unwrap_or_default();
                let pattern = self.value_pattern(pattern, &value.kind, &origin);
                Some(Stmt::Let(pattern, value))
            }
        }
    }

    /// Binds a parameter to a value that is known before the step.
    fn bind_known(&mut self, pattern: &Pat, value: Fixed, ty: Box<Type>, argument: &Syntax, span: Span) -> Stmt {
        // The index behind a slot depends on the length of its list, so it has no type before the list is known.
        let ty = (value.level() != Level::Timed(Timed::Slot)).then_some(ty);
        let of_type = ty.as_deref().and_then(FixedType::of_syntax);
        let known = Known { meaning: Some(value.meaning()), ty: of_type, level: value.level(), count: None };
        let pattern = self.fixed_pattern(pattern, known);
        self.define(&pattern, &value);
        self.scopes.pass(&pattern, &value, argument);
        Stmt::Fixed(Let { pattern, ty, value, span })
    }

    /// Checks helper functions that are never called. Their parameters have the kinds that the signature declares.
    pub(crate) fn uncalled_helpers(&mut self) {
        for function in self.calls.helpers() {
            self.modifiers(&function.sig);
            self.check_state_parameters(&function.sig);
            if !self.calls.is_used(&function.sig.ident) {
                self.uncalled(Callee::helper(function));
            }
        }
    }

    /// Checks a function without a call.
    pub(crate) fn uncalled(&mut self, callee: Callee<'a>) {
        self.facts.allow_any();
        self.scopes.enter_function();
        for typed in typed_inputs(callee.signature) {
            let (kind, origin) = (kind_of_type(&typed.ty), format!("the argument `{}`", source(&typed.pat)));
            match (role_of_type(&typed.ty), kind, &*typed.pat) {
                (Role::State { mutable }, _, Pat::Ident(name)) => {
                    self.scopes.bind(&name.ident, Binding::State { mutable });
                }
                (Role::Input, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::Input),
                (Role::Output { .. }, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::Output),
                (Role::Reference, Some(kind), Pat::Ident(name)) if callee.is_step_function => {
                    self.bind_any_place(&name.ident, kind, origin);
                }
                (Role::Reference, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::Param),
                (_, Some(Kind::Fixed), Pat::Ident(_)) if callee.is_step_function => {
                    let ty = FixedType::of_syntax(&typed.ty);
                    self.fixed_pattern(&typed.pat, Known { ty, ..Known::default() });
                }
                (_, Some(kind), pattern) => drop(self.value_pattern(pattern, &kind, &origin)),
                (_, None, pattern) => self.bind_wrong(pattern),
            }
        }
        let name = &callee.signature.ident;
        self.calls.enter(name, name.span(), None);
        let result = self.block_expr(callee.block);
        self.returned(result, callee);
        self.calls.leave();
    }

    fn check_state_parameters(&mut self, signature: &Signature) {
        for typed in typed_inputs(signature) {
            if matches!(role_of_type(&typed.ty), Role::State { .. } | Role::Input | Role::Output { .. }) {
                self.breaks(Site::StateInput(&typed.ty));
            }
        }
    }

    /// Checks that the result has the kind that the signature declares.
    fn returned(&mut self, result: Expr, callee: Callee) -> Expr {
        if self.breaks(Site::Returned(&result, callee)) { self.invalid(result.span) } else { result }
    }
}
