//! What the impl half expands to: the kernel, the rest of the definition, and the user's own text for editors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemImpl;

use super::{definition, kernel, report, trace};
use crate::ast::Body;
use crate::ir::Program;
use crate::parse::Definition;
use crate::plan::Plan;
use crate::recover;

/// Everything that a correct step expands to.
pub(crate) fn expand(definition: &Definition, item: &ItemImpl, body: &Body, program: &Program, plan: &Plan) -> TokenStream {
    let (ty, root) = (&item.self_ty, &definition.root);
    let kernel = kernel::expand(definition, ty, program, plan);
    let items = definition::items(definition);
    let graph = trace::expand(definition, body);
    let report = report::expand(definition, program, plan);
    let uses_step = body.uses_count;
    let editors = recover::impl_for_editors(crate::diag::Errors::new(), item);
    quote! {
        #editors
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated: the code that is written is above")]
        const _: () = {
            #[automatically_derived]
            #kernel

            #[automatically_derived]
            impl #root::Definition for #ty {
                #items
                const USES_STEP: bool = #uses_step;
                #graph
                #report
            }
        };
    }
}
