//! Patterns: plain Rust over fixed values, taking apart tuples and arrays of values.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Pat;
use syn::spanned::Spanned;

use super::Checker;
use super::condition::Condition;
use super::phrase::{article, counted, help};
use crate::ast::Pattern;
use crate::kind::Kind;

/// What an immutable fixed variable stands for: its text and, read as a condition, its meaning.
pub(super) type Meaning = Option<(String, Condition)>;

impl Checker<'_> {
    /// A pattern over a fixed value: the same pattern with unique names, and those names.
    pub(super) fn fixed_pattern(&mut self, pattern: &Pat, meaning: Meaning) -> (TokenStream, Vec<Ident>) {
        let mut bound = BTreeMap::new();
        let tokens = self.rename(pattern, meaning, &mut bound);
        (tokens, bound.into_values().collect())
    }

    fn rename(&mut self, pattern: &Pat, meaning: Meaning, bound: &mut BTreeMap<String, Ident>) -> TokenStream {
        let span = pattern.span();
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() && is_constant(&name.ident) => {
                let ident = &name.ident;
                if ident == "None" { quote_spanned!(span=> ::core::option::Option::None) } else { quote!(#ident) }
            }
            Pat::Ident(name) => {
                if let Some(by_ref) = name.by_ref {
                    self.errors.push(
                        by_ref,
                        help(
                            &format!("{} has no references to its values", self.words.body),
                            "remove `ref`: fixed values are copied",
                        ),
                    );
                }
                let mutable = name.mutability.is_some();
                let key = name.ident.to_string();
                let ident = match bound.get(&key) {
                    Some(ident) => ident.clone(),
                    None => {
                        let (text, condition) = match meaning {
                            Some((text, condition)) if !mutable => (Some(text), Some(condition)),
                            _ => (None, None),
                        };
                        let ident = self.bind_fixed(&name.ident, mutable, text, condition);
                        bound.insert(key, ident.clone());
                        ident
                    }
                };
                let mutability = name.mutability;
                let sub = name.subpat.as_ref().map(|(_, inner)| {
                    let inner = self.rename(inner, None, bound);
                    quote!(@ #inner)
                });
                quote!(#mutability #ident #sub)
            }
            Pat::Tuple(tuple) => {
                let items: Vec<TokenStream> = tuple.elems.iter().map(|item| self.rename(item, None, bound)).collect();
                quote_spanned!(span=> (#(#items,)*))
            }
            Pat::Slice(slice) => {
                let items: Vec<TokenStream> = slice.elems.iter().map(|item| self.rename(item, None, bound)).collect();
                quote_spanned!(span=> [#(#items),*])
            }
            Pat::TupleStruct(variant) => {
                let items: Vec<TokenStream> = variant.elems.iter().map(|item| self.rename(item, None, bound)).collect();
                let path = &variant.path;
                quote_spanned!(span=> #path(#(#items),*))
            }
            Pat::Or(or) => {
                let cases: Vec<TokenStream> = or.cases.iter().map(|case| self.rename(case, None, bound)).collect();
                quote_spanned!(span=> #(#cases)|*)
            }
            Pat::Paren(inner) => {
                let inner = self.rename(&inner.pat, meaning, bound);
                quote_spanned!(span=> (#inner))
            }
            Pat::Reference(inner) => {
                let inner = self.rename(&inner.pat, None, bound);
                quote_spanned!(span=> &#inner)
            }
            Pat::Type(typed) => {
                let inner = self.rename(&typed.pat, meaning, bound);
                let ty = &typed.ty;
                quote_spanned!(span=> #inner: #ty)
            }
            Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Wild(_) | Pat::Rest(_) => quote!(#pattern),
            other => {
                self.errors.push(other, format!("this pattern can't stand in {}", self.words.body));
                self.gave_up = true;
                quote!(_)
            }
        }
    }

    /// A pattern over values of the step, or over a tuple with some of them in it.
    pub(super) fn value_pattern(&mut self, pattern: &Pat, kind: &Kind, origin: &str) -> Pattern {
        match pattern {
            Pat::Wild(_) => Pattern::Wild,
            Pat::Paren(inner) => self.value_pattern(&inner.pat, kind, origin),
            Pat::Type(typed) => {
                self.check_ascription(&typed.ty, kind);
                self.value_pattern(&typed.pat, kind, origin)
            }
            _ if kind.is_wrong() => {
                self.bind_wrong(pattern);
                Pattern::Wild
            }
            _ if kind.is_fixed() => {
                let (tokens, names) = self.fixed_pattern(pattern, None);
                Pattern::Fixed(tokens, names)
            }
            Pat::Ident(name) if name.subpat.is_none() => {
                if let Some(by_ref) = name.by_ref {
                    self.errors.push(
                        by_ref,
                        help(
                            &format!("{} has no references to its values", self.words.body),
                            "remove `ref`: values are copied",
                        ),
                    );
                }
                Pattern::Bind(self.bind_value(
                    &name.ident,
                    name.mutability.is_some(),
                    Some(kind.clone()),
                    origin.to_owned(),
                ))
            }
            Pat::Tuple(syn::PatTuple { elems, .. }) | Pat::Slice(syn::PatSlice { elems, .. }) => match kind {
                Kind::Tuple(kinds) | Kind::Array(kinds)
                    if kinds.len() == elems.len()
                        && matches!(pattern, Pat::Tuple(_)) == matches!(kind, Kind::Tuple(_)) =>
                {
                    let items =
                        elems.iter().zip(kinds).map(|(item, kind)| self.value_pattern(item, kind, origin)).collect();
                    Pattern::Items(items)
                }
                _ => self.refuse_pattern(pattern, kind),
            },
            _ => self.refuse_pattern(pattern, kind),
        }
    }

    fn refuse_pattern(&mut self, pattern: &Pat, kind: &Kind) -> Pattern {
        let advice = match kind {
            Kind::Tuple(items) => {
                format!("it has {}: write `({})`", counted(items.len(), "element"), vec!["_"; items.len()].join(", "))
            }
            Kind::Array(items) => {
                format!("it has {}: write `[{}]`", counted(items.len(), "element"), vec!["_"; items.len()].join(", "))
            }
            _ => "give it a plain name".to_owned(),
        };
        let message = match kind {
            Kind::Tuple(_) => "a tuple".to_owned(),
            Kind::Array(_) => "an array".to_owned(),
            other => article(other),
        };
        self.errors.push(pattern, help(&format!("this pattern can't take apart {message}"), &advice));
        self.bind_wrong(pattern);
        Pattern::Wild
    }
}

/// Whether a name in a pattern is a constant or a variant rather than a new variable.
pub(super) fn is_constant(name: &Ident) -> bool {
    name.to_string().chars().next().is_some_and(char::is_uppercase)
}
