//! Bodies of step functions that are not allowed: levels, control flow and effects are checked where a function is defined.

use optim_std::author::*;

type Number = f64;

#[optimizer]
fn reads_settings(x: Tensor) -> Tensor {
    self.lr * self.scaled(x) + Self::ONE
}

#[optimizer]
fn asks_for_the_time(x: Tensor) -> Tensor {
    if every(10) { x } else { full(0.0) }
}

#[optimizer]
fn branches_on_data(x: Tensor) -> Tensor {
    if x.norm() > 1.0 { x / x.norm() } else { x }
}

#[optimizer]
fn loops_on_data(x: Tensor, count: Scalar) -> Tensor {
    let mut y = x;
    for _ in 0..count {
        y = 2.0 * y;
    }
    y
}

#[optimizer]
fn calls_itself(x: Tensor, n: usize) -> Tensor {
    if n > 0 { calls_itself(x, n - 1) } else { x }
}

#[optimizer]
fn prints(x: Tensor) -> Tensor {
    println!("{x:?}");
    x
}

#[optimizer]
fn has_a_closure(x: Tensor) -> Tensor {
    let twice = |x| 2.0 * x;
    twice(x)
}

#[optimizer]
fn remembers(x: Tensor) -> Tensor {
    state.m = x;
    state.m
}

#[optimizer]
fn names_a_type(x: Tensor, n: usize) -> Tensor {
    let scale: Held<f64> = 2.0;
    scale * x / n as &Number
}

#[optimizer]
fn forgets_the_star(place: &mut Tensor, x: Tensor) {
    place = x;
    let y = place + x;
    *place = y;
}

fn main() {}
