//! The body of an elementwise function follows the rules of a step.

use optim_std::author::*;

#[elementwise]
fn branch<V: Value>(x: V) -> V {
    if x > 0.0 { x } else { -x }
}

#[elementwise]
fn reduction<V: Value>(x: V) -> V {
    x / x.norm()
}

#[elementwise]
fn mask<V: Value>(x: V) -> V {
    x > 0.0
}

#[elementwise]
fn unknown<V: Value>(x: V) -> V {
    y.sqr()
}

#[elementwise]
fn effects<V: Value>(x: V) -> V {
    println!("x");
    std::process::exit(1);
    return x;
}

#[elementwise]
fn nothing<V: Value>(x: V) -> V {
    let _ = x;
}

#[elementwise]
fn settings<V: Value>(x: V) -> V {
    self.lr * state.exp_avg * x
}

#[elementwise]
fn recursive<V: Value>(x: V) -> V {
    recursive(x)
}

fn main() {}
