//! Wrappers: optimizers around optimizers.

mod bits;
mod checkpoint;
mod configure;
mod differential;
mod model;
mod optimizers;
mod plateau;
mod settings;
mod steps;
mod variables;
