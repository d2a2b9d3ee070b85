//! The hidden macro that carries the definition from the struct half to the impl half.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use crate::parse::{Definition, Language};

/// The hidden macro of a definition.
///
/// It has the struct's name, in the namespace of macros. So every import of the struct also imports the macro, even with `as`.
///
/// The compiler expands the impls of a file last to first, because each waits for the import of a macro. Each expansion therefore waits for
/// one more import: then the impls are checked, and their mistakes reported, in the order of the source.
pub(super) fn expand(definition: &Definition) -> TokenStream {
    let Definition { name, root, .. } = definition;
    let (prefix, half) = match definition.language {
        Language::Optimizer => ("__optimizer_struct", quote!(optimizer_impl)),
        Language::Schedule => ("__scheduler_struct", quote!(scheduler_impl)),
    };
    let hidden = format_ident!("{prefix}_{}", name.unraw());
    let definition = definition.to_token_stream();
    quote! {
        #[allow(unused_macros, reason = "an unused one is reported as a struct without its impl")]
        macro_rules! #hidden {
            ($($step:tt)*) => {
                const _: () = {
                    use #root::#half;
                    #half! { { #definition } $($step)* }
                };
            };
        }
        #[allow(unused_imports, clippy::redundant_pub_crate, reason = "used by the annotated impl")]
        #[doc(hidden)]
        pub(crate) use #hidden as #name;
    }
}
