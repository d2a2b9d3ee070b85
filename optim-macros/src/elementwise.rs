//! `#[elementwise]`: a function of numbers that a step may call, checked by the rules of a step.
//!
//! The function becomes generic code over `Value`, which kernels run on plain floats and traces on handles. Beside it
//! stands a type of the same name: it exists only for marked functions, so a step can't call any other.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::{FnArg, GenericParam, ItemFn, Pat, ReturnType, Type};

use crate::check;
use crate::diag::Errors;
use crate::emit::generic::Printer;
use crate::paths;

const SHAPE: &str = "write `#[elementwise] fn softsign<V: Value>(x: V) -> V { … }`";

/// Expands the attribute on a function.
pub(crate) fn expand(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let krate = errors.take(parse_crate(arguments)).flatten();
    let root = paths::root(krate.as_ref());
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            match item.clone().into_iter().any(|tree| tree.to_string() == "fn") {
                true => errors.add(error),
                false => errors.push(item, format!("`#[elementwise]` goes on a function\nhelp: {SHAPE}")),
            }
            return crate::recover::with_item(errors, item);
        }
    };
    let Some(generic) = generic(&function, &mut errors) else { return for_editors(errors, &function) };
    let values: Vec<bool> = function.sig.inputs.iter().map(|input| is_generic(input, &generic)).collect();
    check_signature(&function, &generic, &values, &mut errors);
    crate::step::Attributes(&mut errors).visit_block(&function.block);
    let (body, parameters, result) = check::elementwise(&function, &values, &root, &mut errors);
    if !errors.is_empty() {
        return for_editors(errors, &function);
    }
    let printer = Printer { body: &body, root: &root, generic: &generic };
    let result = printer.number(&result);
    let (vis, name, attrs) = (&function.vis, &function.sig.ident, &function.attrs);
    let types: Vec<&Type> = function
        .sig
        .inputs
        .iter()
        .filter_map(|input| if let FnArg::Typed(typed) = input { Some(&*typed.ty) } else { None })
        .collect();
    let names: Vec<Ident> = (0..types.len()).map(|i| format_ident!("argument_{i}")).collect();
    let taken = types
        .iter()
        .zip(&values)
        .map(|(ty, value)| if *value { quote!(impl #root::Lane<#generic>) } else { quote!(impl #root::Fixed<#ty>) });
    let passed = names.iter().zip(&values).map(|(name, value)| {
        if *value { quote!(#root::Lane::<#generic>::lane(#name)) } else { quote!(#root::Fixed::fixed(#name)) }
    });
    // As written too: its import is used.
    let bounds =
        function.sig.generics.type_params().next().map(|parameter| parameter.bounds.clone()).unwrap_or_default();
    // A function of one number and nothing else may stand for a schedule.
    let curve = (values == [true]).then(|| {
        let text = name.to_string();
        quote! {
            #[automatically_derived]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated")]
            impl #root::Elementwise for #name {
                const NAME: &'static ::core::primitive::str = #text;
                fn apply<#generic: #root::lang::Value>(x: #generic) -> #generic {
                    #name::<#generic>(x)
                }
            }
        }
    });
    let doc = format!(
        "Proof that [`{name}`]({name}()) may be called in a step; calls it with its arguments in any mix of kinds."
    );
    quote! {
        #(#attrs)*
        #[inline(always)]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated")]
        #vis fn #name<#generic: #bounds + #root::lang::Value>(#(mut #parameters: #types),*) -> #generic {
            #result
        }

        #[doc = #doc]
        #[allow(non_camel_case_types, clippy::empty_enums, reason = "named after the function")]
        #vis enum #name {}

        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated")]
        impl #name {
            #[doc = #doc]
            #[inline(always)]
            #vis fn call<#generic: #root::lang::Value>(#(#names: #taken),*) -> #generic {
                #name::<#generic>(#(#passed),*)
            }
        }

        #curve
    }
}

/// `crate = path`, or nothing.
fn parse_crate(arguments: TokenStream) -> syn::Result<Option<syn::Path>> {
    if arguments.is_empty() {
        return Ok(None);
    }
    let parse = |input: syn::parse::ParseStream<'_>| {
        input.parse::<syn::Token![crate]>().map_err(|error| {
            syn::Error::new(error.span(), "the only argument of `#[elementwise]` is `crate = path`")
        })?;
        input.parse::<syn::Token![=]>()?;
        input.call(syn::Path::parse_mod_style).map(Some)
    };
    syn::parse::Parser::parse2(parse, arguments)
}

