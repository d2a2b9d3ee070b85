//! Prints the random program of each seed: `generate SEED…`.

use std::{env, io};

use optim_tests::generate::program;

fn main() -> io::Result<()> {
    let seeds: Result<Vec<u64>, _> = env::args().skip(1).map(|seed| seed.parse()).collect();
    match seeds {
        Ok(seeds) if !seeds.is_empty() => {
            seeds.into_iter().for_each(|seed| println!("{}", program(seed)));
            Ok(())
        }
        _ => Err(io::Error::other("usage: generate SEED…, each a whole number")),
    }
}
