//! Methods of fixed values: which of plain Rust's may be called, and what to say of all others.

use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprMethodCall};

use crate::check::Checker;
use crate::check::kinds::calls::CALLABLE;
use crate::check::kinds::integers::type_of_method;
use crate::check::names::patterns::is_constant;
use crate::check::words::phrase::help;
use crate::check::names::scopes::Binding;
use crate::check::syntax::{integer_literal, name_of};
use crate::ast::Expr;
use crate::diag::{nearest, source};
use crate::fixed::{Fixed, Form, Receiver};
use crate::ops::{Op, Reduce};

/// Methods of numbers, booleans and options that compute a value from values and can't fail.
const NUMBER_METHODS: &[&str] = &[
    "abs",
    "signum",
    "sqrt",
    "cbrt",
    "powi",
    "powf",
    "pow",
    "exp",
    "exp2",
    "exp_m1",
    "ln",
    "ln_1p",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "hypot",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "min",
    "max",
    "clamp",
    "copysign",
    "recip",
    "to_degrees",
    "to_radians",
    "is_nan",
    "is_finite",
    "is_infinite",
    "is_sign_positive",
    "is_sign_negative",
    "is_positive",
    "is_negative",
    "rem_euclid",
    "div_euclid",
    "abs_diff",
    "isqrt",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "saturating_pow",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "checked_div",
    "checked_rem",
    "checked_pow",
    "is_power_of_two",
    "next_power_of_two",
    "count_ones",
    "leading_zeros",
    "trailing_zeros",
    "unsigned_abs",
    "div_ceil",
    "next_multiple_of",
    "is_some",
    "is_none",
    "unwrap_or",
    "unwrap_or_default",
    "or",
    "and",
    "xor",
    "then_some",
    "mul_add",
    "total_cmp",
];

/// Methods of ranges and fixed arrays that a loop may use.
const SEQUENCE_METHODS: &[&str] =
    &["rev", "step_by", "iter", "into_iter", "enumerate", "zip", "copied", "cloned", "len", "skip", "take"];

impl Checker<'_> {
    /// A method call whose receiver and arguments are all fixed.
    pub(crate) fn fixed_method(&mut self, call: &ExprMethodCall, receiver: &Expr, arguments: &[Expr]) -> Expr {
        let span = call.span();
        let (Some(receiver), Some(arguments)) =
            (receiver.as_fixed(), arguments.iter().map(|own| own.as_fixed().cloned()).collect::<Option<Vec<Fixed>>>())
        else {
            return self.invalid(span);
        };
        let name = call.method.to_string();
        let kind = match Op::method(&name) {
            _ if NUMBER_METHODS.contains(&name.as_str()) => Some(Receiver::Number),
            _ if SEQUENCE_METHODS.contains(&name.as_str()) => Some(Receiver::Sequence),
            Some(op) if op.arity() == arguments.len() + 1 => Some(Receiver::Float),
            _ => None,
        };
        if let Some(kind) = kind {
            let ty = type_of_method(&name, receiver);
            let turbofish = call.turbofish.clone();
            return self.fixed_of(
                span,
                Form::Method(kind, receiver.clone(), call.method.clone(), turbofish, arguments),
                ty,
            );
        }
        if Reduce::method(&name).is_some() || matches!(name.as_str(), "matmul" | "t") {
            let message = format!("`{name}` is for tensors, and this is a fixed value");
            let advice = match self.subject.in_schedule() {
                true => "add up with a `for` loop",
                false => "`full(x)` makes a tensor of a fixed value",
            };
            return self.wrong(call, help(&message, advice));
        }
        self.unknown_method(call)
    }

    /// Whether a method is nothing that a step may call, whatever its receiver is.
    pub(crate) fn is_foreign(&self, call: &ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let text = name.as_str();
        let known = NUMBER_METHODS.contains(&text)
            || SEQUENCE_METHODS.contains(&text)
            || Op::method(text).is_some()
            || Reduce::method(text).is_some()
            || matches!(
                text,
                "powi" | "matmul" | "t" | "ndim" | "len" | "rows" | "cols" | "clone" | "to_owned" | "into"
            );
        let base = name_of(&call.receiver);
        !known
            && !base.is_some_and(|base| base == "self" || matches!(self.scopes.find(&base.to_string()), Some(Binding::State)))
    }

    /// A method that is not in the language.
    pub(crate) fn unknown_method(&mut self, call: &ExprMethodCall) -> Expr {
        let name = call.method.to_string();
        if let Syntax::Path(path) = &*call.receiver
            && let Some(constant) = path.path.segments.last()
            && is_constant(&constant.ident)
        {
            return self.no_memory(call, &format!("can't call `{name}` of `{}`", constant.ident));
        }
        if matches!(self.scopes.binding_of(&call.receiver), Some(Binding::Param))
            && matches!(name.as_str(), "shape" | "dim" | "size" | "numel" | "raw_dim" | "nrows" | "ncols")
        {
            let message = format!("the parameter has no method `{name}`");
            return self
                .wrong(&call.method, help(&message, "its shape is told by `ndim()`, `len()`, `rows()`, `cols()`"));
        }
        let standard = match name.as_str() {
            "pow" if call.args.first().is_some_and(|exponent| integer_literal(exponent).is_none()) => Some("powf"),
            "pow" => Some("powi"),
            "dot_product" => Some("dot"),
            "transpose" => Some("t"),
            "maximum" => Some("max"),
            "minimum" => Some("min"),
            "log" => Some("ln"),
            "sqr" => Some("square"),
            "at" if self.subject.in_schedule() => Some("value"),
            "norm_l2" => Some("norm"),
            "unwrap" | "expect" => Some("unwrap_or"),
            _ => None,
        };
        if matches!(
            name.as_str(),
            "map"
                | "map_or"
                | "map_or_else"
                | "unwrap_or_else"
                | "and_then"
                | "is_some_and"
                | "filter"
                | "fold"
                | "for_each"
        ) {
            let message = format!("{} has no method `{name}`: it has no closures", self.subject.words.body);
            return self
                .wrong(&call.method, help(&message, "write `if let Some(x) = … { … } else { … }`, or a `for` loop"));
        }
        if matches!(name.as_str(), "select" | "full" | "scalar") {
            let arguments: Vec<String> =
                std::iter::once(source(&*call.receiver)).chain(call.args.iter().map(source)).collect();
            let message = format!("`{name}` is a function, not a method");
            return self.wrong(&call.method, help(&message, &format!("write `{name}({})`", arguments.join(", "))));
        }
        let known: Vec<String> = Op::method_names()
            .chain(["powi", "matmul", "t"])
            .map(str::to_owned)
            .chain(Reduce::method_names())
            .chain(self.subject.in_schedule().then(|| "value".to_owned()))
            .collect();
        let message = format!("{} has no method `{name}`", self.subject.words.body);
        match standard.or_else(|| nearest(&name, known.iter().map(String::as_str))).map(str::to_owned) {
            Some(near) => self.wrong(&call.method, help(&message, &format!("there is `{near}`"))),
            None => self.wrong(&call.method, help(&message, CALLABLE)),
        }
    }
}
