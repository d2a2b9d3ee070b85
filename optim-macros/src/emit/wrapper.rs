//! Additions to the impl half of a wrapper: the call of the inner optimizer.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{PathArguments, Type};

use super::kernel;
use super::planned::Planned;
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
    let call_in = |routine: Routine| {
        let Planned { program, plan, .. } = others.iter().find(|planned| planned.routine == routine)?;
        kernel::inner_call(definition, program, plan)
    };
    let probe = match call_in(Routine::Probe) {
        Some(call) => quote!(::core::option::Option::Some(#call)),
        None => quote!(::core::option::Option::None),
    };
    let eval = call_in(Routine::Eval).is_some();
    let timed = kernel::may_leave_inner(&step.program);
    let alone = alone(ty, root);
    quote! {
        const WRAPS: ::core::option::Option<#root::Wraps> =
            ::core::option::Option::Some(#root::Wraps {
                field: #field,
                probe: #probe,
                eval: #eval,
                timed: #timed,
            });

        fn compose<Composition: #root::Composition>(composition: Composition) -> Composition::Of {
            #root::Composition::wrapped::<#alone, #param>(composition)
        }
    }
}

/// The type of the optimizer with a placeholder for the inner optimizer.
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
