//! Optimizers for modules of [burn](https://burn.dev) 0.22.
//!
//! A [`BurnOptimizer`] implements burn's optimizer trait, which steps each parameter separately. So burn's `ModuleOptimizer`, learners,
//! learning rate schedulers and records work as with burn's own optimizers. A [`BurnModuleOptimizer`] does the same for one module and knows
//! its parameters by name. [The guide](crate::guide::burn) shows both.
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | [`BurnOptimizer`], and the trait |
//! | `module`, `names` | [`BurnModuleOptimizer`], and the parameters of a module by name |
//! | `options` | what a learning rate of burn means, where steps run, what an error does |
//! | `examine`, `rates` | checks before the first step, and what the learning rate is |
//! | `step` | the step of one parameter: where it runs, and what an error does |
//! | `watched` | watched numbers of one parameter after another |
//! | `state` | the state of one parameter |
//! | `memory` | the same as data: records, and from the kernel to the graph |
//! | `kernel` | steps by the fused kernel, on the memory of tensors |
//! | `graph` | steps by the graph, with burn's tensors |
//! | `gpu` | steps by kernels on a device, with the feature `burn-gpu` |
//! | `tensors` | burn's tensors as a backend of the evaluator |
//! | `error` | why not |

mod error;
mod examine;
#[cfg(feature = "burn-gpu")]
mod gpu;
mod graph;
mod kernel;
mod memory;
mod module;
mod names;
mod optimizer;
mod options;
mod rates;
mod state;
mod step;
mod tensors;
mod watched;

pub use error::{BurnError, BurnStepError};
pub use module::BurnModuleOptimizer;
pub use optimizer::BurnOptimizer;
pub use options::{BurnOptions, Failures, LearningRates, OnError, StepPath};
pub use state::ParamState;
pub use tensors::BurnTensorError;
