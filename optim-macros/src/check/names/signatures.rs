//! Signatures: the meanings of the parameters of `step`, `value` and elementwise functions.

use proc_macro2::Ident;
use syn::{FnArg, Pat, PatType, Signature};

use crate::ast::{Expr, Local, Node, Pattern, Place, Stmt};
use crate::check::Checker;
use crate::check::known::scopes::{Binding, Known};
use crate::check::rules::{Modifier, Site};
use crate::check::terms::signatures::{ArgumentRole, parts, typed_inputs};
use crate::fixed::Type;
use crate::kind::Kind;
use crate::language::Routine;

impl Checker<'_> {
    /// Binds the parameters of `step`, `probe` or `eval` by position. Returns true if there is a step count, and the statements
    /// that bind the parameters.
    pub(crate) fn routine_parameters(&mut self, signature: &Signature) -> (bool, Vec<Stmt>) {
        self.scopes.enter();
        self.breaks(Site::Receiver(signature));
        let typed: Vec<&PatType> = typed_inputs(signature).collect();
        if self.breaks(Site::Inputs(signature, &typed)) {
            typed.iter().for_each(|typed| self.bind_wrong(&typed.pat));
            return (false, Vec::new());
        }
        let mut bound = Vec::new();
        let parts = parts(self.subject.routine, &typed);
        for (&part, typed) in parts.iter().zip(&typed) {
            if self.breaks(Site::Input(part, typed)) {
                self.bind_wrong(&typed.pat);
            } else if let Some(name) = self.input_name(&typed.pat) {
                bound.extend(self.bind_role(part, name));
            }
        }
        (typed.len() == parts.len() && parts.contains(&ArgumentRole::Count), bound)
    }

    /// The name of a parameter that is a plain name and needs no binding.
    fn input_name<'s>(&mut self, pattern: &'s Pat) -> Option<&'s syn::PatIdent> {
        match pattern {
            Pat::Ident(name) => return Some(name),
            Pat::Wild(_) => {}
            other => {
                self.breaks(Site::InputName(other));
                self.bind_wrong(other);
            }
        }
        None
    }

    fn bind_role(&mut self, part: ArgumentRole, name: &syn::PatIdent) -> Option<Stmt> {
        let eval = self.subject.routine == Some(Routine::Eval);
        let binding = match part {
            ArgumentRole::Param if !eval => Some(Binding::Param),
            ArgumentRole::Input => Some(Binding::Input),
            ArgumentRole::State => Some(Binding::State { mutable: !eval }),
            ArgumentRole::Output => Some(Binding::Output),
            ArgumentRole::Param | ArgumentRole::Grad | ArgumentRole::Count => None,
        };
        if let Some(binding) = binding {
            self.scopes.bind(&name.ident, binding);
            return None;
        }
        let (kind, node, what) = match part {
            ArgumentRole::Param => (Kind::tensor(), Node::Place(Place::Param), "parameter"),
            ArgumentRole::Grad => (Kind::tensor(), Node::Grad, "gradient"),
            _ => (Kind::scalar(), Node::Count, "step count"),
        };
        let origin = format!("the {what} `{}`", name.ident);
        let id = self.bind_value(&name.ident, name.mutability.is_some(), Some(kind.clone()), origin);
        Some(Stmt::Let(Pattern::Bind(id), Expr { kind, span: name.ident.span(), node }))
    }

    /// Checks the modifiers before the name of any function of the impl, and the generics after it.
    pub(crate) fn modifiers(&mut self, signature: &Signature) {
        self.breaks(Site::Modifier(&signature.constness, Modifier::Const));
        self.breaks(Site::Modifier(&signature.asyncness, Modifier::Async));
        self.breaks(Site::Modifier(&signature.safety, Modifier::Unsafe));
        self.breaks(Site::Modifier(&signature.abi, Modifier::Abi));
        self.breaks(Site::Generics(&signature.generics));
    }

    /// Binds the parameters of an elementwise function: parameters of the generic type are values, others are fixed.
    pub(crate) fn elementwise_parameters(&mut self, signature: &Signature, values: &[bool]) -> Vec<Local> {
        self.scopes.enter();
        let mut parameters = Vec::new();
        for (input, &value) in signature.inputs.iter().zip(values) {
            let FnArg::Typed(typed) = input else { continue };
            let Pat::Ident(name) = &*typed.pat else {
                self.bind_wrong(&typed.pat);
                continue;
            };
            let mutable = name.mutability.is_some();
            parameters.push(if value {
                let origin = format!("the argument `{}`", name.ident);
                let id = self.bind_value(&name.ident, mutable, Some(Kind::tensor()), origin);
                self.scopes.variable(id).local()
            } else {
                let known = Known { ty: Type::of_syntax(&typed.ty), ..Known::default() };
                let var = self.bind_fixed(&name.ident, mutable, known);
                Local { ident: var.0, mutable }
            });
        }
        parameters
    }

    /// Binds the parameter of a schedule's `value`. Returns its variable in generated code.
    pub(crate) fn value_parameters(&mut self, signature: &Signature) -> Local {
        self.scopes.enter();
        self.breaks(Site::Receiver(signature));
        let typed: Vec<&PatType> = typed_inputs(signature).collect();
        let unused = Local { ident: Ident::new("t", signature.ident.span()), mutable: false };
        let broken = self.breaks(Site::Inputs(signature, &typed));
        let [time] = typed.as_slice() else {
            typed.iter().for_each(|typed| self.bind_wrong(&typed.pat));
            return unused;
        };
        if broken || self.breaks(Site::Input(ArgumentRole::Count, time)) {
            self.bind_wrong(&time.pat);
            return unused;
        }
        let Some(name) = self.input_name(&time.pat) else { return unused };
        let origin = format!("the time `{}`", name.ident);
        let id = self.bind_value(&name.ident, name.mutability.is_some(), Some(Kind::scalar()), origin);
        self.scopes.variable(id).local()
    }
}
