//! What the macro that a struct leaves behind hands over: the definition, and the impl that it was called with.

use proc_macro2::TokenStream;
use syn::ItemImpl;
use syn::parse::{Parse, ParseStream};

use super::Definition;
use super::definition::keyword;
use crate::diag::Errors;
use crate::language::Language;

/// The two halves of an optimizer or a schedule: `{ definition } broken? schedule? impl … { … }`.
pub(crate) struct Halves {
    /// What the struct declares; broken too if the attribute of the impl was wrong.
    pub(crate) definition: Definition,
    /// The impl without its attribute.
    pub(crate) item: ItemImpl,
    /// The attribute of the impl; the definition has that of the struct.
    language: Language,
}

/// Reads both halves, which must have one attribute.
pub(crate) fn parse(input: TokenStream, errors: &mut Errors) -> Option<Halves> {
    let mut halves: Halves = errors.take(syn::parse2(input))?;
    let Halves { definition, item, language } = &mut halves;
    if *language != definition.language {
        let (name, words) = (&definition.name, definition.language.words());
        errors.push(
            &item.self_ty,
            format!(
                "`{name}` is {}, and its impl has `#[{}]`\nhelp: write `#[{}]` on both",
                words.item,
                language.words().attribute,
                words.attribute
            ),
        );
        // All else would follow from it.
        definition.broken = true;
    }
    Some(halves)
}

impl Parse for Halves {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        syn::braced!(content in input);
        let tokens: TokenStream = content.parse()?;
        // `broken` in front of the impl: its attribute was wrong and has been reported.
        let broken: Option<keyword::broken> = input.parse()?;
        let schedule: Option<keyword::schedule> = input.parse()?;
        let language = if schedule.is_some() { Language::Schedule } else { Language::Optimizer };
        let item: ItemImpl = input.parse()?;
        let mut definition = Definition::read(tokens, item.impl_token.span)?;
        definition.broken |= broken.is_some();
        Ok(Self { definition, item, language })
    }
}
