//! Signatures of step functions that are not allowed.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub enum Mode {
    Fast,
    Slow,
}

#[optimizer]
fn with_self(&self, x: Tensor) -> Tensor {
    x
}

#[optimizer]
fn with_state(x: Tensor, state: &mut State<Mode>) -> Tensor {
    x
}

#[optimizer]
fn with_a_pattern(x: Tensor, (a, b): (f64, f64)) -> Tensor {
    a * x + b
}

#[optimizer]
fn with_a_reference(x: &Tensor) -> Tensor {
    2.0 * x
}

#[optimizer]
fn with_a_list(x: Tensor, modes: Vec<Mode>) -> Tensor {
    x
}

#[optimizer]
fn with_no_type(x: Tensor, mode: moode) -> Tensor {
    x
}

#[optimizer]
fn with_fixed_values_only(a: f64, n: usize) -> f64 {
    a * n as f64
}

#[optimizer]
fn with_generics<T>(x: Tensor, y: T) -> Tensor {
    x
}

#[optimizer]
const fn with_const(x: Tensor) -> Tensor {
    x
}

#[optimizer]
fn select(x: Tensor) -> Tensor {
    x
}

#[optimizer]
fn with_another_result(x: Tensor) -> Tensor {
    x.norm()
}

#[optimizer]
fn with_no_result(x: Tensor) {
    x * 2.0
}

#[optimizer]
#[cfg(unix)]
fn with_cfg(x: Tensor) -> Tensor {
    x
}

#[optimizer]
#[optimizer]
fn marked_twice(x: Tensor) -> Tensor {
    x
}

#[optimizer(state <m = 0.0>)]
fn with_declarations(x: Tensor) -> Tensor {
    x
}

#[scheduler]
fn a_schedule(t: Scalar) -> Scalar {
    t
}

fn main() {}
