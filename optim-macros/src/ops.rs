//! The operations of the step language: one table for their names, what they take and what they cost.

/// An elementwise operation; its operands may be of any mix of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    Abs,
    Sqrt,
    Rsqrt,
    Recip,
    Square,
    Powf,
    Exp,
    Expm1,
    Ln,
    Log1p,
    Sin,
    Cos,
    Atan2,
    Tanh,
    Sign,
    Copysign,
    Floor,
    Ceil,
    Round,
    Trunc,
    Min,
    Max,
    Clamp,
    Lerp,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
    Not,
    Select,
}

/// What an operation takes and gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// numbers → number
    Number,
    /// numbers → mask
    Compare,
    /// masks → mask
    Logic,
    /// mask, number, number → number
    Select,
}

impl Op {
    /// The methods of the language by name.
    pub(crate) fn method(name: &str) -> Option<Op> {
        METHODS.iter().find(|(n, ..)| *n == name).map(|(_, op, _)| *op)
    }

    pub(crate) fn method_names() -> impl Iterator<Item = &'static str> {
        METHODS.iter().map(|(n, ..)| *n)
    }

    /// Number of operands, the receiver included.
    pub(crate) fn arity(self) -> usize {
        match self {
            Op::Neg | Op::Not => 1,
            Op::Select => 3,
            other => METHODS.iter().find(|(_, op, _)| *op == other).map_or(2, |(_, _, n)| *n),
        }
    }

    pub(crate) fn class(self) -> Class {
        match self {
            Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne => Class::Compare,
            Op::And | Op::Or | Op::Not => Class::Logic,
            Op::Select => Class::Select,
            _ => Class::Number,
        }
    }

    /// How many of its operands, from the first, are masks; the others are numbers.
    pub(crate) fn masks(self) -> usize {
        match self.class() {
            Class::Logic => self.arity(),
            Class::Select => 1,
            Class::Number | Class::Compare => 0,
        }
    }

    /// The name of the runtime function.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Mul => "mul",
            Op::Div => "div",
            Op::Rem => "rem",
            Op::Neg => "neg",
            Op::Lt => "lt",
            Op::Le => "le",
            Op::Gt => "gt",
            Op::Ge => "ge",
            Op::Eq => "eq",
            Op::Ne => "ne",
            Op::And => "and",
            Op::Or => "or",
            Op::Not => "not",
            Op::Select => "select",
            other => METHODS.iter().find(|(_, op, _)| *op == other).map_or("", |(n, ..)| n),
        }
    }

    /// What the user writes: `+` for an operator, the name of a method.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub | Op::Neg => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::And => "&",
            Op::Or => "|",
            Op::Not => "!",
            other => other.name(),
        }
    }

    /// A call into the mathematics library for every element: worth a scratch buffer rather than a second evaluation.
    pub(crate) fn is_heavy(self) -> bool {
        matches!(
            self,
            Op::Powf | Op::Exp | Op::Expm1 | Op::Ln | Op::Log1p | Op::Sin | Op::Cos | Op::Atan2 | Op::Tanh | Op::Rem
        )
    }
}

/// Method name, operation, number of operands.
const METHODS: &[(&str, Op, usize)] = &[
    ("abs", Op::Abs, 1),
    ("sqrt", Op::Sqrt, 1),
    ("rsqrt", Op::Rsqrt, 1),
    ("recip", Op::Recip, 1),
    ("square", Op::Square, 1),
    ("powf", Op::Powf, 2),
    ("exp", Op::Exp, 1),
    ("expm1", Op::Expm1, 1),
    ("ln", Op::Ln, 1),
    ("log1p", Op::Log1p, 1),
    ("sin", Op::Sin, 1),
    ("cos", Op::Cos, 1),
    ("atan2", Op::Atan2, 2),
    ("tanh", Op::Tanh, 1),
    ("sign", Op::Sign, 1),
    ("copysign", Op::Copysign, 2),
    ("floor", Op::Floor, 1),
    ("ceil", Op::Ceil, 1),
    ("round", Op::Round, 1),
    ("trunc", Op::Trunc, 1),
    ("min", Op::Min, 2),
    ("max", Op::Max, 2),
    ("clamp", Op::Clamp, 3),
    ("lerp", Op::Lerp, 3),
];

/// What a reduction computes of the numbers that it joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reduce {
    Sum,
    Mean,
    Norm,
    Rms,
    Amax,
    Amin,
    Dot,
}

/// What a reduction keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// The whole value: a scalar stays.
    All,
    /// Each row: one number per row stays.
    Row,
    /// Each column.
    Col,
    /// Each matrix.
    Matrix,
}

impl Reduce {
    const NAMES: &'static [(&'static str, Reduce)] = &[
        ("sum", Reduce::Sum),
        ("mean", Reduce::Mean),
        ("norm", Reduce::Norm),
        ("rms", Reduce::Rms),
        ("amax", Reduce::Amax),
        ("amin", Reduce::Amin),
        ("dot", Reduce::Dot),
    ];

    /// `norm`, `row_norm`, `col_norm`, `matrix_norm`, …
    pub(crate) fn method(name: &str) -> Option<(Reduce, Over)> {
        let (over, base) = [Over::Row, Over::Col, Over::Matrix]
            .into_iter()
            .find_map(|over| Some((over, name.strip_prefix(over.prefix())?)))
            .unwrap_or((Over::All, name));
        Self::NAMES.iter().find(|(n, _)| *n == base).map(|(_, reduce)| (*reduce, over))
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, r)| *r == self).map_or("", |(n, _)| n)
    }

    pub(crate) fn method_names() -> impl Iterator<Item = String> {
        [Over::All, Over::Row, Over::Col, Over::Matrix]
            .into_iter()
            .flat_map(|over| Self::NAMES.iter().map(move |(name, _)| format!("{}{name}", over.prefix())))
    }
}

impl Over {
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Over::All => "",
            Over::Row => "row_",
            Over::Col => "col_",
            Over::Matrix => "matrix_",
        }
    }
}
