//! The methods of plain Rust that fixed values have, by the types that have them.

use crate::fixed::Receiver;
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
    pub(crate) fn of(method: &str) -> Option<Self> {
        PLAIN_METHODS.iter().find(|(_, methods)| methods.contains(&method)).map(|(owner, _)| *owner)
    }

    /// The type of a receiver, for generated code.
    pub(crate) fn receiver(self) -> Receiver {
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
