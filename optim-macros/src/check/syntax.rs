//! Facts that follow from syntax alone.

use proc_macro2::{Ident, Span};
use syn::{Expr as Syntax, Lit, Pat, Path, PathSegment, UnOp};

use crate::fixed::Type;

/// The name of a plain variable.
pub(crate) fn name_of(syntax: &Syntax) -> Option<&Ident> {
    match syntax {
        Syntax::Path(path) => path.path.get_ident(),
        Syntax::Paren(inner) => name_of(&inner.expr),
        Syntax::Group(inner) => name_of(&inner.expr),
        _ => None,
    }
}

/// The name of a pattern that binds a whole value to one variable.
pub(crate) fn named(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name) => Some(&name.ident),
        Pat::Type(typed) => named(&typed.pat),
        Pat::Paren(inner) => named(&inner.pat),
        _ => None,
    }
}

/// The expression that gives an expression its value: the last one of a block.
pub(crate) fn end_of(syntax: &Syntax) -> &Syntax {
    match syntax {
        Syntax::Block(block) => last_of(&block.block).unwrap_or(syntax),
        _ => syntax,
    }
}

/// The last expression of a block.
pub(crate) fn last_of(block: &syn::Block) -> Option<&Syntax> {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(last, None)) => Some(end_of(last)),
        _ => None,
    }
}

/// An integer literal, as the length of an array or an index.
pub(crate) fn literal_length(syntax: &Syntax) -> Option<usize> {
    match syntax {
        Syntax::Lit(syn::ExprLit { lit: Lit::Int(n), .. }) => n.base10_parse().ok(),
        Syntax::Paren(inner) => literal_length(&inner.expr),
        Syntax::Group(inner) => literal_length(&inner.expr),
        _ => None,
    }
}

pub(crate) fn integer_literal(syntax: &Syntax) -> Option<String> {
    match syntax {
        Syntax::Lit(syn::ExprLit { lit: Lit::Int(n), .. }) if n.suffix().is_empty() => {
            Some(n.base10_digits().to_owned())
        }
        Syntax::Paren(inner) => integer_literal(&inner.expr),
        Syntax::Group(inner) => integer_literal(&inner.expr),
        Syntax::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => Some(format!("-{}", integer_literal(&unary.expr)?)),
        _ => None,
    }
}

/// `f64::MAX`, `core::f64::consts::PI`: the path in `core` of a constant or a function of a number type. No user's item can shadow it.
pub(crate) fn primitive_of(path: &Path) -> Option<Path> {
    let mut segments = path.segments.iter();
    let first = segments.next()?;
    let rest: Vec<&PathSegment> = segments.collect();
    let name = first.ident.to_string();
    if path.leading_colon.is_none() && rest.len() == 1 && Type::of_name(&name).is_some() {
        let primitive = Ident::new("primitive", first.ident.span());
        return Some(core(std::iter::once(primitive.into()).chain(path.segments.iter().cloned())));
    }
    let standard =
        matches!(name.as_str(), "std" | "core") && rest.first().is_some_and(|segment| segment.ident == "f64");
    standard.then(|| core(rest.into_iter().cloned()))
}

/// `::core::cmp::min`
pub(crate) fn core_min(span: Span) -> Path {
    core(["cmp", "min"].into_iter().map(|name| Ident::new(name, span).into()))
}

/// `::core::…`
fn core(below: impl Iterator<Item = PathSegment>) -> Path {
    let span = Span::call_site();
    let first = PathSegment::from(Ident::new("core", span));
    Path { leading_colon: Some(syn::Token![::](span)), segments: std::iter::once(first).chain(below).collect() }
}

/// Returns true if a name in a pattern is a constant or a variant rather than a new variable.
pub(crate) fn is_constant(name: &Ident) -> bool {
    name.to_string().chars().next().is_some_and(char::is_uppercase)
}

/// `x` in `&mut *x`.
pub(crate) fn reference_target(inner: &Syntax) -> &Syntax {
    match inner {
        Syntax::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &unary.expr,
        other => other,
    }
}
