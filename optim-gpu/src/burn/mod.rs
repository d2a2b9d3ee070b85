//! Optimizers for modules of [burn](https://burn.dev) 0.22, on its backend for CubeCL.
//!
//! A [`GpuModuleOptimizer`] steps a whole module with few kernels, in burn's own buffers. A [`GpuParamOptimizer`] steps one parameter. It is for adapters
//! that get one parameter after another: with the feature `burn-gpu` of `optim-std`, `BurnOptimizer` has one for each parameter. burn's fusion of
//! operations may be on or off.
//!
//! | file | purpose |
//! |---|---|
//! | `module` | [`GpuModuleOptimizer`] |
//! | `param` | [`GpuParamOptimizer`] |
//! | `walk` | the parameters of a module and their buffers |
//! | `tensors` | the buffers of tensors, with fusion and without |
//! | `error` | errors |

use optim_core::Optimizer;

mod error;
mod module;
mod param;
mod tensors;
mod walk;

pub use error::{BurnError, NotStepped};
pub use module::GpuModuleOptimizer;
pub use param::GpuParamOptimizer;
pub use tensors::is_cubecl;

/// Refuses an optimizer with a probe: burn gives the gradients of a module at one point.
fn check_no_probe(optimizer: &Optimizer<f32>) -> Result<(), BurnError> {
    if optimizer.has_probe() { Err(BurnError::Probe { optimizer: optimizer.name() }) } else { Ok(()) }
}
