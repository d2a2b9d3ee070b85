//! The operations of the step language: one table for their names, what they take and what they cost.

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

/// What an operation costs for each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cost {
    /// An instruction, or a few.
    Cheap,
    Division,
    Root,
    /// Both.
    RootAndDivision,
    /// A call into the mathematics library: worth a scratch buffer rather than a second evaluation.
    Library,
}

/// What is known of an operation.
struct Row {
    /// The name of the runtime function.
    name: &'static str,
    /// What the user writes, if it is not a method or a function of that name.
    operator: Option<&'static str>,
    /// Number of operands, the receiver included.
    arity: usize,
    class: Class,
    cost: Cost,
}

macro_rules! operator {
    () => {
        None
    };
    ($operator:literal) => {
        Some($operator)
    };
}

/// The table of operations: variant, name, operator if there is one, number of operands, class, cost.
macro_rules! operations {
    ($($op:ident = $name:literal $(as $operator:literal)?, $arity:literal, $class:ident, $cost:ident;)*) => {
        /// An elementwise operation; its operands may be of any mix of kinds.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub(crate) enum Op { $($op),* }

        impl Op {
            const ALL: &[Op] = &[$(Op::$op),*];

            const fn row(self) -> Row {
                match self {
                    $(Op::$op => Row {
                        name: $name,
                        operator: operator!($($operator)?),
                        arity: $arity,
                        class: Class::$class,
                        cost: Cost::$cost,
                    },)*
                }
            }
        }
    };
}

operations! {
    Add = "add" as "+", 2, Number, Cheap;
    Sub = "sub" as "-", 2, Number, Cheap;
    Mul = "mul" as "*", 2, Number, Cheap;
    Div = "div" as "/", 2, Number, Division;
    Rem = "rem" as "%", 2, Number, Library;
    Neg = "neg" as "-", 1, Number, Cheap;
    Abs = "abs", 1, Number, Cheap;
    Sqrt = "sqrt", 1, Number, Root;
    Rsqrt = "rsqrt", 1, Number, RootAndDivision;
    Recip = "recip", 1, Number, Division;
    Square = "square", 1, Number, Cheap;
    Powf = "powf", 2, Number, Library;
    Exp = "exp", 1, Number, Library;
    Expm1 = "expm1", 1, Number, Library;
    Ln = "ln", 1, Number, Library;
    Log1p = "log1p", 1, Number, Library;
    Sin = "sin", 1, Number, Library;
    Cos = "cos", 1, Number, Library;
    Atan2 = "atan2", 2, Number, Library;
    Tanh = "tanh", 1, Number, Library;
    Sign = "sign", 1, Number, Cheap;
    Copysign = "copysign", 2, Number, Cheap;
    Floor = "floor", 1, Number, Cheap;
    Ceil = "ceil", 1, Number, Cheap;
    Round = "round", 1, Number, Cheap;
    Trunc = "trunc", 1, Number, Cheap;
    Min = "min", 2, Number, Cheap;
    Max = "max", 2, Number, Cheap;
    Clamp = "clamp", 3, Number, Cheap;
    Lerp = "lerp", 3, Number, Cheap;
    Lt = "lt" as "<", 2, Compare, Cheap;
    Le = "le" as "<=", 2, Compare, Cheap;
    Gt = "gt" as ">", 2, Compare, Cheap;
    Ge = "ge" as ">=", 2, Compare, Cheap;
    Eq = "eq" as "==", 2, Compare, Cheap;
    Ne = "ne" as "!=", 2, Compare, Cheap;
    And = "and" as "&", 2, Logic, Cheap;
    Or = "or" as "|", 2, Logic, Cheap;
    Not = "not" as "!", 1, Logic, Cheap;
    Select = "select", 3, Select, Cheap;
}

impl Op {
    /// The methods of the language.
    fn methods() -> impl Iterator<Item = Op> {
        Self::ALL.iter().copied().filter(|op| op.row().operator.is_none() && op.class() != Class::Select)
    }

    /// The method of a name.
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
        self.row().name
    }

    /// What the user writes: `+` for an operator, the name of a method.
    pub(crate) fn symbol(self) -> &'static str {
        self.row().operator.unwrap_or(self.name())
    }

    /// A call into the mathematics library for every element.
    pub(crate) fn is_heavy(self) -> bool {
        self.row().cost == Cost::Library
    }

    /// Whether it divides, by itself or as part of what it does.
    pub(crate) fn divides(self) -> bool {
        matches!(self.row().cost, Cost::Division | Cost::RootAndDivision)
    }

    /// Whether it takes a square root.
    pub(crate) fn takes_root(self) -> bool {
        matches!(self.row().cost, Cost::Root | Cost::RootAndDivision)
    }
}

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
