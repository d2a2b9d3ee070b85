//! The language of a step, recorded: handles, operators and functions that record each operation.
//!
//! A step body compiled over these types computes nothing. Every operator and every function of [`ops`] adds one node to
//! the recording of the current thread and returns a small copyable handle to it. The result is a [`Graph`]: the
//! computation of one optimizer with its fixed settings, for one parameter shape. You can print it as text, draw it
//! ([`Graph::to_dot`], [`Graph::to_svg`]) and run it slowly, one operation at a time ([`Graph::run`]).
//!
//! The same types prove a second time that a step is a static program: a handle has no `PartialEq`, no `PartialOrd` and no way
//! to become a `bool`, a number or an index. So a branch that depends on tensor data does not compile.
//!
//! The rules of a step and their reasons: `optim_std::guide::rules`; how to read a graph: `optim_std::guide::graphs`.
//!
//! | file | purpose |
//! |---|---|
//! | `handle`, `join`, `operators` | the kinds of value and how they mix |
//! | `ops`, `mask`, `reduce`, `global`, `matrices`, `draws` | the functions of the language |
//! | `value`, `lane` | one trait over plain floats and handles, for `#[elementwise]` functions |
//! | `elementwise` | proof that a function is marked |
//! | `step_functions` | proofs about step functions, and the types of constants that they carry |
//! | `function` | functions without a formula |
//! | `guard` | bounds on values that decide control flow |
//! | `recorder`, `record` | a recording, and all recordings of a thread |
//! | `graph`, `op`, `arg`, `extent` | the recorded graph |
//! | `interpret`, `dtype`, `node_value`, `math`, `linalg`, `drawn` | running a graph |
//! | `text`, `palette`, `dot`, `layout`, `svg` | showing a graph |

mod arg;
mod dot;
mod drawn;
mod draws;
mod dtype;
mod elementwise;
mod error;
mod extent;
mod function;
mod global;
mod graph;
mod guard;
mod handle;
mod inner;
mod interpret;
mod join;
mod layout;
mod linalg;
mod list;
mod mask;
mod math;
mod matrices;
mod node_value;
mod op;
mod operators;
#[doc(hidden)]
pub mod ops;
mod palette;
mod record;
mod recorder;
mod reduce;
pub(crate) mod step_functions;
mod svg;
mod text;
mod value_handles;

#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use crate::kernel::{Fixed, Given};
pub use crate::kernel::{Lane, Value};
pub use arg::Arg;
pub(crate) use drawn::{drawn, step_of};
pub use dtype::Dtype;
#[doc(hidden)]
pub use elementwise::{
    AnyCalled, Called, CalledStepFunction, ElementwiseFunction, ElementwiseNotMethod, Marked, NamedInUses,
};
pub use error::{GraphError, RunError};
pub use extent::ValueExtent;
pub use function::Function;
pub use global::Global;
pub(crate) use global::{Share, side_by_side};
pub use graph::{Class, Graph, Node, Store, Target};
#[doc(hidden)]
pub use guard::{
    Condition, FixedIndex, FixedInteger, FixedNumber, FixedSequence, FixedSize, Read, condition, fixed_index,
    fixed_integer, fixed_number, fixed_sequence, fixed_size,
};
pub use handle::{Cols, Handle, Input, Mask, Matrices, Number, Order, Output, Rows, Scalar, State, Tensor};
pub use interpret::Outputs;
pub(crate) use interpret::fold_numbers;
pub(crate) use interpret::{Run, run_together};
pub use join::{Assign, Join, Lift};
pub(crate) use linalg::{DenseMatrix as Numbers, quantile, results};
pub use list::List;
pub use mask::{Compare, Select};
pub(crate) use math::elementwise;
pub use matrices::{Columns, Matrix, Multiply, RightSide, Transpose};
pub(crate) use node_value::{Argument, NodeValue, each};
pub use op::{Binary, Comparison, Fold, Leaf, Library, Op, Over, Ternary, Unary};
#[doc(hidden)]
pub use recorder::Recorder;
pub use reduce::{Count, Reduce, ReduceCols, ReduceMatrices, ReduceRows};
