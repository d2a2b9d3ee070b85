//! Constants that a step function can't carry to its callers.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub enum Mode {
    Fast,
    Slow,
}

static SHARED: f64 = 0.5;

use Mode::Slow;

const MODE: Mode = Mode::Fast;

#[optimizer]
fn of_an_enum(x: Tensor) -> Tensor {
    if MODE == Mode::Fast { x } else { 2.0 * x }
}

#[optimizer]
fn of_an_imported_variant(x: Tensor, mode: Mode) -> Tensor {
    if mode == Slow { x } else { 2.0 * x }
}

#[optimizer]
fn of_a_static(x: Tensor) -> Tensor {
    SHARED * x
}

#[optimizer]
fn of_nothing(x: Tensor) -> Tensor {
    MISSING * x
}

fn main() {}
