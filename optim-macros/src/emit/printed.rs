//! Expressions with the parentheses that Rust needs, and no others.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::ops::Op;
use crate::tokens::in_parentheses;

/// An expression and its precedence.
pub(super) struct Printed {
    pub(super) tokens: TokenStream,
    binds: Precedence,
}

/// The precedence of expressions, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
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
    /// A name, a literal, a call, or an expression in parentheses.
    pub(super) fn atom(tokens: TokenStream) -> Self {
        Self { tokens, binds: Precedence::Atom }
    }

    /// A fixed expression. Operators in it already have parentheses, which are kept only where they are needed.
    pub(super) fn fixed(tokens: &TokenStream) -> Self {
        match in_parentheses(tokens) {
            Some(inner) => Self::branch(inner),
            None if starts_with_block(tokens) => Self::branch(tokens.clone()),
            None => Self::atom(tokens.clone()),
        }
    }

    /// A block, `if` or `match`.
    pub(super) fn branch(tokens: TokenStream) -> Self {
        Self { tokens, binds: Precedence::Branch }
    }

    /// An operation with an operator of Rust, with this span for messages.
    pub(super) fn operator(op: Op, operands: &[Self], span: Span) -> Option<Self> {
        let infix = |binds, sign| Some(Self::infix(binds, &sign, &operands[0], &operands[1]));
        match op {
            Op::Add => infix(Precedence::Sum, quote_spanned!(span=> +)),
            Op::Sub => infix(Precedence::Sum, quote_spanned!(span=> -)),
            Op::Mul => infix(Precedence::Product, quote_spanned!(span=> *)),
            Op::Div => infix(Precedence::Product, quote_spanned!(span=> /)),
            Op::Rem => infix(Precedence::Product, quote_spanned!(span=> %)),
            Op::Lt => infix(Precedence::Comparison, quote_spanned!(span=> <)),
            Op::Le => infix(Precedence::Comparison, quote_spanned!(span=> <=)),
            Op::Gt => infix(Precedence::Comparison, quote_spanned!(span=> >)),
            Op::Ge => infix(Precedence::Comparison, quote_spanned!(span=> >=)),
            Op::Eq => infix(Precedence::Comparison, quote_spanned!(span=> ==)),
            Op::Ne => infix(Precedence::Comparison, quote_spanned!(span=> !=)),
            Op::And => infix(Precedence::And, quote_spanned!(span=> &)),
            Op::Or => infix(Precedence::Or, quote_spanned!(span=> |)),
            Op::Neg => Some(Self::prefix(&quote_spanned!(span=> -), &operands[0])),
            Op::Not => Some(Self::prefix(&quote_spanned!(span=> !), &operands[0])),
            _ => None,
        }
    }

    /// The expression as a receiver, before a `.`.
    pub(super) fn before_dot(&self) -> TokenStream {
        self.within(Precedence::Atom)
    }

    /// The expression as an operand of an operator with this precedence.
    fn within(&self, least: Precedence) -> TokenStream {
        let tokens = &self.tokens;
        if self.binds < least { quote!((#tokens)) } else { tokens.clone() }
    }

    fn prefix(sign: &TokenStream, a: &Self) -> Self {
        let a = a.within(Precedence::Sign);
        Self { tokens: quote!(#sign #a), binds: Precedence::Sign }
    }

    /// `a sign b`, for a left-associative operator.
    fn infix(binds: Precedence, sign: &TokenStream, a: &Self, b: &Self) -> Self {
        let left = if binds == Precedence::Comparison { Precedence::Or } else { binds };
        let right = match binds {
            Precedence::Comparison => Precedence::Or,
            Precedence::Or => Precedence::And,
            Precedence::And => Precedence::Sum,
            Precedence::Sum => Precedence::Product,
            _ => Precedence::Sign,
        };
        let (a, b) = (a.within(left), b.within(right));
        Self { tokens: quote!(#a #sign #b), binds }
    }
}

/// Returns true if Rust would read the beginning of an expression as a statement, and the rest as another one.
fn starts_with_block(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => ["if", "match"].iter().any(|keyword| word == keyword),
        _ => false,
    }
}
