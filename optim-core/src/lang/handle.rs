//! The kinds of values in a step, as handles to recorded nodes.

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;

use super::arg::Arg;
use super::graph::Class;
use super::math;
use super::op::Op;
use super::record::{self, Slot};
use crate::shape::Axes;

/// Methods of values that only `lang` can call.
pub(super) mod sealed {
    use super::{Op, Slot};

    /// A number or a mask.
    pub trait Input: Copy {
        /// The value as an input of operations.
        fn slot(self) -> Slot;
    }

    /// A number.
    pub trait Sealed: Input {
        /// The result of an operation with these inputs.
        fn make(op: Op, inputs: &[Slot]) -> Self;
        /// Broadcasts a value of a smaller kind to this one.
        fn lift(slot: Slot) -> Self;
    }
}

/// A number that the functions of the language take: a fixed `f64` or a handle of any kind.
#[diagnostic::on_unimplemented(
    message = "the functions of a step take numbers, not `{Self}`",
    label = "this is a `{Self}`",
    note = "numbers are `f64`, `Scalar`, `Tensor`, `Rows`, `Cols` and `Matrices`; convert an integer with `as f64`",
    note = "to turn a `Mask` into numbers, write `select(mask, 1.0, 0.0)`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Number: sealed::Sealed + fmt::Debug {}

/// A number that is not known before the run: a handle of any kind.
#[diagnostic::on_unimplemented(
    message = "this needs a value of the step, but `{Self}` is fixed before training",
    label = "this is a `{Self}`",
    note = "values of a step are `Scalar`, `Tensor`, `Rows`, `Cols` and `Matrices`; `scalar(x)` and `full(x)` convert a fixed number",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Handle: Number {
    /// The kind.
    const AXES: Axes;
}

/// One number per parameter and step, in double precision whatever the parameter's type.
///
/// In a step: scheduled settings, the step count `t`, states of kind `scalar`, and the results of reductions such as
/// `x.norm()`.
#[derive(Clone, Copy)]
pub struct Scalar(Slot);

/// One number per matrix of the last two axes: the shape without them.
///
/// In a step: the results of `x.matrix_mean()` and similar reductions. With `#[optimizer(matrix)]` there is one matrix.
#[derive(Clone, Copy)]
pub struct Matrices(Slot);

/// One number per row: the shape without the last axis.
///
/// In a step: states of kind `rows`, and the results of `x.row_mean()` and similar reductions. Arithmetic broadcasts it over the
/// columns.
#[derive(Clone, Copy)]
pub struct Rows(Slot);

/// One number per column: the shape without the second-last axis.
///
/// In a step: states of kind `cols`, and the results of `x.col_mean()` and similar reductions. Arithmetic broadcasts it over the
/// rows.
#[derive(Clone, Copy)]
pub struct Cols(Slot);

/// One number per element, in the parameter's type and shape; transposing and multiplying change the shape.
///
/// In a step: `*param`, the gradient, states, and `full(x)` of anything smaller.
#[derive(Clone, Copy)]
pub struct Tensor(Slot);

impl sealed::Input for f64 {
    fn slot(self) -> Slot {
        Slot::constant(self)
    }
}

impl sealed::Sealed for f64 {
    fn make(op: Op, inputs: &[Slot]) -> Self {
        let numbers: Vec<f64> = inputs.iter().map(|slot| constant(*slot)).collect();
        math::elementwise(&op, &numbers, |x| x)
    }

    fn lift(slot: Slot) -> Self {
        constant(slot)
    }
}

impl Number for f64 {}

/// The value of an `f64` result, which has only fixed inputs: with any other input, the joint kind is a handle.
fn constant(slot: Slot) -> f64 {
    match slot.arg {
        Arg::Constant(value) => value,
        Arg::Node(_) => f64::NAN,
    }
}

fn debug(f: &mut fmt::Formatter<'_>, kind: &str, slot: Slot) -> fmt::Result {
    match slot.arg {
        Arg::Node(id) => write!(f, "{kind}(%{id})"),
        Arg::Constant(value) => write!(f, "{kind}({value:?})"),
    }
}

