//! The expansion of the impl half: the kernel, the rest of the definition, and the user's own text for editors.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, ImplItem, ItemImpl, ReturnType, Type};

use super::allow::allow_all;
use super::calls::FunctionCalls;
use super::{definition, kernel, routines, scope, trace, wrapper};
use crate::ast::{Body, Call};
use crate::ir::{Def, Program};
use crate::language::Routine;
use crate::parse::{Definition, wrapping};
use crate::paths::{root_at, short, shown};
use crate::plan::Plan;
use crate::recover;

/// A function of an optimizer after all stages.
pub(crate) struct Planned {
    pub(crate) routine: Routine,
    pub(crate) body: Body,
    pub(crate) program: Program,
    pub(crate) plan: Plan,
}

/// Everything that a correct optimizer expands to: its step, `probe` and `eval` where they are, and the step with its outputs if it has any.
pub(crate) fn expand(
    definition: &Definition,
    item: &ItemImpl,
    step: &Planned,
    (others, watched): (&[Planned], Option<&Planned>),
) -> TokenStream {
    let (ty, full) = (&item.self_ty, &definition.root);
    let definition = &Definition { root: short(), ..definition.clone() };
    let root = &definition.root;
    // A second impl is reported at its own name.
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
    // A step may join numbers of all parameters for its outputs alone.
    let of_outputs = watched.is_some() && !step.program.joins() && !others.iter().any(|planned| planned.body.joins);
    let joins = bodies().any(|body| body.joins);
    let global = (joins || definition.has_globals()).then(|| match of_outputs && !definition.has_globals() {
        true => quote!(
            const WATCHED_GLOBAL: bool = true;
        ),
        false => quote!(
            const GLOBAL: bool = true;
        ),
    });
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

        // Names of the language that the user may have given to something else.
        #root::primitives!();

        #(#attrs)*
        #[automatically_derived]
        #definition

        #root::register!(Optimizer(OptimizerEntry), #registered);

        // The types that the user wrote: they must exist, and their imports are used.
        fn signatures #generics (#(_: #types),*) {}
    };
    let calls: Vec<Call> = bodies().flat_map(|body| &body.calls).cloned().collect();
    let block = FunctionCalls::new(&calls).around(full, scope::block(full, &items, &BTreeSet::new()));
    quote!(#editors #allow #block)
}

/// Proof that the runtime has its feature `linalg`, if a call needs it: the first one, since the error is one for all of them.
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

/// Returns true if an attribute sets the level of lints: they have nothing to speak about, for the user's body is not compiled.
pub(super) fn lint(attr: &syn::Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"].iter().any(|level| attr.path().is_ident(level))
}

/// The types in the signatures of an impl, with its own for `Self`.
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
