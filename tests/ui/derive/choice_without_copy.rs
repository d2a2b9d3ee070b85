//! A choice is `Copy`.

use optim_std::prelude::*;

#[derive(Debug, Clone, Choice)]
enum Mode {
    Plain,
    Signed,
}

fn main() {}
