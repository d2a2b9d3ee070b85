//! The link from the struct half to the impl half: the hidden macro that carries the definition.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use crate::parse::{Definition, Language};

/// The macro.
///
/// It gets the struct's own name in the namespace of macros, so that every import of the struct, renamed or not, brings
/// it along.
///
/// The compiler expands the impls of a file last to first, because each waits for an import of a macro; so that they are checked,
/// and their mistakes told, in their order, each waits for one more.
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
