//! The page of all compile errors, created from the expected errors of the compile-fail tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The place of the page.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-std/docs/messages.md")
}

const HEAD: &str = "# All messages

Every error of the compile-fail tests, sorted by the section of [Compile errors][errors] that explains it. The line after `>` is the line of the test
that the message points to: names such as `Sgd` and `norm` come from it. Errors with a number come from the compiler.

This page is written by `cargo run -p optim-tests --bin errors`.
";

/// The page.
///
/// # Errors
///
/// If the folders of the compile-fail tests cannot be read.
pub fn page() -> io::Result<String> {
    let mut page = HEAD.to_owned();
    for (section, text) in sections()? {
        let _ = write!(page, "\n## {section}\n\n```text\n{}\n```\n", text.trim_end());
    }
    page.push_str("\n[errors]: errors.md\n");
    Ok(page)
}

/// The messages of each section, without duplicates. A message without a link belongs to the section named after its folder.
fn sections() -> io::Result<BTreeMap<String, String>> {
    let mut sections: BTreeMap<String, (BTreeSet<Vec<String>>, String)> = BTreeMap::new();
    for folder in entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("ui"))?.iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        for case in entries(folder)?.iter().filter(|path| path.extension().is_some_and(|end| end == "stderr")) {
            for message in messages(&fs::read_to_string(case)?) {
                let section = message.section.clone().unwrap_or_else(|| name.to_string());
                let (seen, text) = sections.entry(section).or_default();
                if seen.insert(message.words.clone()) {
                    let _ = writeln!(text, "{message}");
                }
            }
        }
    }
    Ok(sections.into_iter().map(|(section, (_, text))| (section, text)).collect())
}

/// The entries of a folder, in order.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// One error.
struct Message {
    /// Its first line, its notes and its help lines.
    words: Vec<String>,
    /// The linked section of the guide.
    section: Option<String>,
    /// The first underlined line of source. Until there is one, the last line that was shown.
    source: Option<String>,
    underlined: bool,
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (first, others) = self.words.split_first().ok_or(std::fmt::Error)?;
        writeln!(f, "{first}")?;
        if let Some(source) = &self.source {
            writeln!(f, "  > {source}")?;
        }
        others.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// The errors in the compiler's output, without warnings.
fn messages(stderr: &str) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    let mut in_error = false;
    for line in stderr.lines() {
        if line.starts_with("error") || line.starts_with("warning") {
            in_error = line.starts_with("error");
            if in_error {
                messages.push(Message { words: vec![line.to_owned()], section: None, source: None, underlined: false });
            }
        } else if let Some(message) = messages.last_mut().filter(|_| in_error) {
            message.read(line);
        }
    }
    messages
}

impl Message {
    /// Adds a line after the first one, if it is about the mistake.
    fn read(&mut self, line: &str) {
        let plain = line.trim_start();
        // The compiler writes `= note: …`, and the macros write `note: …`. Lines without indentation are about other places.
        let words = plain.strip_prefix("= ").unwrap_or(plain);
        if line.starts_with(' ') && (words.starts_with("note: ") || words.starts_with("help: ")) {
            if let Some(section) = words.strip_prefix(LINK) {
                self.section = Some(section.trim_end_matches('`').to_owned());
            } else if !COMPILER.iter().any(|start| words.starts_with(start)) {
                self.words.push(words.to_owned());
            }
            return;
        }
        let Some((number, source)) = plain.split_once('|') else { return };
        let is_numbered = number.trim().parse::<u32>().is_ok();
        if is_numbered && !self.underlined {
            let source = source.trim_start_matches([' ', '|']);
            let first = source.strip_prefix("/ ").map(str::trim);
            self.source = Some(first.unwrap_or(source).trim().to_owned());
            // The first of several lines. An attribute only shows the origin of generated code.
            self.underlined = first.is_some_and(|first| !first.starts_with("#["));
        }
        if !is_numbered && source.contains('^') {
            self.underlined = true;
            let label = source.trim_start_matches([' ', '|', '_']).trim_start_matches(['^', '-', ' ', '|', '_']);
            if !label.is_empty() && !label.starts_with("required by") && self.words.len() == 1 {
                self.words.push(label.to_owned());
            }
        }
    }
}

/// The text of a message before the name of its section.
const LINK: &str = "note: see `optim_std::guide::errors#";

/// Notes that are not about the rule.
const COMPILER: [&str; 8] = [
    "note: this error originates",
    "note: for more information",
    "note: required by",
    "note: required for",
    "note: `#[warn",
    "help: the following other types",
    "help: the following types",
    "help: see issue",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_tests_expect() {
        let found = fs::read_to_string(path()).expect("the page is there");
        let expected = page().expect("the tests are there");
        assert!(found == expected, "write it again: cargo run -p optim-tests --bin errors");
    }
}
