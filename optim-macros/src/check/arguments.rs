//! Signatures: what the parameters of `step`, of helper functions and of elementwise functions stand for.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{FnArg, GenericArgument, Pat, PathArguments, Signature, Type};

use super::{Binding, Checker, help};
use crate::ast::{Expr, Node, Pattern, Stmt};
use crate::kind::{Kind, Shape};

const STEP: &str = "fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>)";

/// How a parameter of a helper function is passed.
pub(super) enum Role {
    Value,
    /// `&mut Tensor`: the parameter, or a variable of the caller.
    Reference,
    State,
}

impl Checker<'_> {
    /// Binds the parameters of `step` by their places; whether it has the step count.
    pub(super) fn step_parameters(&mut self, signature: &Signature) -> bool {
        self.push_scope();
        let inputs = signature.inputs.iter();
        match signature.inputs.first() {
            Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None)) => {}
            Some(FnArg::Receiver(receiver)) => {
                self.errors.push(
                    receiver,
                    help("`step` takes its settings as `&self`: a step can't change them", &format!("write `{STEP}`")),
                );
            }
            first => {
                let message = help("`step` takes its settings as `&self`", &format!("write `{STEP}`"));
                match first {
                    Some(first) => self.errors.push(first, message),
                    None => self.errors.push(&signature.ident, message),
                }
                self.gave_up = true;
            }
        }
        let typed: Vec<&syn::PatType> =
            inputs.filter_map(|input| if let FnArg::Typed(typed) = input { Some(typed) } else { None }).collect();
        if !(3..=4).contains(&typed.len()) {
            let message = "`step` takes the parameter, its gradient, its state and, if it needs it, the step count";
            let at = if signature.inputs.is_empty() {
                signature.ident.to_token_stream()
            } else {
                signature.inputs.to_token_stream()
            };
            self.errors
                .push(at, help(message, &format!("write `{STEP}`, or `…, state: &mut State<Self>, t: Scalar)`")));
            for typed in &typed {
                self.bind_wrong(&typed.pat);
            }
            return false;
        }
        let wanted = [("param", "&mut Tensor"), ("grad", "Tensor"), ("state", "&mut State<Self>"), ("t", "Scalar")];
        for (i, (typed, (role, ty))) in typed.iter().zip(wanted).enumerate() {
            let written = crate::diag::source(&typed.ty).replace(' ', "");
            let last = written.rsplit("::").next().unwrap_or(&written);
            let ok = match i {
                0 => written.starts_with("&mut") && last.trim_start_matches("&mut") == "Tensor",
                1 => last == "Tensor",
                2 => written.starts_with("&mut") && last.trim_start_matches("&mut").starts_with("State<"),
                _ => last == "Scalar",
            };
            if !ok {
                self.errors.push(
                    &typed.ty,
                    help(&format!("this parameter of `step` is the {}", describe(i)), &format!("write `{role}: {ty}`")),
                );
                self.bind_wrong(&typed.pat);
                continue;
            }
            self.bind_role(i, typed);
        }
        typed.len() > 3
    }

    fn bind_role(&mut self, place: usize, typed: &syn::PatType) {
        let Pat::Ident(name) = &*typed.pat else {
            if !matches!(&*typed.pat, Pat::Wild(_)) {
                self.errors.push(&typed.pat, "a parameter of `step` is a plain name");
                self.bind_wrong(&typed.pat);
            }
            return;
        };
        let mutable = name.mutability.is_some();
        match place {
            0 => self.bind(&name.ident, Binding::Param),
            1 => {
                let id = self.bind_value(
                    &name.ident,
                    mutable,
                    Some(Kind::tensor()),
                    format!("the gradient `{}`", name.ident),
                );
                let grad = Expr { kind: Kind::tensor(), span: name.span(), node: Node::Grad };
                self.prologue.push(Stmt::Let(Pattern::Bind(id), grad));
            }
            2 => self.bind(&name.ident, Binding::State),
            _ => {
                let id = self.bind_value(
                    &name.ident,
                    mutable,
                    Some(Kind::scalar()),
                    format!("the step count `{}`", name.ident),
                );
                let count = Expr { kind: Kind::scalar(), span: name.span(), node: Node::Count };
                self.prologue.push(Stmt::Let(Pattern::Bind(id), count));
            }
        }
    }

    /// Rules for the signature of any function of the impl.
    pub(super) fn check_modifiers(&mut self, signature: &Signature) {
        let mut refuse = |tokens: proc_macro2::TokenStream, message: &str| {
            if !tokens.is_empty() {
                self.errors.push(tokens, message);
            }
        };
        refuse(signature.constness.to_token_stream(), "a function of a step is not `const`: remove the keyword");
        refuse(signature.asyncness.to_token_stream(), "a step is not asynchronous: remove `async`");
        refuse(signature.safety.to_token_stream(), "a step has no `unsafe`: remove the keyword");
        refuse(signature.abi.to_token_stream(), "a function of a step has no ABI: remove it");
        if !signature.generics.params.is_empty() || signature.generics.where_clause.is_some() {
            let message = "functions of a step have no generic parameters, lifetimes or `where`";
            self.errors.push(
                &signature.generics,
                help(message, "the element type is chosen by the model; write the kinds, `x: Tensor`"),
            );
        }
    }

    /// Binds the parameters of an elementwise function: those of the generic type are values, others fixed.
    pub(super) fn elementwise_parameters(&mut self, signature: &Signature, values: &[bool]) -> Vec<Ident> {
        let mut idents = Vec::new();
        for (input, &value) in signature.inputs.iter().zip(values) {
            let FnArg::Typed(typed) = input else { continue };
            let Pat::Ident(name) = &*typed.pat else {
                self.bind_wrong(&typed.pat);
                continue;
            };
            let mutable = name.mutability.is_some();
            idents.push(if value {
                let id = self.bind_value(
                    &name.ident,
                    mutable,
                    Some(Kind::tensor()),
                    format!("the argument `{}`", name.ident),
                );
                self.locals[id].ident.clone()
            } else {
                self.bind_host(&name.ident, mutable, None, None)
            });
        }
        idents
    }
}