/// On a mistake the function is shown to editors only: its body means nothing to the compiler.
fn for_editors(errors: Errors, function: &ItemFn) -> TokenStream {
    let mut tokens = errors.into_compile_errors();
    let (vis, name) = (&function.vis, &function.sig.ident);
    let names: Vec<Ident> = (0..function.sig.inputs.len()).map(|i| format_ident!("argument_{i}")).collect();
    let body = crate::emit::settings::unreachable();
    // Steps that call it have no mistake.
    tokens.extend(quote! {
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated")]
        #vis enum #name {}

        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated")]
        impl #name {
            #vis fn call<Generic>(#(#names: impl ::core::marker::Sized),*) -> Generic { #body }
        }
    });
    tokens.extend(quote! {
        #[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
        const _: () = {
            #[cfg(rust_analyzer)]
            #function
        };
    });
    tokens
}

/// The name of the one generic parameter.
fn generic(function: &ItemFn, errors: &mut Errors) -> Option<Ident> {
    let generics = &function.sig.generics;
    let mut parameters = generics.params.iter();
    match (parameters.next(), parameters.next()) {
        (Some(GenericParam::Type(parameter)), None) if generics.where_clause.is_none() => Some(parameter.ident.clone()),
        _ => {
            errors.push(
                &function.sig.ident,
                format!("an elementwise function has one generic parameter, the kind of its numbers\nhelp: {SHAPE}"),
            );
            None
        }
    }
}

fn is_generic(input: &FnArg, generic: &Ident) -> bool {
    matches!(input, FnArg::Typed(typed) if matches!(&*typed.ty, Type::Path(path) if path.path.is_ident(generic)))
}

fn check_signature(function: &ItemFn, generic: &Ident, values: &[bool], errors: &mut Errors) {
    let signature = &function.sig;
    let mut refuse = |tokens: TokenStream, what: &str| {
        if !tokens.is_empty() {
            errors.push(tokens, format!("an elementwise function is not {what}: remove the keyword"));
        }
    };
    use quote::ToTokens;
    refuse(signature.constness.to_token_stream(), "`const`");
    refuse(signature.asyncness.to_token_stream(), "asynchronous");
    refuse(signature.safety.to_token_stream(), "`unsafe`");
    refuse(signature.abi.to_token_stream(), "of another ABI");
    let bounded = signature.generics.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => parameter.bounds.len() == 1 && matches!(parameter.bounds.first(), Some(syn::TypeParamBound::Trait(bound)) if bound.path.segments.last().is_some_and(|last| last.ident == "Value")),
        _ => false,
    });
    if !bounded {
        errors.push(&signature.generics, format!("the numbers of an elementwise function are `Value`s\nhelp: {SHAPE}"));
    }
    let plain = signature
        .inputs
        .iter()
        .all(|input| matches!(input, FnArg::Typed(typed) if matches!(&*typed.pat, Pat::Ident(_))));
    if !values.contains(&true) && plain {
        errors.push(
            &signature.ident,
            format!("no argument is a `{generic}`, so there is nothing to compute per element\nhelp: {SHAPE}"),
        );
    }
    match &signature.output {
        ReturnType::Type(_, ty) if matches!(&**ty, Type::Path(path) if path.path.is_ident(generic)) => {}
        ReturnType::Type(_, ty) => {
            errors.push(ty, format!("an elementwise function gives a `{generic}`\nhelp: {SHAPE}"));
        }
        ReturnType::Default => {
            errors.push(&signature.ident, format!("an elementwise function gives a `{generic}`\nhelp: {SHAPE}"));
        }
    }
    for (input, value) in signature.inputs.iter().zip(values) {
        match input {
            FnArg::Receiver(receiver) => errors.push(receiver, format!("an elementwise function has no `self`\nhelp: {SHAPE}")),
            FnArg::Typed(typed) if !value && matches!(&*typed.pat, Pat::Ident(_)) && !is_fixed_type(&typed.ty) => errors.push(
                &typed.ty,
                format!("a fixed argument of an elementwise function is `f64`, `bool` or an integer\nhelp: an argument that may be a tensor is a `{generic}`"),
            ),
            FnArg::Typed(typed) => {
                if !matches!(&*typed.pat, Pat::Ident(_)) {
                    errors.push(&typed.pat, format!("a parameter of an elementwise function is a plain name\nhelp: {SHAPE}"));
                }
            }
        }
    }
}

fn is_fixed_type(ty: &Type) -> bool {
    const FIXED: [&str; 14] =
        ["f64", "bool", "usize", "u8", "u16", "u32", "u64", "u128", "isize", "i8", "i16", "i32", "i64", "i128"];
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|ident| FIXED.iter().any(|fixed| ident == fixed)))
}
