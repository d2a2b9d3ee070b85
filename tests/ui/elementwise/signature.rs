//! Signatures of elementwise functions.

use optim_std::author::*;

#[elementwise]
fn no_generic(x: f64) -> f64 {
    x
}

#[elementwise]
fn two_generics<A: Value, B: Value>(x: A, y: B) -> A {
    x
}

#[elementwise]
fn no_bound<V>(x: V) -> V {
    x
}

#[elementwise]
fn no_value<V: Value>(x: f64) -> V {
    x
}

#[elementwise]
fn other_result<V: Value>(x: V) -> f64 {
    x
}

#[elementwise]
fn other_argument<V: Value>(x: V, name: &str) -> V {
    x
}

#[elementwise]
async unsafe fn modifiers<V: Value>(x: V) -> V {
    x
}

#[elementwise]
fn pattern<V: Value>((x, y): (V, V)) -> V {
    x
}

#[elementwise(fast)]
fn argument<V: Value>(x: V) -> V {
    x
}

#[elementwise]
struct Softsign;

fn main() {}
