//! `#[elementwise]`: a function of numbers that a step may call, checked by the rules of a step.
//!
//! The function becomes generic code over `Value`, which kernels run on plain floats and traces on handles. Beside it
//! stands a type of the same name: it exists only for marked functions, so a step can't call any other.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::{FnArg, GenericParam, ItemFn, Pat, ReturnType, Type};

use crate::ast::{Argument, Block, Body, Expr, Node, Pattern, Stmt, Target};
use crate::check;
use crate::check::names::here;
use crate::diag::Errors;
use crate::ops::Op;
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
    let doc = format!(
        "Proof that [`{name}`]({name}()) may be called in a step; calls it with its arguments in any mix of kinds."
    );
    quote! {
        #(#attrs)*
        #[inline(always)]
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated")]
        #vis fn #name<#generic: #bounds + #root::lang::Value>(#(#parameters: #types),*) -> #generic {
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

/// Writes the checked body over the generic type.
struct Printer<'a> {
    body: &'a Body,
    root: &'a syn::Path,
    generic: &'a Ident,
}

impl Printer<'_> {
    /// An expression of the generic type; fixed numbers are lifted.
    fn number(&self, expr: &Expr) -> TokenStream {
        let (root, generic) = (self.root, self.generic);
        if expr.kind.is_fixed() {
            let host = self.expr(expr);
            return quote!(<#generic as #root::lang::Value>::lift(#host));
        }
        self.expr(expr)
    }

    fn expr(&self, expr: &Expr) -> TokenStream {
        let (root, generic) = (self.root, self.generic);
        let span = here(expr.span);
        match &expr.node {
            Node::Host(tokens) => tokens.clone(),
            Node::Local(id) => {
                let ident = Ident::new(&self.body.locals[*id].ident.to_string(), span);
                quote!(#ident)
            }
            Node::Op(op, operands) => {
                let masks = match op {
                    Op::And | Op::Or | Op::Not => operands.len(),
                    Op::Select => 1,
                    _ => 0,
                };
                let operands = operands
                    .iter()
                    .enumerate()
                    .map(|(i, operand)| if i < masks { self.expr(operand) } else { self.number(operand) });
                let name = Ident::new(op.name(), span);
                quote!(<#generic as #root::lang::Value>::#name(#(#operands),*))
            }
            Node::Powi(base, exponent) => {
                let base = self.number(base);
                quote!(<#generic as #root::lang::Value>::powi(#base, (#exponent) as i32))
            }
            Node::Elementwise(path, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) => self.number(value),
                    Argument::Host(tokens) => quote!(#root::Given(#tokens)),
                });
                quote!(<#path>::call::<#generic>(#(#arguments),*))
            }
            Node::Lift(inner) => self.number(inner),
            Node::Tuple(items) | Node::Array(items) => {
                let items = items.iter().map(|item| self.expr(item));
                quote!((#(#items,)*))
            }
            Node::Field(base, n) => {
                let (base, n) = (self.expr(base), syn::Index::from(*n));
                quote!(#base.#n)
            }
            Node::Index(base, position) => {
                let count = if let crate::kind::Kind::Array(items) = &base.kind { items.len() } else { 1 };
                let base = self.expr(base);
                let arms = (0..count).map(|i| {
                    let index = syn::Index::from(i);
                    let pattern = if i + 1 == count { quote!(_) } else { quote!(#i) };
                    quote!(#pattern => items.#index,)
                });
                quote!({ let items = #base; match #position { #(#arms)* } })
            }
            Node::Block(block) => self.block(block),
            Node::If(branch) => {
                let condition = &branch.condition;
                let (then, els) = (self.block(&branch.then), self.block(&branch.els));
                quote!(if #condition #then else #els)
            }
            Node::Match(matched) => {
                let scrutinee = &matched.scrutinee;
                let arms = matched.arms.iter().map(|arm| {
                    let (pattern, body) = (&arm.pattern, self.block(&arm.body));
                    quote!(#pattern => #body)
                });
                quote!(match #scrutinee { #(#arms)* })
            }
            Node::Hyper(..)
            | Node::Place(_)
            | Node::Grad
            | Node::Count
            | Node::Reduce(..)
            | Node::Matmul(..)
            | Node::Transpose(_) => {
                unreachable!("the check refuses this in an elementwise function")
            }
        }
    }

    fn block(&self, block: &Block) -> TokenStream {
        let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
        let value = block.value.as_ref().map(|value| self.expr(value));
        quote!({ #(#stmts)* #value })
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Host { tokens, .. } => tokens.clone(),
            Stmt::Let(pattern, value) => {
                let (pattern, value) = (self.pattern(pattern), self.expr(value));
                quote!(let #pattern = #value;)
            }
            Stmt::Declare(id) => {
                let local = &self.body.locals[*id].ident;
                quote!(let mut #local;)
            }
            Stmt::Assign(Target::Local(id, path), value) => {
                let local = &self.body.locals[*id].ident;
                let path = path.iter().map(|n| syn::Index::from(*n));
                let value = self.expr(value);
                quote!(#local #(.#path)* = #value;)
            }
            Stmt::Assign(Target::Place(_), _) => unreachable!("an elementwise function has no places"),
            Stmt::Expr(Expr { node: Node::Block(block), .. }) if block.value.is_none() => {
                let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
                quote!(#(#stmts)*)
            }
            Stmt::Expr(value) => {
                let value = self.expr(value);
                quote!(#value;)
            }
            Stmt::For { pattern, iter, body, .. } => {
                let body = self.block(body);
                quote!(for #pattern in #iter #body)
            }
        }
    }

    fn pattern(&self, pattern: &Pattern) -> TokenStream {
        match pattern {
            Pattern::Wild => quote!(_),
            Pattern::Bind(id) => {
                let ident = Ident::new(&self.body.locals[*id].ident.to_string(), Span::call_site());
                quote!(mut #ident)
            }
            Pattern::Host(tokens, _) => tokens.clone(),
            Pattern::Items(items) => {
                let items = items.iter().map(|item| self.pattern(item));
                quote!((#(#items,)*))
            }
        }
    }
}
