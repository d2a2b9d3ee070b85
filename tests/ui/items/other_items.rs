//! The attribute on other items.

use optim_std::author::*;

#[optimizer]
pub enum Mode {
    First,
    Second,
}

#[optimizer]
fn step(_: &mut Tensor, _: Tensor) {}

#[optimizer]
mod inner {}

#[optimizer]
#[derive(Clone)]
pub struct Pair(f64, f64);

#[optimizer]
#[derive(Clone)]
pub struct Nothing();

fn main() {}
