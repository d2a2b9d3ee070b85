//! What the example programs share: data, a small network, optimizers by name, surfaces to walk on, pictures.

pub mod curve;
pub mod curves;
pub mod data;
pub mod descent;
pub mod estimate;
mod joint;
pub mod network;
pub mod part;
pub mod plot;
pub mod stock;
pub mod surface;
