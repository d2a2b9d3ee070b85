//! Expressions with the parentheses that Rust needs, and no others.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::ops::Op;
use crate::tokens::in_parentheses;

/// An expression and how firmly it holds together.
pub(super) struct Printed {
    pub(super) tokens: TokenStream,
    binds: Binding,
}

/// The precedence of expressions, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Branch,
    Comparison,
    Or,
    And,
    Sum,
    Product,
    Sign,
    Atom,
}

impl Printed {
    /// A name, a literal, a call, or what is in parentheses already.
    pub(super) fn atom(tokens: TokenStream) -> Self {
        Self { tokens, binds: Binding::Atom }
    }

    /// A fixed expression, which has parentheses around its operators: they stay where an operand needs them.
    pub(super) fn fixed(tokens: &TokenStream) -> Self {
        match in_parentheses(tokens) {
            Some(inner) => Self::branch(inner),
            None if starts_with_block(tokens) => Self::branch(tokens.clone()),
            None => Self::atom(tokens.clone()),
        }
    }

    /// A block, `if` or `match`.
    pub(super) fn branch(tokens: TokenStream) -> Self {
        Self { tokens, binds: Binding::Branch }
    }

    /// An operation that Rust has an operator for, which messages show at `span`.
    pub(super) fn operator(op: Op, operands: &[Self], span: Span) -> Option<Self> {
        let infix = |binds, sign| Some(Self::infix(binds, &sign, &operands[0], &operands[1]));
        match op {
            Op::Add => infix(Binding::Sum, quote_spanned!(span=> +)),
            Op::Sub => infix(Binding::Sum, quote_spanned!(span=> -)),
            Op::Mul => infix(Binding::Product, quote_spanned!(span=> *)),
            Op::Div => infix(Binding::Product, quote_spanned!(span=> /)),
            Op::Rem => infix(Binding::Product, quote_spanned!(span=> %)),
            Op::Lt => infix(Binding::Comparison, quote_spanned!(span=> <)),
            Op::Le => infix(Binding::Comparison, quote_spanned!(span=> <=)),
            Op::Gt => infix(Binding::Comparison, quote_spanned!(span=> >)),
            Op::Ge => infix(Binding::Comparison, quote_spanned!(span=> >=)),
            Op::Eq => infix(Binding::Comparison, quote_spanned!(span=> ==)),
            Op::Ne => infix(Binding::Comparison, quote_spanned!(span=> !=)),
            Op::And => infix(Binding::And, quote_spanned!(span=> &)),
            Op::Or => infix(Binding::Or, quote_spanned!(span=> |)),
            Op::Neg => Some(Self::prefix(&quote_spanned!(span=> -), &operands[0])),
            Op::Not => Some(Self::prefix(&quote_spanned!(span=> !), &operands[0])),
            _ => None,
        }
    }

    /// As what stands before a `.`.
    pub(super) fn before_dot(&self) -> TokenStream {
        self.within(Binding::Atom)
    }

    /// As an operand of something that binds so firmly.
    fn within(&self, least: Binding) -> TokenStream {
        let tokens = &self.tokens;
        if self.binds < least { quote!((#tokens)) } else { tokens.clone() }
    }

    fn prefix(sign: &TokenStream, a: &Self) -> Self {
        let a = a.within(Binding::Sign);
        Self { tokens: quote!(#sign #a), binds: Binding::Sign }
    }

    /// `a sign b`; operators of one binding are read from the left.
    fn infix(binds: Binding, sign: &TokenStream, a: &Self, b: &Self) -> Self {
        let left = if binds == Binding::Comparison { Binding::Or } else { binds };
        let right = match binds {
            Binding::Comparison => Binding::Or,
            Binding::Or => Binding::And,
            Binding::And => Binding::Sum,
            Binding::Sum => Binding::Product,
            _ => Binding::Sign,
        };
        let (a, b) = (a.within(left), b.within(right));
        Self { tokens: quote!(#a #sign #b), binds }
    }
}

/// Returns true if Rust takes the beginning for a statement where one can stand: what follows would be another one.
fn starts_with_block(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => ["if", "match"].iter().any(|keyword| word == keyword),
        _ => false,
    }
}
