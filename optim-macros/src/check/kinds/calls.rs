//! Calls of functions: `select`, `full`, `scalar`, elementwise functions, functions of numbers.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprCall, Path, PathSegment};

use crate::check::Checker;
use crate::check::words::phrase::{given, help};
use crate::check::syntax::primitive_of;
use crate::ast::{Argument, Expr, Node};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Function};
use crate::kind::{Kind, Shape};
use crate::ops::Op;

/// What a step may call, for messages.
pub(crate) const CALLABLE: &str =
    "call functions of the language, methods of numbers, helpers of this impl or `#[elementwise]` functions";

impl Checker<'_> {
    pub(crate) fn call(&mut self, call: &ExprCall) -> Expr {
        let span = call.span();
        let Syntax::Path(function) = &*call.func else {
            return self.wrong(&call.func, help("this is not the name of a function", CALLABLE));
        };
        let path = &function.path;
        let arguments: Vec<&Syntax> = call.args.iter().collect();
        if let Some(name) = path.get_ident() {
            match name.to_string().as_str() {
                "select" => return self.select(call),
                "full" | "scalar" => return self.lift_call(call, name == "full"),
                _ => {}
            }
        }
        if path.segments.len() == 2 && path.segments[0].ident == "Self" {
            return self.helper(&path.segments[1].ident, &arguments, span);
        }
        let last = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let primitive = primitive_of(path);
        let capital = |segment: &PathSegment| segment.ident.to_string().starts_with(char::is_uppercase);
        let foreign = path.segments.iter().any(capital) && !path.is_ident("Some");
        if primitive.is_none()
            && (foreign || matches!(path.segments[0].ident.to_string().as_str(), "std" | "core" | "alloc"))
        {
            let message = format!("{} can't call `{}`", self.subject.words.body, source(path));
            return self.wrong(call, help(&message, CALLABLE));
        }
        if self.subject.definition.is_none() && path.is_ident(self.subject.entry) {
            return self
                .wrong(call, help(&format!("`{last}` calls itself"), "use a `for` loop with a fixed number of turns"));
        }
        let values: Vec<Expr> = arguments.iter().map(|argument| self.value(argument)).collect();
        if values.iter().any(|value| value.kind.is_wrong()) {
            return self.invalid(span);
        }
        let fixed: Option<Vec<Fixed>> = values.iter().map(|value| value.as_fixed().cloned()).collect();
        if let Some(primitive) = primitive {
            return match fixed {
                Some(fixed) => self.fixed(span, Form::Call(Function::Core(primitive), fixed)),
                None => {
                    let advice =
                        format!("write it as a method: `x.{last}({})`", if values.len() > 1 { "…" } else { "" });
                    self.wrong(call, help(&format!("`{}` works on fixed numbers only", source(path)), &advice))
                }
            };
        }
        if path.is_ident("Some") {
            return match fixed {
                Some(fixed) => self.fixed(span, Form::Call(Function::Some, fixed)),
                None => self.wrong(
                    call,
                    help(
                        &format!("an `Option` can't hold a value of {}", self.subject.words.this_body),
                        "choose with `select`, or use a fixed `if`",
                    ),
                ),
            };
        }
        self.elementwise_call(path, values, span, call)
    }

    fn select(&mut self, call: &ExprCall) -> Expr {
        let operands: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        let count = operands.len();
        if count != 3 {
            return self.wrong(call, format!("`select` takes a mask and two values, and {}", given(count)));
        }
        if operands[0].kind.is_fixed() {
            let message = "`select` chooses by a mask, and this condition is fixed";
            return self.wrong(&call.args[0], help(message, "use `if condition { a } else { b }`: only one side runs"));
        }
        for (operand, syntax) in operands.iter().zip(&call.args).skip(1) {
            self.no_integers(operand, syntax);
        }
        self.operation(Op::Select, operands, call.span(), call)
    }

    /// `full(x)` and `scalar(x)`.
    fn lift_call(&mut self, call: &ExprCall, full: bool) -> Expr {
        let name = if full { "full" } else { "scalar" };
        if full && self.subject.in_schedule() {
            let message = "a schedule has no tensors, so nothing to make with `full`";
            return self.wrong(&call.func, help(message, "`scalar(x)` makes a number of the schedule of a fixed one"));
        }
        let Some(argument) = call.args.first().filter(|_| call.args.len() == 1) else {
            return self.wrong(call, format!("`{name}` takes one value"));
        };
        let value = self.value(argument);
        self.no_integers(&value, argument);
        let kind = if full { Kind::tensor() } else { Kind::scalar() };
        match &value.kind {
            Kind::Wrong => value,
            Kind::Num(shape) if !full && !shape.is_scalar() => {
                let message = format!("`scalar` takes a fixed number, and this is {}", value.kind);
                self.wrong(argument, help(&message, "reduce it with `.sum()`, `.mean()`, `.norm()` …"))
            }
            Kind::Num(shape) if full && Shape::TENSOR.join(shape).ok() != Some(Shape::TENSOR) => {
                self.wrong(argument, "this value was transposed or multiplied to another shape than the parameter's")
            }
            Kind::Fixed | Kind::Num(_) => value.lift(&kind),
            other => {
                let message = format!("`{name}` takes a number, and this is {other}");
                self.wrong(argument, help(&message, "make numbers of a mask with `select(mask, 1.0, 0.0)`"))
            }
        }
    }

    /// A call of a function that must be marked `#[elementwise]`: the compiler proves it where the call is generated.
    fn elementwise_call(&mut self, path: &Path, values: Vec<Expr>, span: Span, call: &ExprCall) -> Expr {
        self.uses.elementwise.push(path.clone());
        let mut shape = Shape::Scalar;
        for value in &values {
            match &value.kind {
                Kind::Fixed => {}
                Kind::Num(own) => match shape.join(own) {
                    Ok(joined) => shape = joined,
                    Err(()) => {
                        return self
                            .wrong(call, "these values have different shapes: one was transposed or multiplied");
                    }
                },
                kind => {
                    let message = format!("an elementwise function takes numbers, and this is {kind}");
                    return self.wrong(call, help(&message, "make numbers of a mask with `select(mask, 1.0, 0.0)`"));
                }
            }
        }
        let fixed: Option<Vec<Fixed>> = values.iter().map(|value| value.as_fixed().cloned()).collect();
        if let Some(fixed) = fixed {
            return self.fixed(span, Form::Call(Function::Elementwise(path.clone()), fixed));
        }
        let arguments = values
            .into_iter()
            .map(|value| match value.as_fixed() {
                Some(fixed) => Argument::Fixed(fixed.clone()),
                None => Argument::Value(value),
            })
            .collect();
        Expr { kind: Kind::Num(shape), span, node: Node::Elementwise(path.clone(), arguments) }
    }
}
