//! The token form of a step function in its macro, which looks like Rust:
//!
//! ```text
//! id __step_function_clipped_0123456789abcdef;
//! types { Scaling, }
//! constants { LIMIT, Scaling::Spectral: Scaling, }
//! elementwise { softsign, }
//! uses { shelf::rms = __step_function_rms_fedcba9876543210, }
//! fn clipped(update: Tensor, scaling: Scaling) -> Tensor { … }
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{ItemFn, Path, Token, Visibility, braced};

use super::{Constant, StepFunction, StepFunctions, Use};
use crate::parse::stored::{entries, resolve_at};

impl ToTokens for StepFunction {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { id, broken, types, constants, elementwise, uses, item } = self;
        let broken = broken.then(|| quote!(broken));
        let item = ItemFn { attrs: Vec::new(), vis: Visibility::Inherited, ..item.clone() };
        tokens.extend(quote! {
            id #id;
            #broken
            types { #(#types,)* }
            constants { #(#constants,)* }
            elementwise { #(#elementwise,)* }
            uses { #(#uses,)* }
            #item
        });
    }
}

impl Parse for StepFunction {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<keyword::id>()?;
        let id = input.parse()?;
        input.parse::<Token![;]>()?;
        let broken = input.parse::<Option<keyword::broken>>()?.is_some();
        input.parse::<keyword::types>()?;
        let types = entries(input)?;
        input.parse::<keyword::constants>()?;
        let constants = entries(input)?;
        input.parse::<keyword::elementwise>()?;
        let elementwise = entries(input)?;
        input.parse::<keyword::uses>()?;
        Ok(Self { id, broken, types, constants, elementwise, uses: entries(input)?, item: input.parse()? })
    }
}

impl ToTokens for Constant {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (path, of) = (&self.path, self.of.as_ref().map(|of| quote!(: #of)));
        tokens.extend(quote!(#path #of));
    }
}

impl Parse for Constant {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        let colon = input.parse::<Option<Token![:]>>()?;
        Ok(Self { path, of: colon.map(|_| input.parse()).transpose()? })
    }
}

impl ToTokens for Use {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { path, id } = self;
        tokens.extend(quote!(#path = #id));
    }
}

impl Parse for Use {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.call(Path::parse_mod_style)?;
        input.parse::<Token![=]>()?;
        Ok(Self { path, id: input.parse::<Ident>()? })
    }
}

/// `{ uses { … } { function } { function } }`
impl ToTokens for StepFunctions {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { uses, all } = self;
        tokens.extend(quote!({ uses { #(#uses,)* } #({ #all })* }));
    }
}

impl Parse for StepFunctions {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let content;
        braced!(content in input);
        content.parse::<keyword::uses>()?;
        let uses = entries(&content)?;
        let mut all = Vec::new();
        while !content.is_empty() {
            let function;
            braced!(function in content);
            // The names of the function resolve at the caller. It reaches items of the function's module through the type that carries them.
            all.push(syn::parse2(resolve_at(function.parse()?, Span::call_site()))?);
        }
        Ok(Self { uses, all })
    }
}

/// Words of the token forms.
pub(super) mod keyword {
    syn::custom_keyword!(id);
    syn::custom_keyword!(broken);
    syn::custom_keyword!(types);
    syn::custom_keyword!(constants);
    syn::custom_keyword!(elementwise);
    syn::custom_keyword!(uses);
    syn::custom_keyword!(version);
    syn::custom_keyword!(ask);
    syn::custom_keyword!(known);
}
