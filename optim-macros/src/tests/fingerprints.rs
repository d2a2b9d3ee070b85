//! What programs expand to, as one number for each definition, kept in a file.
//! `BLESS=1 cargo test -p optim-macros fingerprints` writes all such files anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::program::Program;

/// FNV-1a, which stays what it is whatever the version of the standard library.
pub(super) fn fingerprint(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

/// A line for each name that is defined in a program: what all of its items expand to.
pub(super) fn fingerprints(title: &str, program: Program) -> String {
    let mut expansions: BTreeMap<String, String> = BTreeMap::new();
    for expansion in program.expansions {
        write!(expansions.entry(expansion.name).or_default(), "{}", expansion.tokens).expect("a string takes all");
    }
    expansions.iter().map(|(name, tokens)| format!("{title} {name} {}\n", fingerprint(tokens))).collect()
}

/// Lines with fingerprints in them are those of a file of this crate, or become them.
pub(super) fn is_kept(file: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("BLESS").is_some() {
        fs::write(file, found).expect("the file can be written");
        return;
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    let changed: Vec<&str> = found.lines().filter(|line| !kept.lines().any(|kept| kept == *line)).collect();
    assert!(kept == found, "other expansions than before, or BLESS=1 writes them anew: {changed:#?}");
}

/// Beside their messages wrong programs expand to something as well, so that their uses add no messages of their own.
#[test]
fn stand_ins_have_these_fingerprints() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    let mut found = String::new();
    for path in [
        "control_flow/early_return",
        "elementwise/body",
        "elementwise/signature",
        "fields/tensors_and_cells",
        "hyper/malformed",
        "scheduler/missing_value",
        "scheduler/state",
        "scheduler/arguments",
        "scheduler/body",
    ] {
        let text = fs::read_to_string(ui.join(path).with_extension("rs")).expect("a program");
        found += &fingerprints(path, Program::read(&text));
    }
    is_kept("src/tests/stand_ins.txt", &found);
}
