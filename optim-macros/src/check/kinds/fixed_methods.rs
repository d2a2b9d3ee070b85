//! Methods of fixed values: which of plain Rust's may be called.

use syn::ExprMethodCall;
use syn::spanned::Spanned;

use crate::ast::Expr;
use crate::check::Checker;
use crate::check::kinds::numbers::type_of_method;
use crate::check::names::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::fixed::{Fixed, Form, Receiver};
use crate::ops::{Library, Op, Reduce};

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
            if self.breaks(Site::PlainMethod(call, receiver, kind)) {
                return self.invalid(span);
            }
            let ty = type_of_method(&name, receiver);
            let turbofish = call.turbofish.clone();
            return self.fixed_of(
                span,
                Form::Method(kind, receiver.clone(), call.method.clone(), turbofish, arguments),
                ty,
            );
        }
        if self.breaks(Site::FixedMethod(call)) {
            return self.invalid(span);
        }
        self.refused(span, Site::UnknownMethod(call))
    }

    /// Returns true if a method is nothing that a step may call, whatever its receiver is.
    pub(crate) fn is_foreign(&self, call: &ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let text = name.as_str();
        let known = NUMBER_METHODS.contains(&text)
            || SEQUENCE_METHODS.contains(&text)
            || Op::method(text).is_some()
            || Reduce::method(text).is_some()
            || Library::method(text).is_some()
            || matches!(text, "powi" | "ndim" | "len" | "rows" | "cols" | "clone" | "to_owned" | "into");
        let base = name_of(&call.receiver);
        !known
            && !base.is_some_and(|base| {
                base == "self"
                    || matches!(self.scopes.find(&base.to_string()), Some(Binding::State { .. } | Binding::Input))
            })
    }
}
