//! Long chains of operators and methods are split. Expressions that are nested too deeply are errors.
//!
//! `a + b + …` with a thousand terms is a tree of depth one thousand, and every later stage follows trees by recursion.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprBlock, ItemFn, ItemImpl, Local, Stmt, UnOp, parse_quote_spanned, token};

use crate::diag::Errors;

/// The largest number of links that stay together. A longer chain gets a variable for each part of this length.
const PART: usize = 64;

/// The largest depth of nested expressions, including expressions of inlined helper functions. It needs less than the compiler's stack.
pub(crate) const DEPTH: usize = 200;

/// The message for a deeper expression.
pub(crate) const TOO_DEEP: &str =
    "this expression is nested too deeply: more than 200 levels\nhelp: give a part of it a name with `let`";

/// Splits the long chains of an impl. Expressions that are nested too deeply are removed, and reported if there is no other error.
pub(crate) fn shorten_impl(item: &mut ItemImpl, errors: &mut Errors) {
    shorten(errors, |chains| chains.visit_item_impl_mut(item));
}

/// The same for a function.
pub(crate) fn shorten_function(function: &mut ItemFn, errors: &mut Errors) {
    shorten(errors, |chains| chains.visit_item_fn_mut(function));
}

fn shorten(errors: &mut Errors, visit: impl FnOnce(&mut Chains<'_>)) {
    let mut found = Errors::of("calls");
    visit(&mut Chains { errors: &mut found, depth: 0 });
    if errors.is_empty() {
        errors.append(found);
    }
}

/// The tokens without groups and runs of signs that are nested so deeply that a parser would overflow the stack.
pub(crate) fn cut(tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    // Each expression may be in a block, and the item itself has some.
    cut_below(tokens, DEPTH + 20, errors)
}

fn cut_below(tokens: TokenStream, depth: usize, errors: &mut Errors) -> TokenStream {
    let mut signs = 0;
    let mut kept = Vec::new();
    for tree in tokens {
        let sign = matches!(&tree, TokenTree::Punct(punct) if "-!*&".contains(punct.as_char()));
        signs = if sign { signs + 1 } else { 0 };
        match tree {
            TokenTree::Group(group) => {
                let inside = if depth == 0 && !group.stream().is_empty() {
                    errors.about("calls").push_at(group.span_open(), TOO_DEEP);
                    // Brackets with an index must not be empty.
                    if group.delimiter() == Delimiter::Bracket { quote!(()) } else { TokenStream::new() }
                } else {
                    cut_below(group.stream(), depth.saturating_sub(1), errors)
                };
                let mut new = Group::new(group.delimiter(), inside);
                new.set_span(group.span());
                kept.push(TokenTree::Group(new));
            }
            other if signs > depth => {
                if signs == depth + 1 {
                    errors.push_at(other.span(), TOO_DEEP);
                }
            }
            other => kept.push(other),
        }
    }
    kept.into_iter().collect()
}

struct Chains<'e> {
    errors: &'e mut Errors,
    /// The number of expressions around this one.
    depth: usize,
}

impl VisitMut for Chains<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.depth == DEPTH {
            // The expression is replaced, not removed: editors see the code around it, which must still be Rust.
            let whole = std::mem::replace(expr, syn::parse_quote!(()));
            self.errors.push_at(place(&whole), TOO_DEEP);
            discard(whole);
            return;
        }
        if length(expr, Link::Value) > PART {
            let whole = std::mem::replace(expr, nothing());
            *expr = in_parts(whole);
        } else if length(expr, Link::Logic) > PART {
            let whole = std::mem::replace(expr, nothing());
            *expr = balanced(whole);
        }
        self.depth += 1;
        visit_mut::visit_expr_mut(self, expr);
        self.depth -= 1;
    }
}

/// A link of a chain.
#[derive(Clone, Copy)]
enum Link {
    /// Operators and methods that compute both sides, the left one first.
    Value,
    /// `&&` and `||`.
    Logic,
}

/// The next link to the left.
fn left(expr: &mut Expr, of: Link) -> Option<&mut Expr> {
    use BinOp::{Add, And, BitAnd, BitOr, BitXor, Div, Mul, Or, Rem, Shl, Shr, Sub};
    match (expr, of) {
        (Expr::MethodCall(call), Link::Value) => Some(&mut call.receiver),
        (Expr::Binary(binary), of) => {
            let links = match of {
                Link::Value => matches!(
                    binary.op,
                    Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_) | Shl(_) | Shr(_)
                ),
                Link::Logic => matches!(binary.op, And(_) | Or(_)),
            };
            links.then_some(&mut *binary.left)
        }
        _ => None,
    }
}

