//! Operators, and the rules for operands.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{BinOp, Expr as Syntax, ExprBinary, UnOp};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::terms::operands::{Operands, compound, operator};
use crate::check::terms::shapes::joint_shape;
use crate::fixed::{Fixed, Form, Type};
use crate::kind::Kind;
use crate::ops::{Class, Op};

impl Checker<'_> {
    pub(crate) fn unary(&mut self, unary: &syn::ExprUnary) -> Expr {
        let span = unary.span();
        if let UnOp::Deref(_) = unary.op {
            return match self.scopes.binding_of(&unary.expr) {
                Some(Binding::Param) => self.param_value(span),
                Some(Binding::Place { target, .. }) => {
                    let target = target.clone();
                    self.value_in(&target, span)
                }
                _ => {
                    let value = self.value(&unary.expr);
                    // The value behind a reference, as in `for weight in self.weights.iter()`.
                    match value.as_fixed().cloned() {
                        Some(fixed) => self.unary_fixed(unary.op, fixed, span),
                        None => value,
                    }
                }
            };
        }
        let value = self.value(&unary.expr);
        let known = if matches!(unary.op, UnOp::Not(_)) { value.as_deciding() } else { value.as_fixed() };
        if let Some(fixed) = known.cloned() {
            return self.unary_fixed(unary.op, fixed, span);
        }
        let op = if matches!(unary.op, UnOp::Not(_)) { Op::Not } else { Op::Neg };
        self.operation(op, vec![value], span, &Operands { each: vec![&*unary.expr], all: None })
    }

    /// `-x` and `!x` have the type of `x`.
    fn unary_fixed(&mut self, op: UnOp, fixed: Fixed, span: Span) -> Expr {
        let ty = fixed.ty().cloned();
        self.fixed_of(span, Form::Unary(op, fixed), ty)
    }

    fn binary_fixed(&mut self, op: BinOp, a: &Fixed, b: &Fixed, span: Span) -> Expr {
        let arithmetic = matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_));
        let ty = match (a.ty(), b.ty()) {
            _ if !arithmetic => None,
            // An integer literal without a suffix leaves the type open, as in `1 - beta1`.
            (Some(ty), None) | (None, Some(ty)) if ty.name.is_none() => None,
            (left, right) => Type::common([left, right]),
        };
        self.fixed_of(span, Form::Binary(op, a.clone(), b.clone()), ty)
    }

    pub(crate) fn binary(&mut self, binary: &ExprBinary) -> Expr {
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

    fn binary_values(&mut self, left: Expr, right: Expr, binary: &ExprBinary, span: Span) -> Expr {
        if let (Some(a), Some(b)) = (left.as_fixed(), right.as_fixed()) {
            return self.binary_fixed(binary.op, a, b, span);
        }
        if left.kind.is_wrong() || right.kind.is_wrong() || self.breaks(Site::Operator(binary)) {
            return self.invalid(span);
        }
        let Some(op) = operator(&binary.op) else { return self.invalid(span) };
        self.meet(&[(&left, &binary.left), (&right, &binary.right)]);
        self.operation(op, vec![left, right], span, &Operands::of_binary(binary))
    }

    /// Announces numbers that meet in an operation. If one is a timed value, which is a mistake, the others are skipped.
    pub(crate) fn meet(&mut self, operands: &[(&Expr, &Syntax)]) {
        let decides = |operand: &Expr| matches!(operand.kind, Kind::Timed(_));
        let any = operands.iter().any(|(operand, _)| decides(operand));
        for &(operand, syntax) in operands.iter().filter(|(operand, _)| !any || decides(operand)) {
            self.breaks(Site::Number(operand, syntax));
        }
    }

    /// `&&` and `||`
    fn lazy_logic(&mut self, binary: &ExprBinary) -> Expr {
        let span = binary.span();
        let (left, right) = (self.value(&binary.left), self.value(&binary.right));
        if self.breaks(Site::Lazy(&left, &right, binary)) {
            return self.invalid(span);
        }
        match (left.as_deciding(), right.as_deciding()) {
            (Some(a), Some(b)) => self.binary_fixed(binary.op, a, b, span),
            _ => self.invalid(span),
        }
    }

    /// Applies an operation to operands that have been checked one by one.
    pub(crate) fn operation(&mut self, op: Op, operands: Vec<Expr>, span: Span, tokens: &Operands) -> Expr {
        let wrong = operands.iter().any(|operand| operand.kind.is_wrong());
        let operands = self.meeting(operands);
        if wrong || self.breaks(Site::Operation { op, operands: &operands, tokens }) {
            return self.invalid(span);
        }
        let shape = joint_shape(&operands);
        let kind = match op.class() {
            Class::Number | Class::Select => Kind::Num(shape),
            Class::Compare | Class::Logic => Kind::Mask(shape),
        };
        Expr { kind, span, node: Node::Op(op, operands) }
    }
}
