//! Everything that you need to write optimizers or schedules: `use optim_std::author::*;`. Programs that train import
//! [`prelude`](crate::prelude).
//!
//! ```
//! use optim_std::author::*;
//!
//! /// Steps against the gradient.
//! #[optimizer]
//! #[derive(Debug, Clone)]
//! struct Descent {
//!     /// Learning rate.
//!     #[hyper(default = 1e-3, scheduled, range = 0.0..)]
//!     lr: f64,
//! }
//!
//! #[optimizer]
//! impl Descent {
//!     fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
//!         *param -= self.lr * grad;
//!     }
//! }
//!
//! optim_std::testing::check::<Descent>();
//! ```

pub use crate::shelf;
pub use optim_core::Float;
pub use optim_core::lang::{Cols, Input, Mask, Matrices, Output, Rows, Scalar, State, Tensor, Value};
pub use optim_core::{Choice, Definition, DefinitionExt as _, Hyperparameters, Schedule, ScheduleRef};
pub use optim_macros::{Choice, elementwise, optimizer, scheduler};
