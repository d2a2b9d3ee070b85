//! First step of the impl half: passes the block to the macro that the struct half left behind.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

use crate::diag::Errors;
use crate::parse::Language;
use crate::parse::header::Header;
use crate::parse::step_function::arguments::Arguments;
use crate::parse::step_function::request::{Asker, Request};
use crate::recover::for_editors;

/// `impl path::Lion { … }` becomes `path::Lion! { impl path::Lion { … } }`. The step functions in `uses` are asked before that.
///
/// The macro has the struct's name, so `use lion::Lion as Renamed` imports both under the new name.
pub(crate) fn expand(
    (header, arguments): (&Header<'_>, Arguments),
    item: &TokenStream,
    language: Language,
    errors: Errors,
) -> TokenStream {
    let broken = !errors.is_empty();
    let errors = errors.into_compile_errors();
    match header {
        Header::Struct(path) if arguments.uses.is_empty() => {
            let broken = broken.then(|| quote!(broken));
            let schedule = (language == Language::Schedule).then(|| quote!(schedule));
            quote! { #errors #path! { #broken #schedule #item } }
        }
        Header::Struct(path) => {
            let asker = Asker::Impl(Path::clone(path), item.clone());
            let request = ask(&Request::new(arguments, broken, asker));
            quote! { #errors #request }
        }
        Header::Trait => quote! { #errors #item },
        Header::Unknown => {
            let editors = for_editors(item);
            quote! { #errors #editors }
        }
    }
}

/// Asks the next step function. After the last one, returns to the item that uses them.
pub(crate) fn ask(request: &Request) -> TokenStream {
    match (request.paths.first(), &request.asker) {
        (Some(next), _) => quote!(#next! { #request }),
        (None, Asker::Impl(path, item)) => {
            let (broken, functions) = (request.broken.then(|| quote!(broken)), request.functions());
            quote!(#path! { #broken functions #functions #item })
        }
        (None, Asker::Function(_)) => unreachable!("a function is expanded as soon as it has its functions"),
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
        expand((&header.0, header.1), &item.to_token_stream(), Language::Optimizer, errors).to_string()
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
