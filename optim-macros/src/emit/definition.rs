//! The items of `impl Definition` that depend only on the struct's attribute.

use proc_macro2::TokenStream;
use quote::quote;

use super::dimensions;
use crate::diag::source;
use crate::parse::{Definition, Input, State, StateDim, StateKind};

/// The items `STATES`, `requirement`, `requirement_param`, `state_exists`, `state_dims`, `state_length` and `state_initial` of `impl Definition`, and
/// the same items for inputs.
///
/// The impl half adds `USES_STEP` and `graph`. Items equal to the trait's default are left out.
pub(crate) fn items(definition: &Definition) -> TokenStream {
    let root = &definition.root;
    let states = definition.states.iter().map(info);
    let inputs = inputs(definition);
    let outputs = outputs(definition);
    let [requirement, requirement_param] = requirements(definition);
    let exists = definition.has_conditions().then(|| {
        quote! {
            fn state_exists(&self, state: ::core::primitive::usize, shape: #root::ParamShape) -> ::core::primitive::bool {
                Self::__state_exists(self, state, shape)
            }
        }
    });
    let (dims, length) = (dims(definition), length(definition));
    let initial = definition.has_initial_values().then(|| {
        quote! {
            fn state_initial(&self, state: ::core::primitive::usize, shape: #root::ParamShape) -> #root::Initial {
                Self::__state_initial(self, state, shape)
            }
        }
    });
    let lr_factor = definition.lr_factor.as_ref().and_then(|name| {
        let index = definition.states.iter().position(|state| state.ident == *name)?;
        Some(quote!(const LR_FACTORS: &'static [::core::primitive::usize] = &[#index];))
    });
    let matrix = definition.matrix.then(|| {
        quote!(
            const MATRIX: ::core::primitive::bool = true;
        )
    });
    quote! {
        #lr_factor
        #matrix
        #root::states! { #(#states)* }
        #requirement
        #requirement_param
        #exists
        #dims
        #length
        #initial
        #inputs
        #outputs
    }
}

/// `requirement` and `requirement_param`; each is left out without such conditions.
fn requirements(definition: &Definition) -> [Option<TokenStream>; 2] {
    let root = &definition.root;
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
    [requirement, requirement_param]
}

/// `state_dims`; nothing without states of given dimensions.
fn dims(definition: &Definition) -> Option<TokenStream> {
    let root = &definition.root;
    definition.states.iter().any(|state| matches!(state.kind, StateKind::Pair(..))).then(|| {
        let mut number = 0;
        let arms: Vec<TokenStream> = (0..definition.states.len())
            .filter_map(|index| {
                let StateKind::Pair(rows, cols) = &definition.states[index].kind else { return None };
                let (rows, cols) =
                    (dimensions::declared(rows, &mut number, root), dimensions::declared(cols, &mut number, root));
                let index = syn::Index::from(index);
                Some(quote!(#index => ::core::option::Option::Some(#root::Dims::new(#rows, #cols)),))
            })
            .collect();
        quote! {
            fn state_dims(
                &self,
                state: ::core::primitive::usize,
                item: ::core::primitive::usize,
                shape: #root::ParamShape,
            ) -> ::core::option::Option<#root::Dims> {
                let _ = (item, shape);
                match state {
                    #(#arms)*
                    _ => #root::declared_dims::<Self>(state),
                }
            }
        }
    })
}

/// `state_length`; nothing without lists.
fn length(definition: &Definition) -> Option<TokenStream> {
    let root = &definition.root;
    let lists: Vec<syn::Index> = definition.lists().map(syn::Index::from).collect();
    (!lists.is_empty()).then(|| {
        quote! {
            fn state_length(
                &self,
                state: ::core::primitive::usize,
                shape: #root::ParamShape,
            ) -> ::core::option::Option<::core::primitive::usize> {
                match state {
                    #(#lists)|* => ::core::option::Option::Some(Self::__state_length(self, state, shape)),
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}

/// The item `OUTPUTS`, `output_exists` and `output_length`; nothing without outputs.
fn outputs(definition: &Definition) -> Option<TokenStream> {
    let (root, outputs) = (&definition.root, &definition.outputs);
    let infos = outputs.iter().map(|output| {
        let name = output.name();
        let global = output.global.then(|| quote!(.global()));
        let list = output.list.as_ref().map(|length| {
            let text = source(length);
            quote!(.list(#text))
        });
        let condition = output.cond.as_ref().map(|condition| {
            let text = source(condition);
            quote!(.conditional(#text))
        });
        quote!(#root::OutputInfo::new(#name) #global #list #condition)
    });
    let exists = outputs.iter().any(|output| output.cond.is_some()).then(|| {
        quote! {
            fn output_exists(&self, output: ::core::primitive::usize, shape: #root::ParamShape) -> ::core::primitive::bool {
                Self::__output_exists(self, output, shape)
            }
        }
    });
    let lists: Vec<syn::Index> = definition.lists_of_outputs().map(syn::Index::from).collect();
    let length = (!lists.is_empty()).then(|| {
        quote! {
            fn output_length(
                &self,
                output: ::core::primitive::usize,
                shape: #root::ParamShape,
            ) -> ::core::option::Option<::core::primitive::usize> {
                match output {
                    #(#lists)|* => ::core::option::Option::Some(Self::__output_length(self, output, shape)),
                    _ => ::core::option::Option::None,
                }
            }
        }
    });
    (!outputs.is_empty()).then(|| {
        quote! {
            const OUTPUTS: &'static [#root::OutputInfo] = &[#(#infos),*];
            #exists
            #length
        }
    })
}

/// The items `INPUTS`, `input_due` and `input_dims`; nothing without inputs.
fn inputs(definition: &Definition) -> Option<TokenStream> {
    let (root, inputs) = (&definition.root, &definition.inputs);
    let infos = inputs.iter().map(|input| input_info(definition, input));
    let due = inputs.iter().any(|input| input.cond.is_some()).then(|| {
        quote! {
            fn input_due(
                &self,
                input: ::core::primitive::usize,
                shape: #root::ParamShape,
                t: ::core::primitive::u64,
            ) -> ::core::primitive::bool {
                Self::__input_due(self, input, shape, #root::Time::new(t))
            }
        }
    });
    let arms: Vec<TokenStream> = (0..inputs.len())
        .filter_map(|index| {
            let StateKind::Pair(rows, cols) = &inputs[index].kind else { return None };
            let mut number = definition.first_fixed_dim_of_input(index);
            let (rows, cols) =
                (dimensions::declared(rows, &mut number, root), dimensions::declared(cols, &mut number, root));
            let index = syn::Index::from(index);
            Some(quote!(#index => ::core::option::Option::Some(#root::Dims::new(#rows, #cols)),))
        })
        .collect();
    let dims = (!arms.is_empty()).then(|| {
        quote! {
            fn input_dims(
                &self,
                input: ::core::primitive::usize,
                shape: #root::ParamShape,
            ) -> ::core::option::Option<#root::Dims> {
                let _ = shape;
                match input {
                    #(#arms)*
                    _ => #root::declared_input_dims::<Self>(input),
                }
            }
        }
    });
    (!inputs.is_empty()).then(|| {
        quote! {
            const INPUTS: &'static [#root::InputInfo] = &[#(#infos),*];
            #due
            #dims
        }
    })
}

/// One entry of `INPUTS`.
fn input_info(definition: &Definition, input: &Input) -> TokenStream {
    let root = &definition.root;
    let (name, axes, pair) = (input.name(), dimensions::kind(&input.kind), pair(&input.kind));
    let global = input.global.then(|| quote!(.global()));
    let conditional = input.cond.is_some().then(|| quote!(.conditional()));
    quote!(#root::InputInfo::new(#name, #root::Axes::#axes) #pair #global #conditional)
}

/// The dimensions, if they are not the dimensions of a kind.
fn pair(kind: &StateKind) -> Option<TokenStream> {
    let StateKind::Pair(rows, cols) = kind else { return None };
    let text = match cols {
        StateDim::Axis { .. } => cols.to_string(),
        _ => format!("({rows}, {cols})"),
    };
    Some(quote!(.pair(#text)))
}

/// One entry of `STATES`, for `states!`.
fn info(state: &State) -> TokenStream {
    let name = state.name();
    let (axes, pair) = (dimensions::kind(&state.kind), pair(&state.kind));
    let conditional = state.cond.is_some().then(|| quote!(.conditional()));
    let global = (state.kind == StateKind::Global).then(|| quote!(.global()));
    let list = state.list.as_ref().map(|length| {
        let text = source(length);
        quote!(.list(#text))
    });
    let unmasked = (state.has_pair && state.kind == StateKind::Tensor).then(|| quote!(.unmasked()));
    quote!([#name #axes #pair #unmasked #conditional #global #list])
}
