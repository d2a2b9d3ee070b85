//! The part of `impl Definition` that follows from the struct's attribute alone.

use proc_macro2::TokenStream;
use quote::quote;

use crate::parse::{Definition, State, StateKind};

/// The items `STATES`, `requirement`, `requirement_param`, `state_exists` and `state_initial` of `impl Definition`.
///
/// The impl half adds `USES_STEP`, `graph` and `plan`. What a method of the trait does by default is left out.
pub(crate) fn items(definition: &Definition) -> TokenStream {
    let root = &definition.root;
    let states = definition.states.iter().map(|state| info(definition, state));
    let (of_params, of_settings): (Vec<_>, Vec<_>) = definition.requires.iter().partition(|rule| rule.names_param());
    let requirement = (!of_settings.is_empty()).then(|| {
        quote! {
            fn requirement(&self) -> ::core::result::Result<(), &'static ::core::primitive::str> {
                Self::__requirement(self)
            }
        }
    });
    let requirement_param = (!of_params.is_empty()).then(|| {
        quote! {
            fn requirement_param(
                &self,
                shape: #root::ParamShape,
            ) -> ::core::result::Result<(), &'static ::core::primitive::str> {
                Self::__requirement_param(self, shape)
            }
        }
    });
    let exists = definition.has_conditions().then(|| {
        quote! {
            fn state_exists(&self, state: ::core::primitive::usize, shape: #root::ParamShape) -> ::core::primitive::bool {
                Self::__state_exists(self, state, shape)
            }
        }
    });
    let initial = definition.has_initial_values().then(|| {
        quote! {
            fn state_initial(&self, state: ::core::primitive::usize, shape: #root::ParamShape) -> #root::Initial {
                Self::__state_initial(self, state, shape)
            }
        }
    });
    let matrix = definition.matrix.then(|| {
        quote!(
            const MATRIX: ::core::primitive::bool = true;
        )
    });
    quote! {
        #matrix
        const STATES: &'static [#root::StateInfo] = &[#(#states),*];
        #requirement
        #requirement_param
        #exists
        #initial
    }
}

/// One entry of `STATES`.
fn info(definition: &Definition, state: &State) -> TokenStream {
    let root = &definition.root;
    let name = state.name();
    let axes = match state.kind {
        StateKind::Tensor => quote!(Tensor),
        StateKind::Scalar => quote!(Scalar),
        StateKind::Rows => quote!(Rows),
        StateKind::Cols => quote!(Cols),
    };
    let conditional = state.cond.is_some().then(|| quote!(.conditional()));
    quote!(#root::StateInfo::new(#name, #root::Axes::#axes) #conditional)
}
