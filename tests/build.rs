//! Writes the random programs that `tests/generated` compiles.
//!
//! The environment variable `GENERATED_SEEDS=1000..1200` selects other programs than the usual ones.

#[allow(dead_code, unreachable_pub, unused_imports, reason = "the library uses more of the module")]
#[path = "src/generate/mod.rs"]
mod generate;

use std::error::Error;
use std::ops::Range;
use std::path::PathBuf;
use std::{env, fs};

/// The environment variable.
const VARIABLE: &str = "GENERATED_SEEDS";

fn main() -> Result<(), Box<dyn Error>> {
    // If the generator changes, cargo compiles and runs this script again.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    let seeds = match env::var(VARIABLE) {
        Ok(text) => seeds(&text).ok_or_else(|| format!("{VARIABLE}={text} is not a range such as 0..200"))?,
        Err(env::VarError::NotPresent) => generate::SEEDS,
        Err(error) => return Err(error.into()),
    };
    println!("cargo::rustc-env=GENERATED_FIRST={}", seeds.start);
    println!("cargo::rustc-env=GENERATED_END={}", seeds.end);
    let path = PathBuf::from(env::var("OUT_DIR")?).join("programs.rs");
    Ok(fs::write(path, generate::programs(seeds))?)
}

fn seeds(text: &str) -> Option<Range<u64>> {
    let (first, end) = text.split_once("..")?;
    Some(first.parse().ok()?..end.parse().ok()?)
}
