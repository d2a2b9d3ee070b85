//! The operations of the language, with their names for users.

use optim_language::{Each, Work};

use super::arg::Arg;
use super::function::Function;
use crate::draw::Law;
use crate::kernel;
use crate::shape::Dim;

/// A value from outside of the step.
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
    /// An input that the caller gives.
    Input {
        /// Its name.
        name: String,
    },
    /// Random numbers.
    Draw {
        /// Their distribution.
        law: Law,
        /// The index of the draw in the step, from 0.
        place: u32,
        /// The iterations of the loops around it, each from 0, the outermost first.
        iterations: Vec<u64>,
        /// The fields of the inner optimizers of wrappers that it stands in, the outermost first.
        inside: Vec<String>,
        /// The state with the number of steps before, if the optimizer counts them by itself.
        step: Option<String>,
    },
}

impl Leaf {
    /// The name of the leaf: `param`, `grad`, `t`, the name of the hyperparameter, state or input, or of the function of a draw.
    pub fn name(&self) -> &str {
        match self {
            Leaf::Param => "param",
            Leaf::Grad => "grad",
            Leaf::Step => "t",
            Leaf::Hyper { name, .. } | Leaf::State { name } | Leaf::Input { name } => name,
            Leaf::Draw { law, .. } => law.name(),
        }
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$vdoc:meta])* $variant:ident = $name:expr),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$vdoc])* $variant),* }

        impl $type {
            /// All of them, in the order of the language reference.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// The name in the language.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }
        }
    };
}

