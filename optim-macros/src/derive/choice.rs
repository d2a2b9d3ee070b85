//! `#[derive(Choice)]`: a unit enum as a hyperparameter.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Fields, Path};

use crate::diag::Errors;
use crate::emit::scope;
use crate::paths;

/// `impl Choice` and `impl HyperValue`; the errors alone if there are any.
pub(crate) fn expand(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let name = &input.ident;
    let root = paths::root(crate_argument(input, &mut errors).as_ref());
    if !input.generics.params.is_empty() {
        errors.push(&input.generics.params, "a choice can't have generic parameters or lifetimes");
    }
    if let Some(clause) = &input.generics.where_clause {
        errors.push(clause, "a choice can't have a `where` clause");
    }
    let Data::Enum(data) = &input.data else {
        errors.push(name, format!("`Choice` is for enums\nhelp: write `enum {name} {{ First, Second }}`"));
        return errors.into_compile_errors();
    };
    if data.variants.is_empty() {
        errors.push(name, format!("`{name}` has no variants to choose from"));
    }
    let mut variants: Vec<(String, &syn::Ident)> = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let ident = &variant.ident;
            errors.push(
                &variant.fields,
                format!("the variants of a choice hold no values\nhelp: write `{ident}`, and give the values hyperparameters of their own"),
            );
        }
        if let Some(attr) = variant.attrs.iter().find(|attr| attr.path().is_ident("choice")) {
            errors.push(attr, "`choice` has no options for variants");
        }
        let text = snake_case(&variant.ident.unraw().to_string());
        let plain = |text: &str| text.replace('_', "");
        let twin = variants.iter().find(|(other, _)| plain(other) == plain(&text));
        if let Some((_, first)) = twin {
            errors.push(&variant.ident, format!("`{first}` and this variant are both read from `{text}`"));
        }
        variants.push((text, &variant.ident));
    }
    if !errors.is_empty() {
        let mut tokens = errors.into_compile_errors();
        if input.generics.params.is_empty() {
            tokens.extend(unreachable_impls(name, &root));
        }
        return tokens;
    }
    let names: Vec<&String> = variants.iter().map(|(text, _)| text).collect();
    let idents: Vec<_> = variants.iter().map(|(_, ident)| ident).collect();
    // Names are compared without `_` and case: `sum`, `Sum`, `two_sided` and `TwoSided` all name their variant.
    let plain = names.iter().map(|name| name.replace('_', ""));
    let (full, root) = (root, paths::short());
    let hyper_value = hyper_value(name, &root);
    let choice = quote! {
        #[automatically_derived]
        impl #root::Choice for #name {
            const NAMES: &'static [&'static ::core::primitive::str] = &[#(#names),*];

            fn name(self) -> &'static ::core::primitive::str {
                match self {
                    #(Self::#idents => #names,)*
                }
            }

            fn parse(name: &::core::primitive::str) -> ::core::option::Option<Self> {
                match &*#root::plain_name(name) {
                    #(#plain => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    };
    scope::block(&full, &quote!(#choice #hyper_value), &BTreeSet::new())
}

/// `impl HyperValue` by way of `Choice`.
fn hyper_value(name: &syn::Ident, root: &Path) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #root::HyperValue for #name {
            fn into_value(self) -> #root::Setting {
                #root::choice_into_value(self)
            }

            fn from_value(value: &#root::Setting) -> ::core::result::Result<Self, #root::ValueError> {
                #root::choice_from_value(value)
            }
        }
    }
}

/// Implementations beside an error, so that the uses of the enum add none of their own.
fn unreachable_impls(name: &syn::Ident, root: &Path) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #root::HyperValue for #name {
            fn into_value(self) -> #root::Setting { ::core::unreachable!() }
            fn from_value(_: &#root::Setting) -> ::core::result::Result<Self, #root::ValueError> { ::core::unreachable!() }
        }
    }
}

/// `#[choice(crate = path)]`.
fn crate_argument(input: &DeriveInput, errors: &mut Errors) -> Option<Path> {
    let mut krate = None;
    for attr in input.attrs.iter().filter(|attr| attr.path().is_ident("choice")) {
        let read = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                krate = Some(meta.value()?.call(Path::parse_mod_style)?);
                Ok(())
            } else {
                Err(meta.error("unknown key of `choice`\nhelp: the only key is `crate = path`"))
            }
        });
        errors.take(read);
    }
    krate
}

/// `TwoSided` as `two_sided`, `AMSGrad` as `ams_grad`, `L2` as `l2`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| letters.get(at));
        let after = letters.get(at + 1);
        let starts_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                *before != '_' && (!before.is_uppercase() || after.is_some_and(|after| after.is_lowercase()))
            });
        if starts_word {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn names_are_snake_case() {
        for (name, expected) in [
            ("Sum", "sum"),
            ("TwoSided", "two_sided"),
            ("AMSGrad", "ams_grad"),
            ("L2", "l2"),
            ("A_B", "a_b"),
            ("RMS", "rms"),
        ] {
            assert_eq!(snake_case(name), expected);
        }
    }

    #[test]
    fn all_mistakes_of_one_enum_are_reported() {
        let text = expand(&parse_quote! { enum Mode<T> where T: Copy { A(T), B { x: f64 }, C } }).to_string();
        assert_eq!(text.matches("compile_error").count(), 4, "{text}");
        let text = expand(&parse_quote! { enum Mode {} }).to_string();
        assert!(text.contains("no variants"), "{text}");
        let text = expand(&parse_quote! { struct Mode; }).to_string();
        assert!(text.contains("is for enums"), "{text}");
    }
}