fn length(mut expr: &mut Expr, of: Link) -> usize {
    let mut length = 0;
    while let Some(next) = left(expr, of) {
        (expr, length) = (next, length + 1);
    }
    length
}

/// The first value of a chain, and its links in order without their left sides.
fn links(mut expr: Expr, of: Link) -> (Expr, Vec<Expr>) {
    let mut links = Vec::new();
    while let Some(next) = left(&mut expr, of) {
        let next = std::mem::replace(next, nothing());
        links.push(std::mem::replace(&mut expr, next));
    }
    links.reverse();
    (expr, links)
}

/// `{ let __part = a + … + m; let __part = __part + n + …; __part + … + z }`.
fn in_parts(expr: Expr) -> Expr {
    let (mut value, links) = links(expr, Link::Value);
    let mut stmts: Vec<Stmt> = Vec::new();
    for (count, mut link) in links.into_iter().enumerate() {
        if count > 0 && count % PART == 0 {
            let span = place(&link);
            stmts.push(named(value, span));
            value = parse_quote_spanned!(span=> __part);
        }
        if let Some(left) = left(&mut link, Link::Value) {
            *left = value;
        }
        value = link;
    }
    let brace_token = token::Brace(place(&value));
    stmts.push(Stmt::Expr(value, None));
    Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: Block { brace_token, stmts } })
}

/// `let __part = value;`
fn named(value: Expr, span: Span) -> Stmt {
    let mut stmt: Stmt = parse_quote_spanned!(span=> let __part = (););
    if let Stmt::Local(Local { init: Some(init), .. }) = &mut stmt {
        *init.expr = value;
    }
    stmt
}

/// `(a && b) && (c && d)` for `a && b && c && d`: the same operands are evaluated in the same order. In a chain of both operators,
/// the links are the operands of `||`. A chain with `let` is not split.
fn balanced(expr: Expr) -> Expr {
    let (first, mut links) = links(expr, Link::Logic);
    let same = |link: &Expr| matches!((link, &links[0]), (Expr::Binary(a), Expr::Binary(b)) if std::mem::discriminant(&a.op) == std::mem::discriminant(&b.op));
    let plain = |expr: &Expr| !matches!(expr, Expr::Let(_));
    let right = |link: &Expr| !matches!(link, Expr::Binary(binary) if !plain(&binary.right));
    if links.iter().all(|link| same(link) && right(link)) && plain(&first) {
        return balance(first, &mut links);
    }
    links.into_iter().fold(first, |value, mut link| {
        if let Some(left) = left(&mut link, Link::Logic) {
            *left = value;
        }
        link
    })
}

fn balance(first: Expr, links: &mut Vec<Expr>) -> Expr {
    if links.is_empty() {
        return first;
    }
    let mut later = links.split_off(links.len() / 2);
    let before = balance(first, links);
    let Expr::Binary(mut middle) = later.remove(0) else { return before };
    let after = std::mem::replace(&mut *middle.right, nothing());
    *middle.left = before;
    *middle.right = balance(after, &mut later);
    Expr::Binary(middle)
}

/// The place of an expression or a link, found without recursion.
fn place(expr: &Expr) -> Span {
    match expr {
        Expr::Binary(binary) => binary.op.span(),
        Expr::MethodCall(call) => call.method.span(),
        Expr::Unary(unary) => match &unary.op {
            UnOp::Deref(star) => star.span,
            UnOp::Not(not) => not.span,
            UnOp::Neg(minus) => minus.span,
            _ => Span::call_site(),
        },
        Expr::Paren(inner) => inner.paren_token.span.open(),
        Expr::Block(inner) => inner.block.brace_token.span.open(),
        Expr::Array(inner) => inner.bracket_token.span.open(),
        Expr::Tuple(inner) => inner.paren_token.span.open(),
        Expr::Call(call) => call.paren_token.span.open(),
        Expr::Index(index) => index.bracket_token.span.open(),
        Expr::If(branch) => branch.if_token.span,
        Expr::Match(matched) => matched.match_token.span,
        Expr::ForLoop(iterations) => iterations.for_token.span,
        Expr::Path(path) => path.span(),
        Expr::Lit(literal) => literal.lit.span(),
        _ => Span::call_site(),
    }
}

/// Drops an expression. A long chain is taken apart first, because dropping the tree is a recursion, too.
fn discard(expr: Expr) {
    drop(links(expr, Link::Value));
}

/// The replacement for a removed expression.
fn nothing() -> Expr {
    Expr::Verbatim(TokenStream::new())
}
