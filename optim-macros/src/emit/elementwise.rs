//! The expansion of a function with `#[elementwise]`.
//!
//! The function becomes generic code over `Value`: kernels run it on plain floats, traces record it on handles. A type of the same name
//! exists only for marked functions, so a step can't call any other.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, ItemFn, Path, Type};

use super::allow::allow_all;
use super::body::declared;
use super::calls::FunctionCalls;
use super::generic::Printer;
use super::parts::unreachable;
use super::scope::{self, free};
use super::step_function::{carrier, named_type};
use crate::ast::Formula;
use crate::parse::elementwise::Signature;
use crate::parse::step_function::request;
use crate::paths::{short, shown};

/// The expansion of a correct function.
#[expect(clippy::too_many_lines, reason = "the parts of one expansion")]
pub(crate) fn expand(root: &Path, function: &ItemFn, signature: &Signature, formula: &Formula) -> TokenStream {
    let Signature { generic, values } = signature;
    let Formula { locals, parameters, value, calls, .. } = formula;
    let calls = FunctionCalls::new(calls);
    let parameters = parameters.iter().map(declared);
    let result = Printer { locals, root, generic }.function_body(value);
    let (vis, name, attrs, allow) = (&function.vis, &function.sig.ident, &function.attrs, allow_all("generated"));
    let types: Vec<&Type> = function
        .sig
        .inputs
        .iter()
        .filter_map(|input| if let FnArg::Typed(typed) = input { Some(&*typed.ty) } else { None })
        .collect();
    // The function's own name may occur, too.
    let written = BTreeSet::from([name.to_string()]);
    let names: Vec<Ident> = (0..types.len()).map(|i| free(&format_ident!("argument_{i}"), &written)).collect();
    let short = short();
    let taken = types
        .iter()
        .zip(values)
        .map(|(ty, value)| if *value { quote!(impl #short::Lane<#generic>) } else { quote!(impl #short::Fixed<#ty>) });
    let passed = names.iter().zip(values).map(|(name, value)| {
        if *value { quote!(#short::Lane::<#generic>::lane(#name)) } else { quote!(#short::Fixed::fixed(#name)) }
    });
    let given = given(function, values);
    // The user's bounds are repeated, so that imports for them count as used.
    let bounds = function.sig.generics.type_params().next().into_iter().flat_map(|parameter| &parameter.bounds);
    let curve = (*values == [true]).then(|| curve(name, generic, &names[0]));
    // Each constant needs the constants of the functions that are called, so the compiler reports a cycle of calls. A macro sees only
    // one function, so it can't.
    let (here, imports) = (shown(name.span()), calls.imports(root));
    let called = calls.names(here);
    let not_recursive = quote_spanned! {here=>
        #[doc(hidden)]
        #vis const DOES_NOT_CALL_ITSELF: () = { #imports #(#called::DOES_NOT_CALL_ITSELF;)* };
    };
    let proof = calls.expand(root).map(|calls| quote!(#allow const _: () = { #calls #name::DOES_NOT_CALL_ITSELF };));
    let doc = format!("Proof that [`{name}`]({name}()) may be called in a step; calls it with arguments of any kinds.");
    let items = quote! {
        impl #name {
            #[doc = #doc]
            #[inline(always)]
            pub fn call<#generic: #short::Value>(#(#names: #taken),*) -> #generic {
                #name(#(#passed),*)
            }

            #[doc(hidden)]
            pub const fn uses<Callers>() {}
        }

        #[automatically_derived]
        impl<Function> #short::Marked<Function> for #name
        where
            Function: ::core::ops::Fn(#(#given),*) -> ::core::primitive::f64,
        {
        }

        #curve
    };
    let block = scope::block(root, &items, &written);
    let carrier = carrier(&request::elementwise_id(function), &request::elementwise(), false, vis, name);
    let declared = named_type(vis, name, &quote!(#[doc = #doc]));
    quote! {
        #(#attrs)*
        #[inline(always)]
        #allow
        #vis fn #name<#generic: #(#bounds +)* #root::Value>(#(#parameters: #types),*) -> #generic {
            #imports
            #result
        }

        #declared

        #allow
        impl #name {
            #not_recursive
        }

        #allow
        #block

        #proof

        #carrier
    }
}

/// A function of one number and no fixed arguments can be used as a schedule.
fn curve(name: &Ident, generic: &Ident, x: &Ident) -> TokenStream {
    let text = name.to_string();
    let short = short();
    quote! {
        #[automatically_derived]
        impl #short::Elementwise for #name {
            const NAME: &'static ::core::primitive::str = #text;
            fn apply<#generic: #short::Value>(#x: #generic) -> #generic {
                #name(#x)
            }
        }
    }
}

/// The types of the arguments, for calls with plain numbers.
fn given(function: &ItemFn, values: &[bool]) -> Vec<TokenStream> {
    let inputs = function.sig.inputs.iter().zip(values);
    let given = inputs.map(|(input, &value)| match input {
        FnArg::Typed(typed) if !value => typed.ty.to_token_stream(),
        _ => quote!(::core::primitive::f64),
    });
    given.collect()
}

/// A function that never runs, next to the errors of a wrong one, so that steps which call it report no further errors.
pub(crate) fn stub(root: &Path, function: &ItemFn) -> TokenStream {
    let (vis, name, allow) = (&function.vis, &function.sig.ident, allow_all("generated"));
    let arguments: Vec<TokenStream> =
        function.sig.inputs.iter().map(|_| quote!(_: impl ::core::marker::Sized)).collect();
    let given = given(function, &vec![true; arguments.len()]);
    let body = unreachable();
    quote! {
        #allow
        #vis fn #name<Generic>(#(#arguments),*) -> Generic { #body }

        #allow
        #vis enum #name {}

        #allow
        impl #name {
            #vis const DOES_NOT_CALL_ITSELF: () = ();
            #vis fn call<Generic>(#(#arguments),*) -> Generic { #body }
            #vis const fn uses<Callers>() {}
        }

        impl<Function> #root::Marked<Function> for #name
        where
            Function: ::core::ops::Fn(#(#given),*) -> ::core::primitive::f64,
        {
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    #[test]
    fn bounds_may_end_in_a_plus() {
        for bounds in [quote!(Value), quote!(Value+), quote!(Value + Copy)] {
            let function = quote! { fn half<V: #bounds>(x: V) -> V { 0.5 * x } };
            let expansion = crate::expand::elementwise(quote!(), &function);
            syn::parse2::<syn::File>(expansion).expect("items");
        }
    }
}
