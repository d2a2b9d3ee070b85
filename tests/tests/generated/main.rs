//! Random programs of the step language: every kernel agrees with the graph interpreter.
//!
//! The build script writes them. The name of a test is its seed. On failure, it says how to print its program.

#![allow(clippy::approx_constant, reason = "random numbers may look like constants")]

mod prelude;

mod programs {
    use super::prelude::*;

    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

/// A seed always gives the same program: the build script and the library draw the same ones.
#[test]
fn programs_are_those_of_the_library() {
    let seeds = env!("GENERATED_FIRST").parse().unwrap()..env!("GENERATED_END").parse().unwrap();
    let compiled = include_str!(concat!(env!("OUT_DIR"), "/programs.rs"));
    assert!(compiled == optim_tests::generate::programs(seeds));
}

#[test]
#[should_panic(expected = "cargo run -p optim-tests --bin generate 17")]
fn a_failure_says_how_to_print_its_program() {
    prelude::of_seed(17, |_| panic!("they differ"));
}
