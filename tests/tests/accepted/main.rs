//! Valid programs that look suspicious: all of them compile, and their kernels agree with their graphs.

#![allow(clippy::excessive_precision, reason = "numbers of the published methods")]

mod assigned;
mod conditional_state;
mod dimensions;
mod fixed;
mod helpers;
mod items;
mod lists;
mod names;
mod outputs;
mod routines;
mod time;
mod values;
mod wrappers;

use optim_std::author::*;

/// An enum of the user.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Mode {
    /// First.
    Plain,
    /// Second.
    Signed,
    /// Third.
    Scaled,
}

/// Half-open sign.
#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}
