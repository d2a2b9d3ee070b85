//! Dimensions: fixed numbers as dimensions, and relations between dimensions that follow from the conditions here.

use proc_macro2::{Ident, Span};
use syn::{BinOp, Lit, LitInt, Type, TypePath};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::known::Standing;
use crate::check::syntax::core_min;
use crate::fixed::{self, Fixed, Form, Meaning};
use crate::kind::{Dim, Kind, Length, Shape, SizeSource};

// Fixed dimensions come from calls of linear algebra, and from the declarations of states.
impl Checker<'_> {
    /// A fixed number as a dimension: `param.rows()` is `rows`, and a literal 1 is `1`. Messages call it `text`.
    ///
    /// `None` if the number is not known before the step: it counts the iterations of a loop, or a pattern binds it.
    pub(crate) fn dimension(&mut self, number: &Fixed, text: &str) -> Option<Dim> {
        let number = self.scopes.spelled_out(number)?;
        let meanings = &mut self.facts.meanings;
        Some(match number.meaning() {
            rows if rows == meanings.of(Form::Size(fixed::Size::Rows)) => Dim::Rows,
            cols if cols == meanings.of(Form::Size(fixed::Size::Cols)) => Dim::Cols,
            _ if is_one(&number) => Dim::One,
            meaning => Dim::Fixed(Length::new(meaning, text, SizeSource::Written(number))),
        })
    }

    /// The smaller of two dimensions, simplified by the conditions that hold here.
    pub(crate) fn smaller(&mut self, a: &Dim, b: &Dim) -> Dim {
        self.here(&Dim::min(a, b))
    }
}

// The sizes of a value are numbers that are known before the step.
impl Checker<'_> {
    /// The size that `x.rows()` and similar methods return for a value of this kind; `None` if the kind has no such size.
    pub(crate) fn size_of_value(&mut self, size: fixed::Size, kind: &Kind, span: Span) -> Option<Expr> {
        self.subject.definition?;
        match (size, kind) {
            (fixed::Size::Rows, Kind::Num(Shape::Matrix(dim, _)))
            | (fixed::Size::Cols, Kind::Num(Shape::Matrix(_, dim))) => {
                let dim = self.here(dim);
                self.number_of(&dim, span).map(Expr::of)
            }
            (size, kind) if *kind == Kind::tensor() => Some(self.size(size, span)),
            _ => None,
        }
    }

    /// A dimension as a fixed number.
    fn number_of(&mut self, dim: &Dim, span: Span) -> Option<Fixed> {
        let number = match dim {
            Dim::One => {
                let one = Form::Literal(Lit::Int(LitInt::new("1usize", span)));
                self.fixed_of(span, one, Some(fixed::Type::usize()))
            }
            Dim::Rows => self.size(fixed::Size::Rows, span),
            Dim::Cols => self.size(fixed::Size::Cols, span),
            Dim::Fixed(length) => return self.number_of_length(length, span),
            Dim::Axis(axis) => return self.number_of_axis(axis, span),
            Dim::Min(a, b) => {
                let (a, b) = (self.number_of(a, span)?, self.number_of(b, span)?);
                let smaller = Form::Call(fixed::Function::Core(core_min(span)), vec![a, b]);
                self.fixed_of(span, smaller, Some(fixed::Type::usize()))
            }
            Dim::If(condition, then, els) => {
                let test = self.uses.conditions.get(condition).cloned()?;
                let test = self.scopes.spelled_out(&test)?;
                let (then, els) = (self.number_of(then, span)?, self.number_of(els, span)?);
                let chosen = Form::If(fixed::Test::Is(test), then, els);
                self.fixed_of(span, chosen, Some(fixed::Type::usize()))
            }
        };
        number.as_fixed().cloned()
    }

    /// A declared length as a number. It keeps the user's meaning, whatever its type.
    pub(super) fn number_of_length(&mut self, length: &Length, span: Span) -> Option<Fixed> {
        let value = match &length.size {
            SizeSource::Written(value) => value.clone(),
            SizeSource::Declared(place) => {
                let syntax = self.subject.definition?.fixed_dims().get(*place)?.clone();
                self.declared_value(&syntax)?
            }
        };
        if value.ty().is_some_and(|ty| ty.name.as_deref() == Some("usize")) {
            return Some(value);
        }
        let usize = Type::Path(TypePath {
            attrs: Vec::new(),
            qself: None,
            path: Ident::new("usize", Span::call_site()).into(),
        });
        let form = Form::Cast(value, Box::new(usize));
        Some(Fixed::new(form, span, Some(fixed::Type::usize()), length.meaning()))
    }
}

