//! The attribute on other items.

use optim_std::prelude::*;

#[optimizer]
pub enum Mode {
    First,
    Second,
}

#[optimizer]
fn step(param: &mut Tensor, grad: Tensor) {}

#[optimizer]
mod inner {}

#[optimizer]
pub struct Pair(f64, f64);

#[optimizer]
pub struct Nothing();

fn main() {}
