//! Calls of functions: `select`, `full`, `scalar`, random numbers, elementwise functions, functions of numbers.

use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprCall, Path};

use crate::ast::{Argument, Call, Expr, Node};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::check::syntax::primitive_of;
use crate::check::terms::operands::Operands;
use crate::check::terms::shapes::joint_shape;
use crate::fixed::{Fixed, Form, Function, Question};
use crate::kind::Kind;
use crate::ops::{Law, Op};

impl Checker<'_> {
    pub(crate) fn call(&mut self, call: &ExprCall) -> Expr {
        let span = call.span();
        let Syntax::Path(function) = &*call.func else {
            return self.refused(span, Site::Callee(&call.func));
        };
        let path = &function.path;
        if let Some(value) = self.step_function_call(call, path) {
            return value;
        }
        match path.get_ident().map(ToString::to_string).as_deref() {
            Some("select") => return self.select(call, path),
            Some("eye") => return self.eye(call, path),
            Some(name @ ("full" | "scalar")) => return self.lift_call(call, path, name == "full"),
            Some(name) => {
                if let Some(question) = Question::of(name) {
                    return self.asked(call, question);
                }
                if let Some(law) = Law::function(name) {
                    return self.draw(call, path, law);
                }
            }
            None => {}
        }
        if path.segments.len() == 2 && path.segments[0].ident == "Self" {
            let arguments: Vec<&Syntax> = call.args.iter().collect();
            return self.helper(&path.segments[1].ident, &arguments, span);
        }
        if self.breaks(Site::Call(call, path)) {
            return self.invalid(span);
        }
        let values: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        let wrong = values.iter().any(|value| value.kind.is_wrong());
        if wrong || self.breaks(Site::Arguments(call, path, &values)) {
            return self.invalid(span);
        }
        let fixed: Option<Vec<Fixed>> = values.iter().map(|value| value.as_fixed().cloned()).collect();
        match (primitive_of(path), fixed) {
            (Some(primitive), Some(fixed)) => self.fixed(span, Form::Call(Function::Core(primitive), fixed)),
            (None, Some(fixed)) if path.is_ident("Some") => self.fixed(span, Form::Call(Function::Some, fixed)),
            _ => self.elementwise_call(call, path, values),
        }
    }

    fn select(&mut self, call: &ExprCall, path: &Path) -> Expr {
        let operands: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        if self.breaks(Site::Arguments(call, path, &operands)) {
            return self.invalid(call.span());
        }
        self.meet(&operands.iter().zip(&call.args).skip(1).collect::<Vec<_>>());
        self.operation(Op::Select, operands, call.span(), &Operands::of_call(call))
    }

    /// `full(x)` and `scalar(x)`.
    fn lift_call(&mut self, call: &ExprCall, path: &Path, full: bool) -> Expr {
        let broken = self.breaks(Site::Call(call, path));
        let Some(argument) = call.args.first().filter(|_| !broken) else { return self.invalid(call.span()) };
        let value = self.value(argument);
        self.breaks(Site::Number(&value, argument));
        if value.kind == Kind::Wrong {
            return value;
        }
        match self.breaks(Site::Lift { full, value: &value, syntax: argument }) {
            true => self.invalid(call.span()),
            false if full => value.lift(&Kind::tensor()),
            false => {
                let kind = value.as_fixed().map_or_else(Kind::scalar, |fixed| self.kind_of_fixed(fixed.level()));
                value.lift(&kind)
            }
        }
    }

    /// `normal_like(x)` and others.
    fn draw(&mut self, call: &ExprCall, path: &Path, law: Law) -> Expr {
        let span = call.span();
        let broken = self.breaks(Site::Call(call, path));
        let Some(argument) = call.args.first().filter(|_| !broken) else { return self.invalid(span) };
        let like = self.value(argument);
        if like.kind.is_wrong() || self.breaks(Site::Draw { law, like: &like, syntax: argument }) {
            return self.invalid(span);
        }
        let place = self.uses.draws;
        self.uses.draws += 1;
        // Each parameter draws its own numbers, also like one of the whole model.
        Expr { kind: like.kind.clone().of_parameter(), span, node: Node::Draw(law, place, Box::new(like)) }
    }

    /// A call of a function that must be marked `#[elementwise]`: the compiler proves it where the call is generated.
    fn elementwise_call(&mut self, call: &ExprCall, path: &Path, values: Vec<Expr>) -> Expr {
        let span = call.span();
        let path = &self.carried_function(path);
        self.uses.calls.push(Call { function: path.clone(), arguments: values.len() });
        let values = self.meeting(values);
        if self.breaks(Site::Elementwise(call, &values)) {
            return self.invalid(span);
        }
        let fixed: Option<Vec<Fixed>> = values.iter().map(|value| value.as_fixed().cloned()).collect();
        if let Some(fixed) = fixed {
            return self.fixed(span, Form::Call(Function::Elementwise(path.clone()), fixed));
        }
        let kind = Kind::Num(joint_shape(&values));
        let arguments = values
            .into_iter()
            .map(|value| match value.as_fixed() {
                Some(fixed) => Argument::Fixed(fixed.clone()),
                None => Argument::Value(value),
            })
            .collect();
        Expr { kind, span, node: Node::Elementwise(path.clone(), arguments) }
    }
}
