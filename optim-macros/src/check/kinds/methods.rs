//! Methods: of the language, of the parameter, of the impl.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprMethodCall};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::check::terms::operands::Operands;
use crate::check::terms::shapes::kept;
use crate::fixed::{Fixed, Form, Function, Size, Type};
use crate::kind::{Kind, Shape};
use crate::ops::{Library, Op, Over, Reduce};

impl Checker<'_> {
    pub(crate) fn method_call(&mut self, call: &ExprMethodCall) -> Expr {
        let name = call.method.to_string();
        if self.subject.in_schedule()
            && matches!(name.as_str(), "value" | "initial_value")
            && name_of(&call.receiver).is_none_or(|base| base != "self")
        {
            return self.child(call);
        }
        if let Some(field) = self.inner_field(&call.receiver) {
            return self.inner_call(call, field);
        }
        if self.is_foreign(call) {
            return self.refused(call.span(), Site::UnknownMethod(call));
        }
        if let Some(base) = name_of(&call.receiver) {
            if base == "self" {
                let arguments: Vec<&Syntax> = call.args.iter().collect();
                return self.helper(&call.method, &arguments, call.span());
            }
            match self.scopes.find(&base.to_string()) {
                Some(Binding::Param) => return self.param_method(call),
                Some(Binding::Place { target, .. }) => {
                    let target = target.clone();
                    let receiver = self.value_in(&target, call.receiver.span());
                    let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
                    return self.apply_method(call, &name, receiver, arguments);
                }
                Some(Binding::State { .. } | Binding::Input | Binding::Output) => {
                    return self.refused(call.span(), Site::StateMethod(call));
                }
                _ => {}
            }
        }
        if let Some(list) = self.list(&call.receiver) {
            return self.refused(call.span(), Site::List(&list, &call.method));
        }
        if let Some(known) = self.optional_method(call) {
            return known;
        }
        let receiver = self.value(&call.receiver);
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        self.apply_method(call, &name, receiver, arguments)
    }

    /// A method of `param`: `ndim` and similar ones are fixed, others read the value of the parameter.
    fn param_method(&mut self, call: &ExprMethodCall) -> Expr {
        let span = call.span();
        let name = call.method.to_string();
        if let (Some(size), true) = (Size::of(&call.method), call.args.is_empty()) {
            return self.size(size, span);
        }
        if name == "dim" {
            return self.dim(call);
        }
        let receiver = self.param_value(call.receiver.span());
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        self.apply_method(call, &name, receiver, arguments)
    }

    pub(super) fn size(&mut self, size: Size, span: Span) -> Expr {
        self.fixed_of(span, Form::Size(size), Some(Type::usize()))
    }

    fn apply_method(&mut self, call: &ExprMethodCall, name: &str, receiver: Expr, arguments: Vec<Expr>) -> Expr {
        let span = call.span();
        if receiver.kind.is_wrong() || arguments.iter().any(|argument| argument.kind.is_wrong()) {
            return self.invalid(span);
        }
        if receiver.kind.is_fixed() && arguments.iter().all(|argument| argument.kind.is_fixed()) {
            return self.fixed_method(call, &receiver, &arguments);
        }
        if arguments.is_empty()
            && let Some(size) = Size::of(&call.method)
            && let Some(known) = self.size_of_value(size, &receiver.kind, span)
        {
            return known;
        }
        if name == "len"
            && arguments.is_empty()
            && let Kind::Array(items) = &receiver.kind
        {
            let length = items.len();
            return self.fixed(span, Form::Length(length));
        }
        let operands: Vec<Expr> = std::iter::once(receiver).chain(arguments).collect();
        if self.breaks(Site::Method(call, &operands)) {
            return self.invalid(span);
        }
        if let Some(op) = Op::method(name) {
            let syntax = std::iter::once(&*call.receiver).chain(&call.args);
            self.meet(&operands.iter().zip(syntax).collect::<Vec<_>>());
            return self.operation(op, operands, span, &Operands::of_method(call));
        }
        if let Some((reduce, Over::Global)) = Reduce::method(name) {
            return self.global_reduction(call, reduce, operands);
        }
        if let Some((reduce, over)) = Reduce::method(name) {
            return self.reduction(call, reduce, over, operands);
        }
        if let Some(reduce) = Reduce::of_axis(name) {
            return self.reduction_to(call, reduce, operands);
        }
        match Library::method(name) {
            Some(Library::Matmul) => self.matmul(call, operands),
            Some(Library::Transpose) => self.transpose(call, operands),
            Some(library) => match library.without() {
                Some(without) => self.quantile_to(call, (library, without), operands),
                None => self.library_call(call, library, operands),
            },
            None if name == "powi" && operands.len() == 2 => self.powi(call, operands),
            None => self.refused(span, Site::UnknownMethod(call)),
        }
    }

    /// A power with an integer exponent, which must be fixed.
    fn powi(&mut self, call: &ExprMethodCall, operands: Vec<Expr>) -> Expr {
        let span = call.span();
        let Ok([base, exponent]) = <[Expr; 2]>::try_from(operands) else { return self.invalid(span) };
        let broken = self.breaks(Site::Powi(call, &base, &exponent));
        let Some(fixed) = self.integer(&exponent).filter(|_| !broken) else { return self.invalid(span) };
        let kind = Self::chosen(base.kind.clone(), fixed.level());
        Expr { kind, span, node: Node::Powi(Box::new(base), fixed) }
    }

    /// A fixed integer.
    pub(super) fn integer(&mut self, value: &Expr) -> Option<Fixed> {
        let fixed = value.as_fixed().cloned()?;
        if fixed.ty().is_some() {
            return Some(fixed);
        }
        // The compiler proves that it is an integer.
        let proven = self.fixed(value.span, Form::Call(Function::Integer, vec![fixed.clone()]));
        Some(proven.as_fixed().cloned().unwrap_or(fixed))
    }

    fn reduction(&mut self, call: &ExprMethodCall, reduce: Reduce, over: Over, operands: Vec<Expr>) -> Expr {
        let operands = self.meeting(operands);
        let broken = self.breaks(Site::Reduction(call, reduce, over, &operands));
        match kept(over, &operands) {
            Some(shape) if !broken => {
                Expr { kind: Kind::Num(shape), span: call.span(), node: Node::Reduce(reduce, over, operands) }
            }
            _ => self.invalid(call.span()),
        }
    }

    fn matmul(&mut self, call: &ExprMethodCall, operands: Vec<Expr>) -> Expr {
        let Ok([left, right]) = <[Expr; 2]>::try_from(self.multiplied(operands)) else {
            return self.invalid(call.span());
        };
        let broken = self.breaks(Site::Matmul(call, &left, &right));
        match (&left.kind, &right.kind) {
            (Kind::Num(Shape::Matrix(rows, _)), Kind::Num(Shape::Matrix(_, cols))) if !broken => {
                let shape = Shape::Matrix(rows.clone(), cols.clone());
                let node = Node::Library(Library::Matmul, vec![left, right], Vec::new());
                Expr { kind: Kind::Num(shape), span: call.span(), node }
            }
            _ => self.invalid(call.span()),
        }
    }

    fn transpose(&mut self, call: &ExprMethodCall, operands: Vec<Expr>) -> Expr {
        let Ok([value]) = <[Expr; 1]>::try_from(operands) else { return self.invalid(call.span()) };
        let broken = self.breaks(Site::Transpose(call, &value));
        match &value.kind {
            Kind::Num(Shape::Matrix(rows, cols)) if !broken => {
                let shape = Shape::Matrix(cols.clone(), rows.clone());
                let node = Node::Library(Library::Transpose, vec![value], Vec::new());
                Expr { kind: Kind::Num(shape), span: call.span(), node }
            }
            _ => self.invalid(call.span()),
        }
    }
}
