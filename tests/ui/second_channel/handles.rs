//! Handles in plain functions: control flow on them doesn't type-check.

use optim_std::lang::{condition, ops};
use optim_std::author::*;

fn number(_: f64) {}

fn ordered(_: impl Ord) {}

fn branch(x: Tensor, mask: Mask, length: Scalar) {
    if mask {}
    if condition(mask) {}
    if condition(length) {}
    while length {}
    let _ = mask && mask;
    let _ = x < x;
    let _ = length == length;
    let _ = x as usize;
    for _ in 0..length {}
    for _ in x {}
    let _ = x[0];
    match length {
        0.0 => {}
        _ => {}
    }
    let _ = x?;
    number(x);
    number(length);
    ordered(x);
    let _ = x.max(1.0);
    let _ = 2 * x;
    let _ = mask + mask;
    let _ = ops::select(x, x, x);
    let _ = ops::sqrt(mask);
    let _ = ops::lt(mask, 1.0);
    println!("{length}");
}

fn main() {}
