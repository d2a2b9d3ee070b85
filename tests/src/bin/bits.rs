//! Prints a hash of the results of every stock optimizer in random cases: `bits [CASES]`, 100 by default.
//!
//! Run it before and after a change that must not alter any number, on one machine, and compare both outputs.

use std::env;

use optim_std::Definition;
use optim_std::testing::{Check, Failure};
use optim_tests::stock::row;
use optim_tests::{Error, each_optimizer};

fn main() -> Result<(), Error> {
    let cases = env::args().nth(1).map_or(Ok(100), |count| count.parse())?;
    let mut results = Vec::new();
    each_optimizer!(record, &mut results, cases);
    for (name, result) in results {
        let summary = result?;
        println!("{name:10} {:016x} {:4} cases", summary.digest, summary.passed);
    }
    Ok(())
}

fn record<O: Definition>(results: &mut Vec<(&'static str, Result<optim_std::testing::Summary, Failure>)>, cases: u64) {
    let check = Check::new().cases(cases);
    // An eigenspace has several bases, so the kernel and the interpreter may differ.
    let check = match row(O::NAME).shape {
        Some(shape) => check.shape(shape),
        None => check,
    };
    results.push((O::NAME, check.run::<O>()));
}
