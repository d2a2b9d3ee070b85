//! Optimizers around optimizers.

mod optimizers;
mod run;
