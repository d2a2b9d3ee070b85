//! Random programs of the step language: every kernel agrees with the graph interpreter.

#![allow(clippy::approx_constant, reason = "random numbers may look like constants")]

mod prelude;

mod batch_0;
mod batch_1;
mod batch_2;
mod batch_3;
mod batch_4;
mod batch_5;
mod batch_6;
mod batch_7;

use optim_tests::generate::{FILES, file, seeds};

/// The files are what the generator makes: after a change of it run `cargo run -p optim-tests --bin generate`.
#[test]
fn files_are_up_to_date() {
    for number in 0..FILES {
        let path = format!("{}/tests/generated/batch_{number}.rs", env!("CARGO_MANIFEST_DIR"));
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == file(seeds(number)),
            "{path} is not what the generator makes: run `cargo run -p optim-tests --bin generate`"
        );
    }
}