/// An enum with the rows of one section of the table.
macro_rules! elementwise {
    ($(#[$doc:meta])* $type:ident:
        $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        named!($(#[$doc])* $type { $(#[doc = $meaning] $Op = stringify!($name)),* });

        impl $type {
            /// Its cost and its rounding.
            pub(crate) fn work(self) -> Work {
                match self { $($type::$Op => Work::$work),* }
            }
        }
    };
}

macro_rules! operations {
    ($($section:ident { $($rows:tt)* })*) => {
        $(operations!(@$section $($rows)*);)*
    };
    (@unary $($rows:tt)*) => {
        elementwise!(/// Elementwise functions of one value.
            Unary: $($rows)*);
    };
    (@binary $($rows:tt)*) => {
        elementwise!(/// Elementwise functions of two values.
            Binary: $($rows)*);
    };
    (@ternary $($rows:tt)*) => {
        elementwise!(/// Elementwise functions of three values.
            Ternary: $($rows)*);
    };
    (@compare $($rows:tt)*) => {
        elementwise!(/// Comparisons; their result is a mask.
            Comparison: $($rows)*);
    };
    // Masks have other operations, see below.
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(operations);

macro_rules! reductions {
    ($($section:ident {
        $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        named!(
            /// A reduction of several numbers to one.
            Fold { $($(#[doc = concat!($meaning, ".")] $Fold = stringify!($all),)*)* }
        );

        impl Fold {
            /// The operation on each number before the numbers are combined.
            pub(crate) fn each(self) -> Each {
                match self { $($(Fold::$Fold => Each::$each,)*)* }
            }

            /// The operation that combines two numbers.
            pub(crate) fn join(self) -> kernel::Fold {
                match self { $($(Fold::$Fold => kernel::Fold::$join,)*)* }
            }

            /// The operation on the combined number at the end.
            pub(crate) fn finish(self) -> kernel::Finish {
                match self { $($(Fold::$Fold => kernel::Finish::$finish,)*)* }
            }
        }

        fn global_name(fold: Fold) -> &'static str {
            match fold { $($(Fold::$Fold => stringify!($global),)*)* }
        }

        fn along_name(fold: Fold) -> &'static str {
            match fold { $($(Fold::$Fold => concat!(stringify!($all), "_along"),)*)* }
        }

        fn without_name(fold: Fold) -> &'static str {
            match fold { $($(Fold::$Fold => concat!(stringify!($all), "_without"),)*)* }
        }

        fn reduction_name(fold: Fold, over: Over) -> &'static str {
            match (fold, over) {
                $($((Fold::$Fold, Over::All) => stringify!($all),
                (Fold::$Fold, Over::Row) => stringify!($row),
                (Fold::$Fold, Over::Col) => stringify!($col),
                (Fold::$Fold, Over::Matrix) => stringify!($matrix),)*)*
            }
        }
    };
}
optim_language::reductions!(reductions);

macro_rules! library_calls {
    ($($section:ident {
        $($Call:ident = $name:ident($($x:ident),+) as $graph:literal -> ($($result:ident),+), $by:ident, $meaning:literal;)*
    })*) => {
        named!(
            /// Linear algebra of the last two axes, and quantiles.
            Library { $($(#[doc = $meaning] $Call = $graph),*),* }
        );

        impl Library {
            /// The names of its results. The first one is the name of the call.
            fn results(self) -> &'static [&'static str] {
                match self {
                    $($(Library::$Call => &[$(concat!($graph, ".", stringify!($result))),+],)*)*
                }
            }

            /// The numbers of which each result is a quantile, if they are rows, columns, matrices or all elements.
            pub(crate) fn over(self) -> Option<Over> {
                match self {
                    Library::Quantile => Some(Over::All),
                    Library::RowQuantile => Some(Over::Row),
                    Library::ColQuantile => Some(Over::Col),
                    Library::MatrixQuantile => Some(Over::Matrix),
                    _ => None,
                }
            }

            /// The dimension of its results, if they are quantiles along the axis whose number is the last of these inputs.
            pub(crate) fn kept(self, inputs: &[Arg]) -> Option<Dim> {
                let kept = match self {
                    Library::QuantileAlong => Dim::Along,
                    Library::QuantileWithout => Dim::Without,
                    _ => return None,
                };
                match inputs {
                    [.., Arg::Constant(axis)] => Some(kept(*axis as usize)),
                    _ => None,
                }
            }

            /// Returns true if its results are quantiles.
            pub(crate) fn is_quantile(self) -> bool {
                self.over().is_some() || matches!(self, Library::QuantileAlong | Library::QuantileWithout)
            }

            /// Returns true if a library computes it, in double precision.
            pub(crate) fn is_decomposition(self) -> bool {
                match self {
                    $($(Library::$Call => library_calls!(@$by),)*)*
                }
            }
        }
    };
    (@Itself) => { false };
    (@Linalg) => { true };
}
optim_language::library_calls!(library_calls);

named!(
    /// The numbers that a reduction combines. The names are prefixes of function names.
    Over {
        /// All of them.
        All = "",
        /// The numbers of one row: the column axis goes.
        Row = "row_",
        /// The numbers of one column: the row axis goes.
        Col = "col_",
        /// The numbers of one matrix: both go.
        Matrix = "matrix_",
    }
);

/// One operation of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A value from outside.
    Leaf(Leaf),
    /// A value of a smaller kind as one of the node's kind: `full(x)`, `scalar(x)`. Numbers along an axis are repeated along the others.
    Lift,
    /// An elementwise function of one value.
    Unary(Unary),
    /// An elementwise function of two values.
    Binary(Binary),
    /// An integer power, by repeated multiplication.
    Powi(i32),
    /// An elementwise function of three values.
    Ternary(Ternary),
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
    /// Many numbers into one for each along an axis, [`Dim::Along`], or along all others, [`Dim::Without`].
    ReduceTo(Fold, Dim),
    /// The numbers of all parameters that come to it in a step into one.
    Global {
        /// The operation.
        fold: Fold,
        /// The index of the reduction in the step.
        place: u32,
        /// The number of wrappers around that step.
        inside: u32,
        /// The iterations of the loops around it, each from 0, the outermost first.
        iterations: Vec<u64>,
    },
    /// Linear algebra of the matrices of the last two axes, or a quantile; the first result, where there are several.
    Library(Library),
    /// The step of the inner optimizer of a wrapper: what it makes of a place, by a gradient. It stands in the graph of a wrapper
    /// alone only.
    Inner,
    /// Another result of a call, its input, by its place: 1 for the second one.
    Result(Library, usize),
}

impl Op {
    /// The name in the language; a leaf's is `param`, `grad`, `t`, `hyper`, `state` or `input`, or the
    /// function of a draw. The transposition `t` is
    /// called `transpose`, since `t` is the step count.
    pub fn name(&self) -> &'static str {
        match self {
            Op::Leaf(Leaf::Param) => "param",
            Op::Leaf(Leaf::Grad) => "grad",
            Op::Leaf(Leaf::Step) => "t",
            Op::Leaf(Leaf::Hyper { .. }) => "hyper",
            Op::Leaf(Leaf::State { .. }) => "state",
            Op::Leaf(Leaf::Input { .. }) => "input",
            Op::Leaf(Leaf::Draw { law, .. }) => law.name(),
            Op::Lift => "full",
            Op::Unary(op) => op.name(),
            Op::Binary(op) => op.name(),
            Op::Powi(_) => "powi",
            Op::Ternary(op) => op.name(),
            Op::Select => "select",
            Op::Compare(op) => op.name(),
            Op::And => "and",
            Op::Or => "or",
            Op::Not => "not",
            Op::Call(_) => "call",
            Op::Reduce(fold, over) => reduction_name(*fold, *over),
            Op::ReduceTo(fold, Dim::Without(_)) => without_name(*fold),
            Op::ReduceTo(fold, _) => along_name(*fold),
            Op::Global { fold, .. } => global_name(*fold),
            Op::Library(call) => call.name(),
            Op::Inner => "inner",
            Op::Result(call, place) => call.results().get(*place).copied().unwrap_or("result"),
        }
    }
}
