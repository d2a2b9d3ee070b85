//! Setters take numbers and schedules: no whole numbers, and no functions that are no schedule yet.

use optim_std::prelude::*;

fn main() {
    let _ = Lion::new().lr(1);
    let _ = Lion::new().lr(|t: f64| 0.1 / (1.0 + t));
}
