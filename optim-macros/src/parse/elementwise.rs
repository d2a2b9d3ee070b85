//! Functions with `#[elementwise]`: their signature, and which of the arguments are numbers of the step.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{FnArg, GenericParam, ItemFn, Pat, Path, ReturnType, Type};

use super::functions::inner_attributes;
use super::types::INTEGERS;
use crate::diag::Errors;
use crate::language::ELEMENTWISE;
use crate::paths;

const EXAMPLE: &str = "write `#[elementwise] fn softsign<V: Value>(x: V) -> V { … }`";

/// The parts of the signature.
pub(crate) struct Signature {
    /// The name of the generic parameter.
    pub(crate) generic: Ident,
    /// For each argument, true if it has the generic type. All others are fixed.
    pub(crate) values: Vec<bool>,
}

/// The path of the runtime, from the attribute's arguments.
pub(crate) fn root(arguments: TokenStream, errors: &mut Errors) -> Path {
    paths::root(errors.take(parse_crate(arguments)).flatten().as_ref())
}

/// Reads `crate = path`, or nothing.
fn parse_crate(arguments: TokenStream) -> syn::Result<Option<Path>> {
    if arguments.is_empty() {
        return Ok(None);
    }
    let parse = |input: syn::parse::ParseStream<'_>| {
        input.parse::<syn::Token![crate]>().map_err(|error| {
            syn::Error::new(error.span(), "the only argument of `#[elementwise]` is `crate = path`")
        })?;
        input.parse::<syn::Token![=]>()?;
        input.call(Path::parse_mod_style).map(Some)
    };
    syn::parse::Parser::parse2(parse, arguments)
}

/// Reads the function. Any other item is an error.
pub(crate) fn function(item: &TokenStream, errors: &mut Errors) -> Option<ItemFn> {
    match syn::parse2(item.clone()) {
        Ok(function) => return Some(function),
        Err(error) if item.clone().into_iter().any(|tree| tree.to_string() == "fn") => errors.add(error),
        Err(_) => errors.push(item, format!("`#[elementwise]` goes on a function\nhelp: {EXAMPLE}")),
    }
    None
}

/// The signature; `None` if it is unclear which arguments are numbers of the step.
pub(crate) fn signature(function: &ItemFn, errors: &mut Errors) -> Option<Signature> {
    let generic = generic(function, errors)?;
    let values: Vec<bool> = function.sig.inputs.iter().map(|input| is_generic(input, &generic)).collect();
    check_signature(function, &generic, &values, errors);
    inner_attributes(&ELEMENTWISE, errors).visit_block(&function.block);
    Some(Signature { generic, values })
}

/// The name of the generic parameter.
fn generic(function: &ItemFn, errors: &mut Errors) -> Option<Ident> {
    let generics = &function.sig.generics;
    let mut parameters = generics.params.iter();
    match (parameters.next(), parameters.next()) {
        (Some(GenericParam::Type(parameter)), None) if generics.where_clause.is_none() => Some(parameter.ident.clone()),
        _ => {
            errors.push(
                &function.sig.ident,
                format!("an elementwise function must have exactly one generic parameter\nhelp: {EXAMPLE}"),
            );
            None
        }
    }
}

fn is_generic(input: &FnArg, generic: &Ident) -> bool {
    matches!(input, FnArg::Typed(typed) if matches!(&*typed.ty, Type::Path(path) if path.path.is_ident(generic)))
}

fn check_signature(function: &ItemFn, generic: &Ident, values: &[bool], errors: &mut Errors) {
    let signature = &function.sig;
    let mut refuse = |tokens: TokenStream, what: &str| {
        if !tokens.is_empty() {
            errors.push(tokens, format!("an elementwise function can't be {what}"));
        }
    };
    refuse(signature.constness.to_token_stream(), "`const`");
    refuse(signature.asyncness.to_token_stream(), "asynchronous");
    refuse(signature.safety.to_token_stream(), "`unsafe`");
    refuse(signature.abi.to_token_stream(), "of another ABI");
    let bounded = signature.generics.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => parameter.bounds.len() == 1 && matches!(parameter.bounds.first(), Some(syn::TypeParamBound::Trait(bound)) if bound.path.segments.last().is_some_and(|last| last.ident == "Value")),
        _ => false,
    });
    if !bounded {
        errors.push(
            &signature.generics,
            format!("the generic parameter of an elementwise function must be a `Value`\nhelp: {EXAMPLE}"),
        );
    }
    let plain = signature
        .inputs
        .iter()
        .all(|input| matches!(input, FnArg::Typed(typed) if matches!(&*typed.pat, Pat::Ident(_))));
    if !values.contains(&true) && plain {
        errors.push(
            &signature.ident,
            format!("no argument is a `{generic}`, so there is nothing to compute per element\nhelp: {EXAMPLE}"),
        );
    }
    match &signature.output {
        ReturnType::Type(_, ty) if matches!(&**ty, Type::Path(path) if path.path.is_ident(generic)) => {}
        ReturnType::Type(_, ty) => {
            errors.push(ty, format!("an elementwise function must return a `{generic}`\nhelp: {EXAMPLE}"));
        }
        ReturnType::Default => {
            errors
                .push(&signature.ident, format!("an elementwise function must return a `{generic}`\nhelp: {EXAMPLE}"));
        }
    }
    for (input, value) in signature.inputs.iter().zip(values) {
        match input {
            FnArg::Receiver(receiver) => errors.push(receiver, format!("an elementwise function can't take `self`\nhelp: {EXAMPLE}")),
            FnArg::Typed(typed) if !value && matches!(&*typed.pat, Pat::Ident(_)) && !is_fixed_type(&typed.ty) => errors.push(
                &typed.ty,
                format!("a fixed argument of an elementwise function must be `f64`, `bool` or an integer\nhelp: declare an argument that may be a tensor as `{generic}`"),
            ),
            FnArg::Typed(typed) => {
                if !matches!(&*typed.pat, Pat::Ident(_)) {
                    errors.push(&typed.pat, format!("a parameter of an elementwise function must be a plain name\nhelp: {EXAMPLE}"));
                }
            }
        }
    }
}

fn is_fixed_type(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.get_ident().is_some_and(|name| {
        let name = name.to_string();
        matches!(name.as_str(), "f64" | "bool") || INTEGERS.contains(&name.as_str())
    })
}
