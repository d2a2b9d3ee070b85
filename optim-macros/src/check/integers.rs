//! Numbers that meet values of the body are `f64`: what the syntax tells of the type of a fixed number.

use syn::{BinOp, Expr as Syntax, Lit};

use super::Checker;
use super::operator::operator;
use super::phrase::help;
use super::scope::Binding;
use super::syntax::{integer_literal, is_size, name_of, primitive_type};
use crate::ast::Expr;
use crate::diag::source;
use crate::kind::Kind;
use crate::ops::{Class, Op};
use crate::parse::HyperType;
use crate::parse::types::INTEGERS;

/// The type of a whole number without a suffix: any of the integers.
const INTEGER: &str = "{integer}";

impl Checker<'_> {
    /// Numbers that meet values of the body are floats.
    pub(super) fn no_integers(&mut self, operand: &Expr, syntax: &Syntax) {
        if let (Kind::Fixed, Some(n)) = (&operand.kind, integer_literal(syntax)) {
            let message = format!("numbers that meet {} are floats", self.words.values);
            self.errors.push(syntax, help(&message, &format!("write `{n}.0`")));
            self.gave_up = true;
        } else if operand.kind.is_fixed()
            && let Some(ty) = self.written_type(syntax)
            && ty != "f64"
        {
            let text = source(syntax);
            let is = if ty == INTEGER { "an integer".to_owned() } else { format!("`{ty}`") };
            let message = format!("`{text}` is {is}, and numbers that meet {} are `f64`", self.words.values);
            let advice = match ty.as_str() {
                "bool" => format!("write `if {text} {{ a }} else {{ b }}`"),
                option if option.contains("Option<") => format!("write `if let Some(x) = {text} {{ … }}`"),
                tuple if tuple.starts_with('(') => format!("write `{text}.0`"),
                array if array.starts_with('[') => format!("write `{text}[0]`"),
                _ => format!("write `{}`", as_float(syntax)),
            };
            self.errors.push(syntax, help(&message, &advice));
            self.gave_up = true;
        }
    }

    /// A condition as it would be written with `select`: whole numbers that `no_integers` refuses are floats in it.
    pub(super) fn with_floats(&self, condition: &Syntax) -> String {
        match condition {
            Syntax::Paren(inner) => format!("({})", self.with_floats(&inner.expr)),
            Syntax::Binary(binary) => {
                let (left, right) = match operator(&binary.op).map(Op::class) {
                    Some(Class::Logic) => (self.with_floats(&binary.left), self.with_floats(&binary.right)),
                    // `x as f64 < y` would begin a type.
                    Some(Class::Compare) => (
                        self.float(&binary.left).map_or_else(
                            || source(&*binary.left),
                            |float| match float.contains(' ') {
                                true => format!("({float})"),
                                false => float,
                            },
                        ),
                        self.float(&binary.right).unwrap_or_else(|| source(&*binary.right)),
                    ),
                    _ => return source(condition),
                };
                format!("{left} {} {right}", source(&binary.op))
            }
            _ => source(condition),
        }
    }

    /// A whole number as a float, where the syntax alone tells that it is one.
    fn float(&self, syntax: &Syntax) -> Option<String> {
        integer_literal(syntax).map(|n| format!("{n}.0")).or_else(|| {
            let ty = self.written_type(syntax)?;
            is_integer(&ty).then(|| as_float(syntax))
        })
    }

    /// The type of a fixed number, where the syntax alone tells it.
    pub(super) fn written_type(&self, syntax: &Syntax) -> Option<String> {
        let named = |suffix: &str, otherwise: &str| Some(if suffix.is_empty() { otherwise } else { suffix }.to_owned());
        match syntax {
            Syntax::Paren(inner) => self.written_type(&inner.expr),
            Syntax::Group(inner) => self.written_type(&inner.expr),
            Syntax::Lit(literal) => match &literal.lit {
                Lit::Int(n) => named(n.suffix(), INTEGER),
                Lit::Float(x) => named(x.suffix(), "f64"),
                _ => None,
            },
            Syntax::Cast(cast) => primitive_type(&cast.ty),
            // `-x` and `!x` are of the type of `x`; of a reference nothing is known.
            Syntax::Unary(unary) => self.written_type(&unary.expr),
            Syntax::Binary(binary) if is_arithmetic(&binary.op) => self.common_type([&binary.left, &binary.right]),
            Syntax::Path(_) => match self.binding_of(syntax)? {
                Binding::Fixed { ty, .. } => ty.clone(),
                _ => None,
            },
            Syntax::Field(field) if name_of(&field.base).is_some_and(|base| base == "self") => {
                let hyper = self.definition?.hyper(source(&field.member).trim_start_matches("r#"))?;
                let told = matches!(
                    hyper.kind,
                    HyperType::Float
                        | HyperType::Single
                        | HyperType::Integer
                        | HyperType::Bool
                        | HyperType::Option(_)
                        | HyperType::Tuple(_)
                        | HyperType::Array(_)
                );
                told.then(|| source(&hyper.ty))
            }
            Syntax::MethodCall(call) if is_size(&call.method) => Some("usize".to_owned()),
            Syntax::MethodCall(call) => match call.method.to_string().as_str() {
                "abs" | "sqrt" | "pow" | "powi" | "powf" | "min" | "max" | "clamp" => self.written_type(&call.receiver),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of the counter of a loop over this.
    pub(super) fn counter_type(&self, sequence: &Syntax) -> Option<String> {
        match sequence {
            Syntax::Paren(inner) => self.counter_type(&inner.expr),
            Syntax::Range(range) => self.common_type([&range.start, &range.end].into_iter().flatten()),
            Syntax::MethodCall(call)
                if matches!(call.method.to_string().as_str(), "rev" | "step_by" | "skip" | "take") =>
            {
                self.counter_type(&call.receiver)
            }
            _ => None,
        }
    }

    /// The type of numbers that have the same one: what any of them tells.
    fn common_type<'s>(&self, numbers: impl IntoIterator<Item = &'s Box<Syntax>>) -> Option<String> {
        let mut known: Vec<String> = numbers.into_iter().filter_map(|number| self.written_type(number)).collect();
        known.sort_by_key(|ty| ty == INTEGER);
        known.into_iter().next()
    }
}

/// Whether a [written type](Checker::written_type) is that of whole numbers.
pub(super) fn is_integer(ty: &str) -> bool {
    ty == INTEGER || INTEGERS.contains(&ty)
}

/// A number as a float.
fn as_float(syntax: &Syntax) -> String {
    match syntax {
        Syntax::Binary(_) => format!("({}) as f64", source(syntax)),
        Syntax::Cast(cast) => format!("{} as f64", source(&*cast.expr)),
        Syntax::Paren(inner) if matches!(*inner.expr, Syntax::Cast(_)) => format!("({})", as_float(&inner.expr)),
        _ => format!("{} as f64", source(syntax)),
    }
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_))
}
