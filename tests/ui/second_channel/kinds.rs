//! Kinds that don't agree don't type-check.

use optim_std::lang::ops;
use optim_std::author::*;

fn kinds(x: Tensor, row: Rows, col: Cols, length: Scalar, mask: Mask) -> Tensor {
    let mut y = x;
    y = row;
    y = length;
    y += row;
    let z: Scalar = row * col;
    let _ = ops::select(mask, x, mask);
    let _ = ops::matmul(row, x);
    let _ = ops::t(length);
    let _ = ops::full(mask);
    let _ = mask & true;
    row
}

fn main() {}
