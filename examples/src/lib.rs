//! What the example programs share: data, a small network, optimizers by name, curves.

pub mod curves;
pub mod data;
pub mod network;
pub mod part;
pub mod stock;
