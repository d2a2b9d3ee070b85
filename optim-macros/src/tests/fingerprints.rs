//! What the programs of other tests expand to, as one number each: a change of emission names the programs that it
//! reaches, and a rearrangement reaches none. `expand/snapshots/` is what to read; the tests that run these programs say
//! whether they are right. `BLESS=1 cargo test -p optim-macros fingerprints` writes the numbers anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::program::Program;

/// Programs with all of the language in them.
const PROGRAMS: [&str; 9] = [
    "accepted.rs",
    "lints.rs",
    "regressions.rs",
    "differential/control.rs",
    "differential/elementwise.rs",
    "differential/matrices.rs",
    "differential/reductions.rs",
    "differential/states.rs",
    "schedules/custom.rs",
];

/// FNV-1a, which stays what it is whatever the version of the standard library.
pub(super) fn fingerprint(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
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

#[test]
fn expansions_are_what_they_were() {
    let crate_root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = String::new();
    for path in PROGRAMS {
        let text = fs::read_to_string(crate_root.join("../tests/tests").join(path)).expect("a program");
        let mut expansions: BTreeMap<String, String> = BTreeMap::new();
        for expansion in Program::read(&text).expansions {
            write!(expansions.entry(expansion.name).or_default(), "{}", expansion.tokens).expect("a string takes all");
        }
        for (name, tokens) in expansions {
            writeln!(found, "{path} {name} {}", fingerprint(&tokens)).expect("a string takes all");
        }
    }
    is_kept("src/tests/fingerprints.txt", &found);
}
