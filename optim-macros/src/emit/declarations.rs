//! The expressions in the attribute, as methods of the struct. There the user's constants and enums resolve.
//!
//! The impl half may be in another module; its `impl Definition` calls these methods.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote_spanned};

use super::parts::indices;
use super::scope::free;
use crate::ops::TIME_FUNCTIONS;
use crate::parse::{Definition, Init, Requirement};

/// The hidden methods `__state_exists`, `__output_exists`, `__output_length`, `__state_size`, `__state_length`, `__state_initial`,
/// `__input_due`, `__requirement`, `__requirement_param`. A method is left out if no declaration needs it.
///
/// Their variables avoid `written`, the names in the user's expressions.
pub(super) fn expand(definition: &Definition, written: &BTreeSet<String>) -> Option<TokenStream> {
    let Definition { name, root, states, .. } = definition;
    let (params, args) = definition.generics();
    let number = free(&Ident::new("state", Span::mixed_site()), written);
    let due = due(definition, written);
    let reported = reported(definition, written);
    let (exists, size, initial) =
        (exists(definition, &number), size(definition, &number), initial(definition, &number));
    let length = lengths(root, states.iter().map(|state| state.list.as_ref()), &quote!(__state_length), &number);
    let outputs = definition.outputs.iter().map(|output| output.list.as_ref());
    let output_length = lengths(root, outputs, &quote!(__output_length), &number);
    let (of_params, of_settings): (Vec<_>, Vec<_>) = definition.requires.iter().partition(|rule| rule.names_param());
    let (this, param) = names();
    let requirement = requirement(&of_settings, &quote!(__requirement(&#this)));
    let requirement_param =
        self::requirement(&of_params, &quote!(__requirement_param(&#this, #param: #root::ParamShape)));
    let methods = [exists, reported, size, length, output_length, initial, due, requirement, requirement_param];
    methods.iter().any(Option::is_some).then(|| {
        let methods = methods.iter().flatten();
        quote! {
            #[doc(hidden)]
            impl #params #name #args {
                #(#methods)*
            }
        }
    })
}

/// `__state_exists`; nothing without conditions.
fn exists(definition: &Definition, number: &Ident) -> Option<TokenStream> {
    let Definition { root, states, .. } = definition;
    definition.has_conditions().then(|| {
        let arms = states
            .iter()
            .zip(indices(states.len()))
            .filter_map(|(state, index)| state.cond.as_ref().map(|cond| quote!(#index => #cond,)));
        let (this, param) = names();
        quote! {
            pub(crate) fn __state_exists(
                &#this, #number: ::core::primitive::usize, #param: #root::ParamShape,
            ) -> ::core::primitive::bool {
                match #number {
                    #(#arms)*
                    _ => true,
                }
            }
        }
    })
}

/// `__state_initial`; nothing if all states start at zero.
fn initial(definition: &Definition, number: &Ident) -> Option<TokenStream> {
    let Definition { root, states, .. } = definition;
    definition.has_initial_values().then(|| {
        let others = states.iter().zip(indices(states.len())).filter(|(state, _)| !state.starts_at_zero());
        let arms = others.map(|(state, index)| {
            let value = match &state.init {
                Init::Param(_) => quote!(Param),
                Init::Eye(_, None) => quote!(Identity(1.0)),
                Init::Eye(_, Some(value)) => quote!(Identity(#value)),
                Init::Normal(_, deviation) => quote!(Normal(#deviation)),
                Init::Expr(value) => quote!(Constant(#value)),
            };
            quote!(#index => #root::Initial::#value,)
        });
        let (this, param) = names();
        quote! {
            pub(crate) fn __state_initial(
                &#this, #number: ::core::primitive::usize, #param: #root::ParamShape,
            ) -> #root::Initial {
                match #number {
                    #(#arms)*
                    _ => #root::Initial::Constant(0.0),
                }
            }
        }
    })
}

/// `__state_size`; nothing without fixed dimensions.
fn size(definition: &Definition, number: &Ident) -> Option<TokenStream> {
    let root = &definition.root;
    let fixed_dims = definition.fixed_dims();
    (!fixed_dims.is_empty()).then(|| {
        let arms = fixed_dims
            .iter()
            .zip(indices(fixed_dims.len()))
            .map(|(size, index)| quote!(#index => #root::fixed_size(#size),));
        let (this, param) = names();
        quote! {
            pub(crate) fn __state_size(
                &#this, #number: ::core::primitive::usize, #param: #root::ParamShape,
            ) -> ::core::primitive::usize {
                match #number {
                    #(#arms)*
                    _ => 0,
                }
            }
        }
    })
}

/// The method with this name, which returns the length of each list; `None` without lists.
fn lengths<'l>(
    root: &syn::Path,
    lengths: impl Iterator<Item = Option<&'l Expr>>,
    name: &TokenStream,
    number: &Ident,
) -> Option<TokenStream> {
    let each = lengths.enumerate().filter_map(|(place, length)| Some((syn::Index::from(place), length?)));
    let arms: Vec<TokenStream> = each.map(|(index, length)| quote!(#index => #root::fixed_size(#length),)).collect();
    let (this, param) = names();
    (!arms.is_empty()).then(|| {
        quote! {
            pub(crate) fn #name(
                &#this, #number: ::core::primitive::usize, #param: #root::ParamShape,
            ) -> ::core::primitive::usize {
                match #number {
                    #(#arms)*
                    _ => 0,
                }
            }
        }
    })
}

/// The method that says for each output whether it exists; `None` if all always do.
fn reported(definition: &Definition, written: &BTreeSet<String>) -> Option<TokenStream> {
    let Definition { root, outputs, .. } = definition;
    let number = free(&Ident::new("output", Span::mixed_site()), written);
    outputs.iter().any(|output| output.cond.is_some()).then(|| {
        let arms = outputs.iter().zip(indices(outputs.len()));
        let arms =
            arms.filter_map(|(output, index)| output.cond.as_ref().map(|condition| quote!(#index => #condition,)));
        let (this, param) = names();
        quote! {
            pub(crate) fn __output_exists(
                &#this, #number: ::core::primitive::usize, #param: #root::ParamShape,
            ) -> ::core::primitive::bool {
                match #number {
                    #(#arms)*
                    _ => true,
                }
            }
        }
    })
}

/// The method that says for each input whether it is due; `None` if all always are.
fn due(definition: &Definition, written: &BTreeSet<String>) -> Option<TokenStream> {
    let Definition { root, inputs, .. } = definition;
    let [number, time] = ["input", "time"].map(|name| free(&Ident::new(name, Span::mixed_site()), written));
    inputs.iter().any(|input| input.cond.is_some()).then(|| {
        let arms = inputs.iter().zip(indices(inputs.len())).filter_map(|(input, index)| {
            let mut cond = input.cond.clone()?;
            Questions { root, time: &time }.visit_expr_mut(&mut cond);
            Some(quote!(#index => #cond,))
        });
        let (this, param) = names();
        quote! {
            pub(crate) fn __input_due(
                &#this, #number: ::core::primitive::usize, #param: #root::ParamShape, #time: #root::Time,
            ) -> ::core::primitive::bool {
                match #number {
                    #(#arms)*
                    _ => true,
                }
            }
        }
    })
}

/// Replaces the questions about time in a condition: `every(k)` becomes `Time::every(time, k)`.
struct Questions<'a> {
    root: &'a syn::Path,
    time: &'a Ident,
}

impl VisitMut for Questions<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Call(call) = expr
            && let Expr::Path(path) = &*call.func
            && let Some(name) = path.path.get_ident()
            && TIME_FUNCTIONS.contains(&name.to_string().as_str())
        {
            let (Self { root, time }, arguments) = (self, &call.args);
            let from = name == "every" && arguments.len() == 2;
            let name = if from { &Ident::new("every_from", name.span()) } else { name };
            *expr = parse_quote_spanned!(call.span()=> #root::Time::#name(#time, #arguments));
        }
    }
}

/// The variables for `self` and `param` in the user's expressions.
fn names() -> (Ident, Ident) {
    (Ident::new("self", Span::call_site()), Ident::new("param", Span::call_site()))
}

/// A method that returns the message of the first condition that does not hold.
fn requirement(rules: &[&Requirement], signature: &TokenStream) -> Option<TokenStream> {
    let checks = rules.iter().map(|rule| {
        let message = rule.text();
        unless(&rule.cond, &quote!(return ::core::result::Result::Err(#message);))
    });
    (!rules.is_empty()).then(|| {
        quote! {
            pub(crate) fn #signature -> ::core::result::Result<(), &'static ::core::primitive::str> {
                #(#checks)*
                ::core::result::Result::Ok(())
            }
        }
    })
}

/// Runs `then` if a condition of the user is false. The compiler reports a condition that is not a `bool` at its own span.
pub(super) fn unless(cond: &Expr, then: &TokenStream) -> TokenStream {
    let holds = Ident::new("holds", Span::mixed_site());
    quote! {
        let #holds: ::core::primitive::bool = #cond;
        if !#holds {
            #then
        }
    }
}
