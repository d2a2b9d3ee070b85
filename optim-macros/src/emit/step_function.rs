//! The expansion of a function with `#[optimizer]`.
//!
//! The function itself never runs. A macro of the same name passes its tokens to the items that call it. A function with the name
//! exists for the documentation, and a type with the name gives generated code in other modules access to private items of this one:
//!
//! ```text
//! impl clipped { pub const __CONSTANT_0: <the type of LIMIT> = LIMIT; }
//! impl Carries<0> for clipped { type Function = softsign; }
//! impl CarriesType<0> for clipped { type Type = Scaling; }
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, ItemFn, Pat, Path, ReturnType, Visibility};

use super::allow::allow_all;
use super::body::const_proofs;
use super::calls::FunctionCalls;
use super::parts::unreachable;
use crate::ast::Call;
use crate::carried;
use crate::check::{choices, typed_inputs};
use crate::diag::place_hash;
use crate::parse::step_function::{Constant, StepFunction, StepFunctions, id, request};
use crate::paths::{root_at, shown};
use crate::recover::for_editors;

/// The type with the function's name, which knows the functions that the body calls. If a body calls the function without `uses`, it is
/// taken for an `#[elementwise]` function, and the type makes the compiler report only that `uses` lacks it.
pub(crate) fn hidden_type(root: &Path, item: &ItemFn, uses: &[Path]) -> TokenStream {
    let (name, allow) = (&item.sig.ident, allow_all("generated"));
    let at = shown(name.span());
    let root = root_at(root, at);
    let arguments = item.sig.inputs.iter().map(|_| quote!(_: impl ::core::marker::Sized));
    let body = unreachable();
    let (text, id) = (name.unraw().to_string(), id("", item).to_string());
    // Each function calls `uses` of its functions and adds itself to the callers, so a cycle of calls is found.
    let circle = quote_spanned! {at=>
        #[automatically_derived]
        impl #root::Caller for #name {
            const NAME: &'static ::core::primitive::str = #text;
            const ID: &'static ::core::primitive::str = #id;
        }

        impl #name {
            #[doc(hidden)]
            #[track_caller]
            pub const fn uses<Callers: #root::Callers>() {
                if #root::goes_on::<Self, Callers>() {
                    #(#uses::uses::<(Self, Callers)>();)*
                }
            }

            #[doc(hidden)]
            pub fn __called<Function>(function: Function) -> #root::CalledStepFunction<Function> {
                #root::CalledStepFunction(function)
            }
        }

        const _: () = #name::uses::<()>();
    };
    let declared = named_type(&item.vis, name, &quote!(#[doc(hidden)]));
    quote! {
        #declared

        #allow
        impl #name {
            #[doc(hidden)]
            pub const DOES_NOT_CALL_ITSELF: () = ();
            #[doc(hidden)]
            pub fn call<Generic>(#(#arguments),*) -> Generic { #body }
        }

        #allow
        const _: () = { #circle };
    }
}

/// The type with a function's name, as visible as the function. The type of a private function may appear in code of other functions,
/// so it is declared `pub` in a private module.
pub(super) fn named_type(vis: &Visibility, name: &Ident, doc: &TokenStream) -> TokenStream {
    let declared = quote! {
        #[allow(non_camel_case_types, clippy::empty_enums, reason = "named after the function")]
        pub enum #name {}
    };
    if matches!(vis, Visibility::Public(_)) {
        return quote!(#doc #declared);
    }
    let module = format_ident!("__type_{}_{:016x}", name.unraw(), place_hash(name.span()));
    quote! {
        #[doc(hidden)]
        mod #module {
            #declared
        }
        #[doc(hidden)]
        #[allow(unused_imports, clippy::redundant_pub_crate, reason = "used by those that call the function")]
        #vis use #module::#name;
    }
}

/// The rest of the expansion.
pub(crate) fn expand(root: &Path, function: &StepFunction, calls: &[Call], used: &StepFunctions) -> TokenStream {
    let StepFunction { id, item, broken, .. } = function;
    let functions: Vec<TokenStream> = used.all.iter().chain([function]).map(ToTokens::to_token_stream).collect();
    let carrier = carrier(id, &request::carried(&functions), true, &item.vis, &item.sig.ident);
    let editors = for_editors(item);
    if *broken {
        return quote! { #editors #carrier };
    }
    let (documented, types, constants, elementwise) =
        (documented(item), types(root, function), constants(root, function), elementwise(root, &item.sig.ident, calls));
    quote! { #editors #documented #types #constants #elementwise #carrier }
}

/// The types that the function carries, and proof that types of arguments implement `Choice`.
///
/// A private type can't be an associated type of the function's public type. So it is an associated type of `__Types`, which only
/// this block sees, and a generic impl makes the compiler find it there.
fn types(root: &Path, function: &StepFunction) -> Option<TokenStream> {
    let StepFunction { types, item, .. } = function;
    if types.is_empty() {
        return None;
    }
    let (name, allow) = (&item.sig.ident, allow_all("generated"));
    let named = types.iter().enumerate().map(|(place, ty)| {
        let (place, ty) = (syn::Index::from(place), carried::written_type(ty, root));
        quote! {
            impl #root::NamesType<#place> for __Types {
                type Type = #ty;
            }
        }
    });
    let taken = typed_inputs(&item.sig).flat_map(|typed| choices(&typed.ty)).map(|ty| {
        let span = shown(ty.span());
        let root = root_at(root, span);
        quote_spanned!(span=> #root::takes::<#ty>();)
    });
    Some(quote! {
        #allow
        const _: () = {
            enum __Types {}

            #(#named)*

            #[automatically_derived]
            impl<__Type, const PLACE: ::core::primitive::usize> #root::CarriesType<PLACE> for #name
            where
                __Types: #root::NamesType<PLACE, Type = __Type>,
            {
                type Type = __Type;
            }

            fn arguments() { #(#taken)* }
        };
    })
}

/// The constants that the function carries, and proof that they are not `static`s.
fn constants(runtime: &Path, function: &StepFunction) -> Option<TokenStream> {
    let StepFunction { constants, item, .. } = function;
    if constants.is_empty() {
        return None;
    }
    let (name, allow) = (&item.sig.ident, allow_all("generated"));
    let alone: Vec<Path> =
        constants.iter().filter(|constant| constant.of.is_none()).map(|constant| constant.path.clone()).collect();
    let proofs = const_proofs(&alone);
    let carried = constants.iter().enumerate().map(|(place, Constant { path, of })| {
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let (value, kind, root) = (carried::constant_name(place), format_ident!("__KIND_{place}"), root_at(runtime, span));
        let of = of.as_ref().map(|of| carried::written_type(of, runtime));
        let kind_of = Ident::new(if of.is_some() { "carried_kind_in" } else { "carried_kind" }, span);
        let of = of.map(|of| quote!(, #of));
        quote_spanned! {shown(span)=>
            #[doc(hidden)]
            pub const #kind: ::core::primitive::usize = #root::#kind_of(&#path);
            #[doc(hidden)]
            pub const #value: <#root::Carried<{ #name::#kind }, { #root::carried_length(#name::#kind, &#path) } #of> as #root::Carry>::Type = #path;
        }
    });
    // A variant is a constant in patterns. An enum has no `static`s, so it needs no proof.
    let variants =
        constants.iter().enumerate().filter(|(_, constant)| constant.of.is_some()).map(|(place, constant)| {
            let span = constant.path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
            let (name, mut value) = (Ident::new(&name.to_string(), shown(span)), carried::constant_name(place));
            value.set_span(shown(span));
            quote_spanned!(shown(span)=> let _ = || match #name::#value { #name::#value => (), _ => () };)
        });
    Some(quote! {
        #allow
        impl #name {
            #(#carried)*
        }

        #allow
        const _: () = {
            fn constants() { #proofs #(#variants)* }
        };
    })
}

/// The `#[elementwise]` functions that the function carries, and proof that functions in its own body are marked.
fn elementwise(root: &Path, name: &Ident, calls: &[Call]) -> TokenStream {
    let allow = allow_all("generated");
    let carried = calls.iter().enumerate().map(|(place, Call { function, .. })| {
        let (place, function) = (syn::Index::from(place), carried::function_type(function, root));
        quote! {
            #allow
            #[automatically_derived]
            impl #root::Carries<#place> for #name {
                type Function = #function;
            }
        }
    });
    let own: Vec<Call> = calls.iter().filter(|call| carried::function(&call.function).is_none()).cloned().collect();
    let marked = FunctionCalls::new(&own).expand(root).map(|calls| quote!(#allow const _: () = { #calls };));
    quote! { #(#carried)* #marked }
}

/// A macro that carries tokens; other crates see it if it is `exported`.
pub(super) fn carrier(id: &Ident, tokens: &TokenStream, exported: bool, vis: &Visibility, name: &Ident) -> TokenStream {
    let export = exported.then(|| quote!(#[macro_export]));
    let vis = match vis {
        Visibility::Public(_) if !exported => &syn::parse_quote!(pub(crate)),
        vis => vis,
    };
    quote! {
        #[doc(hidden)]
        #export
        #[allow(non_local_definitions, unused_macros, reason = "functions in functions may be used in other crates, too")]
        macro_rules! #id {
            ({ $($root:tt)* } $($request:tt)*) => {
                $($root)*::optimizer_function! { { #tokens } { $($root)* } $($request)* }
            };
        }
        #[allow(unused_imports, clippy::redundant_pub_crate, reason = "used by those that call the function")]
        #[doc(hidden)]
        #vis use #id as #name;
    }
}

/// The function for the documentation. The types in its signature must exist, and their imports count as used.
fn documented(item: &ItemFn) -> TokenStream {
    let ItemFn { attrs, vis, sig, .. } = item;
    let (name, output, allow) = (&sig.ident, &sig.output, allow_all("only its signature is compiled"));
    let arguments = sig.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => {
                let (name, ty) = (&name.ident, &typed.ty);
                quote!(#name: #ty)
            }
            _ => typed.to_token_stream(),
        },
        FnArg::Receiver(receiver) => receiver.to_token_stream(),
    });
    let body = match output {
        ReturnType::Default => TokenStream::new(),
        ReturnType::Type(..) => unreachable(),
    };
    quote! {
        #(#attrs)*
        #allow
        #vis fn #name(#(#arguments),*) #output { #body }
    }
}
