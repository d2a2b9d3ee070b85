//! Code that the example programs share: data, a small network, optimizers by name, curves of a run.

pub mod curves;
pub mod data;
pub mod estimate;
pub mod network;
mod output;
pub mod stock;

pub use output::output;
