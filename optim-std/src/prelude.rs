//! Everything that a program with optimizers needs: `use optim_std::prelude::*;`.

pub use crate::optimizers::*;
pub use optim_core::kernel::{Float, Threads};
pub use optim_core::lang::{Cols, Mask, Matrices, Rows, Scalar, State, Tensor, Value};
pub use optim_core::{AnyOptimizer, Choice, Definition, Hyperparameters, NonFinite, Parameters, Schedule, Setting};
pub use optim_macros::{Choice, Parameters, elementwise, optimizer};
