//! Step functions that call each other in a circle.

use optim_std::prelude::*;

#[optimizer(uses(pong))]
fn ping(x: Tensor) -> Tensor {
    pong(x)
}

#[optimizer(uses(ping))]
fn pong(x: Tensor) -> Tensor {
    ping(x)
}

fn main() {}
