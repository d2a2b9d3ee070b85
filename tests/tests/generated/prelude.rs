//! What generated programs use.

pub(crate) use optim_std::prelude::*;
pub(crate) use optim_tests::compare::{compare, compare_double};

/// A choice among three.
#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub(crate) enum Mode {
    First,
    Second,
    Third,
}

/// A fixed number.
pub(crate) const RATE: f64 = 0.37;
