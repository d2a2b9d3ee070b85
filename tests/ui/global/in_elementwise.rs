//! An elementwise function treats each number alone.

use optim_std::author::*;

#[elementwise]
fn normalized<V: Value>(x: V) -> V {
    x / x.global_norm()
}

fn main() {}
