//! Inputs of `#[derive(Choice)]`.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum WithValues {
    Plain,
    Scaled(f64),
    Named { by: f64 },
}

#[derive(Debug, Clone, Copy, Choice)]
enum Empty {}

#[derive(Debug, Clone, Copy, Choice)]
struct Struct {
    x: f64,
}

#[derive(Debug, Clone, Copy, Choice)]
enum Generic<T> {
    Plain,
    Other(T),
}

#[derive(Debug, Clone, Copy, Choice)]
enum Twins {
    TwoSided,
    Two_Sided,
}

#[derive(Debug, Clone, Copy, Choice)]
#[choice(rename = "x")]
enum Renamed {
    #[choice(rename = "y")]
    Plain,
}

fn main() {}
