//! Right programs: the stock optimizers and schedules, the examples, and what the tests of kernels and schedules run. All
//! of them expand without a message, to items that parse. What a few expand to is in `expand/snapshots/`, to read; the tests
//! that run these programs say whether they are right.

use std::fs;
use std::path::{Path, PathBuf};

use super::program::Program;

/// Folders and files of right programs, and how many annotated items they have at least.
const PROGRAMS: [(&str, usize); 11] = [
    ("optim-std/src/optimizers", 40),
    ("optim-std/src/contrib", 2),
    ("optim-std/src/schedulers", 60),
    ("optim-std/src/shelf.rs", 6),
    ("examples", 10),
    ("tests/tests/accepted", 25),
    ("tests/tests/differential", 60),
    ("tests/tests/lints", 6),
    ("tests/tests/regressions.rs", 25),
    ("tests/tests/schedules", 10),
    ("tests/tests/step_functions", 20),
];

/// The programs at a path or below it, in a fixed order.
fn programs(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        return entries.iter().flat_map(|entry| programs(entry)).collect();
    }
    if path.extension().is_some_and(|ext| ext == "rs") { vec![path.to_owned()] } else { Vec::new() }
}

#[test]
fn right_programs_expand_without_a_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, least) in PROGRAMS {
        let mut items = 0;
        for file in programs(&root.join(path)) {
            let program = Program::read(&fs::read_to_string(&file).expect("a program"));
            assert_eq!(program.messages(), [], "{}", file.display());
            for expansion in &program.expansions {
                let parsed = syn::parse2::<syn::File>(expansion.tokens.clone());
                assert!(parsed.is_ok(), "{} of {}: {parsed:?}", expansion.name, file.display());
            }
            items += program.expansions.len();
        }
        assert!(items >= least, "{items} annotated items in {path}");
    }
}
