//! The expansions of a few items, as text to read in `snapshots/`. `BLESS=1 cargo test -p optim-macros snapshots` writes it
//! again; the difference is for review.

use std::fs;
use std::path::{Path, PathBuf};

use quote::quote;
use syn::{Attribute, Item, ItemStruct, Meta};

use crate::diag::Errors;
use crate::language::Language;
use crate::parse;
use crate::parse::step_function::StepFunctions;

/// The arguments of `#[name]` or `#[name(…)]`, which is taken off the item.
fn take(attrs: &mut Vec<Attribute>, name: &str) -> Option<proc_macro2::TokenStream> {
    let place = attrs.iter().position(|attr| attr.path().is_ident(name))?;
    match attrs.remove(place).meta {
        Meta::List(list) => Some(list.tokens),
        _ => Some(proc_macro2::TokenStream::new()),
    }
}

fn undocumented(mut item: ItemStruct) -> ItemStruct {
    let undocument = |attrs: &mut Vec<Attribute>| attrs.retain(|attr| !attr.path().is_ident("doc"));
    undocument(&mut item.attrs);
    item.fields.iter_mut().for_each(|field| undocument(&mut field.attrs));
    item
}

/// Both expansions of the one optimizer or schedule in a source file.
pub(super) fn expanded(source: &str, language: Language, attribute: &str) -> proc_macro2::TokenStream {
    let (mut expanded, mut definition) = (quote!(), None);
    for item in syn::parse_file(source).expect("a source file").items {
        match item {
            Item::Struct(item) => {
                let mut item = undocumented(item);
                let arguments = take(&mut item.attrs, attribute).expect("an annotated struct");
                expanded.extend(super::attribute(language, arguments.clone(), &quote!(#item)));
                let mut errors = Errors::new();
                definition = Some(parse::item::parse(arguments, item, language, &mut errors).definition);
                assert_eq!(errors.messages(), [""; 0]);
            }
            Item::Impl(mut item) => {
                let definition = definition.as_ref().expect("the struct comes first");
                let own = take(&mut item.attrs, attribute);
                expanded.extend(own.map(|_| super::implementation(definition, &item, &StepFunctions::default())));
            }
            _ => {}
        }
    }
    expanded
}

/// Compares tokens with the text that is kept of them.
pub(crate) fn compare(name: &str, tokens: proc_macro2::TokenStream) {
    let file = syn::parse2(tokens).expect("an expansion is Rust");
    let found = prettyplease::unparse(&file);
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/expand/snapshots").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).expect("the snapshot can be written");
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let line = kept.lines().zip(found.lines()).position(|(kept, found)| kept != found);
    assert!(
        kept == found,
        "{name} is not what it was, first in line {:?}; BLESS=1 writes it again",
        line.map(|n| n + 1)
    );
}

pub(super) fn stock(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-std/src").join(path);
    fs::read_to_string(path).expect("a stock optimizer or schedule")
}

#[test]
fn stock_optimizers() {
    for name in ["lion", "adafactor", "lamb"] {
        let source = stock(&format!("optimizers/{name}.rs"));
        compare(&format!("{name}.rs"), expanded(&source, Language::Optimizer, "optimizer"));
    }
}

#[test]
fn stock_schedule() {
    let source = stock("schedulers/cosine_decay.rs");
    compare("cosine_decay.rs", expanded(&source, Language::Schedule, "scheduler"));
}

#[test]
fn elementwise_function() {
    let function = quote! {
        fn softsign<V: Value>(x: V, scale: f64) -> V {
            scale * x / (1.0 + x.abs())
        }
    };
    compare("softsign.rs", super::elementwise(quote!(), &function));
}

#[test]
fn step_function() {
    let function = quote! {
        /// At most `LIMIT`.
        pub fn limited(place: &mut Tensor, x: Tensor, turns: usize) -> Tensor {
            for _ in 0..turns {
                *place = softsign(x).clamp(-LIMIT, LIMIT);
            }
            *place
        }
    };
    compare("limited.rs", super::attribute(Language::Optimizer, quote!(), &function));
}

#[test]
fn step_function_of_a_choice() {
    let function = quote! {
        /// In the size that is chosen.
        fn scaled(update: Tensor, scaling: parts::Scaling, other: Option<Scaling>) -> Tensor {
            match scaling {
                parts::Scaling::Original => update,
                parts::Scaling::Spectral if other != Some(Scaling::L2) => 0.2 * update,
                _ => LIMIT * update,
            }
        }
    };
    compare("scaled.rs", super::attribute(Language::Optimizer, quote!(), &function));
}

#[test]
fn parameters_of_a_struct() {
    let item = quote! {
        struct Linear {
            weight: Array2<f32>,
            bias: Array1<f32>,
        }
    };
    compare("linear.rs", super::parameters(item));
}
