//! Random numbers in an elementwise function.

use optim_std::author::*;

#[elementwise]
fn jitter<V: Value>(x: V) -> V {
    x + normal_like(x)
}

#[elementwise]
fn dropped<V: Value>(x: V, share: f64) -> V {
    select(uniform_like(x) < share, x, 0.0)
}

fn main() {}
