//! Masks: elements of parameters that stay zero, whatever the optimizer does.

mod bed;
mod checkpoint;
mod choose;
mod errors;
mod random;
mod read;
mod steps;
mod stock;
