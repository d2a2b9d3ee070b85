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
//! | [`optimizers`](mod@optimizers) | the stock optimizers; by name with [`optimizers()`](fn@optimizers) |
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

/// Every stock optimizer, to be found, explained and made by name.
///
/// ```
/// use optim_std::registry::find;
///
/// let mut model = optim_std::ndarray::array![1.0_f32, -2.0];
/// let builder = find(optim_std::optimizers(), "adamw")?.builder().set("lr", 0.1)?.set("amsgrad", true)?;
/// let mut opt = builder.build(&model)?;
/// let grad = 2.0 * &model;
/// opt.step(&mut model, &grad)?;
/// assert_eq!(opt.name(), "AdamW");
///
/// for entry in optim_std::optimizers() {
///     let names: Vec<_> = entry.hypers.iter().map(|info| info.name).collect();
///     println!("{}({})", entry.name, names.join(", "));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn optimizers() -> &'static [OptimizerEntry] {
    &optimizers::ENTRIES
}

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
