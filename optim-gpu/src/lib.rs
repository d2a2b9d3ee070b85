//! Steps of optimizers as kernels of GPUs.
//!
//! An optimizer that is written with `#[optimizer]` describes its step as a program, `optim_core::program`. This crate prints each pass of a program as
//! one kernel with [CubeCL](https://docs.rs/cubecl), so each stream is loaded once and stored once. States, and scalars that depend on reductions, stay on
//! the device; nothing comes back to the host in a step.
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | [`GpuOptimizer`]: an optimizer with states on a device |
//! | `layout`, `residence` | where states are; the same on a device |
//! | `compile` | the program of a parameter as kernels and rows of tables |
//! | `plan` | the launches of a step: parameters with equal kernels go together |
//! | `launch_plan` | [`plan_for`]: these launches as a public figure |
//! | `streams` | what a launch reads and writes: in bytes, and by name |
//! | `body` | kernels as data |
//! | `arithmetic`, `kernels` | the same in CubeCL |
//! | `remark` | comments in kernels, for `print` |
//! | `print` | the text of kernels, with the feature `print` |
//! | `launch` | calls of kernels, with all `unsafe` |

mod arithmetic;
mod body;
mod compile;
mod error;
#[allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_cast,
    reason = "the language of kernels: bodies are values, positions have a type of theirs"
)]
mod kernels;
mod launch;
mod launch_plan;
mod layout;
mod optimizer;
mod plan;
#[cfg(feature = "print")]
pub mod print;
mod remark;
mod residence;
mod streams;

pub use cubecl;
pub use error::GpuError;
pub use launch_plan::{LaunchKind, LaunchPlan, PlannedLaunch, plan_for};
pub use optimizer::GpuOptimizer;
pub use residence::bindings;
