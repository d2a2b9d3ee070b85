//! Right programs: the stock optimizers and schedules, the examples, and the bodies that the tests of the kernels run.
//! All of them expand without a message, to items that parse.

use std::fs;
use std::path::Path;

use super::program::Program;

/// Folders and files of right programs, and how many annotated items they have at least.
const PROGRAMS: [(&str, usize); 6] = [
    ("optim-std/src/optimizers", 40),
    ("optim-std/src/schedulers", 60),
    ("examples", 10),
    ("tests/tests/accepted.rs", 25),
    ("tests/tests/differential", 60),
    ("tests/tests/regressions.rs", 25),
];

/// The annotated items below a path, all expanded.
fn expand(path: &Path) -> usize {
    if path.is_dir() {
        return fs::read_dir(path).expect("a folder").map(|entry| expand(&entry.expect("an entry").path())).sum();
    }
    if path.extension().is_none_or(|ext| ext != "rs") {
        return 0;
    }
    let program = Program::read(&fs::read_to_string(path).expect("a program"));
    assert_eq!(program.messages(), [], "{}", path.display());
    for expansion in &program.expansions {
        let items = syn::parse2::<syn::File>(expansion.tokens.clone());
        assert!(items.is_ok(), "{} of {}: {items:?}", expansion.name, path.display());
    }
    program.expansions.len()
}

#[test]
fn right_programs_expand_without_a_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, least) in PROGRAMS {
        let found = expand(&root.join(path));
        assert!(found >= least, "{found} annotated items in {path}");
    }
}
