//! The functions that a body calls: proof that they are marked `#[elementwise]`, and names for the types next to them.
//!
//! A macro can't see whether `limited` in `limited(x)` is marked. A marked function has a type of its name next to it, through
//! which it is called, so `<limited>::call(x)` would be refused if it is not, but in words that name generated things, and once
//! per output. So each call goes through a name of its own, which always is a type:
//!
//! ```text
//! fn elementwise() { __limited::__called(limited).is_elementwise::<__limited>(); }   // the one place that reports a function
//! use limited as __limited;                                                          // the function, and its type if there is one
//! use __unmarked::*;                                                                 // else a type that stands in for it
//! ```
//!
//! The type of a step function has a `__called` that hides the one of all types: its error says that `uses` lacks the function.
//!
//! A function that does not exist at all is an error at `limited` alone: a wrong value has no type that would be reported too. But for
//! `max(x, y)` the compiler would advise to import some other `max`, so what is called like a method of the language has a
//! stand-in for the function too.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::settings::unreachable;
use crate::ast::Call;
use crate::carried;
use crate::ops::{Op, Reduce};
use crate::paths::{called, shown_at};

/// The calls of one body: of each function the first, and the name of its type.
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

    /// The names of the functions' types, to be shown at `span`.
    pub(super) fn names(&self, span: Span) -> impl Iterator<Item = Ident> {
        self.0.iter().map(move |(name, _)| Ident::new(&name.to_string(), span))
    }

    /// Proof that the functions are marked, and their [`imports`](Self::imports); nothing for a body without calls.
    pub(super) fn expand(&self, root: &Path) -> Option<TokenStream> {
        let imports = self.imports(root)?;
        // Functions that a step function carries are proven where it is defined.
        let own = self.0.iter().filter(|(_, call)| carried::function(&call.function).is_none());
        let proofs = own.map(|(name, Call { function, .. })| {
            let span = name.span();
            // By its own name the function is reported if it does not exist; of a longer path the import does that.
            let (method, by_name) = (names_a_method(function), function.get_ident().is_some());
            let value = if by_name && !method { quote!(#function) } else { quote!(#name) };
            let proof = if method { quote!(is_elementwise_and_no_method) } else { quote!(is_elementwise) };
            let proof = shown_at(proof, span);
            quote_spanned!(span=> #name::__called(#value).#proof::<#name>();)
        });
        // In front of the imports: the macros there are visible behind them.
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
        // An import of something that exists nowhere is an error of its own, unless there is a macro of the name.
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

    /// The items of a body, with everything that its calls need around them.
    pub(super) fn around(&self, root: &Path, items: TokenStream) -> TokenStream {
        // Not inside of the items' own block: it hides the user's functions with the names of its variables.
        match self.expand(root) {
            None => items,
            Some(calls) => quote!(const _: () = { #calls #items };),
        }
    }
}

/// Returns true if a function is called like a method of the language.
fn names_a_method(function: &Path) -> bool {
    function.get_ident().is_some_and(|name| {
        let name = name.to_string();
        Op::method(&name).is_some() || Reduce::method(&name).is_some()
    })
}
