//! A choice is `Copy`.

use optim_std::author::*;

#[derive(Debug, Clone, Choice)]
enum Mode {
    Plain,
    Signed,
}

fn main() {}
