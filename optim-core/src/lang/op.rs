//! The operations of the language, each with the name a user calls it by.

use super::function::Function;

/// Where a value that is not computed comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// The parameter before the step.
    Param,
    /// Its gradient.
    Grad,
    /// The step count, from 1.
    Step,
    /// A scheduled hyperparameter.
    Hyper {
        /// Its name; a component of a tuple is `betas.0`.
        name: String,
        /// Its value when the graph was recorded.
        value: f64,
    },
    /// A state before the step.
    State {
        /// Its name.
        name: String,
    },
}

impl Leaf {
    /// What the leaf is called: `param`, `grad`, `t`, or the name of the hyperparameter or state.
    pub fn name(&self) -> &str {
        match self {
            Leaf::Param => "param",
            Leaf::Grad => "grad",
            Leaf::Step => "t",
            Leaf::Hyper { name, .. } | Leaf::State { name } => name,
        }
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$vdoc:meta])* $variant:ident = $name:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$vdoc])* $variant),* }

        impl $type {
            /// Every one, in the order of the language's reference.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The name in the language.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }
        }
    };
}

named!(
    /// Elementwise functions of one value.
    Unary {
        /// `-x`
        Neg = "neg",
        /// Absolute value.
        Abs = "abs",
        /// Square root.
        Sqrt = "sqrt",
        /// `1 / sqrt(x)`
        Rsqrt = "rsqrt",
        /// `1 / x`
        Recip = "recip",
        /// `x * x`
        Square = "square",
        /// `e^x`
        Exp = "exp",
        /// `e^x - 1`, exact near 0.
        Expm1 = "expm1",
        /// Natural logarithm.
        Ln = "ln",
        /// `ln(1 + x)`, exact near 0.
        Log1p = "log1p",
        /// Sine of radians.
        Sin = "sin",
        /// Cosine of radians.
        Cos = "cos",
        /// Hyperbolic tangent.
        Tanh = "tanh",
        /// -1, 0 or 1; NaN of NaN.
        Sign = "sign",
        /// Largest integer below.
        Floor = "floor",
        /// Smallest integer above.
        Ceil = "ceil",
        /// Nearest integer, half away from zero.
        Round = "round",
        /// Integer part.
        Trunc = "trunc",
    }
);

named!(
    /// Elementwise functions of two values.
    Binary {
        /// `a + b`
        Add = "add",
        /// `a - b`
        Sub = "sub",
        /// `a * b`
        Mul = "mul",
        /// `a / b`
        Div = "div",
        /// `a % b`, with the sign of `a`.
        Rem = "rem",
        /// The smaller one; NaN if either is.
        Min = "min",
        /// The larger one; NaN if either is.
        Max = "max",
        /// `a` to the power `b`.
        Powf = "powf",
        /// Angle of the point (`b`, `a`) in radians.
        Atan2 = "atan2",
        /// `a` with the sign of `b`.
        Copysign = "copysign",
    }
);

named!(
    /// Comparisons; their result is a mask.
    Comparison {
        /// `a < b`
        Lt = "lt",
        /// `a <= b`
        Le = "le",
        /// `a > b`
        Gt = "gt",
        /// `a >= b`
        Ge = "ge",
        /// `a == b`
        Eq = "eq",
        /// `a != b`
        Ne = "ne",
    }
);

named!(
    /// What a reduction makes of many numbers.
    Fold {
        /// Their sum; how many are true, of a mask.
        Sum = "sum",
        /// Their mean; the share that is true, of a mask.
        Mean = "mean",
        /// The square root of the sum of their squares.
        Norm = "norm",
        /// The square root of the mean of their squares.
        Rms = "rms",
        /// The largest; NaN if any is.
        Amax = "amax",
        /// The smallest; NaN if any is.
        Amin = "amin",
        /// The sum of the products of two values.
        Dot = "dot",
    }
);

named!(
    /// Which numbers a reduction takes together. The names are prefixes of function names.
    Over {
        /// All of them.
        All = "",
        /// Those of one row: the column axis goes.
        Row = "row_",
        /// Those of one column: the row axis goes.
        Col = "col_",
        /// Those of one matrix: both go.
        Matrix = "matrix_",
    }
);

/// One operation of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A value from outside.
    Leaf(Leaf),
    /// A value of a smaller kind as one of the node's kind: `full(x)`, `scalar(x)`.
    Lift,
    /// An elementwise function of one value.
    Unary(Unary),
    /// An elementwise function of two values.
    Binary(Binary),
    /// An integer power, by repeated multiplication.
    Powi(i32),
    /// `clamp(x, lo, hi)`: `min(max(x, lo), hi)`.
    Clamp,
    /// `lerp(a, b, w)`: `a + w * (b - a)`.
    Lerp,
    /// `select(mask, a, b)`: `a` where the mask is true, else `b`.
    Select,
    /// A comparison.
    Compare(Comparison),
    /// Both masks.
    And,
    /// One of two masks or both.
    Or,
    /// A mask negated.
    Not,
    /// A function that is only code: a closure in a schedule.
    Call(Function),
    /// Many numbers into one.
    Reduce(Fold, Over),
    /// The product of two matrices, for each of the batch.
    Matmul,
    /// Matrices with rows and columns exchanged.
    Transpose,
}

impl Op {
    /// The name in the language; a leaf's is `param`, `grad`, `t`, `hyper` or `state`. The transposition `t` is
    /// called `transpose`, since `t` is the step count.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Leaf(Leaf::Param) => "param",
            Op::Leaf(Leaf::Grad) => "grad",
            Op::Leaf(Leaf::Step) => "t",
            Op::Leaf(Leaf::Hyper { .. }) => "hyper",
            Op::Leaf(Leaf::State { .. }) => "state",
            Op::Lift => "full",
            Op::Unary(op) => op.name(),
            Op::Binary(op) => op.name(),
            Op::Powi(_) => "powi",
            Op::Clamp => "clamp",
            Op::Lerp => "lerp",
            Op::Select => "select",
            Op::Compare(op) => op.name(),
            Op::And => "and",
            Op::Or => "or",
            Op::Not => "not",
            Op::Call(_) => "call",
            Op::Reduce(fold, over) => reduction_name(*fold, *over),
            Op::Matmul => "matmul",
            Op::Transpose => "transpose",
        }
    }
}

fn reduction_name(fold: Fold, over: Over) -> &'static str {
    macro_rules! names {
        ($($fold:ident $all:literal $row:literal $col:literal $matrix:literal),* $(,)?) => {
            match (fold, over) {
                $((Fold::$fold, Over::All) => $all,
                (Fold::$fold, Over::Row) => $row,
                (Fold::$fold, Over::Col) => $col,
                (Fold::$fold, Over::Matrix) => $matrix,)*
            }
        };
    }
    names!(
        Sum "sum" "row_sum" "col_sum" "matrix_sum",
        Mean "mean" "row_mean" "col_mean" "matrix_mean",
        Norm "norm" "row_norm" "col_norm" "matrix_norm",
        Rms "rms" "row_rms" "col_rms" "matrix_rms",
        Amax "amax" "row_amax" "col_amax" "matrix_amax",
        Amin "amin" "row_amin" "col_amin" "matrix_amin",
        Dot "dot" "row_dot" "col_dot" "matrix_dot",
    )
}
