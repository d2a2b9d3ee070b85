//! The impl half, first step: hand the block to the macro that the struct half left behind.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::Errors;
use crate::parse::Language;
use crate::parse::header::Header;
use crate::recover::for_editors;

/// `impl path::Lion { … }` becomes `path::Lion! { impl path::Lion { … } }`.
///
/// The macro has the struct's name, so that `use lion::Lion as Renamed` brings the one with the other.
pub(crate) fn expand(header: &Header<'_>, item: &TokenStream, language: Language, errors: Errors) -> TokenStream {
    let broken = (!errors.is_empty()).then(|| quote!(broken));
    let schedule = (language == Language::Schedule).then(|| quote!(schedule));
    let errors = errors.into_compile_errors();
    match header {
        Header::Struct(path) => quote! { #errors #path! { #broken #schedule #item } },
        Header::Trait => quote! { #errors #item },
        Header::Unknown => {
            let editors = for_editors(item);
            quote! { #errors #editors }
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::{ItemImpl, parse_quote};

    use super::*;
    use crate::parse::header;

    fn expanded(arguments: &TokenStream, item: &ItemImpl) -> String {
        let mut errors = Errors::new();
        let header = header::parse(arguments, item, Language::Optimizer, &mut errors);
        expand(&header, &item.to_token_stream(), Language::Optimizer, errors).to_string()
    }

    #[test]
    fn the_block_goes_to_the_macro_of_the_same_path() {
        let expanded = expanded(&TokenStream::new(), &parse_quote! { impl super::Lion { fn step() {} } });
        assert_eq!(expanded, quote! { super::Lion! { impl super::Lion { fn step() {} } } }.to_string());
    }

    #[test]
    fn a_wrong_block_is_marked_as_reported() {
        let text = expanded(&quote!(state<a = 0.0>), &parse_quote! { impl<T> Lion where T: Copy {} });
        assert_eq!(text.matches("compile_error").count(), 3, "{text}");
        assert!(text.contains("Lion ! { broken impl"), "{text}");
    }
}
