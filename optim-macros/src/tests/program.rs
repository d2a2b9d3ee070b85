//! A file of a program with every annotated item in it expanded, as the compiler would do it.

use std::collections::HashMap;

use proc_macro2::{Group, LineColumn, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Item, ItemImpl, ItemMacro, ItemMod, Meta, Path, UseRename};

use crate::expand;
use crate::language::Language;

/// The expansions of all annotated items of a file.
#[derive(Default)]
pub(super) struct Program {
    pub(super) expansions: Vec<Expansion>,
    /// The `{ definition }`s that structs leave behind, by the modules and blocks around them.
    definitions: HashMap<(Vec<String>, String), TokenTree>,
    /// The `{ functions }` that functions leave behind, likewise.
    functions: HashMap<(Vec<String>, String), TokenTree>,
    waiting: Vec<Waiting>,
    /// `use a as b`, by `b`.
    renamed: HashMap<String, String>,
    scope: Vec<String>,
    blocks: usize,
}

/// One call of one macro.
pub(super) struct Expansion {
    /// The annotated item's name.
    pub(super) name: String,
    pub(super) tokens: TokenStream,
    /// The attribute, where messages about nothing in particular are shown.
    call: Span,
}

/// A call of the macro that a struct or a function leaves behind.
struct Waiting {
    scope: Vec<String>,
    path: Path,
    tokens: TokenStream,
    call: Span,
}

/// A compile error, with lines from 1 and columns from 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Message {
    pub(super) start: (usize, usize),
    pub(super) end: (usize, usize),
    pub(super) text: String,
}

impl Program {
    /// Expands the structs and functions of a file, and then its impls.
    pub(super) fn read(text: &str) -> Self {
        Self::read_with(text, expand::impl_half)
    }

    /// The same, with another function for the impls.
    pub(super) fn read_with(text: &str, impl_half: fn(TokenStream) -> TokenStream) -> Self {
        let file = syn::parse_file(text).expect("a file of Rust");
        let mut program = Self::default();
        program.visit_file(&file);
        loop {
            let calls = std::mem::take(&mut program.waiting);
            let before = calls.len();
            let left: Vec<Waiting> = calls.into_iter().filter(|call| !program.answer(call, impl_half)).collect();
            // Without a struct or a function the compiler finds no macro.
            let is_stuck = left.len() == before;
            program.waiting.extend(left);
            if is_stuck {
                return program;
            }
        }
    }

    /// Expands a call; returns false if its macro is not known.
    fn answer(&mut self, waiting: &Waiting, impl_half: fn(TokenStream) -> TokenStream) -> bool {
        let Waiting { scope, path, tokens, call } = waiting;
        let name = last(path);
        let name = self.renamed.get(&name).cloned().unwrap_or(name);
        let of_struct = find(&self.definitions, scope, &name);
        let modules = path.segments.iter().rev().skip(1).rev().map(|segment| segment.ident.to_string());
        let inside: Vec<String> = scope.iter().cloned().chain(modules).collect();
        let of_function = self.functions.get(&(inside, name.clone())).or_else(|| find(&self.functions, scope, &name));
        let Some(left) = of_struct.or(of_function) else { return false };
        let mut input = TokenStream::from(left.clone());
        input.extend(tokens.clone());
        match of_struct {
            Some(_) => self.expansions.push(Expansion { name, tokens: impl_half(input), call: *call }),
            None => self.take(expand::step_function_found(input), scope, name, *call),
        }
        true
    }

    /// Takes an expansion with the macros and calls in it.
    fn take(&mut self, tokens: TokenStream, scope: &[String], name: String, call: Span) {
        for tree in syn::parse2::<syn::File>(tokens.clone()).expect("items").items {
            let Item::Macro(item) = tree else { continue };
            match item.ident.as_ref().map(ToString::to_string) {
                Some(own) if own.starts_with("__step_function_") || own.starts_with("__elementwise_") => {
                    let name = own.rsplitn(2, '_').last().expect("a name");
                    let name = name.trim_start_matches("__step_function_").trim_start_matches("__elementwise_");
                    self.functions.insert((scope.to_vec(), name.to_owned()), carried(&item));
                }
                Some(_) => {
                    self.definitions.insert((scope.to_vec(), name.clone()), left_behind(&item));
                }
                None if last(&item.mac.path) != "compile_error" => {
                    let (path, tokens) = (item.mac.path, item.mac.tokens);
                    self.waiting.push(Waiting { scope: scope.to_vec(), path, tokens, call });
                }
                None => {}
            }
        }
        self.expansions.push(Expansion { name, tokens, call });
    }

    /// All compile errors, in source order.
    pub(super) fn messages(&self) -> Vec<Message> {
        let mut messages: Vec<Message> = self.expansions.iter().flat_map(Expansion::messages).collect();
        messages.sort();
        messages
    }

    fn expand(&mut self, item: &Item, attribute: &Attribute) {
        let arguments = match &attribute.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let tokens = without(item, attribute).into_token_stream();
        let tokens = match name_of(attribute).as_str() {
            "optimizer" => expand::attribute(Language::Optimizer, arguments, &tokens),
            "scheduler" => expand::attribute(Language::Schedule, arguments, &tokens),
            _ => expand::elementwise(arguments, &tokens),
        };
        let scope = self.scope.clone();
        self.take(tokens, &scope, name(item), attribute.span());
    }

