//! Wrappers: the type parameter of the struct, and the field of this type.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::{Fields, GenericParam, Generics, ItemStruct, Path, PathArguments, Type, TypeParamBound};

use super::definition::Wraps;
use super::hyper;
use crate::diag::Errors;
use crate::language::Language;
use crate::paths::is_named;

/// Reads the type parameter `O: Definition`; `None` for any other generics.
pub(crate) fn parameter(generics: &Generics, language: Language) -> Option<&Ident> {
    let mut params = generics.params.iter();
    let (Some(GenericParam::Type(param)), None, None, Language::Optimizer) =
        (params.next(), params.next(), &generics.where_clause, language)
    else {
        return None;
    };
    let mut bounds = param.bounds.iter();
    let is_definition =
        |bound: &TypeParamBound| matches!(bound, TypeParamBound::Trait(bound) if is_definition(&bound.path));
    let right = bounds.next().is_some_and(is_definition) && bounds.next().is_none() && param.default.is_none();
    right.then_some(&param.ident)
}

fn is_definition(path: &Path) -> bool {
    is_named(path, "Definition") && path.segments.iter().all(|segment| matches!(segment.arguments, PathArguments::None))
}

/// Reads the field of the inner optimizer, which has the type parameter as its type.
pub(super) fn field(param: Ident, item: &mut ItemStruct, matrix: Option<&Ident>, errors: &mut Errors) -> Option<Wraps> {
    let errors = &mut errors.about("wrapping");
    let name = item.ident.clone();
    let mut found: Option<Ident> = None;
    if let Fields::Named(fields) = &mut item.fields {
        for field in fields.named.iter_mut().filter(|field| is_param(&field.ty, &param)) {
            let Some(ident) = &field.ident else { continue };
            if let Some(first) = &found {
                errors.push(
                    ident,
                    format!("`{name}` can wrap only one optimizer, and already wraps `{first}`\nhelp: remove `{ident}`; to combine optimizers, wrap a wrapper"),
                );
                continue;
            }
            found = Some(ident.clone());
            field.attrs.retain(|attr| {
                let ours = attr.path().is_ident(hyper::ATTRIBUTE);
                if ours {
                    errors.push(
                        attr,
                        format!("`{ident}` is the inner optimizer, not a hyperparameter\nhelp: remove `#[hyper]`; `{name}::new` takes its builder"),
                    );
                }
                !ours
            });
            hyper::is_reserved(ident, &name, Language::Optimizer, errors);
        }
    }
    if let (Some(matrix), Some(_)) = (matrix, &found) {
        errors.push(
            matrix,
            "`matrix` is not supported on a wrapper: the inner optimizer decides it\nhelp: remove `matrix`",
        );
    }
    if found.is_none() {
        errors.push(
            &param,
            format!("no field of `{name}` is the inner optimizer\nhelp: add a field `inner: {param}`, or remove `<{param}: Definition>`"),
        );
    }
    found.map(|field| Wraps { param, field })
}

/// Reports a state, an input or an output with the name of the inner optimizer.
pub(super) fn state_name(wraps: Option<&Wraps>, state: &Ident, errors: &mut Errors) {
    if wraps.is_some_and(|wraps| state.unraw() == wraps.name()) {
        errors
            .about("wrapping")
            .push(state, format!("`{state}` is also the name of the inner optimizer\nhelp: rename one of them"));
    }
}

/// Returns true if a type is the type parameter.
fn is_param(ty: &Type, param: &Ident) -> bool {
    match ty {
        Type::Path(path) => path.qself.is_none() && path.path.is_ident(param),
        Type::Group(group) => is_param(&group.elem, param),
        Type::Paren(paren) => is_param(&paren.elem, param),
        _ => false,
    }
}

/// The path of a struct whose only argument is the impl's type parameter: `Lookahead` of `Lookahead<O>`.
pub(crate) fn struct_path(path: &Path, param: &Ident) -> Option<Path> {
    let mut path = path.clone();
    let last = path.segments.last_mut()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut arguments = arguments.args.iter();
    let (Some(syn::GenericArgument::Type(ty)), None) = (arguments.next(), arguments.next()) else { return None };
    if !is_param(ty, param) {
        return None;
    }
    last.arguments = PathArguments::None;
    Some(path)
}
