//! Steps of optimizers as kernels of GPUs.
//!
//! An optimizer that is written with `#[optimizer]` describes its step as a program, `optim_core::program`. This crate turns each pass of a program into
//! one kernel with [CubeCL](https://docs.rs/cubecl), so each stream is loaded once and stored once. States, and scalars that depend on reductions, stay on
//! the device. A step sends nothing back to the host.
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | [`GpuOptimizer`]: an optimizer with states on a device |
//! | `inputs`, `reports` | inputs besides gradients; numbers that the device reports about a step |
//! | `capture`, `ahead`, `step_table` | recorded steps and their replays; replays for which the host writes nothing; the numbers of many steps, and the kernel that reads the numbers of the next step |
//! | `layout`, `residence` | the places of states; the states on a device |
//! | `compile`, `passes`, `walk` | the program of a parameter as kernels and rows of tables; its passes; one walk over memory |
//! | `probe` | steps with gradients at two points |
//! | `clipping`, `copying` | the norm of all gradients; copies of parameters |
//! | `plan` | the launches of a step: parameters with equal kernels share launches |
//! | `launch_plan` | [`plan_for`]: these launches as a public type |
//! | `streams`, `bytes` | the arrays that a launch reads and writes: by name, and in bytes |
//! | `units` | the sizes by which launches divide parameters |
//! | `body` | kernels as data |
//! | `arithmetic`, `element`, `random`, `matrices`, `scalars`, `kernels` | kernels in CubeCL |
//! | `storage` | numbers in two bytes or one |
//! | `remark` | comments in kernels, for `print` |
//! | `print` | the text of kernels, with the feature `print` |
//! | `burn` | modules of burn, with the feature `burn` |
//! | `launch` | calls of kernels, with all `unsafe` |
//!
//! # Features
//!
//! | feature | default | purpose |
//! |---|---|---|
//! | `wgpu` | on | WGSL, on any device that `wgpu` finds: Vulkan, Metal, DirectX |
//! | `vulkan` | off | SPIR-V instead of WGSL, with Vulkan |
//! | `print` | off | the text of kernels in WGSL, CUDA and Metal, without a device |
//! | `burn` | off | `burn::GpuModuleOptimizer`: modules of burn 0.22 on a device |
//! | `fusion` | off | burn's fusion of operations |

mod ahead;
mod arithmetic;
mod body;
#[cfg(feature = "burn")]
pub mod burn;
mod bytes;
mod capture;
mod clipping;
mod compile;
mod copying;
mod element;
mod error;
mod inputs;
mod kernels;
mod launch;
mod launch_plan;
mod layout;
mod matrices;
mod optimizer;
mod passes;
mod plan;
#[cfg(feature = "print")]
pub mod print;
mod probe;
mod random;
mod remark;
mod reports;
mod residence;
mod scalars;
mod step_table;
mod storage;
mod streams;
mod units;
mod walk;

pub use ahead::{RecordedAhead, StepsAhead};
pub use capture::Recorded;
pub use cubecl;
pub use error::GpuError;
pub use inputs::GpuInput;
pub use launch_plan::{LaunchKind, LaunchPlan, PlannedLaunch, plan_for};
pub use optimizer::GpuOptimizer;
pub use residence::bindings;

#[cfg(all(doctest, feature = "burn"))]
#[doc = include_str!("../../optim-std/docs/gpu.md")]
mod guide {}
