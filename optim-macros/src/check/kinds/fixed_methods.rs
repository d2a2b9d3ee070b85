//! Methods of plain Rust that may be called on fixed values.

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
use crate::parse::HyperType;

/// The types that have a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Float,
    Integer,
    /// Floats and integers.
    Number,
    Bool,
    Option,
    /// Ranges and fixed arrays.
    Sequence,
    /// A method of the step language, for `f64`.
    Language,
}

/// Methods of plain Rust that compute a value from values and can't fail.
const PLAIN_METHODS: &[(Owner, &[&str])] = &[
    (
        Owner::Float,
        &[
            "sqrt",
            "cbrt",
            "powi",
            "powf",
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
            "copysign",
            "recip",
            "to_degrees",
            "to_radians",
            "is_nan",
            "is_finite",
            "is_infinite",
            "is_sign_positive",
            "is_sign_negative",
            "mul_add",
            "total_cmp",
        ],
    ),
    (
        Owner::Integer,
        &[
            "pow",
            "is_positive",
            "is_negative",
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
        ],
    ),
    (Owner::Number, &["abs", "signum", "min", "max", "clamp", "rem_euclid", "div_euclid"]),
    (Owner::Bool, &["then_some"]),
    (Owner::Option, &["is_some", "is_none", "unwrap_or", "unwrap_or_default", "or", "and", "xor"]),
    (
        Owner::Sequence,
        &["rev", "step_by", "iter", "into_iter", "enumerate", "zip", "copied", "cloned", "len", "skip", "take"],
    ),
];

impl Owner {
    fn of(method: &str) -> Option<Self> {
        PLAIN_METHODS.iter().find(|(_, methods)| methods.contains(&method)).map(|(owner, _)| *owner)
    }

    fn receiver(self) -> Receiver {
        match self {
            Self::Sequence => Receiver::Sequence,
            Self::Language => Receiver::Float,
            _ => Receiver::Number,
        }
    }

    /// Returns true if values of this type have the method, or if the type is unknown.
    pub(crate) fn is(self, method: &str, kind: &HyperType) -> bool {
        let orders = matches!(method, "min" | "max" | "clamp");
        match kind {
            HyperType::Float => matches!(self, Self::Float | Self::Number | Self::Language),
            HyperType::Single => matches!(self, Self::Float | Self::Number),
            HyperType::Integer => matches!(self, Self::Integer | Self::Number),
            HyperType::Bool => self == Self::Bool || orders,
            HyperType::Option(_) => self == Self::Option || orders,
            HyperType::Array(_) | HyperType::List(_) => self == Self::Sequence,
            HyperType::Tuple(_) => false,
            HyperType::Schedule | HyperType::Schedules | HyperType::Choice | HyperType::Refused => true,
        }
    }

    /// The types in words, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Float | Self::Language => "`f64`",
            Self::Integer => "integers",
            Self::Number => "numbers",
            Self::Bool => "`bool`",
            Self::Option => "`Option`",
            Self::Sequence => "ranges, arrays and lists",
        }
    }
}

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
        let of_language = || Op::method(&name).filter(|op| op.arity() == arguments.len() + 1).map(|_| Owner::Language);
        if let Some(owner) = Owner::of(&name).or_else(of_language) {
            if self.breaks(Site::PlainMethod(call, receiver, owner)) {
                return self.invalid(span);
            }
            let kind = owner.receiver();
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

    /// Returns true if no type has a method of this name that a step may call.
    pub(crate) fn is_foreign(&self, call: &ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let text = name.as_str();
        let known = Owner::of(text).is_some()
            || Op::method(text).is_some()
            || Reduce::method(text).is_some()
            || Reduce::of_axis(text).is_some()
            || Library::method(text).is_some()
            || matches!(text, "powi" | "ndim" | "len" | "rows" | "cols" | "dim" | "clone" | "to_owned" | "into");
        let base = name_of(&call.receiver);
        !known
            && !base.is_some_and(|base| {
                base == "self"
                    || matches!(
                        self.scopes.find(&base.to_string()),
                        Some(Binding::State { .. } | Binding::Input | Binding::Output)
                    )
            })
    }
}