macro_rules! kind {
    ($Kind:ident) => {
        impl sealed::Input for $Kind {
            fn slot(self) -> Slot {
                self.0
            }
        }

        impl sealed::Sealed for $Kind {
            fn make(op: Op, inputs: &[Slot]) -> Self {
                Self(record::record(op, inputs, Axes::$Kind, record::class_of(Axes::$Kind)))
            }

            fn lift(slot: Slot) -> Self {
                match record::axes_of(slot) {
                    // A fixed number takes the kind of the other operands.
                    None => Self(slot),
                    Some(Axes::$Kind) => Self(slot),
                    Some(_) => Self::make(Op::Lift, &[slot]),
                }
            }
        }

        impl Number for $Kind {}

        impl Handle for $Kind {
            const AXES: Axes = Axes::$Kind;
        }

        /// The kind and the number of the node in the graph.
        impl fmt::Debug for $Kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                debug(f, stringify!($Kind), self.0)
            }
        }
    };
}

kind!(Scalar);
kind!(Matrices);
kind!(Rows);
kind!(Cols);
kind!(Tensor);

/// An order of columns. `x.argsort()` of `Cols` returns it, and `x.take_cols(order)` takes it. It is not a number.
#[derive(Clone, Copy)]
pub struct Order(Slot);

impl Order {
    pub(super) fn make(op: Op, inputs: &[Slot]) -> Self {
        Self(record::record(op, inputs, Axes::Cols, Class::Element))
    }
}

impl sealed::Input for Order {
    fn slot(self) -> Slot {
        self.0
    }
}

/// The kind and the number of the node in the graph.
impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, "Order", self.0)
    }
}

/// The sizes are fixed before the run, so they may decide control flow.
impl Tensor {
    /// Number of axes of the parameter.
    pub fn ndim(self) -> usize {
        record::size_of(self.0).map_or(0, |(shape, _)| shape.ndim())
    }

    /// Number of elements.
    #[expect(clippy::len_without_is_empty, reason = "the language has `len` only")]
    pub fn len(self) -> usize {
        record::size_of(self.0).map_or(0, |(_, extent)| extent.len())
    }

    /// Size of the second-last axis, 1 if there is none.
    pub fn rows(self) -> usize {
        record::size_of(self.0).map_or(1, |(_, extent)| extent.sizes().1)
    }

    /// Size of the last axis, 1 if there is none.
    pub fn cols(self) -> usize {
        record::size_of(self.0).map_or(1, |(_, extent)| extent.sizes().2)
    }
}

/// A boolean for each number of the compared kind.
///
/// It can't be a condition: `select(mask, a, b)` chooses for each number, `sum(mask)` and `mean(mask)` count.
#[derive(Clone, Copy)]
pub struct Mask<K = Tensor> {
    slot: Slot,
    _of: PhantomData<K>,
}

impl<K: Handle> Mask<K> {
    pub(super) fn make(op: Op, inputs: &[Slot]) -> Self {
        Mask { slot: record::record(op, inputs, K::AXES, Class::Mask), _of: PhantomData }
    }
}

impl<K: Copy> sealed::Input for Mask<K> {
    fn slot(self) -> Slot {
        self.slot
    }
}

/// The kind and the number of the node in the graph.
impl<K: Handle> fmt::Debug for Mask<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(f, "Mask", self.slot)
    }
}

/// The declared state of an optimizer: the argument of `step` after the gradient and the inputs, `state: &mut State<Self>`.
///
/// Only the step language knows its fields, `state.exp_avg`; a value of this type does not exist.
pub struct State<O> {
    _never: Infallible,
    _optimizer: PhantomData<O>,
}

/// The declared outputs of an optimizer: the argument of `step` after the state, `output: &mut Output<Self>`.
///
/// Only the step language knows its fields, `output.update_rms`; a value of this type does not exist.
pub struct Output<O> {
    _never: Infallible,
    _optimizer: PhantomData<O>,
}

/// The declared inputs of an optimizer: the argument of `step` after the gradient, `input: Input<Self>`.
///
/// Only the step language knows its fields, `input.hessian`; a value of this type does not exist.
pub struct Input<O> {
    _never: Infallible,
    _optimizer: PhantomData<O>,
}
