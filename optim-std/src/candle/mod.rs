//! Optimizers for the variables of [candle](https://docs.rs/candle-core).
//!
//! [`CandleOptimizer`] makes any optimizer of this crate a [`candle_nn::Optimizer`]. Its configuration is a [`Builder`](crate::Builder), with groups,
//! schedules and clipping. On the CPU, the fused kernels update the memory of the variables. On other devices, the step runs as a graph on candle's
//! tensors, and the states stay on the device.
//!
//! The guide: [`guide::candle`](crate::guide::candle).
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | [`CandleOptimizer`] |
//! | `variables` | the variables by name, and errors about them |
//! | `host` | a step in the memory of the variables |
//! | `lock` | the locks of all variables and gradients of a step |
//! | `device` | a step with tensors of candle |
//! | `backend` | [`CandleBackend`]: the operations |
//! | `element` | element types |
//! | `error` | errors |

mod backend;
mod device;
mod element;
mod error;
mod host;
mod lock;
mod optimizer;
mod variables;

pub use backend::CandleBackend;
pub use element::Element;
pub use error::CandleError;
pub use optimizer::CandleOptimizer;
