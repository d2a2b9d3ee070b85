//! Deep-learning optimizers, each written once as an annotated struct.

pub mod optimizers;
pub mod prelude;

pub use optim_core::*;
pub use ndarray;
pub use optim_macros::{Choice, Parameters, elementwise, optimizer};

/// Generated code of this crate names it as its users do.
extern crate self as optim_std;

#[doc(hidden)]
pub mod __private {
    pub use optim_core::__private::*;
}
