//! Masks: elements of parameters that stay zero with any optimizer.

mod bed;
mod checkpoint;
mod choose;
mod errors;
mod random;
mod read;
mod steps;
mod stock;
