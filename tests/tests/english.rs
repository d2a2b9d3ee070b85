//! Phrases that readers have to read twice stay out of messages and documents: the left column of the project's glossary.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that no file may contain, and their replacements.
const GLOSSARY: [(&str, &str); 24] = [
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
    ("loop by hand", "hand-written loop"),
    ("loops by hand", "hand-written loops"),
    ("worked off", "processed"),
    (" anew", "again"),
    ("on the way out", "when saving"),
    ("of one's own", "your own"),
    ("goes on from", "resumes from"),
    ("is no dict", "is not a dict"),
    ("gives back", "returns"),
];

/// Phrases that messages and documents may not contain, and their replacements.
const IN_DOCUMENTS: [(&str, &str); 7] = [
    ("the optimizer inside", "the inner optimizer"),
    ("its kin", "similar functions"),
    ("their kin", "similar functions"),
    (", and this is ", ", but this is"),
    ("is told by", "is given by"),
    ("goes on to the same", "continues to the same"),
    ("touch it under", "use it under"),
];

/// Returns true if a line contains a phrase, in whole words. "There is no schedule" is plain English, "this is no schedule" is not.
fn contains(line: &str, phrase: &str) -> bool {
    line.match_indices(phrase).any(|(at, _)| {
        let is_whole = !line[at + phrase.len()..].starts_with(char::is_alphanumeric);
        let is_plain = phrase.starts_with("is no ") && line[..at].ends_with("there ");
        is_whole && !is_plain
    })
}

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
fn messages_and_documents_are_plain_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&root, &mut all);
    assert!(all.len() > 500, "{}", all.len());
    let mut mistakes = Vec::new();
    for path in all {
        let text = fs::read_to_string(&path).expect("text");
        for (place, line) in text.lines().enumerate() {
            let is_document = path.extension().is_none_or(|extension| extension != "rs");
            let phrases = GLOSSARY.iter().chain(IN_DOCUMENTS.iter().filter(|_| is_document));
            for (phrase, instead) in phrases.filter(|(phrase, _)| contains(line, phrase)) {
                let path = path.strip_prefix(&root).unwrap_or(&path).display();
                mistakes.push(format!("{path}:{}: `{phrase}`, write `{instead}`", place + 1));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn phrases_of_the_glossary_are_found() {
    assert!(contains("`x` is no value", "is no value"));
    assert!(contains("a file that is no schedule", "is no schedule"));
    assert!(!contains("there is no schedule `x`", "is no schedule"));
    assert!(contains("there is no schedule, and this is no schedule", "is no schedule"));
    assert!(contains("`norm` and its kin", "its kin"));
    assert!(!contains("a value and its kind", "its kin"));
}
