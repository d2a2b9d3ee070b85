//! Operators, and the rules for operands.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, UnOp};

use crate::check::Checker;
use crate::check::words::phrase::{article, help};
use crate::check::names::scopes::Binding;
use crate::ast::{Expr, Node};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Type};
use crate::kind::{Kind, Shape};
use crate::ops::{Class, Op};

impl Checker<'_> {
    pub(crate) fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        let span = unary.span();
        if let UnOp::Deref(_) = unary.op {
            return match self.scopes.binding_of(&unary.expr) {
                Some(Binding::Param) => self.param_value(span),
                _ => {
                    let value = self.value(&unary.expr);
                    // A fixed value behind a reference, as in `for weight in self.weights.iter()`.
                    match value.as_fixed().cloned() {
                        Some(fixed) => self.unary_fixed(unary.op, fixed, span),
                        None => value,
                    }
                }
            };
        }
        let value = self.value(&unary.expr);
        if let Some(fixed) = value.as_fixed().cloned() {
            return self.unary_fixed(unary.op, fixed, span);
        }
        let op = if matches!(unary.op, UnOp::Not(_)) { Op::Not } else { Op::Neg };
        self.operation(op, vec![value], span, unary)
    }

    /// `-x` and `!x` are of the type of `x`.
    fn unary_fixed(&mut self, op: UnOp, fixed: Fixed, span: Span) -> Expr {
        let ty = fixed.ty().cloned();
        self.fixed_of(span, Form::Unary(op, fixed), ty)
    }

    fn binary_fixed(&mut self, op: BinOp, a: &Fixed, b: &Fixed, span: Span) -> Expr {
        let arithmetic = matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_));
        let ty = if arithmetic { Type::common([a.ty(), b.ty()]) } else { None };
        self.fixed_of(span, Form::Binary(op, a.clone(), b.clone()), ty)
    }

    pub(crate) fn binary(&mut self, binary: &syn::ExprBinary) -> Expr {
        let span = binary.span();
        if let Some(op) = compound(&binary.op) {
            return self.assign_op(op, binary);
        }
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) {
            return self.lazy_logic(binary);
        }
        let left = self.value(&binary.left);
        let right = self.value(&binary.right);
        self.binary_values(left, right, binary, span)
    }

    fn binary_values(&mut self, left: Expr, right: Expr, binary: &syn::ExprBinary, span: Span) -> Expr {
        if let (Some(a), Some(b)) = (left.as_fixed(), right.as_fixed()) {
            return self.binary_fixed(binary.op, a, b, span);
        }
        match operator(&binary.op) {
            _ if left.kind.is_wrong() || right.kind.is_wrong() => self.invalid(span),
            Some(op) => {
                self.no_integers(&left, &binary.left);
                self.no_integers(&right, &binary.right);
                self.operation(op, vec![left, right], span, binary)
            }
            None => self.no_operator(binary),
        }
    }

    /// An operator that is not in the language.
    pub(crate) fn no_operator(&mut self, binary: &syn::ExprBinary) -> Expr {
        let message = format!("values of {} have no operator `{}`", self.subject.words.body, source(&binary.op));
        match binary.op {
            BinOp::BitXor(_) | BinOp::BitXorAssign(_) => {
                self.wrong(binary, help(&message, "powers are `x.powi(2)` and `x.powf(y)`"))
            }
            _ => self.wrong(binary, message),
        }
    }

    /// `&&` and `||` decide whether their right side runs, so both sides must be fixed.
    fn lazy_logic(&mut self, binary: &syn::ExprBinary) -> Expr {
        let span = binary.span();
        let (left, right) = (self.value(&binary.left), self.value(&binary.right));
        if let (Some(a), Some(b)) = (left.as_fixed(), right.as_fixed()) {
            return self.binary_fixed(binary.op, a, b, span);
        }
        let Some(side) = [&left, &right].into_iter().find(|side| !side.kind.is_fixed() && !side.kind.is_wrong()) else {
            return self.invalid(span);
        };
        let written = source(&binary.op);
        let message = format!(
            "`{written}` decides by {}, which is known only {}{}",
            article(&side.kind),
            self.subject.words.moment,
            self.note(side)
        );
        let single = &written[..1];
        self.wrong(binary, help(&message, &format!("join masks with `{single}`: both sides are computed")))
    }

    /// Applies an operation whose operands have been checked one by one.
    pub(crate) fn operation(&mut self, op: Op, operands: Vec<Expr>, span: Span, at: impl ToTokens) -> Expr {
        if operands.iter().any(|operand| operand.kind.is_wrong()) {
            return self.invalid(span);
        }
        let masks = op.masks();
        let mut shape = Shape::Scalar;
        for (i, operand) in operands.iter().enumerate() {
            let joined = match &operand.kind {
                Kind::Mask(other) if i < masks => shape.join(other),
                Kind::Num(other) if i >= masks => shape.join(other),
                Kind::Fixed if i >= masks => Ok(shape.clone()),
                kind => {
                    let message = operand_message(op, kind, i < masks, i == 0 && op == Op::Select);
                    return self.wrong(at, message);
                }
            };
            match joined {
                Ok(joined) => shape = joined,
                Err(()) => {
                    let message = "these values have different shapes: one was transposed or multiplied";
                    return self.wrong(
                        at,
                        help(message, "elementwise functions join values of one shape; look for a missing `.t()`"),
                    );
                }
            }
        }
        let kind = match op.class() {
            Class::Number | Class::Select => Kind::Num(shape),
            Class::Compare | Class::Logic => Kind::Mask(shape),
        };
        Expr { kind, span, node: Node::Op(op, operands) }
    }
}

/// The message for an operand that is no number where one is needed, or no mask.
fn operand_message(op: Op, kind: &Kind, needs_mask: bool, chooses: bool) -> String {
    let name = op.symbol();
    match kind {
        Kind::Mask(_) => help(
            &format!("`{name}` works on numbers, and this operand is {kind}"),
            "make numbers of a mask with `select(mask, 1.0, 0.0)`",
        ),
        _ if chooses => {
            help(&format!("`select` chooses by a mask, and this is {kind}"), "compare first: `select(x > 0.0, a, b)`")
        }
        Kind::Fixed => help(
            &format!("`{name}` joins masks, and this operand is fixed"),
            "a fixed `bool` takes an `if`: `if flag { mask } else { … }`",
        ),
        _ if needs_mask => {
            help(&format!("`{name}` joins masks, and this operand is {kind}"), "compare first: `(a > 0.0) & (b > 0.0)`")
        }
        _ => format!("`{name}` works on numbers, and this operand is {kind}"),
    }
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
