//! Methods: of the language, of the parameter, of this impl.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprMethodCall};

use crate::check::Checker;
use crate::check::words::phrase::{counted, given, help};
use crate::check::names::scopes::Binding;
use crate::check::syntax::name_of;
use crate::ast::{Expr, Node};
use crate::fixed::{Fixed, Form, Function, Size, Type};
use crate::kind::{Dim, Kind, Shape};
use crate::ops::{Op, Over, Reduce};

impl Checker<'_> {
    pub(crate) fn method_call(&mut self, call: &ExprMethodCall) -> Expr {
        let name = call.method.to_string();
        if self.subject.in_schedule()
            && matches!(name.as_str(), "value" | "initial_value")
            && name_of(&call.receiver).is_none_or(|base| base != "self")
        {
            return self.child(call);
        }
        if self.is_foreign(call) {
            return self.unknown_method(call);
        }
        if let Some(base) = name_of(&call.receiver) {
            if base == "self" {
                let arguments: Vec<&Syntax> = call.args.iter().collect();
                return self.helper(&call.method, &arguments, call.span());
            }
            match self.scopes.find(&base.to_string()) {
                Some(Binding::Param) => return self.param_method(call),
                Some(Binding::State) => {
                    return self.wrong(
                        call,
                        help("`state` has no methods", &format!("name one state, `state.{}`", self.subject.any_state())),
                    );
                }
                _ => {}
            }
        }
        if let Some(known) = self.optional_method(call) {
            return known;
        }
        let receiver = self.value(&call.receiver);
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        self.apply_method(call, &name, receiver, arguments)
    }

    /// `param.ndim()` and the like are fixed; other methods are those of its value.
    fn param_method(&mut self, call: &ExprMethodCall) -> Expr {
        let span = call.span();
        let name = call.method.to_string();
        if let (Some(size), true) = (Size::of(&call.method), call.args.is_empty()) {
            return self.size(size, span);
        }
        let receiver = self.param_value(call.receiver.span());
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        self.apply_method(call, &name, receiver, arguments)
    }

    fn size(&mut self, size: Size, span: Span) -> Expr {
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
        // The shape of any tensor is that of the parameter.
        if self.subject.definition.is_some()
            && arguments.is_empty()
            && receiver.kind == Kind::tensor()
            && let Some(size) = Size::of(&call.method)
        {
            return self.size(size, span);
        }
        if name == "len"
            && arguments.is_empty()
            && let Kind::Array(items) = &receiver.kind
        {
            let length = items.len();
            return self.fixed(span, Form::Length(length));
        }
        if self.subject.definition.is_none() && (Reduce::method(name).is_some() || matches!(name, "matmul" | "t")) {
            let message = format!("an elementwise function treats each number alone, so it has no `{name}`");
            return self.wrong(&call.method, help(&message, "reduce in the step and pass the result as an argument"));
        }
        let count = arguments.len() + 1;
        let operands: Vec<Expr> = std::iter::once(receiver).chain(arguments).collect();
        if name == "powi" && count == 2 {
            return self.powi(call, operands);
        }
        if let Some(op) = Op::method(name) {
            if op.arity() != count {
                return self.wrong_count(call, name, op.arity() - 1, count - 1);
            }
            for (operand, syntax) in operands.iter().zip(std::iter::once(&*call.receiver).chain(&call.args)) {
                self.no_integers(operand, syntax);
            }
            return self.operation(op, operands, span, call);
        }
        if let Some((reduce, over)) = Reduce::method(name) {
            let wanted = usize::from(reduce == Reduce::Dot);
            if count - 1 != wanted {
                return self.wrong_count(call, name, wanted, count - 1);
            }
            return self.reduction(call, reduce, over, operands);
        }
        match (name, count) {
            ("matmul", 2) => self.matmul(call, operands),
            ("t", 1) => self.transpose(call, operands),
            ("matmul", _) => self.wrong_count(call, name, 1, count - 1),
            ("t", _) => self.wrong_count(call, name, 0, count - 1),
            ("clone" | "to_owned" | "into", 1) => {
                let body = self.subject.words.body;
                let advice = format!("values of {body} are copied as they are");
                self.wrong(&call.method, help(&format!("{body} needs no `{name}`"), &advice))
            }
            _ => self.unknown_method(call),
        }
    }

    pub(crate) fn wrong_count(&mut self, call: &ExprMethodCall, name: &str, wanted: usize, count: usize) -> Expr {
        self.wrong(call, format!("`{name}` takes {}, and {}", counted(wanted, "argument"), given(count)))
    }

    /// A power with an integer exponent, which must be fixed.
    fn powi(&mut self, call: &ExprMethodCall, mut operands: Vec<Expr>) -> Expr {
        let (Some(exponent), Some(base)) = (operands.pop(), operands.pop()) else { return self.invalid(call.span()) };
        let ty = exponent.as_fixed().and_then(Fixed::ty).cloned();
        let fixed = match (exponent.as_fixed().cloned(), &ty) {
            (Some(fixed), Some(ty)) if ty.is_integer() => Some(fixed),
            (Some(fixed), None) => {
                let proven = self.fixed(exponent.span, Form::Call(Function::Integer, vec![fixed]));
                proven.as_fixed().cloned()
            }
            _ => None,
        };
        let Some(fixed) = fixed else {
            let kind = match ty.and_then(|ty| ty.name) {
                Some(name) if exponent.kind.is_fixed() => format!("`{name}`"),
                _ => exponent.kind.to_string(),
            };
            let message = format!("the exponent of `powi` is {kind}, and must be a fixed integer");
            return self.wrong(&call.args, help(&message, "`powf` takes any exponent"));
        };
        match base.kind.clone() {
            Kind::Num(_) => {
                Expr { kind: base.kind.clone(), span: call.span(), node: Node::Powi(Box::new(base), fixed) }
            }
            kind => self.wrong(call, format!("`powi` works on numbers, and this is {kind}")),
        }
    }

    fn reduction(&mut self, call: &ExprMethodCall, reduce: Reduce, over: Over, operands: Vec<Expr>) -> Expr {
        let name = call.method.to_string();
        let counts = matches!(reduce, Reduce::Sum | Reduce::Mean);
        let mut shape = Shape::Scalar;
        for operand in &operands {
            let joined = match &operand.kind {
                Kind::Num(own) => shape.join(own),
                Kind::Mask(own) if counts => shape.join(own),
                Kind::Fixed => Ok(shape.clone()),
                kind => {
                    let message = format!("`{name}` works on numbers, and this is {kind}");
                    return self.wrong(
                        call,
                        help(
                            &message,
                            "count a mask with `.sum()`, or make numbers of it with `select(mask, 1.0, 0.0)`",
                        ),
                    );
                }
            };
            match joined {
                Ok(joined) => shape = joined,
                Err(()) => {
                    return self.wrong(call, "these values have different shapes: one was transposed or multiplied");
                }
            }
        }
        let kept = match over {
            Over::All if !shape.is_scalar() => Shape::Scalar,
            _ => match (over, shape) {
                (Over::Row, Shape::Matrix(rows, cols)) if cols != Dim::One => Shape::Matrix(rows, Dim::One),
                (Over::Col, Shape::Matrix(rows, cols)) if rows != Dim::One => Shape::Matrix(Dim::One, cols),
                (Over::Matrix, shape @ Shape::Matrix(..)) if shape != Shape::MATRICES => Shape::MATRICES,
                _ => {
                    let message = format!("`{name}` has nothing to join in {}", operands[0].kind);
                    return self.wrong(call, message);
                }
            },
        };
        Expr { kind: Kind::Num(kept), span: call.span(), node: Node::Reduce(reduce, over, operands) }
    }

    fn matmul(&mut self, call: &ExprMethodCall, mut operands: Vec<Expr>) -> Expr {
        let (Some(right), Some(left)) = (operands.pop(), operands.pop()) else { return self.invalid(call.span()) };
        let (Kind::Num(a), Kind::Num(b)) = (&left.kind, &right.kind) else {
            let message = format!("`matmul` multiplies tensors, and these are {} and {}", left.kind, right.kind);
            return self.wrong(call, message);
        };
        let (Shape::Matrix(rows, inner), Shape::Matrix(other, cols)) = (a, b) else {
            return self.no_product(call, &left, &right);
        };
        if !a.is_tensor() || !b.is_tensor() {
            return self.no_product(call, &left, &right);
        }
        if inner != other {
            let message = "these matrices don't match: the columns of the first must be the rows of the second";
            return self.wrong(call, help(message, "transpose one of them with `.t()`"));
        }
        let shape = Shape::Matrix(rows.clone(), cols.clone());
        Expr { kind: Kind::Num(shape), span: call.span(), node: Node::Matmul(Box::new(left), Box::new(right)) }
    }

    fn no_product(&mut self, call: &ExprMethodCall, left: &Expr, right: &Expr) -> Expr {
        let message = format!("`matmul` multiplies tensors, and these are {} and {}", left.kind, right.kind);
        self.wrong(call, help(&message, "products with rows or columns are written `(x * cols).row_sum()`"))
    }

    fn transpose(&mut self, call: &ExprMethodCall, mut operands: Vec<Expr>) -> Expr {
        let Some(value) = operands.pop() else { return self.invalid(call.span()) };
        match &value.kind {
            Kind::Num(shape @ Shape::Matrix(rows, cols)) if shape.is_tensor() => {
                let shape = Shape::Matrix(cols.clone(), rows.clone());
                Expr { kind: Kind::Num(shape), span: call.span(), node: Node::Transpose(Box::new(value)) }
            }
            kind => {
                let message = format!("`t` transposes tensors, and this is {kind}");
                self.wrong(call, message)
            }
        }
    }
}
