//! Errors of recording and running a graph.

use super::extent::ValueExtent;
use crate::dtype::DType;
use crate::kernel::MOST_ITEMS;
use crate::messages::shown;
use crate::shape::Dim;

/// The step can't be recorded for the given parameter shape.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// Two values do not meet: their dimensions differ, and none of the two is `1`.
    #[error(
        "`{op}` of {} and {}: sizes {left} and {right} differ (batch x rows x cols)",
        .left.names(), .right.names()
    )]
    Sizes {
        /// Name of the operation.
        op: &'static str,
        /// Dimensions of the values up to the one that does not fit, or those that are wanted.
        left: Box<ValueExtent>,
        /// Dimensions of the one that does not fit.
        right: Box<ValueExtent>,
    },
    /// The inner sizes of a matrix product differ.
    #[error(
        "`matmul` of {} by {}, of sizes {left} and {right}: the columns of the left must be the rows of the right \
         (batch x rows x cols)\n\
         help: transpose one side, as in `a.matmul(b.t())`",
        .left.names(), .right.names()
    )]
    Matmul {
        /// Dimensions of the left side.
        left: Box<ValueExtent>,
        /// Dimensions of the right side.
        right: Box<ValueExtent>,
    },
    /// A function of square matrices was called with matrices that are not square.
    #[error("`{op}` of {}, of size {of}: it takes square matrices (batch x rows x cols)", .of.names())]
    Square {
        /// Name of the function.
        op: &'static str,
        /// Dimensions of its operand.
        of: Box<ValueExtent>,
    },
    /// A function of tall matrices was given one with more columns than rows.
    #[error(
        "`{op}` of {}, of size {of}: it takes matrices with at least as many rows as columns (batch x rows x cols)\n\
         help: transpose it where it is wide, `if param.rows() < param.cols()`",
        .of.names()
    )]
    Wide {
        /// Name of the function.
        op: &'static str,
        /// Dimensions of its operand.
        of: Box<ValueExtent>,
    },
    /// More columns are taken than there are, or none.
    #[error(
        "`{op}({n})` of {}, of size {of}: it takes at least 1 and at most all of the columns (batch x rows x cols)",
        .of.names()
    )]
    Columns {
        /// Name of the function.
        op: &'static str,
        /// The number.
        n: usize,
        /// Dimensions of its operand.
        of: Box<ValueExtent>,
    },
    /// The root of `inv_root` is not at least 1.
    #[error("`{op}` takes a root of at least 1")]
    Root {
        /// Name of the function.
        op: &'static str,
    },
    /// The right-hand sides of a system of equations have another number of rows than the matrix.
    #[error("`{op}` of {} and {}, of sizes {left} and {right}: both must have as many rows (batch x rows x cols)", .left.names(), .right.names())]
    RightSide {
        /// Name of the function.
        op: &'static str,
        /// Dimensions of the matrix.
        left: Box<ValueExtent>,
        /// Dimensions of the right-hand sides.
        right: Box<ValueExtent>,
    },
    /// A reduction to the numbers along an axis was given a value that has neither all axes nor that one.
    #[error(
        "`{op}({axis})` of {}, of size {of}: it takes values that have all axes of the parameter, or the ones that it keeps \
         (batch x rows x cols)\n\
         help: `full(x)` of a value has all axes",
        .of.names()
    )]
    Axes {
        /// Name of the operation.
        op: &'static str,
        /// The axis, counted from the first.
        axis: usize,
        /// Dimensions of its operand.
        of: Box<ValueExtent>,
    },
    /// A reduction to the numbers of an axis was asked for another dimension.
    #[error(
        "`{op}` keeps the numbers along an axis, or along all others, but `{kept}` is neither\nhelp: `Dim::Along(axis)` or `Dim::Without(axis)`"
    )]
    NotAnAxis {
        /// Name of the operation.
        op: &'static str,
        /// The dimension.
        kept: Dim,
    },
    /// A function of matrices was given numbers along an axis.
    #[error(
        "`{op}` of {}, of size {of}: it takes matrices, and numbers along an axis are one row for the whole parameter\n\
         help: `full(x)` repeats them for every element",
        .of.names()
    )]
    NotMatrices {
        /// Name of the function.
        op: &'static str,
        /// Dimensions of its operand.
        of: Box<ValueExtent>,
    },
    /// A value of the wrong dimensions is stored.
    #[error(
        "`{}` is {}, but a value of dimensions {} is stored in it: sizes {expected} and {found} differ \
         (batch x rows x cols)", shown(name), .expected.names(), .found.names()
    )]
    Store {
        /// `param`, or the name of the state.
        name: String,
        /// Dimensions of the parameter or state.
        expected: Box<ValueExtent>,
        /// Dimensions of the value.
        found: Box<ValueExtent>,
    },
    /// An index beyond the end of a list.
    #[error("`{}[{index}]`: the list `{}` has {length} item{}", shown(list), shown(list), if *length == 1 { "" } else { "s" })]
    Item {
        /// The list.
        list: String,
        /// The index.
        index: usize,
        /// The length of the list.
        length: usize,
    },
    /// An item of a list of outputs that the step does not assign, where it assigns others.
    #[error(
        "the step does not assign `{0}[{index}]`: the list of outputs `{0}` has {length} item{1}\n\
         help: assign each of them, `for i in 0..{length} {{ output.{0}[i] = …; }}`",
        shown(list), if *length == 1 { "" } else { "s" }
    )]
    Unreported {
        /// The list.
        list: String,
        /// The index.
        index: usize,
        /// The length of the list.
        length: usize,
    },
    /// A list of a step that has no items, or too many.
    #[error(
        "the list `{}` would have {length} item{}\n\
         help: a list must have at least 1 and at most {MOST_ITEMS} items",
        shown(list), if *length == 1 { "" } else { "s" }
    )]
    ListLength {
        /// The list.
        list: String,
        /// The length that it would have; 0 if that is negative or too large.
        length: usize,
    },
    /// A handle of another, perhaps finished, recording was used.
    #[error("`{op}` uses a value that belongs to another recording")]
    Foreign {
        /// Name of the operation.
        op: &'static str,
    },
    /// A schedule without a formula.
    #[error("the schedule `{}` has no graph: it has no formula\nhelp: write it with `#[scheduler]`", shown(name))]
    Opaque {
        /// The schedule, by its `Debug` form.
        name: String,
    },
    /// A parameter or state is stored in a type that graphs do not support.
    #[error("`{}` is stored as {}, but a graph keeps it as {computed}\nhelp: {help}", shown(name), shown(storage))]
    Storage {
        /// `param`, or the name of the state.
        name: String,
        /// The storage.
        storage: String,
        /// The type that the step computes with.
        computed: DType,
        /// A suggestion.
        help: &'static str,
    },
    /// One name was given to two leaves of different kinds.
    #[error("`{}` is declared both as {} and as {}", shown(name), shown(first), shown(second))]
    Declared {
        /// The name.
        name: String,
        /// Kind or dimensions of the first declaration.
        first: String,
        /// Kind or dimensions of the second one.
        second: String,
    },
}

crate::messages::debug_as_display!(GraphError);

/// The error of running a graph.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The graph does not belong to a schedule, so it has no value.
    #[error("`{}` is not a schedule, so it has no value at a step", shown(name))]
    NoValue {
        /// Name of the graph.
        name: String,
    },
    /// No value was given for a state or an input that the graph reads.
    #[error("no value is given for `{}`", shown(name))]
    MissingState {
        /// Name of the state or input.
        name: String,
    },
    /// An input has the wrong number of values.
    #[error("`{}` has {expected} values, but {found} are given", shown(name))]
    Length {
        /// `param`, `grad`, or the name of the state.
        name: String,
        /// The number that the graph was recorded for.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// A value of the graph does not fit into memory.
    #[error("a value of size {size} (batch x rows x cols) of `{op}` does not fit into memory")]
    TooLarge {
        /// Name of the operation that makes it.
        op: &'static str,
        /// Its size.
        size: ValueExtent,
    },
}

crate::messages::debug_as_display!(RunError);
