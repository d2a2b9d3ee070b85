//! The expansion of the impl half: the kernel, the rest of the definition, and the user's own text for editors.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, ImplItem, ItemImpl, ReturnType, Type};

use super::allow::allow_all;
use super::calls::FunctionCalls;
use super::planned::Planned;
use super::{definition, kernel, routines, scope, trace, wrapper};
use crate::ast::Call;
use crate::ir::{Def, Program};
use crate::parse::{Definition, wrapping};
use crate::paths::{root_at, short, shown};
use crate::recover;

/// The expansion of a correct optimizer: its step, `probe` and `eval` if the impl has them, and the step with outputs if there are any.
pub(crate) fn expand(
    definition: &Definition,
    item: &ItemImpl,
    step: &Planned,
    (others, watched): (&[Planned], Option<&Planned>),
) -> TokenStream {
    let (ty, full) = (&item.self_ty, &definition.root);
    let definition = &Definition { root: short(), ..definition.clone() };
    let root = &definition.root;
    // The compiler reports a second impl at the type's name.
    let at = shown(ty.span());
    let root_here = root_at(root, at);
    let asks = std::iter::once(step).chain(watched).any(|planned| kernel::asks(&planned.program));
    let kernel = kernel::expand(definition, &step.program, &step.plan, asks);
    let other_kernels = routines::kernels(definition, others, watched);
    let items = definition::items(definition);
    let graph = trace::expand(definition, &step.body);
    let other_graphs = routines::graphs(definition, others);
    let bodies = || std::iter::once(step).chain(others).map(|planned| &planned.body);
    let uses_step = bodies().any(|body| body.uses_count || body.asks).then(|| {
        quote!(
            const USES_STEP: bool = true;
        )
    });
    let types = written_types(item);
    let attrs = item.attrs.iter().filter(|attr| !lint(attr));
    let global = joins_parameters(definition, step, (others, watched));
    let members = quote! {
        #items
        #uses_step
        #global
        #kernel
        #other_kernels
        #graph
        #other_graphs
    };
    let param = wrapping::parameter(&item.generics, definition.language);
    let generics = param.map(|param| quote!(<#param: #root::Definition>));
    let wraps = param.map(|param| wrapper::items(definition, ty, param, step, others));
    let definition = quote_spanned!(at=> impl #generics #root_here::Definition for #ty { #members #wraps });
    let registered = wrapper::alone(ty, root);
    let (editors, allow) = (recover::impl_for_editors(item), allow_all("generated: the code that is written is above"));
    let mut programs = std::iter::once(step).chain(others).chain(watched).map(|planned| &planned.program);
    let feature = programs.find_map(|program| linear_algebra(program, root));
    let items = quote! {
        #feature

        // Names such as `f64`, which the user's module may have redefined.
        #root::primitives!();

        #(#attrs)*
        #[automatically_derived]
        #definition

        #root::register!(Optimizer(OptimizerEntry), #registered);

        // The types in the user's signatures must exist, and their imports count as used.
        fn signatures #generics (#(_: #types),*) {}
    };
    let calls: Vec<Call> = bodies().flat_map(|body| &body.calls).cloned().collect();
    let block = FunctionCalls::new(&calls).around(full, scope::block(full, &items, &BTreeSet::new()));
    quote!(#editors #allow #block)
}

/// The constant that says which numbers of all parameters the optimizer joins; nothing if it joins none.
fn joins_parameters(
    definition: &Definition,
    step: &Planned,
    (others, watched): (&[Planned], Option<&Planned>),
) -> Option<TokenStream> {
    // Only the outputs may join numbers of all parameters.
    let of_outputs = watched.is_some() && !step.program.joins() && !others.iter().any(|planned| planned.body.joins);
    let joins = std::iter::once(step).chain(others).any(|planned| planned.body.joins);
    (joins || definition.has_globals()).then(|| match of_outputs && !definition.has_globals() {
        true => quote!(
            const WATCHED_GLOBAL: bool = true;
        ),
        false => quote!(
            const GLOBAL: bool = true;
        ),
    })
}

/// Proof that the runtime has the feature `linalg`, with the span of the first call that needs it. One error is enough.
fn linear_algebra(program: &Program, root: &syn::Path) -> Option<TokenStream> {
    program.values.iter().find_map(|value| match &value.def {
        Def::Library(library, ..) if library.needs_feature() => {
            let (span, name) = (shown(value.span), library.name());
            let root = root_at(root, span);
            Some(quote_spanned!(span=> #root::requires_linalg!(#name);))
        }
        _ => None,
    })
}

/// Returns true for an attribute that sets lint levels. The body is not compiled as written, so they have no effect.
pub(super) fn lint(attr: &syn::Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"].iter().any(|level| attr.path().is_ident(level))
}

/// The types in the signatures of an impl. `Self` is replaced by the impl's type.
pub(super) fn written_types(item: &ItemImpl) -> Vec<Type> {
    struct Own<'a>(&'a Type);
    impl VisitMut for Own<'_> {
        fn visit_type_mut(&mut self, ty: &mut Type) {
            match ty {
                Type::Path(path) if path.path.is_ident("Self") => ty.clone_from(self.0),
                other => visit_mut::visit_type_mut(self, other),
            }
        }
    }
    let signatures = item.items.iter().filter_map(|entry| match entry {
        ImplItem::Fn(function) => Some(&function.sig),
        _ => None,
    });
    let types = signatures.flat_map(|signature| {
        let arguments = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) => Some((*typed.ty).clone()),
            FnArg::Receiver(_) => None,
        });
        let result = match &signature.output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        };
        arguments.chain(result).collect::<Vec<_>>()
    });
    types
        .map(|mut ty| {
            Own(&item.self_ty).visit_type_mut(&mut ty);
            ty
        })
        .collect()
}
