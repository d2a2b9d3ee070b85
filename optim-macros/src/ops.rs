//! The operations and reductions of the step language, with facts that the macros need. `optim-language` has the table.

use optim_language::{Each, Finish, Fold, Work};

/// The types of an operation's operands and result.
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

/// Facts about an operation.
struct Row {
    /// The name of the runtime function.
    name: &'static str,
    /// The operator in Rust; `None` for a method or a function of the same name.
    operator: Option<&'static str>,
    /// Number of operands, the receiver included.
    arity: usize,
    class: Class,
    work: Work,
}

/// The sections of the table.
macro_rules! class {
    (compare) => {
        Class::Compare
    };
    (logic) => {
        Class::Logic
    };
    (choice) => {
        Class::Select
    };
    ($numbers:ident) => {
        Class::Number
    };
}

macro_rules! operator {
    () => {
        None
    };
    ($operator:tt) => {
        Some(stringify!($operator))
    };
}

macro_rules! operations {
    ($($section:ident {
        $($op:ident = $name:ident($($operand:ident),+) $(as $operator:tt)?, $work:ident, $doc:literal;)*
    })*) => {
        /// An elementwise operation. Its operands may have different kinds, which are broadcast.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub(crate) enum Op { $($($op,)*)* }

        impl Op {
            const ALL: &[Op] = &[$($(Op::$op,)*)*];

            const fn row(self) -> Row {
                match self {
                    $($(Op::$op => Row {
                        name: stringify!($name),
                        operator: operator!($($operator)?),
                        arity: [$(stringify!($operand)),+].len(),
                        class: class!($section),
                        work: Work::$work,
                    },)*)*
                }
            }
        }
    };
}
optim_language::operations!(operations);

impl Op {
    /// All methods of the language.
    fn methods() -> impl Iterator<Item = Op> {
        Self::ALL.iter().copied().filter(|op| op.row().operator.is_none() && op.class() != Class::Select)
    }

    /// The method with this name.
    pub(crate) fn method(name: &str) -> Option<Op> {
        Self::methods().find(|op| op.name() == name)
    }

    pub(crate) fn method_names() -> impl Iterator<Item = &'static str> {
        Self::methods().map(Op::name)
    }

    /// Number of operands, the receiver included.
    pub(crate) fn arity(self) -> usize {
        self.row().arity
    }

    pub(crate) fn class(self) -> Class {
        self.row().class
    }

    /// The number of leading operands that are masks. The others are numbers.
    pub(crate) fn masks(self) -> usize {
        match self.class() {
            Class::Logic => self.arity(),
            Class::Select => 1,
            Class::Number | Class::Compare => 0,
        }
    }

    /// The name of the runtime function.
    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// The user's notation: `+` for an operator, the name for a method.
    pub(crate) fn symbol(self) -> &'static str {
        self.row().operator.unwrap_or(self.name())
    }

    /// Returns true if the operation is a loop or a call for each element. Keeping its result in scratch then costs less than computing it again.
    pub(crate) fn is_heavy(self) -> bool {
        matches!(self.row().work, Work::Slow | Work::Library)
    }
}

macro_rules! takes_masks {
    (counts) => {
        true
    };
    ($numbers:ident) => {
        false
    };
}

macro_rules! reductions {
    ($($section:ident {
        $($reduce:ident = $name:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $doc:literal;)*
    })*) => {
        /// A reduction of several numbers to one.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Reduce { $($($reduce,)*)* }

        impl Reduce {
            const NAMES: &'static [(&'static str, Reduce)] = &[$($((stringify!($name), Reduce::$reduce),)*)*];

            /// The operation on each number before the numbers are combined.
            pub(crate) fn each(self) -> Each {
                match self {
                    $($(Reduce::$reduce => Each::$each,)*)*
                }
            }

            /// The operation that combines two numbers.
            pub(crate) fn fold(self) -> Fold {
                match self {
                    $($(Reduce::$reduce => Fold::$join,)*)*
                }
            }

            /// The operation on the combined number at the end.
            pub(crate) fn finish(self) -> Finish {
                match self {
                    $($(Reduce::$reduce => Finish::$finish,)*)*
                }
            }

            /// Number of operands, the receiver included.
            pub(crate) fn arity(self) -> usize {
                if self.each() == Each::Product { 2 } else { 1 }
            }

            /// Returns true if the reduction also takes a mask.
            pub(crate) fn counts(self) -> bool {
                match self {
                    $($(Reduce::$reduce => takes_masks!($section),)*)*
                }
            }
        }
    };
}
optim_language::reductions!(reductions);

macro_rules! library_calls {
    ($($section:ident {
        $($call:ident = $name:ident($($operand:ident),+) as $graph:literal -> ($($result:ident),+), $by:ident, $doc:literal;)*
    })*) => {
        /// Linear algebra of whole matrices.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
        pub(crate) enum Library { $($($call,)*)* }

        /// The row of the call in the table.
        struct LibraryRow {
            method: bool,
            name: &'static str,
            operands: &'static [&'static str],
            results: &'static [&'static str],
            by_feature: bool,
        }

        impl Library {
            const ALL: &[Library] = &[$($(Library::$call,)*)*];

            fn row(self) -> LibraryRow {
                match self {
                    $($(Library::$call => LibraryRow {
                        method: !matches!(stringify!($section), "functions"),
                        name: stringify!($name),
                        operands: &[$(stringify!($operand)),+],
                        results: &[$(stringify!($result)),+],
                        by_feature: matches!(stringify!($by), "Linalg"),
                    },)*)*
                }
            }
        }
    };
}
optim_language::library_calls!(library_calls);

