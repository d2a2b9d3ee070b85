//! Signatures: what the parameters of `step`, of helper functions and of elementwise functions stand for.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, Pat, PatType, ReceiverKind, ReturnType, Signature};

use crate::check::Checker;
use crate::check::words::phrase::help;
use crate::check::names::scopes::{Binding, Known};
use crate::check::kinds::types::kind_of_type;
use crate::ast::{Expr, Local, Node, Pattern, Stmt};
use crate::diag::source;
use crate::fixed::Type;
use crate::kind::Kind;
use crate::language::Language;

impl Checker<'_> {
    /// Binds the parameters of `step` by their places: whether it has the step count, and the statements that bind them.
    pub(crate) fn step_parameters(&mut self, signature: &Signature) -> (bool, Vec<Stmt>) {
        let mut bound = Vec::new();
        let advice = format!("write `{}`", Language::Optimizer.signature());
        self.scopes.enter();
        let inputs = signature.inputs.iter();
        match signature.inputs.first() {
            Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) => {}
            Some(FnArg::Receiver(receiver)) => {
                self.report.errors
                    .push(receiver, help("`step` takes its settings as `&self`: a step can't change them", &advice));
            }
            first => {
                let message = help("`step` takes its settings as `&self`", &advice);
                match first {
                    Some(first) => self.report.errors.push(first, message),
                    None => self.report.errors.push(&signature.ident, message),
                }
                self.report.gave_up = true;
            }
        }
        let typed: Vec<&PatType> =
            inputs.filter_map(|input| if let FnArg::Typed(typed) = input { Some(typed) } else { None }).collect();
        if !(3..=4).contains(&typed.len()) {
            let message = "`step` takes the parameter, its gradient, its state and, if it needs it, the step count";
            let at: &dyn ToTokens = if signature.inputs.is_empty() { &signature.ident } else { &signature.inputs };
            self.report.errors.push(at, help(message, &format!("{advice}, or `…, state: &mut State<Self>, t: Scalar)`")));
            for typed in &typed {
                self.bind_wrong(&typed.pat);
            }
            return (false, bound);
        }
        let wanted = [("param", "&mut Tensor"), ("grad", "Tensor"), ("state", "&mut State<Self>"), ("t", "Scalar")];
        for (i, (typed, (role, ty))) in typed.iter().zip(wanted).enumerate() {
            let written = source(&typed.ty).replace(' ', "");
            let last = written.rsplit("::").next().unwrap_or(&written);
            let ok = match i {
                0 => written.starts_with("&mut") && last.trim_start_matches("&mut") == "Tensor",
                1 => last == "Tensor",
                2 => written.starts_with("&mut") && self.is_own_state(&typed.ty),
                _ => last == "Scalar",
            };
            if !ok {
                self.report.errors.push(
                    &typed.ty,
                    help(&format!("this parameter of `step` is the {}", describe(i)), &format!("write `{role}: {ty}`")),
                );
                self.bind_wrong(&typed.pat);
                continue;
            }
            bound.extend(self.bind_role(i, typed));
        }
        (typed.len() > 3, bound)
    }

    fn bind_role(&mut self, place: usize, typed: &PatType) -> Option<Stmt> {
        let Pat::Ident(name) = &*typed.pat else {
            if !matches!(&*typed.pat, Pat::Wild(_)) {
                self.report.errors.push(&typed.pat, "a parameter of `step` is a plain name");
                self.bind_wrong(&typed.pat);
            }
            return None;
        };
        let (kind, node, what) = match place {
            0 => {
                self.scopes.bind(&name.ident, Binding::Param);
                return None;
            }
            1 => (Kind::tensor(), Node::Grad, "gradient"),
            2 => {
                self.scopes.bind(&name.ident, Binding::State);
                return None;
            }
            _ => (Kind::scalar(), Node::Count, "step count"),
        };
        let origin = format!("the {what} `{}`", name.ident);
        let id = self.bind_value(&name.ident, name.mutability.is_some(), Some(kind.clone()), origin);
        Some(Stmt::Let(Pattern::Bind(id), Expr { kind, span: name.span(), node }))
    }

    /// Rules for the signature of any function of the impl.
    pub(crate) fn check_modifiers(&mut self, signature: &Signature) {
        let body = self.subject.words.body;
        let words: [(&dyn ToTokens, String); 4] = [
            (&signature.constness, format!("a function of {body} is not `const`: remove the keyword")),
            (&signature.asyncness, format!("{body} is not asynchronous: remove `async`")),
            (&signature.safety, format!("{body} has no `unsafe`: remove the keyword")),
            (&signature.abi, format!("a function of {body} has no ABI: remove it")),
        ];
        for (word, message) in words {
            if !source(&word).is_empty() {
                self.report.errors.push(word, message);
            }
        }
        if !signature.generics.params.is_empty() || signature.generics.where_clause.is_some() {
            let message = format!("functions of {body} have no generic parameters, lifetimes or `where`");
            self.report.errors.push(
                &signature.generics,
                help(&message, "the element type is chosen by the model; write the kinds, `x: Tensor`"),
            );
        }
    }

    /// Binds the parameters of an elementwise function: those of the generic type are values, others fixed.
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
                let id = self.bind_value(
                    &name.ident,
                    mutable,
                    Some(Kind::tensor()),
                    format!("the argument `{}`", name.ident),
                );
                self.scopes.variable(id).local()
            } else {
                let known = Known { meaning: None, ty: Type::of_syntax(&typed.ty) };
                let var = self.bind_fixed(&name.ident, mutable, known);
                Local { ident: var.0, mutable }
            });
        }
        parameters
    }

    /// Binds the parameter of a schedule's `value`; the variable that it is in generated code.
    pub(crate) fn value_parameters(&mut self, signature: &Signature) -> Local {
        self.scopes.enter();
        let advice = format!("write `{}`", Language::Schedule.signature());
        match signature.inputs.first() {
            Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, ReceiverKind::Reference(_, None, None)) => {}
            Some(FnArg::Receiver(receiver)) => {
                let message = "`value` takes its arguments as `&self`: a schedule can't change them";
                self.report.errors.push(receiver, help(message, &advice));
            }
            _ => {
                self.report.errors.push(&signature.ident, help("`value` takes its arguments as `&self`", &advice));
                self.report.gave_up = true;
            }
        }
        let typed: Vec<&PatType> = signature
            .inputs
            .iter()
            .filter_map(|input| if let FnArg::Typed(typed) = input { Some(typed) } else { None })
            .collect();
        let unused = Local { ident: Ident::new("t", signature.ident.span()), mutable: false };
        let [time] = typed.as_slice() else {
            self.report.errors.push(&signature.ident, help("`value` takes the time and nothing else", &advice));
            typed.iter().for_each(|typed| self.bind_wrong(&typed.pat));
            return unused;
        };
        let is_scalar = matches!(kind_of_type(&time.ty), Some(kind) if kind == Kind::scalar());
        match &*time.pat {
            _ if !is_scalar => {
                self.report.errors.push(&time.ty, help("the time is a `Scalar`: a number that is not fixed", &advice));
                self.bind_wrong(&time.pat);
                unused
            }
            Pat::Ident(name) => {
                let origin = format!("the time `{}`", name.ident);
                let id = self.bind_value(&name.ident, name.mutability.is_some(), Some(Kind::scalar()), origin);
                self.scopes.variable(id).local()
            }
            Pat::Wild(_) => unused,
            other => {
                self.report.errors.push(other, "the parameter of `value` is a plain name");
                self.bind_wrong(other);
                unused
            }
        }
    }

    /// A schedule's `value` says that it gives a `Scalar`.
    pub(crate) fn value_result(&mut self, signature: &Signature) {
        let advice = format!("write `{}`", Language::Schedule.signature());
        match &signature.output {
            ReturnType::Type(_, ty) if kind_of_type(ty) == Some(Kind::scalar()) => {}
            ReturnType::Type(_, ty) => {
                let message = format!("`value` gives a `Scalar`, and its signature says `{}`", source(ty));
                self.report.errors.push(ty, help(&message, &advice));
            }
            ReturnType::Default => {
                let message = "`value` gives a `Scalar`, and its signature says nothing";
                self.report.errors.push(&signature.ident, help(message, &advice));
            }
        }
    }
}

fn describe(place: usize) -> &'static str {
    ["parameter to change", "gradient", "declared state", "step count"][place.min(3)]
}
