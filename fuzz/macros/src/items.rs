//! Whole files through the macros, as the compiler would run them.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, Item, Meta};

use crate::expand as macros;
use crate::language::Language;

/// Expands every item of a file that has one of our attributes or derives. Returns the number of expansions without an error, or `None` if the text
/// is not a Rust file.
///
/// # Panics
///
/// If an expansion does not parse, or a second expansion of the same item differs. Panics inside a macro are not caught.
pub fn expand(text: &str) -> Option<usize> {
    let file = syn::parse_file(text).ok()?;
    Some(all(&file.items))
}

fn all(items: &[Item]) -> usize {
    let mut definitions = HashMap::new();
    items.iter().map(|item| one(item, &mut definitions)).sum()
}

fn one(item: &Item, definitions: &mut HashMap<String, Group>) -> usize {
    let mut item = item.clone();
    if let Item::Struct(item) = &item
        && item.fields.iter().any(|field| field.ident.as_ref().is_some_and(|name| name == "_"))
    {
        // `syn` accepts such fields, but the compiler does not.
        return 0;
    }
    let attributes = match &mut item {
        Item::Struct(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        Item::Mod(module) => return module.content.as_ref().map_or(0, |(_, items)| all(items)),
        _ => return 0,
    };
    let Some(place) = attributes.iter().position(|attribute| macro_of(attribute).is_some()) else { return 0 };
    let attribute = attributes.remove(place);
    let (Some(name), Some(arguments)) = (macro_of(&attribute), arguments(&attribute)) else { return 0 };
    let tokens = item.to_token_stream();
    match name {
        Macro::Optimizer | Macro::Scheduler => {
            let language = if name == Macro::Optimizer { Language::Optimizer } else { Language::Schedule };
            let expand = || macros::attribute(language, arguments.clone(), &tokens);
            let (right, expanded) = checked(expand);
            if let (Item::Struct(item), Some(definition)) = (&item, definition(expanded.clone())) {
                definitions.insert(item.ident.to_string(), definition);
            }
            match handed_over(expanded, definitions) {
                Some(halves) => usize::from(checked(|| macros::impl_half(halves.clone())).0),
                None => usize::from(right),
            }
        }
        Macro::Elementwise => usize::from(checked(|| macros::elementwise(arguments.clone(), &tokens)).0),
        Macro::Derive => {
            let parameters = checked(|| macros::parameters(tokens.clone())).0;
            let choice = checked(|| macros::choice(tokens.clone())).0;
            usize::from(parameters) + usize::from(choice)
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Macro {
    Optimizer,
    Scheduler,
    Elementwise,
    Derive,
}

fn macro_of(attribute: &Attribute) -> Option<Macro> {
    match attribute.path().segments.last()?.ident.to_string().as_str() {
        "optimizer" => Some(Macro::Optimizer),
        "scheduler" => Some(Macro::Scheduler),
        "elementwise" => Some(Macro::Elementwise),
        "derive" => {
            let list = attribute.meta.to_token_stream().to_string();
            (list.contains("Parameters") || list.contains("Choice")).then_some(Macro::Derive)
        }
        _ => None,
    }
}

fn arguments(attribute: &Attribute) -> Option<TokenStream> {
    match &attribute.meta {
        Meta::Path(_) => Some(TokenStream::new()),
        Meta::List(list) => Some(list.tokens.clone()),
        _ => None,
    }
}

/// An expansion, and true if it has no error.
fn checked(expand: impl Fn() -> TokenStream) -> (bool, TokenStream) {
    let expanded = expand();
    let text = expanded.to_string();
    assert_eq!(text, expand().to_string(), "the same item is expanded in two ways");
    if let Err(error) = syn::parse2::<syn::File>(expanded.clone()) {
        panic!("the expansion is no Rust: {error}\n{text}");
    }
    (!text.contains("compile_error"), expanded)
}

/// The output of a struct for its impl: the first braces after `optimizer_impl!`.
fn definition(tokens: TokenStream) -> Option<Group> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    trees.iter().enumerate().find_map(|(place, tree)| match tree {
        TokenTree::Ident(name) if name == "optimizer_impl" || name == "scheduler_impl" => match trees.get(place + 2) {
            Some(TokenTree::Group(call)) => braces(call.stream().into_iter().next()?),
            _ => None,
        },
        TokenTree::Group(group) => definition(group.stream()),
        _ => None,
    })
}

/// The compiler's expansion of `Name! { impl … }`, after a struct with this name.
fn handed_over(tokens: TokenStream, definitions: &HashMap<String, Group>) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let [.., TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Group(call)] = &*trees else { return None };
    let (definition, item) = (definitions.get(&name.to_string())?, call.stream());
    Some(quote! { #definition #item })
}

fn braces(tree: TokenTree) -> Option<Group> {
    match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group),
        _ => None,
    }
}
