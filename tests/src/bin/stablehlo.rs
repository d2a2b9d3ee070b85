//! Writes steps of all stock optimizers and functions as modules of StableHLO, with arguments and expected results: `stablehlo FOLDER [STEPS]`,
//! 20 steps by default. `tests/xla/run.py FOLDER` runs them with XLA.

use std::env;
use std::path::Path;

use optim_tests::{Error, xla};

fn main() -> Result<(), Error> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().ok_or("a folder is wanted: `stablehlo FOLDER [STEPS]`")?;
    let steps = arguments.next().map_or(Ok(20), |steps| steps.parse())?;
    for reason in xla::write(Path::new(&folder), steps)? {
        println!("no module: {reason}");
    }
    Ok(())
}
