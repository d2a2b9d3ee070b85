//! What generated programs use.

pub use optim_std::prelude::*;
pub use optim_tests::compare::{compare, compare_double};

/// A choice among three.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub enum Mode {
    First,
    Second,
    Third,
}

/// A fixed number.
pub const RATE: f64 = 0.37;
