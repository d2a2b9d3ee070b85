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
//! | `options` | the meaning of burn's learning rate, the path of steps, the handling of errors |
//! | `examine`, `rates` | checks before the first step, and the learning rate of a group |
//! | `shared` | data that all parameters share, and the handling of errors |
//! | `step`, `path` | the step of one parameter: its data, and the choice of its path |
//! | `watched` | watched numbers of one parameter after another |
//! | `state` | the state of one parameter |
//! | `memory` | this state as data, for records and for changes between kernel and graph |
//! | `kernel` | steps by the fused kernel, on the memory of tensors |
//! | `graph` | steps by the graph, with burn's tensors |
//! | `gpu` | steps by kernels on a device, with the feature `burn-gpu` |
//! | `tensors` | burn's tensors as a backend of the evaluator |
//! | `error` | errors |

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
mod path;
mod rates;
mod shared;
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
