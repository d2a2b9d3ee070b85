//! Reductions over the whole model: first over the parameter's own numbers, then over all parameters.

use optim_language::{Each, Finish, Fold};
use proc_macro2::Span;
use syn::{Lit, LitFloat};

use super::Lowering;
use crate::ast::Expr;
use crate::fixed::{Fixed, Form, Meaning};
use crate::ir::{Def, Id};
use crate::kind::Shape;
use crate::ops::{Op, Reduce};

impl Lowering<'_> {
    pub(super) fn global(&mut self, reduce: Reduce, operands: &[Expr], span: Span) -> Id {
        let ids: Vec<Id> = operands.iter().map(|operand| self.number(operand, false)).collect();
        let shape = ids.iter().fold(Shape::Scalar, |shape, id| shape.join(&self.values[*id].shape).unwrap_or(shape));
        let own = self.own_number(reduce, &ids, &shape, span);
        let joint = self.define(Shape::Scalar, false, span, Def::Global(reduce.fold(), own));
        match reduce.finish() {
            Finish::None => joint,
            Finish::Mean => self.mean(joint, &shape, span),
            Finish::Sqrt => self.scalar(Op::Sqrt, vec![joint], span),
            Finish::SqrtMean => {
                let mean = self.mean(joint, &shape, span);
                self.scalar(Op::Sqrt, vec![mean], span)
            }
        }
    }

    /// The joint number divided by the number of elements of all parameters.
    fn mean(&mut self, joint: Id, shape: &Shape, span: Span) -> Id {
        let count = self.count(shape, span);
        let count = self.define(Shape::Scalar, false, span, Def::Global(Fold::Sum, count));
        self.scalar(Op::Div, vec![joint, count], span)
    }

    /// The reduction of the parameter's own numbers.
    fn own_number(&mut self, reduce: Reduce, ids: &[Id], shape: &Shape, span: Span) -> Id {
        if shape.is_scalar() {
            return self.own_scalar(reduce, ids, span);
        }
        let part = reduce.part();
        let operands = ids.iter().copied().cycle().take(part.arity()).collect();
        self.define(Shape::Scalar, false, span, Def::Reduce(part, operands))
    }

    /// The same for a scalar.
    fn own_scalar(&mut self, reduce: Reduce, ids: &[Id], span: Span) -> Id {
        let first = ids[0];
        match reduce.each() {
            Each::Absolute => self.scalar(Op::Abs, vec![first], span),
            Each::Square => self.scalar(Op::Mul, vec![first, first], span),
            Each::Product => self.scalar(Op::Mul, ids.to_vec(), span),
            Each::Itself if self.values[first].mask => {
                let (one, zero) = (self.literal("1.0", span), self.literal("0.0", span));
                self.scalar(Op::Select, vec![first, one, zero], span)
            }
            Each::Itself => first,
        }
    }

    /// The number of elements of the parameter.
    fn count(&mut self, shape: &Shape, span: Span) -> Id {
        let one = self.literal("1.0", span);
        if shape.is_scalar() {
            return one;
        }
        let ones = self.define(shape.clone(), false, span, Def::Lift(one));
        self.define(Shape::Scalar, false, span, Def::Reduce(Reduce::Sum, vec![ones]))
    }

    fn scalar(&mut self, op: Op, ids: Vec<Id>, span: Span) -> Id {
        self.define(Shape::Scalar, false, span, Def::Op(op, ids))
    }

    fn literal(&mut self, value: &str, span: Span) -> Id {
        let literal = Lit::Float(LitFloat::new(value, Span::call_site()));
        let fixed = Fixed::new(Form::Literal(literal), span, None, Meaning::OF_GENERATED);
        self.define(Shape::Scalar, false, span, Def::Fixed(fixed))
    }
}