fn describe(place: usize) -> &'static str {
    ["parameter to change", "gradient", "declared state", "step count"][place.min(3)]
}

/// The kind that a written type means, for types of the language; fixed for all others that are plain.
pub(super) fn kind_of_type(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Paren(inner) => kind_of_type(&inner.elem),
        Type::Group(inner) => kind_of_type(&inner.elem),
        Type::Reference(inner) => kind_of_type(&inner.elem),
        Type::Tuple(tuple) => {
            let kinds = tuple.elems.iter().map(kind_of_type).collect::<Option<Vec<_>>>()?;
            Some(if !kinds.is_empty() && kinds.iter().all(Kind::is_fixed) { Kind::Fixed } else { Kind::Tuple(kinds) })
        }
        Type::Array(array) => {
            let kind = kind_of_type(&array.elem)?;
            if kind.is_fixed() {
                return Some(Kind::Fixed);
            }
            super::expression::literal_length(&array.len).map(|n| Kind::Array(vec![kind; n]))
        }
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            Some(match last.ident.to_string().as_str() {
                "Tensor" => Kind::tensor(),
                "Scalar" => Kind::scalar(),
                "Rows" => Kind::Num(Shape::rows()),
                "Cols" => Kind::Num(Shape::cols()),
                "Matrices" => Kind::Num(Shape::matrices()),
                "Mask" => Kind::Mask(match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(GenericArgument::Type(ty)) => kind_of_type(ty)?.shape()?,
                        _ => Shape::tensor(),
                    },
                    _ => Shape::tensor(),
                }),
                "_" => return None,
                _ => Kind::Fixed,
            })
        }
        _ => None,
    }
}

pub(super) fn role_of_type(ty: &Type) -> Role {
    match ty {
        Type::Paren(inner) => role_of_type(&inner.elem),
        Type::Group(inner) => role_of_type(&inner.elem),
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "State") => Role::State,
            _ if reference.mutability.is_some() => Role::Reference,
            _ => Role::Value,
        },
        _ => Role::Value,
    }
}
