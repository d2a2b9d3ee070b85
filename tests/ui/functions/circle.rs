//! Step functions that use each other in a circle.

use optim_std::author::*;

#[optimizer(uses(parts::pong))]
fn ping(x: Tensor) -> Tensor {
    parts::pong(x)
}

mod parts {
    use optim_std::author::*;

    use super::{half, ping};

    #[optimizer(uses(ping, half))]
    pub fn pong(x: Tensor) -> Tensor {
        ping(half(x))
    }
}

#[optimizer]
fn half(x: Tensor) -> Tensor {
    0.5 * x
}

/// Not in the circle.
#[optimizer(uses(ping))]
fn outside(x: Tensor) -> Tensor {
    ping(x)
}

fn main() {}
