//! Impls, schedules and elementwise functions of any text. The macros do not panic, and expand to valid Rust, the same each time.
//!
//! An input is a file with both halves. The mutator replaces expressions and statements.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match str::from_utf8(&data[..size]).ok().and_then(|text| optim_fuzz_macros::mutated_syntax(text, seed)) {
        Some(text) if text.len() <= max_size => {
            data[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});

fuzz_target!(init: optim_fuzz_macros::start("step"), |bytes: &[u8]| -> Corpus {
    match str::from_utf8(bytes).ok().and_then(optim_fuzz_macros::expand) {
        Some(_) => Corpus::Keep,
        None => Corpus::Reject,
    }
});
