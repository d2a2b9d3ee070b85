//! Wrong programs and the exact errors they get, a folder per rule.
//!
//! The compiler's own words differ between releases, so this runs on the pinned one only; elsewhere it passes at once.
//! `TRYBUILD=overwrite cargo test -p optim-ui` writes the expected errors again: read the difference.

use std::fs;
use std::process::Command;
use std::{env, io};

/// The release whose words are in the `.stderr` files.
const PINNED: &str = "rustc 1.95.";

fn on_the_pinned_compiler() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(rustc).arg("--version").output().is_ok_and(|output| {
        let version = String::from_utf8_lossy(&output.stdout);
        version.starts_with(PINNED) && !version.contains("nightly") && !version.contains("beta")
    })
}

#[test]
fn wrong_programs_get_these_errors() {
    if on_the_pinned_compiler() {
        trybuild::TestCases::new().compile_fail("*/*.rs");
    }
}

/// The compiler quotes lines of the standard library if the component `rust-src` is installed. Otherwise it only names the file.
#[test]
fn no_error_names_a_file_of_the_standard_library() -> io::Result<()> {
    for folder in fs::read_dir(env!("CARGO_MANIFEST_DIR"))? {
        let folder = folder?.path();
        if !folder.is_dir() {
            continue;
        }
        for file in fs::read_dir(folder)? {
            let file = file?.path();
            let is_foreign =
                file.extension().is_some_and(|is| is == "stderr") && fs::read_to_string(&file)?.contains("$RUST");
            assert!(!is_foreign, "{} names a file of the standard library", file.display());
        }
    }
    Ok(())
}
