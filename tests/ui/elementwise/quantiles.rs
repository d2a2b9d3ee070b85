//! A function of single numbers has none.

use optim_std::author::*;

#[elementwise]
fn clipped<V: Value>(x: V) -> V {
    x.min(x.quantile(0.9))
}

fn main() {}
