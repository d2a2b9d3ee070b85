//! The header of the annotated impl, which is read before its struct is known.

use std::borrow::Cow;

use proc_macro2::{Ident, TokenStream};
use syn::{ItemImpl, Path, PathArguments, Type};

use super::item::generics;
use super::step_function::arguments::{self, Arguments};
use super::wrapping;
use crate::diag::Errors;
use crate::language::{Language, Words};
use crate::paths::is_named;

/// The kind of an annotated impl.
pub(crate) enum Header<'a> {
    /// The struct at this path.
    Struct(Cow<'a, Path>),
    /// A trait: without the attribute, the compiler accepts the impl.
    Trait,
    /// Something else.
    Unknown,
}

/// Reads the header and the arguments of the attribute. An optimizer lists its step functions there.
pub(crate) fn parse<'a>(
    arguments: &TokenStream,
    item: &'a ItemImpl,
    language: Language,
    errors: &mut Errors,
) -> (Header<'a>, Arguments) {
    let arguments = attribute(arguments, language, errors);
    (header(item, language, errors), arguments)
}

/// The arguments of the attribute.
fn attribute(arguments: &TokenStream, language: Language, errors: &mut Errors) -> Arguments {
    if language == Language::Optimizer {
        return arguments::parse(arguments, "the impl", errors);
    }
    if !arguments.is_empty() {
        errors.push(
            arguments,
            "on the impl, `#[scheduler]` takes no arguments\nhelp: move them to `#[scheduler(…)]` on the struct",
        );
    }
    Arguments::default()
}

fn header<'a>(item: &'a ItemImpl, language: Language, errors: &mut Errors) -> Header<'a> {
    let Words { attribute, item: item_noun, .. } = language.words();
    let example = format!("impl Name {{ fn {}(…) {{ … }} }}", language.entry());
    for attr in &item.attrs {
        if attr.path().is_ident("cfg") {
            errors.push(
                attr,
                format!("`#[cfg]` stands below `#[{attribute}]`\nhelp: put it above, so that it covers the generated code too"),
            );
        } else if is_named(attr.path(), "optimizer") || is_named(attr.path(), "scheduler") {
            errors.push(attr, format!("`#[{attribute}]` is given twice"));
        }
    }
    if let Some((path, _)) = &item.trait_ {
        errors.push(
            path,
            format!("`#[{attribute}]` goes on a plain impl, not on the impl of a trait\nhelp: write `{example}`"),
        );
        return Header::Trait;
    }
    if let Some(unsafety) = &item.unsafety {
        errors.push(unsafety, format!("the impl of {item_noun} can't be `unsafe`"));
    }
    if let Some(param) = wrapping::parameter(&item.generics, language)
        && let Some(path) = generic_path(&item.self_ty, param)
    {
        return Header::Struct(Cow::Owned(path));
    }
    generics(&item.generics, "impl", language, errors);
    if let Some(path) = self_path(&item.self_ty) {
        return Header::Struct(Cow::Borrowed(path));
    }
    // The struct's parameters have been reported there, so the impl may have them.
    if item.generics.params.is_empty() {
        errors.push(
            &item.self_ty,
            format!("expected the name of the struct with `#[{attribute}]`\nhelp: write `{example}`"),
        );
    }
    Header::Unknown
}

/// The path of the implemented type, if it is a wrapper of the impl's type parameter.
fn generic_path(ty: &Type, param: &Ident) -> Option<Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => wrapping::struct_path(&path.path, param),
        Type::Group(group) => generic_path(&group.elem, param),
        Type::Paren(paren) => generic_path(&paren.elem, param),
        _ => None,
    }
}

/// The path of the implemented type, if it has no arguments.
fn self_path(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            let plain = path.path.segments.iter().all(|segment| matches!(segment.arguments, PathArguments::None));
            (plain && !path.path.is_ident("Self")).then_some(&path.path)
        }
        Type::Group(group) => self_path(&group.elem),
        Type::Paren(paren) => self_path(&paren.elem),
        _ => None,
    }
}
