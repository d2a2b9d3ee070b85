//! The dependencies of the stages: on each other in one direction only; and only `parse` reads tokens and only `emit` writes them.

// One reader for both crates.
#[path = "../../../optim-core/src/layers/uses.rs"]
mod uses;

use std::fs;
use std::path::{Path, PathBuf};

use uses::Uses;

/// The names that make tokens, or take them apart.
const TOKENS: [&str; 6] = ["quote!", "quote_spanned!", "parse_quote", "format_ident!", "TokenStream", "TokenTree"];

fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|entry| files(&entry)).collect()
}

/// The lines of a stage that speak of tokens, but for those of its unit tests.
fn mentions(stage: &str) -> Vec<String> {
    mentions_of(&TOKENS, stage)
}

/// The same for other words.
fn mentions_of(words: &[&str], stage: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(stage);
    let mut found = Vec::new();
    for file in files(&path) {
        let text = fs::read_to_string(&file).expect("a source");
        let code =
            text.lines().take_while(|line| *line != "#[cfg(test)]").filter(|line| !line.trim().starts_with("//"));
        let lines = code.filter(|line| words.iter().any(|word| line.contains(word)));
        found.extend(lines.map(|line| format!("{}: {}", file.display(), line.trim())));
    }
    found
}

#[test]
fn no_stage_between_the_first_and_the_last_handles_tokens() {
    for stage in ["ast.rs", "check", "fixed", "ir.rs", "kind", "lower", "ops.rs", "plan"] {
        assert_eq!(mentions(stage), [""; 0]);
    }
    assert_ne!(mentions("emit"), [""; 0], "nothing is found where there is much");
}

#[test]
fn only_rules_speak_to_users() {
    let words = ["Mistake", "phrase", "report.tell"];
    for part in
        ["checker.rs", "inline", "kinds", "known", "mod.rs", "names", "subject.rs", "syntax.rs", "terms", "uses.rs"]
    {
        assert_eq!(mentions_of(&words, &format!("check/{part}")), [""; 0]);
    }
    assert_ne!(mentions_of(&words, "check/rules"), [""; 0], "nothing is found where there is much");
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let uses = Uses::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(uses.edges.len() > 30, "little is found: {uses:?}");
    let circle = uses.describe_circle();
    assert!(circle.is_empty(), "{circle}");
}

#[test]
fn files_of_other_folders_do_not_either() {
    let circles = Uses::circles_in_folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(circles.is_empty(), "{circles:#?}\nhelp: give a file of its own to what two files share");
}
