//! Steps of optimizers as kernels of GPUs.
//!
//! An optimizer that is written with `#[optimizer]` describes its step as a program, `optim_core::program`. This crate prints each pass of a program as
//! one kernel with [CubeCL](https://docs.rs/cubecl), so each stream is loaded once and stored once. States, and scalars that depend on reductions, stay on
//! the device; nothing comes back to the host in a step.
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | [`GpuOptimizer`]: an optimizer with states on a device |
//! | `residence` | where states are |
//! | `compile` | the program of a parameter as kernels and rows of tables |
//! | `plan` | the launches of a step: parameters with equal kernels go together |
//! | `body` | kernels as data |
//! | `arithmetic`, `kernels` | the same in CubeCL |
//! | `burn` | modules of burn, with the feature `burn` |
//! | `launch` | calls of kernels, with all `unsafe` |

mod arithmetic;
mod body;
#[cfg(feature = "burn")]
pub mod burn;
mod compile;
mod error;
mod kernels;
mod launch;
mod optimizer;
mod plan;
mod residence;

pub use cubecl;
pub use error::GpuError;
pub use optimizer::GpuOptimizer;
