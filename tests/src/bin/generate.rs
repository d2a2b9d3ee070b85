//! Writes generated programs: `generate` the committed ones, `generate <folder> <first seed> <count>` a crate of others.
//!
//! `cargo test` in that folder runs its programs.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use optim_tests::generate::{FILES, file, program, seeds};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    match &arguments[..] {
        [] => {
            for number in 0..FILES {
                fs::write(root.join(format!("tests/generated/batch_{number}.rs")), file(seeds(number)))?;
            }
            Ok(())
        }
        [folder, first, count] => {
            let number = |text: &str| text.parse::<u64>().map_err(io::Error::other);
            scratch(&root, Path::new(folder), number(first)?, number(count)?)
        }
        _ => Err(io::Error::other("usage: generate [folder first-seed count]")),
    }
}

/// A crate with one file per program, so that the compiler's messages name the program.
fn scratch(root: &Path, folder: &Path, first: u64, count: u64) -> io::Result<()> {
    let tests = folder.join("tests/fuzz");
    if tests.exists() {
        fs::remove_dir_all(&tests)?;
    }
    fs::create_dir_all(&tests)?;
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "//! Nothing.\n")?;
    let workspace = root.parent().unwrap_or(root).display().to_string();
    let manifest = format!(
        "[package]\nname = \"fuzz\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\noptim-std = {{ path = \"{workspace}/optim-std\" }}\noptim-tests = {{ path = \"{workspace}/tests\" }}\n\n[profile.dev]\ndebug = false\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let shared = fs::read_to_string(root.join("tests/generated/prelude.rs"))?;
    fs::write(tests.join("prelude.rs"), shared)?;
    let mut main = String::from("mod prelude;\n");
    for seed in first..first + count {
        let _ = writeln!(main, "mod file_{seed};");
        fs::write(tests.join(format!("file_{seed}.rs")), format!("use super::prelude::*;\n\n{}", program(seed)))?;
    }
    fs::write(tests.join("main.rs"), main)
}
