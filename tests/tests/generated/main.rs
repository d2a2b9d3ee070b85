//! Random programs of the step language: every kernel agrees with the graph interpreter.

#![allow(clippy::approx_constant, reason = "random numbers may look like constants")]

mod prelude;

// The generator writes one statement a line, whatever its length.
#[rustfmt::skip]
mod batch_0;
#[rustfmt::skip]
mod batch_1;
#[rustfmt::skip]
mod batch_2;
#[rustfmt::skip]
mod batch_3;
#[rustfmt::skip]
mod batch_4;
#[rustfmt::skip]
mod batch_5;
#[rustfmt::skip]
mod batch_6;
#[rustfmt::skip]
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
