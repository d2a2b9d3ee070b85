//! Operators and the tokens of their operands.

use quote::ToTokens;
use syn::{BinOp, Expr as Syntax, ExprBinary, ExprCall, ExprMethodCall};

use crate::ops::{Library, Op, Reduce};

/// The tokens of an operation, for messages.
pub(crate) struct Operands<'s> {
    /// The tokens of each operand. For the receiver of a method, the name of the method.
    pub(crate) each: Vec<&'s dyn ToTokens>,
    /// The tokens of the whole operation, if no operand decides which kinds of the others fit.
    pub(crate) all: Option<&'s dyn ToTokens>,
}

impl<'s> Operands<'s> {
    pub(crate) fn of_binary(binary: &'s ExprBinary) -> Self {
        Self { each: vec![&*binary.left, &*binary.right], all: Some(binary) }
    }

    /// The tokens of `left op= right`. The left side decides which kinds fit.
    pub(crate) fn of_assignment(binary: &'s ExprBinary) -> Self {
        Self { all: None, ..Self::of_binary(binary) }
    }

    pub(crate) fn of_method(call: &'s ExprMethodCall) -> Self {
        let method: &dyn ToTokens = &call.method;
        Self { each: std::iter::once(method).chain(arguments(&call.args)).collect(), all: None }
    }

    pub(crate) fn of_call(call: &'s ExprCall) -> Self {
        Self { each: arguments(&call.args).collect(), all: None }
    }
}

fn arguments<'s>(list: impl IntoIterator<Item = &'s Syntax>) -> impl Iterator<Item = &'s dyn ToTokens> {
    list.into_iter().map(|argument| argument as &dyn ToTokens)
}

/// `a += b` as `a = a + b`.
pub(crate) fn compound(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::AddAssign(t) => BinOp::Add(syn::Token![+](t.spans[0])),
        BinOp::SubAssign(t) => BinOp::Sub(syn::Token![-](t.spans[0])),
        BinOp::MulAssign(t) => BinOp::Mul(syn::Token![*](t.spans[0])),
        BinOp::DivAssign(t) => BinOp::Div(syn::Token![/](t.spans[0])),
        BinOp::RemAssign(t) => BinOp::Rem(syn::Token![%](t.spans[0])),
        BinOp::BitAndAssign(t) => BinOp::BitAnd(syn::Token![&](t.spans[0])),
        BinOp::BitOrAssign(t) => BinOp::BitOr(syn::Token![|](t.spans[0])),
        BinOp::BitXorAssign(t) => BinOp::BitXor(syn::Token![^](t.spans[0])),
        BinOp::ShlAssign(t) => BinOp::Shl(syn::Token![<<](t.spans[0])),
        BinOp::ShrAssign(t) => BinOp::Shr(syn::Token![>>](t.spans[0])),
        _ => return None,
    })
}

pub(crate) fn operator(op: &BinOp) -> Option<Op> {
    Some(match op {
        BinOp::Add(_) => Op::Add,
        BinOp::Sub(_) => Op::Sub,
        BinOp::Mul(_) => Op::Mul,
        BinOp::Div(_) => Op::Div,
        BinOp::Rem(_) => Op::Rem,
        BinOp::Lt(_) => Op::Lt,
        BinOp::Le(_) => Op::Le,
        BinOp::Gt(_) => Op::Gt,
        BinOp::Ge(_) => Op::Ge,
        BinOp::Eq(_) => Op::Eq,
        BinOp::Ne(_) => Op::Ne,
        BinOp::BitAnd(_) => Op::And,
        BinOp::BitOr(_) => Op::Or,
        _ => return None,
    })
}

/// The number of arguments that a method of the language takes.
pub(crate) fn arguments_of(method: &str) -> Option<usize> {
    let library = Library::method(method).map(Library::arity);
    let reduction = Reduce::method(method).map(|(reduce, _)| reduce.arity());
    let reduction = reduction.or_else(|| Reduce::of_axis(method).map(|(reduce, _)| reduce.arity() + 1));
    let operation = Op::method(method).map(Op::arity);
    library.or(reduction).or(operation).map(|operands| operands - 1)
}
