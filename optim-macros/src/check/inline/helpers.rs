//! Helper functions of the annotated impl: inlined at each call, so that one check sees everything.

use proc_macro2::{Ident, Span};
use syn::{Expr as Syntax, FnArg, Pat, PatType, ReturnType, Signature, Type, UnOp};

use crate::check::Checker;
use crate::check::words::phrase::{article, counted, given, help};
use crate::check::names::scopes::{Binding, Known};
use crate::check::kinds::types::{Role, kind_name, kind_of_type, role_of_type};
use crate::ast::{Block, Expr, Node, Stmt};
use crate::diag::{nearest, source};
use crate::fixed::{Fixed, Let, Type as FixedType};
use crate::kind::Kind;

/// What a parameter of a helper stands for.
enum Bound {
    Role(Binding),
    Fixed(Fixed, Box<Type>),
    Value(Expr),
}

impl Checker<'_> {
    /// A call of a helper: its body with the arguments in it.
    pub(crate) fn helper(&mut self, name: &Ident, arguments: &[&Syntax], span: Span) -> Expr {
        let text = name.to_string();
        if self.subject.entry == name || self.calls.is_running(name) {
            return self
                .wrong(name, help(&format!("`{text}` calls itself"), "use a `for` loop with a fixed number of turns"));
        }
        let Some(function) = self.calls.helper(name) else {
            let known: Vec<String> = self.calls.helpers().iter().map(|function| function.sig.ident.to_string()).collect();
            let message = format!("this impl has no function `{text}`");
            let advice = match nearest(&text, known.iter().map(String::as_str)) {
                Some(near) => format!("there is one called `{near}`"),
                None => {
                    format!(
                        "write `fn {text}` in the `#[{}] impl`, where the same rules check it",
                        self.subject.words.attribute
                    )
                }
            };
            return self.wrong(name, help(&message, &advice));
        };
        let parameters: Vec<&PatType> = function
            .sig
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => Some(typed),
                FnArg::Receiver(_) => None,
            })
            .collect();
        if parameters.len() != arguments.len() {
            let message =
                format!("`{text}` takes {}, and {}", counted(parameters.len(), "argument"), given(arguments.len()));
            return self.wrong(name, message);
        }
        let mut stmts = Vec::new();
        let mut scope = Vec::new();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let Some(bound) = self.bound_argument(parameter, argument) else { return self.invalid(span) };
            scope.push((&*parameter.pat, bound));
        }
        // The body sees its parameters and nothing else of the caller.
        let caller = self.scopes.enter_function();
        for (pattern, bound) in scope {
            match bound {
                Bound::Role(binding) => {
                    if let Pat::Ident(name) = pattern {
                        self.scopes.bind(&name.ident, binding);
                    }
                }
                Bound::Fixed(value, ty) => {
                    let known = Known { meaning: Some(value.meaning()), ty: FixedType::of_syntax(&ty) };
                    let pattern = self.fixed_pattern(pattern, known);
                    stmts.push(Stmt::Fixed(Let { pattern, ty: Some(ty), value, span }));
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
        let result = self.returned(result, &function.sig, &text);
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
            let name = function.sig.ident.to_string();
            self.check_modifiers(&function.sig);
            self.check_state_parameters(&function.sig);
            if self.calls.is_used(&function.sig.ident) {
                continue;
            }
            self.facts.allow_any();
            self.scopes.enter_function();
            for input in &function.sig.inputs {
                let FnArg::Typed(typed) = input else { continue };
                let (kind, origin) = (kind_of_type(&typed.ty), format!("the argument `{}`", source(&typed.pat)));
                match (role_of_type(&typed.ty), kind, &*typed.pat) {
                    (Role::State, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::State),
                    (Role::Reference, _, Pat::Ident(name)) => self.scopes.bind(&name.ident, Binding::Param),
                    (_, Some(kind), pattern) => drop(self.value_pattern(pattern, &kind, &origin)),
                    (_, None, pattern) => self.bind_wrong(pattern),
                }
            }
            self.calls.enter(&function.sig.ident, function.sig.ident.span());
            let result = self.block_expr(&function.block);
            self.calls.leave();
            self.returned(result, &function.sig, &name);
        }
    }

    fn check_state_parameters(&mut self, signature: &Signature) {
        for input in &signature.inputs {
            if let FnArg::Typed(typed) = input
                && matches!(role_of_type(&typed.ty), Role::State)
                && !self.is_own_state(&typed.ty)
            {
                let message = format!("`{}` is not the state of this optimizer", source(&typed.ty));
                self.report.errors.push(&typed.ty, help(&message, "write `&mut State<Self>`"));
            }
        }
    }

    /// What a parameter stands for, by the role that its type gives it; nothing after a mistake.
    fn bound_argument(&mut self, parameter: &PatType, argument: &Syntax) -> Option<Bound> {
        let inner = match argument {
            Syntax::Reference(reference) => &*reference.expr,
            other => other,
        };
        match role_of_type(&parameter.ty) {
            Role::State => self.state_argument(argument, inner),
            Role::Reference => self.reference_argument(argument, inner),
            Role::Value => self.value_argument(parameter, argument, inner),
        }
    }

    fn state_argument(&mut self, argument: &Syntax, inner: &Syntax) -> Option<Bound> {
        if let Some(Binding::State) = self.scopes.binding_of(inner) {
            return Some(Bound::Role(Binding::State));
        }
        self.report.errors.push(argument, help("the function takes the state here", "pass `state` itself"));
        None
    }

    fn reference_argument(&mut self, argument: &Syntax, inner: &Syntax) -> Option<Bound> {
        let target = match inner {
            Syntax::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &*unary.expr,
            other => other,
        };
        match self.scopes.binding_of(target) {
            Some(binding @ (Binding::Param | Binding::Value { mutable: true, .. })) => {
                Some(Bound::Role(binding.clone()))
            }
            _ => {
                let message = "this argument is changed by the function, and can't be";
                let advice = "pass `param`, or `&mut x` of a variable declared with `let mut x`";
                self.report.errors.push(argument, help(message, advice));
                None
            }
        }
    }

    fn value_argument(&mut self, parameter: &PatType, argument: &Syntax, inner: &Syntax) -> Option<Bound> {
        let PatType { pat: pattern, ty, .. } = parameter;
        if let Some(binding @ (Binding::Param | Binding::State)) = self.scopes.binding_of(inner).cloned() {
            let advice = if matches!(binding, Binding::Param) {
                "pass `*param` for its value, or declare the parameter as `&mut Tensor`"
            } else {
                "declare the parameter as `&mut State<Self>`"
            };
            self.report.errors.push(argument, help("this argument is a reference", advice));
            return None;
        }
        let value = self.value(inner);
        if value.kind.is_wrong() {
            return None;
        }
        let bound = match (kind_of_type(ty), value.as_fixed()) {
            (Some(expected), None) => {
                if !expected.same_type(&value.kind) {
                    let message = format!(
                        "this argument is {}, and the function takes {}",
                        article(&value.kind),
                        article(&expected)
                    );
                    let lifts = expected == Kind::tensor() && value.kind.shape().is_some();
                    let advice = match (lifts, &**pattern) {
                        (true, _) => format!("write `full({})`", source(argument)),
                        (false, Pat::Ident(name)) => {
                            format!("declare the parameter as `{}: {}`", name.ident, kind_name(&value.kind))
                        }
                        (false, _) => format!("declare the parameter as `{}`", kind_name(&value.kind)),
                    };
                    let message = help(&message, &advice);
                    self.report.errors.push(argument, message);
                    return None;
                }
                Bound::Value(value)
            }
            (Some(expected), Some(_)) if !expected.is_fixed() => {
                let lift = if expected == Kind::scalar() { "scalar" } else { "full" };
                let message = format!("this argument is a fixed value, and the function takes {}", article(&expected));
                self.report.errors.push(argument, help(&message, &format!("write `{lift}({})`", source(argument))));
                return None;
            }
            (_, Some(fixed)) => Bound::Fixed(fixed.clone(), ty.clone()),
            (_, None) => {
                let message = format!(
                    "this argument is {}, and the function takes a fixed value{}",
                    article(&value.kind),
                    self.note(&value)
                );
                self.report.errors
                    .push(argument, help(&message, &format!("declare the parameter as `{}`", kind_name(&value.kind))));
                return None;
            }
        };
        Some(bound)
    }

    /// The result of a helper must be of the kind that its signature says.
    fn returned(&mut self, result: Expr, signature: &Signature, name: &str) -> Expr {
        let ReturnType::Type(_, ty) = &signature.output else {
            if result.kind != Kind::unit() && !result.kind.is_wrong() {
                let message = format!("`{name}` gives {}, and its signature says nothing", article(&result.kind));
                return self.wrong(
                    &signature.ident,
                    help(&message, &format!("write `-> {}`, or end the body with `;`", kind_name(&result.kind))),
                );
            }
            return result;
        };
        let Some(expected) = kind_of_type(ty) else { return result };
        if result.kind.is_wrong() || expected.same_type(&result.kind) {
            return result;
        }
        let message = format!("`{name}` gives {}, and its signature says `{}`", article(&result.kind), source(ty));
        match (&expected, result.kind.shape()) {
            (Kind::Num(shape), Some(_)) if shape.is_tensor() => {
                self.wrong(ty, help(&message, "lift the result with `full(…)`"))
            }
            (Kind::Num(shape), Some(own)) if shape.is_scalar() && own.is_scalar() => {
                self.wrong(ty, help(&message, "lift the result with `scalar(…)`"))
            }
            _ => self.wrong(ty, message),
        }
    }
}