impl Checker<'_> {
    /// The dimension without the branches that are decided here.
    pub(crate) fn here(&mut self, dim: &Dim) -> Dim {
        match dim {
            Dim::One | Dim::Rows | Dim::Cols | Dim::Fixed(_) | Dim::Axis(_) => dim.clone(),
            Dim::Min(a, b) => {
                let (a, b) = (self.here(a), self.here(b));
                if self.at_most(&a, &b) {
                    return a;
                }
                if self.at_most(&b, &a) { b } else { Dim::min(&a, &b) }
            }
            Dim::If(condition, then, els) => match self.facts.standing(*condition) {
                Standing::Holds => self.here(then),
                Standing::Fails => self.here(els),
                Standing::Unknown => dim.clone(),
            },
        }
    }

    /// Returns true if the conditions here guarantee that `a` is at most `b`.
    fn at_most(&mut self, a: &Dim, b: &Dim) -> bool {
        let (Some(a), Some(b)) = (self.size_of(a), self.size_of(b)) else { return false };
        [BinOp::Le(syn::token::Le::default()), BinOp::Lt(syn::token::Lt::default())].into_iter().any(|op| {
            let condition = self.facts.meanings.of(Form::Binary(op, a, b));
            self.facts.standing(condition) == Standing::Holds
        })
    }

    /// The meaning of a dimension as a fixed number.
    fn size_of(&mut self, dim: &Dim) -> Option<Meaning> {
        match dim {
            Dim::Rows => Some(self.facts.meanings.of(Form::Size(fixed::Size::Rows))),
            Dim::Cols => Some(self.facts.meanings.of(Form::Size(fixed::Size::Cols))),
            Dim::Fixed(length) => Some(length.meaning()),
            Dim::One | Dim::Axis(_) | Dim::Min(..) | Dim::If(..) => None,
        }
    }

    fn kind_here(&mut self, kind: &Kind) -> Kind {
        match kind {
            Kind::Num(shape) => Kind::Num(shape.map(|dim| self.here(dim))),
            Kind::Order(shape) => Kind::Order(shape.map(|dim| self.here(dim))),
            other => other.clone(),
        }
    }

    /// Prepares operands of an elementwise operation. Dimensions that are equal only because of conditions here become the same dimension.
    pub(crate) fn meeting(&mut self, values: Vec<Expr>) -> Vec<Expr> {
        self.agreeing(values, |values| join(values.iter().filter_map(|value| shape(&value.kind))).is_some())
    }

    /// Does the same for the factors of a matrix product.
    pub(crate) fn multiplied(&mut self, factors: Vec<Expr>) -> Vec<Expr> {
        self.agreeing(factors, |factors| match factors {
            [
                Expr { kind: Kind::Num(Shape::Matrix(_, inner)), .. },
                Expr { kind: Kind::Num(Shape::Matrix(other, _)), .. },
            ] => inner == other,
            _ => true,
        })
    }

    pub(super) fn agreeing(&mut self, values: Vec<Expr>, agree: impl Fn(&[Expr]) -> bool) -> Vec<Expr> {
        if agree(&values) {
            return values;
        }
        let here: Vec<Expr> = values
            .iter()
            .map(|value| {
                let kind = self.kind_here(&value.kind);
                value.clone().lift(&kind)
            })
            .collect();
        if agree(&here) { here } else { values }
    }

    /// Prepares a value for a place. Dimensions that equal the place's only because of conditions here become the place's, also in
    /// the argument of `full`.
    pub(crate) fn for_place(&mut self, value: Expr, kind: &Kind) -> Expr {
        if let (Node::Lift(inner), true) = (&value.node, value.kind == Kind::tensor())
            && inner.kind.shape().is_some_and(|shape| shape.is_scalar())
        {
            return match kind {
                Kind::Num(shape) if shape.is_tensor() => inner.as_ref().clone().lift(kind),
                _ => value,
            };
        }
        let same = value.kind == *kind || self.kind_here(&value.kind) != self.kind_here(kind);
        if same { value } else { value.lift(kind) }
    }
}

/// The dimensions of a number or a mask.
fn shape(kind: &Kind) -> Option<&Shape> {
    match kind {
        Kind::Num(shape) | Kind::Mask(shape) => Some(shape),
        _ => None,
    }
}

fn join<'s>(mut shapes: impl Iterator<Item = &'s Shape>) -> Option<Shape> {
    shapes.try_fold(Shape::Scalar, |joined, shape| joined.join(shape).ok())
}

/// Returns true if a fixed number is the literal 1.
fn is_one(number: &Fixed) -> bool {
    matches!(number.form(), Form::Literal(Lit::Int(literal)) if literal.base10_digits() == "1")
}
