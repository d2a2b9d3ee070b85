//! The additions of a wrapper to the impl half: the call of the inner optimizer.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{PathArguments, Type};

use super::kernel;
use super::step::Planned;
use crate::language::Routine;
use crate::parse::{Definition, Wraps};

/// Further items of `impl Definition`; `param` is the type of the inner optimizer.
pub(super) fn items(
    definition: &Definition,
    ty: &Type,
    param: &Ident,
    step: &Planned,
    others: &[Planned],
) -> TokenStream {
    let root = &definition.root;
    let field = definition.wraps.as_ref().map(Wraps::name).unwrap_or_default();
    let call = |Planned { program, plan, .. }: &Planned| kernel::inner_call(definition, program, plan);
    let (of_step, calls) = (call(step), kernel::calls_inner(definition, &step.program, &step.plan));
    let [of_probe, of_eval] = [Routine::Probe, Routine::Eval].map(|routine| {
        match others.iter().find(|planned| planned.routine == routine).and_then(call) {
            Some(call) => quote!(::core::option::Option::Some(#call)),
            None => quote!(::core::option::Option::None),
        }
    });
    let timed = calls.is_some();
    let alone = alone(ty, root);
    quote! {
        const WRAPS: ::core::option::Option<#root::Wraps> =
            ::core::option::Option::Some(#root::Wraps {
                field: #field,
                step: #of_step,
                probe: #of_probe,
                eval: #of_eval,
                timed: #timed,
            });
        #calls

        fn compose<Composition: #root::Composition>(composition: Composition) -> Composition::Of {
            #root::Composition::wrapped::<#alone, #param>(composition)
        }
    }
}

/// The type of the optimizer alone: with nothing inside, if it is a wrapper.
pub(super) fn alone(ty: &Type, root: &syn::Path) -> TokenStream {
    let mut ty = ty.clone();
    if let Type::Path(path) = &mut ty
        && let Some(last) = path.path.segments.last_mut()
        && matches!(last.arguments, PathArguments::AngleBracketed(_))
    {
        last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<#root::UnknownInner>));
    }
    ty.to_token_stream()
}
