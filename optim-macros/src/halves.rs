//! What the macro that a struct leaves behind hands over: the definition, and the impl that it was called with.

use proc_macro2::TokenStream;
use syn::ItemImpl;
use syn::parse::{Parse, ParseStream};

use crate::diag::Errors;
use crate::parse::definition::keyword;
use crate::parse::{Definition, Language};

/// The two halves of an optimizer or a schedule: `{ definition } broken? schedule? impl … { … }`.
pub(crate) struct Halves {
    definition: Definition,
    item: ItemImpl,
    /// The attribute of the impl; the definition has that of the struct.
    language: Language,
}

impl Halves {
    /// Expands the impl, if both halves have one attribute.
    pub(crate) fn expand(mut self, expand: fn(&Definition, &ItemImpl) -> TokenStream) -> TokenStream {
        let mut errors = Errors::new();
        if self.language != self.definition.language {
            let (name, on_struct, on_impl) = match self.language {
                Language::Schedule => ("an optimizer", "optimizer", "scheduler"),
                Language::Optimizer => ("a schedule", "scheduler", "optimizer"),
            };
            errors.push(
                &self.item.self_ty,
                format!(
                    "`{}` is {name}, and its impl has `#[{on_impl}]`\nhelp: write `#[{on_struct}]` on both",
                    self.definition.name
                ),
            );
            // All else would follow from it.
            self.definition.broken = true;
        }
        let mut tokens = errors.into_compile_errors();
        tokens.extend(expand(&self.definition, &self.item));
        tokens
    }
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
