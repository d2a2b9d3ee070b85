//! Everything that a program with optimizers needs: `use optim_std::prelude::*;`.

pub use crate::optimizers::*;
pub use optim_core::lang::{Cols, Mask, Matrices, Rows, Scalar, State, Tensor};
pub use optim_core::lang::Value;
pub use optim_core::{AnyOptimizer, Choice, Definition, NonFinite, Parameters, Schedule};
pub use optim_core::kernel::Threads;
pub use optim_macros::{Choice, Parameters, elementwise, optimizer};
