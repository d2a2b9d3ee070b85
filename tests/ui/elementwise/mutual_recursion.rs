//! Functions that call each other: each macro sees one of them, the compiler sees the circle.

use optim_std::author::*;

#[elementwise]
fn first<V: Value>(x: V) -> V {
    second(x) + 1.0
}

#[elementwise]
fn second<V: Value>(x: V) -> V {
    first(x) * 2.0
}

fn main() {}
