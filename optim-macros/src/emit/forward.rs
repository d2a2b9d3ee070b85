//! The impl half, first step: hand the block to the macro that the struct half left behind.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{ItemImpl, Path, PathArguments, Type};

use crate::diag::Errors;
use crate::language::Words;
use crate::parse::Language;
use crate::parse::item::generics;
use crate::recover::for_editors;

/// `impl path::Lion { … }` becomes `path::Lion! { impl path::Lion { … } }`.
///
/// The macro has the struct's name, so that `use lion::Lion as Renamed` brings the one with the other.
pub(crate) fn expand(arguments: &TokenStream, item: &ItemImpl, language: Language, mut errors: Errors) -> TokenStream {
    let Words { attribute, item: item_noun, .. } = language.words();
    let example = format!("impl Name {{ fn {}(…) {{ … }} }}", language.entry());
    if !arguments.is_empty() {
        errors.push(
            arguments,
            format!(
                "on the impl, `#[{attribute}]` takes no arguments\nhelp: move them to `#[{attribute}(…)]` on the struct"
            ),
        );
    }
    for attr in &item.attrs {
        if attr.path().is_ident("cfg") {
            errors.push(
                attr,
                format!("`#[cfg]` stands below `#[{attribute}]`\nhelp: put it above, so that it covers the generated code too"),
            );
        } else if attr
            .path()
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "optimizer" || segment.ident == "scheduler")
        {
            errors.push(attr, format!("`#[{attribute}]` is given twice"));
        }
    }
    if let Some((path, _)) = &item.trait_ {
        errors.push(
            path,
            format!("`#[{attribute}]` goes on a plain impl, not on the impl of a trait\nhelp: write `{example}`"),
        );
        // The impl means something to the compiler without our attribute.
        let errors = errors.into_compile_errors();
        return quote! { #errors #item };
    }
    if let Some(unsafety) = &item.unsafety {
        errors.push(unsafety, format!("the impl of {item_noun} can't be `unsafe`"));
    }
    generics(&item.generics, "impl", language, &mut errors);
    let name = self_path(&item.self_ty);
    match name {
        None => {
            if item.generics.params.is_empty() {
                errors.push(
                    &item.self_ty,
                    format!("expected the name of the struct with `#[{attribute}]`\nhelp: write `{example}`"),
                );
            }
            let (errors, editors) = (errors.into_compile_errors(), for_editors(item));
            quote! { #errors #editors }
        }
        Some(name) => {
            let broken = (!errors.is_empty()).then(|| quote!(broken));
            let schedule = (language == Language::Schedule).then(|| quote!(schedule));
            let errors = errors.into_compile_errors();
            quote! { #errors #name! { #broken #schedule #item } }
        }
    }
}

/// The path of the implemented type, if it is a plain one.
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

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn the_block_goes_to_the_macro_of_the_same_path() {
        let item: ItemImpl = parse_quote! { impl super::Lion { fn step() {} } };
        let expanded = expand(&TokenStream::new(), &item, Language::Optimizer, Errors::new());
        assert_eq!(expanded.to_string(), quote! { super::Lion! { impl super::Lion { fn step() {} } } }.to_string());
    }

    #[test]
    fn a_wrong_block_is_marked_as_reported() {
        let item: ItemImpl = parse_quote! { impl<T> Lion where T: Copy {} };
        let text = expand(&quote!(state<a = 0.0>), &item, Language::Optimizer, Errors::new()).to_string();
        assert_eq!(text.matches("compile_error").count(), 3, "{text}");
        assert!(text.contains("Lion ! { broken impl"), "{text}");
    }
}