impl Library {
    /// The call with this name.
    pub(crate) fn method(name: &str) -> Option<Library> {
        Self::ALL.iter().copied().find(|call| call.row().method && call.name() == name)
    }

    pub(crate) fn method_names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().copied().filter(|call| call.row().method).map(Library::name)
    }

    pub(crate) fn name(self) -> &'static str {
        self.row().name
    }

    /// Number of operands, the receiver included.
    pub(crate) fn arity(self) -> usize {
        self.row().operands.len()
    }

    /// The index of the operand that is a fixed integer, if there is one.
    pub(crate) fn fixed_operand(self) -> Option<usize> {
        match self {
            Library::FirstCols | Library::InvRoot => Some(1),
            Library::QuantileAlong | Library::QuantileWithout => Some(2),
            Library::Eye => Some(0),
            _ => None,
        }
    }

    /// All operands in the order of the call, from the values and the fixed integer.
    pub(crate) fn in_order<T>(self, mut operands: Vec<T>, fixed: impl IntoIterator<Item = T>) -> Vec<T> {
        let place = self.fixed_operand().map_or(operands.len(), |place| place.min(operands.len()));
        operands.splice(place..place, fixed);
        operands
    }

    /// Returns true if its results are quantiles.
    pub(crate) fn is_quantile(self) -> bool {
        self.over().is_some() || self.without().is_some()
    }

    /// For quantiles along an axis: true for all other axes.
    pub(crate) fn without(self) -> Option<bool> {
        match self {
            Library::QuantileAlong => Some(false),
            Library::QuantileWithout => Some(true),
            _ => None,
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

    /// The names of its results.
    pub(crate) fn results(self) -> &'static [&'static str] {
        self.row().results
    }

    /// Returns true if the runtime needs the feature `linalg` for it.
    pub(crate) fn needs_feature(self) -> bool {
        self.row().by_feature
    }
}

macro_rules! draws {
    ($($Law:ident = $name:ident($x:ident), $doc:literal;)*) => {
        /// The distribution of random numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Law { $($Law,)* }

        impl Law {
            const ALL: &[Law] = &[$(Law::$Law,)*];

            /// The name of the function that draws them.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Law::$Law => stringify!($name),)*
                }
            }
        }
    };
}
optim_language::draws!(draws);

impl Law {
    /// The distribution that a function with this name draws from.
    pub(crate) fn function(name: &str) -> Option<Law> {
        Self::ALL.iter().copied().find(|law| law.name() == name)
    }

    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().copied().map(Law::name)
    }
}

/// The axes that a reduction keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    /// None: the result is a scalar.
    All,
    /// Rows: the result has one number per row.
    Row,
    /// Each column.
    Col,
    /// Each matrix.
    Matrix,
    /// All parameters of the model.
    Global,
}

impl Reduce {
    /// The reduction of the parameter's own numbers, as a part of a reduction over the model: the same without the last operation. A reduction
    /// of two values gets the one value twice.
    pub(crate) fn part(self) -> Reduce {
        match self {
            Reduce::Sum | Reduce::Mean => Reduce::Sum,
            Reduce::SumAbs => Reduce::SumAbs,
            Reduce::Norm | Reduce::Rms | Reduce::Dot => Reduce::Dot,
            Reduce::Amax => Reduce::Amax,
            Reduce::Amin => Reduce::Amin,
        }
    }

    /// The reduction named `norm_along`, `norm_without`, …, and true for the latter.
    pub(crate) fn of_axis(name: &str) -> Option<(Reduce, bool)> {
        let (base, without) = match name.strip_suffix("_along") {
            Some(base) => (base, false),
            None => (name.strip_suffix("_without")?, true),
        };
        Self::NAMES.iter().find(|(n, _)| *n == base).map(|(_, reduce)| (*reduce, without))
    }

    /// The reduction named `norm`, `row_norm`, `col_norm`, `matrix_norm`, `global_norm`, …
    pub(crate) fn method(name: &str) -> Option<(Reduce, Over)> {
        let (over, base) = [Over::Row, Over::Col, Over::Matrix, Over::Global]
            .into_iter()
            .find_map(|over| Some((over, name.strip_prefix(over.prefix())?)))
            .unwrap_or((Over::All, name));
        Self::NAMES.iter().find(|(n, _)| *n == base).map(|(_, reduce)| (*reduce, over))
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, r)| *r == self).map_or("", |(n, _)| n)
    }

    pub(crate) fn method_names() -> impl Iterator<Item = String> {
        [Over::All, Over::Row, Over::Col, Over::Matrix, Over::Global]
            .into_iter()
            .flat_map(|over| Self::NAMES.iter().map(move |(name, _)| format!("{}{name}", over.prefix())))
            .chain(
                ["along", "without"]
                    .into_iter()
                    .flat_map(|word| Self::NAMES.iter().map(move |(name, _)| format!("{name}_{word}"))),
            )
    }
}

impl Over {
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Over::All => "",
            Over::Row => "row_",
            Over::Col => "col_",
            Over::Matrix => "matrix_",
            Over::Global => "global_",
        }
    }
}

macro_rules! time_functions {
    ($($Question:ident = $name:ident($($argument:tt)*), $meaning:literal;)*) => {
        &[$(stringify!($name)),*]
    };
}

/// The functions that ask about the step count.
pub(crate) const TIME_FUNCTIONS: &[&str] = optim_language::timed_functions!(time_functions);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_reduction_is_the_same_without_its_last_operation() {
        for (name, reduce) in Reduce::NAMES {
            let part = reduce.part();
            let squares = |each| if each == Each::Square { Each::Product } else { each };
            assert_eq!((part.fold(), part.finish()), (reduce.fold(), Finish::None), "{name}");
            assert_eq!(part.each(), squares(reduce.each()), "{name}");
        }
    }
}