    fn derive(&mut self, item: &Item, attribute: &Attribute) {
        let Meta::List(list) = &attribute.meta else { return };
        let paths = list
            .parse_args_with(syn::punctuated::Punctuated::<Path, syn::Token![,]>::parse_terminated)
            .expect("derives");
        for path in paths {
            let tokens = match last(&path).as_str() {
                "Parameters" => expand::parameters(item.to_token_stream()),
                "Choice" => expand::choice(item.to_token_stream()),
                _ => continue,
            };
            self.expansions.push(Expansion { name: name(item), tokens, call: path.span() });
        }
    }
}

impl<'ast> Visit<'ast> for Program {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = attributes(item);
        for attribute in attributes.iter().filter(|attribute| name_of(attribute) == "derive") {
            self.derive(item, attribute);
        }
        let ours =
            |attribute: &&Attribute| ["optimizer", "scheduler", "elementwise"].contains(&name_of(attribute).as_str());
        match attributes.iter().find(ours) {
            Some(attribute) => self.expand(item, attribute),
            None => visit::visit_item(self, item),
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        self.scope.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.scope.pop();
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.blocks += 1;
        self.scope.push(self.blocks.to_string());
        visit::visit_block(self, block);
        self.scope.pop();
    }

    fn visit_use_rename(&mut self, rename: &'ast UseRename) {
        self.renamed.insert(rename.rename.to_string(), rename.ident.to_string());
    }
}

impl Expansion {
    /// The compile errors in it.
    pub(super) fn messages(&self) -> Vec<Message> {
        let mut messages = Vec::new();
        self.find(self.tokens.clone(), &mut messages);
        messages
    }

    fn find(&self, tokens: TokenStream, messages: &mut Vec<Message>) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match (tree, trees.get(at + 2)) {
                (TokenTree::Ident(name), Some(TokenTree::Group(group))) if name == "compile_error" => {
                    let text: syn::LitStr = syn::parse2(group.stream()).expect("text");
                    let (start, end) = match (name.span().start(), shown_end(name.span(), group.span())) {
                        (LineColumn { line: 0, .. }, _) | (_, LineColumn { line: 0, .. }) => {
                            (self.call.start(), self.call.end())
                        }
                        both => both,
                    };
                    let place = |at: LineColumn| (at.line, at.column);
                    messages.push(Message { start: place(start), end: place(end), text: text.value() });
                }
                (TokenTree::Group(group), _) => self.find(group.stream(), messages),
                _ => {}
            }
        }
    }
}

/// The end of a message from one span to another. The stable compiler joins no spans: of one that is made of several tokens it has
/// the first.
fn shown_end(first: Span, last: Span) -> LineColumn {
    let one = (first.start(), first.end()) == (last.start(), last.end());
    let text = first.source_text().filter(|_| one);
    let tokens = text.and_then(|text| text.parse::<TokenStream>().ok());
    match tokens.and_then(|tokens| tokens.into_iter().next()) {
        Some(token) => {
            let (start, token) = (first.start(), token.span().source_text().unwrap_or_default());
            let lines = token.matches('\n').count();
            let columns = token.rsplit('\n').next().unwrap_or_default().chars().count();
            LineColumn { line: start.line + lines, column: if lines == 0 { start.column + columns } else { columns } }
        }
        None => last.end(),
    }
}

/// The meaning of a name in a scope: the innermost one around it, or that of another module.
fn find<'l>(
    left: &'l HashMap<(Vec<String>, String), TokenTree>,
    scope: &[String],
    name: &str,
) -> Option<&'l TokenTree> {
    let around = (0..=scope.len()).rev().map(|depth| (scope[..depth].to_vec(), name.to_owned()));
    around
        .filter_map(|key| left.get(&key))
        .next()
        .or_else(|| left.iter().find(|((_, other), _)| other == name).map(|(_, left)| left))
}

fn groups(tokens: TokenStream) -> impl Iterator<Item = Group> {
    tokens.into_iter().filter_map(|tree| if let TokenTree::Group(group) = tree { Some(group) } else { None })
}

/// The `{ definition }` in the macro that a struct leaves behind.
fn left_behind(item: &ItemMacro) -> TokenTree {
    // `(pattern) => { const _: () = { use root::impl_half; impl_half! { { definition } … } }; };`
    let body = groups(item.mac.tokens.clone()).nth(1).expect("a body");
    let block = groups(body.stream()).nth(1).expect("a block");
    let arguments = groups(block.stream()).next().expect("arguments");
    groups(arguments.stream()).next().expect("a definition").into()
}

/// The `{ functions }` in the macro that a function leaves behind.
fn carried(item: &ItemMacro) -> TokenTree {
    // `(pattern) => { root::optimizer_function! { { functions } … } };`
    let body = groups(item.mac.tokens.clone()).nth(1).expect("a body");
    let arguments = groups(body.stream()).last().expect("arguments");
    groups(arguments.stream()).next().expect("functions").into()
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        _ => &[],
    }
}

/// The item as the macro of one of its attributes gets it: the compiler has read `#[cfg]` by then.
fn without(item: &Item, attribute: &Attribute) -> Item {
    let mut item = item.clone();
    let attributes = match &mut item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        _ => return item,
    };
    let at = attributes.iter().position(|other| other == attribute).expect("one of its attributes");
    attributes.remove(at);
    attributes.retain(|attribute| !attribute.path().is_ident("cfg"));
    item
}

fn name(item: &Item) -> String {
    match item {
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Impl(ItemImpl { self_ty, .. }) => self_ty.to_token_stream().to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => String::new(),
    }
}

fn name_of(attribute: &Attribute) -> String {
    last(attribute.path())
}

fn last(path: &Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}
