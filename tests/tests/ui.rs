//! Wrong programs and the exact errors they get, a folder per rule.
//!
//! The compiler's own words differ between releases, so this runs on the pinned one only; elsewhere it passes at once.
//! `TRYBUILD=overwrite cargo test -p optim-tests --test ui` writes the expected errors again: read the difference.
//!
//! Most programs get messages of the macros alone, which `optim-macros/src/tests/refused.rs` compares in process. They are left to it
//! here, but for one of each folder, unless `UI=all` is in the environment, as in `.ci/run`.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The release whose words are in the `.stderr` files.
const PINNED: &str = "rustc 1.95.";

fn on_the_pinned_compiler() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(rustc).arg("--version").output().is_ok_and(|output| {
        let version = String::from_utf8_lossy(&output.stdout);
        version.starts_with(PINNED) && !version.contains("nightly") && !version.contains("beta")
    })
}

/// Returns true if the compiler itself says something of a program: its own messages have no line that names their section of the guide.
fn is_said_by_the_compiler(program: &Path) -> Result<bool, Box<dyn Error>> {
    let expected = program.with_extension("stderr");
    if !expected.exists() {
        return Ok(true);
    }
    let text = fs::read_to_string(expected)?;
    let messages = text.lines().filter(|line| line.starts_with("error") || line.starts_with("warning")).count();
    Ok(messages != text.matches("note: see `optim_std::guide::errors").count())
}

/// The programs that the compiler is given.
fn programs() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut all = BTreeSet::new();
    for folder in fs::read_dir("ui")? {
        let files = fs::read_dir(folder?.path())?.map(|file| file.map(|file| file.path()));
        let mut files = files.collect::<Result<Vec<_>, _>>()?;
        files.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
        files.sort();
        for (number, path) in files.into_iter().enumerate() {
            if number == 0 || env::var_os("UI").is_some_and(|ui| ui == "all") || is_said_by_the_compiler(&path)? {
                all.insert(path);
            }
        }
    }
    Ok(all.into_iter().collect())
}

#[test]
fn wrong_programs_get_these_errors() -> Result<(), Box<dyn Error>> {
    // A choice by name is among all of them.
    let chosen = env::args().any(|argument| argument.starts_with("trybuild="));
    if !on_the_pinned_compiler() {
        return Ok(());
    }
    let cases = trybuild::TestCases::new();
    if chosen {
        cases.compile_fail("ui/*/*.rs");
        return Ok(());
    }
    for program in programs()? {
        cases.compile_fail(program);
    }
    Ok(())
}
