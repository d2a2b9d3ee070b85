//! Calls of functions in a body: proof that the functions are marked `#[elementwise]`, and names for their types.
//!
//! A macro can't see whether `limited` in `limited(x)` is marked. A marked function has a type with the same name, and generated code
//! calls `<limited>::call(x)`. Without the mark this would be an error, but one that mentions generated names, once for each of the two
//! outputs. So each call uses a name such as `__limited`, which is always a type:
//!
//! ```text
//! fn elementwise() { __limited::__called(limited).is_elementwise::<__limited>(); }   // the only line that reports an unmarked function
//! use limited as __limited;                                                          // the function, and its type if it is marked
//! use __unmarked::*;                                                                 // otherwise a type in its place
//! ```
//!
//! The type of a step function has its own `__called`, which hides the general one. Its error says that `uses` lacks the function.
//!
//! The compiler reports a function that does not exist only at `limited`, since a wrong value has no type that could cause another error.
//! But for `max(x, y)` it would suggest to import an unrelated `max`. So a function with the name of a method of the language is replaced
//! in the proof, too.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::parts::unreachable;
use crate::ast::Call;
use crate::carried;
use crate::ops::{Op, Reduce};
use crate::paths::{called, shown_at};

/// The calls in a body: the first call of each function, and the name of the function's type.
pub(super) struct FunctionCalls<'a>(Vec<(Ident, &'a Call)>);

impl<'a> FunctionCalls<'a> {
    pub(super) fn new(calls: &'a [Call]) -> Self {
        let mut first: Vec<(Ident, &Call)> = Vec::new();
        for call in calls {
            let name = called(&call.function);
            if first.iter().all(|(known, _)| *known != name) {
                first.push((name, call));
            }
        }
        Self(first)
    }

    /// The names of the functions' types, with this span for messages.
    pub(super) fn names(&self, span: Span) -> impl Iterator<Item = Ident> {
        self.0.iter().map(move |(name, _)| Ident::new(&name.to_string(), span))
    }

    /// Proof that the functions are marked, and their [`imports`](Self::imports); `None` for a body without calls.
    pub(super) fn expand(&self, root: &Path) -> Option<TokenStream> {
        let imports = self.imports(root)?;
        // The function that carries another one proves that it is marked.
        let own = self.0.iter().filter(|(_, call)| carried::function(&call.function).is_none());
        let proofs = own.map(|(name, Call { function, .. })| {
            let span = name.span();
            // A plain name that does not exist is reported here. For a longer path, the import reports it.
            let (method, by_name) = (names_a_method(function), function.get_ident().is_some());
            let value = if by_name && !method { quote!(#function) } else { quote!(#name) };
            let proof = if method { quote!(is_elementwise_and_no_method) } else { quote!(is_elementwise) };
            let proof = shown_at(proof, span);
            quote_spanned!(span=> #name::__called(#value).#proof::<#name>();)
        });
        // The proofs come first, because macros that the imports bring in would be visible after them.
        Some(quote! {
            fn elementwise() { use #root::AnyCalled as _; #(#proofs)* }
            #imports
        })
    }

    /// The imports that name the functions' types.
    pub(super) fn imports(&self, root: &Path) -> Option<TokenStream> {
        if self.0.is_empty() {
            return None;
        }
        // The import of a name that does not exist is a second error, unless a macro has the name.
        let macros = self.0.iter().filter_map(|(_, call)| call.function.get_ident());
        let imports = self.0.iter().map(|(name, Call { function, .. })| match carried::function(function) {
            Some(_) => {
                let ty = carried::function_type(function, root);
                quote!(type #name = #ty;)
            }
            None => quote!(use #function as #name;),
        });
        let unmarked = self.0.iter().map(|(name, Call { function, arguments })| {
            let declared = quote_spanned!(name.span()=> pub enum #name {});
            let method = names_a_method(function).then(|| quote!(pub fn #name() {}));
            let arguments = (0..*arguments).map(|_| quote!(_: impl ::core::marker::Sized));
            let body = unreachable();
            quote! {
                #declared
                #method
                impl #name {
                    pub const DOES_NOT_CALL_ITSELF: () = ();
                    pub fn call<Value>(#(#arguments),*) -> Value { #body }
                }
            }
        });
        Some(quote! {
            #(macro_rules! #macros { () => {} })*
            #(#imports)*
            mod __unmarked { #(#unmarked)* }
            use __unmarked::*;
        })
    }

    /// The items of a body, with the proofs and imports that its calls need.
    pub(super) fn around(&self, root: &Path, items: TokenStream) -> TokenStream {
        // Outside of the items' block, which hides functions of the user that are called like its variables.
        match self.expand(root) {
            None => items,
            Some(calls) => quote!(const _: () = { #calls #items };),
        }
    }
}

/// Returns true if a function has the name of a method of the language.
fn names_a_method(function: &Path) -> bool {
    function.get_ident().is_some_and(|name| {
        let name = name.to_string();
        Op::method(&name).is_some() || Reduce::method(&name).is_some()
    })
}
