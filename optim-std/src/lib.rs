//! Deep-learning optimizers, written once as annotated structs and compiled to fused kernels.
//!
//! ```
//! use optim_std::ndarray::{Array1, array};
//! use optim_std::prelude::*;
//!
//! let mut model = array![1.0_f32, -2.0, 3.0];
//! let mut opt = AdamW::new().lr(0.1).build(&model)?;
//! for _ in 0..200 {
//!     let grad = 2.0 * &model; // of the sum of squares
//!     opt.step(&mut model, &grad)?;
//! }
//! assert!(model.iter().all(|x| x.abs() < 0.1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | where | what |
//! |---|---|
//! | [`prelude`] | all that a program needs: `use optim_std::prelude::*;` |
//! | [`optimizers`] | the stock optimizers |
//! | [`schedulers`](mod@schedulers) | the stock schedules |
//! | [`optimizer`](macro@optimizer) | write your own: the struct, the step, the rules |
//! | [`scheduler`](macro@scheduler) | write your own schedule: its arguments and its formula |
//! | [`elementwise`](macro@elementwise) | write functions for use in steps |
//! | [`Parameters`] | what is optimized: `#[derive(Parameters)]` structs, maps, arrays |
//! | [`Builder`], [`Optimizer`] | settings, groups, schedules, clipping; stepping and reading state |
//! | [`lang`] | the step language and its graphs |
//! | [`Plan`] | what a kernel does to memory |

pub mod optimizers;
pub mod prelude;
pub mod schedulers;

pub use ndarray;
pub use optim_core::*;
pub use optim_macros::{Choice, Parameters, elementwise, optimizer, scheduler};
pub use schedulers::{scheduler_named, schedulers};

// Generated code names this crate as its users do.
extern crate self as optim_std;

#[doc(hidden)]
pub mod __private {
    pub use optim_core::__private::*;
}

/// The README's programs are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
