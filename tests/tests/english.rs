//! Words that readers have to read twice stay out of messages and documents: the left column of the project's glossary.

use std::fs;
use std::path::{Path, PathBuf};

/// What is not written, and what is written in its place.
const GLOSSARY: [(&str, &str); 22] = [
    ("is no value", "is not a valid value"),
    ("is no number", "is not a number"),
    ("is no schedule", "is not a schedule"),
    ("is no YAML", "invalid YAML"),
    ("is no checkpoint", "is not a checkpoint"),
    ("its turns", "its iterations"),
    ("number of turns", "number of iterations"),
    ("each turn of", "each iteration of"),
    ("depends on a number of the step", "is known only during the step"),
    ("numbers that meet values", "tensor arithmetic"),
    ("calls no macros", "macro calls are not supported"),
    ("not known to hold", "not guaranteed"),
    ("on their way to", "builder"),
    ("the checkpoint is of", "the checkpoint was saved by"),
    ("tells the share of", "prints the accuracy"),
    ("the loop by hand", "the hand-written loop"),
    ("loops by hand", "hand-written loops"),
    ("worked off", "processed"),
    (" anew", "again"),
    ("on the way out", "when saving"),
    ("of one's own", "your own"),
    ("goes on from", "resumes from"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                files(&path, found);
            }
        } else if [".rs", ".md", ".stderr"].iter().any(|end| name.ends_with(end)) && name != "english.rs" {
            found.push(path);
        }
    }
}

#[test]
fn nothing_has_to_be_read_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&root, &mut all);
    assert!(all.len() > 500, "{}", all.len());
    let mut mistakes = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).expect("text");
        for (place, line) in text.lines().enumerate() {
            for (phrase, instead) in GLOSSARY.iter().filter(|(phrase, _)| line.contains(phrase)) {
                let path = path.strip_prefix(&root).unwrap_or(&path).display();
                mistakes.push(format!("{path}:{}: `{phrase}`, write `{instead}`", place + 1));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
