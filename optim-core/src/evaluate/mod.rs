//! Graphs evaluated with the tensors of any library.
//!
//! [`run`] walks over a [`Graph`](crate::lang::Graph) and calls the operations of a [`Backend`] in order. So a step runs wherever the tensors of a
//! library are: on its devices, with its own fusion. It is slower than the fused kernels on the CPU, which write each parameter once.
//!
//! # Differences from the results of the kernels
//!
//! - Sums and norms are computed in the element type of the library, and so are scalars that depend on them. The kernels add up in double precision.
//! - State below the smallest normal number is stored unchanged. The kernels store it as zero.
//! - Matrix products and functions such as `exp` are the library's own.
//!
//! Decompositions are computed on the host in double precision: their operands are downloaded, which waits for the device, and their
//! results uploaded. Random numbers are computed on the host, and are the same as in the kernels.
//!
//! | file | purpose |
//! |---|---|
//! | `backend` | [`Backend`]: the operations that a library has |
//! | `compose` | operations made of others, for libraries that lack them |
//! | `walk` | the walk over graphs: leaves, nodes, stores |
//! | `elementwise`, `reduce`, `along`, `library` | operations by kind |
//! | `value` | values on the host and on the device |
//! | `ndarray` | [`NdarrayBackend`], with which the evaluator is tested |
//! | `error` | errors of an evaluation |

mod along;
mod backend;
pub mod compose;
mod elementwise;
mod error;
mod library;
mod ndarray;
mod reduce;
#[cfg(test)]
mod tests;
mod value;
mod walk;

pub use backend::Backend;
pub use error::EvaluateError;
pub use ndarray::NdarrayBackend;
pub use value::Value;
pub use walk::{Evaluated, Evaluation, run, run_together};

pub use crate::kernel::Fold;
