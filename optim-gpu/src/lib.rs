//! Steps of optimizers as kernels of GPUs.
//!
//! An optimizer that is written with `#[optimizer]` describes its step as a program, `optim_core::program`. This crate prints each pass of a program as
//! one kernel with [CubeCL](https://docs.rs/cubecl), so each stream is loaded once and stored once. States, and scalars that depend on reductions, stay on
//! the device; nothing comes back to the host in a step.
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | [`GpuOptimizer`]: an optimizer with states on a device |
//! | `inputs` | what a step is given besides gradients |
//! | `residence` | where states are |
//! | `compile`, `walk` | the program of a parameter as kernels and rows of tables; one walk over memory |
//! | `plan` | the launches of a step: parameters with equal kernels go together |
//! | `clipping`, `copying` | the norm of all gradients; copies of parameters |
//! | `body` | kernels as data |
//! | `arithmetic`, `random`, `matrices`, `kernels` | the same in CubeCL |
//! | `launch` | calls of kernels, with all `unsafe` |

mod arithmetic;
mod body;
mod clipping;
mod compile;
mod copying;
mod error;
mod inputs;
mod kernels;
mod launch;
mod matrices;
mod optimizer;
mod plan;
mod random;
mod residence;
mod walk;

pub use cubecl;
pub use error::GpuError;
pub use inputs::GpuInput;
pub use optimizer::{GpuOptimizer, Recorded};

#[cfg(doctest)]
#[doc = include_str!("../../optim-std/docs/gpu.md")]
mod guide {}
