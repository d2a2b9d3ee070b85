//! Phrases that are hard to read are not allowed in messages and documents: the left column of the project's glossary.

use std::collections::{BTreeMap, BTreeSet};
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
    ("depends on a number of the step", "is known only during training"),
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

/// First words of comments that have no noun: `/// What it holds.` instead of `/// The value.`
const WITHOUT_NOUN: [&str; 6] = ["What ", "Whether ", "Those ", "That of ", "Of ", "So many "];

/// Returns true if a line is a comment that begins with one of these words, and follows no other comment.
fn lacks_noun(before: &str, line: &str) -> bool {
    let text = |line: &str| {
        let text = line.trim_start().strip_prefix("//")?;
        Some(text.trim_start_matches(['/', '!']).trim_start().to_owned())
    };
    let begins = text(before).is_none_or(|before| before.is_empty());
    begins && text(line).is_some_and(|text| WITHOUT_NOUN.iter().any(|word| text.starts_with(word)))
}

#[test]
fn comments_begin_with_a_noun_or_a_verb() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut mistakes = Vec::new();
    for path in all.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
        let text = fs::read_to_string(path).expect("text");
        let path = path.strip_prefix(&root).unwrap_or(path);
        let lines: Vec<&str> = std::iter::once("").chain(text.lines()).collect();
        for (place, pair) in lines.windows(2).enumerate().filter(|(_, pair)| lacks_noun(pair[0], pair[1])) {
            mistakes.push(format!("{}:{}: {}", path.display(), place + 1, pair[1].trim()));
        }
    }
    assert!(mistakes.is_empty(), "comments without a noun:\n{}", mistakes.join("\n"));
}

#[test]
fn comments_without_a_noun_are_found() {
    assert!(lacks_noun("struct A {", "    /// What it holds."));
    assert!(lacks_noun("///", "/// Those of the library."));
    assert!(!lacks_noun("/// A sentence that ends here.", "/// What follows is a part of the text."));
    assert!(!lacks_noun("", "/// Whatever is given."));
}

/// Types with the same name in one crate that are allowed, with the reason.
const SAME_NAMES: [(&str, &str, &str); 24] = [
    ("optim-macros", "Argument", "of a call in the tree and in the program"),
    ("optim-macros", "Arm", "of a branch in the tree, in the program and of a fixed `match`"),
    ("optim-macros", "Pattern", "in the tree and of a fixed `let`"),
    ("optim-macros", "Stmt", "in the tree and in the program"),
    ("optim-macros", "Test", "of a branch in the program and of a fixed `match`"),
    ("optim-core", "Elements", "of an array in a file and in memory"),
    ("optim-core", "Given", "inputs of a step as the caller passes them, at three stages"),
    ("optim-core", "Kind", "of a block and of its codes"),
    ("optim-core", "Lane", "the kernel's and the one of handles are alike"),
    ("optim-core", "Made", "a step that was made, for the kernel and for a graph"),
    ("optim-core", "Memory", "with and without the feature `linalg`"),
    ("optim-core", "Need", "of memory, for a pass and for a call of linear algebra"),
    ("optim-core", "Order", "of axes, and the marker of comparisons"),
    ("optim-core", "Part", "public: what a model consists of; the others are private to the kernel and to wrappers"),
    ("optim-core", "Place", "of an array in a file and of an element; the others are private to the kernel"),
    ("optim-core", "Read", "public: of conditions; the other is private to the kernel"),
    ("optim-core", "Role", "public: of an argument; the other is private to the collection of parameters"),
    ("optim-core", "Runs", "public: how often a program runs; the other is private to the kernel"),
    ("optim-core", "Share", "of states and of work"),
    ("optim-core", "Slot", "public: of time and of a recording; the other is private to the kernel"),
    ("optim-core", "Stretch", "of codes and of work"),
    ("optim-core", "Table", "of parameters; the other is private to an instruction set"),
    ("optim-core", "Tile", "one for each instruction set"),
    ("optim-core", "Value", "public: of the step language and of an evaluated graph"),
];

/// The names of the types in a file that are outside functions and tests.
fn types(text: &str) -> Vec<&str> {
    let mut is_test = false;
    let mut found = Vec::new();
    for line in text.lines() {
        is_test = (is_test && line != "}") || line == "mod tests {";
        let words = line.split_once(") ").filter(|(front, _)| front.starts_with("pub(")).map_or(line, |(_, rest)| rest);
        let words = words.strip_prefix("pub ").unwrap_or(words);
        let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
        let name = kinds.iter().find_map(|kind| words.strip_prefix(kind));
        if let Some(name) = name.filter(|_| !is_test) {
            found.push(name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
        }
    }
    found
}

#[test]
fn a_name_stands_for_one_type_of_a_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut twice = BTreeSet::new();
    for krate in ["optim-language", "optim-macros", "optim-core", "optim-std"] {
        let mut all = Vec::new();
        files(&root.join(krate).join("src"), &mut all);
        let is_test = |path: &Path| {
            let path = path.strip_prefix(root.join(krate)).unwrap_or(path).to_string_lossy();
            ["tests/", "snapshots/", "tests.rs", ".stderr", ".md"].iter().any(|part| path.contains(part))
        };
        let mut names = BTreeMap::<String, usize>::new();
        for path in all.iter().filter(|path| !is_test(path)) {
            let text = fs::read_to_string(path).expect("text");
            types(&text).into_iter().for_each(|name| *names.entry(name.to_owned()).or_default() += 1);
        }
        assert!(names.len() > 5, "{krate}: {names:?}");
        twice.extend(names.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| (krate, name)));
    }
    let allowed: BTreeSet<_> = SAME_NAMES.iter().map(|(krate, name, _)| (*krate, (*name).to_owned())).collect();
    let new: Vec<_> = twice.difference(&allowed).collect();
    assert!(new.is_empty(), "several types of one crate have these names, rename all but one: {new:?}");
    let gone: Vec<_> = allowed.difference(&twice).collect();
    assert!(gone.is_empty(), "these are one type each by now, remove them from the list: {gone:?}");
}

#[test]
fn declarations_of_types_are_found() {
    let text = "pub struct A;\npub(in crate::x) enum B<T> {\n    C,\n}\ntrait D: E {}\ntype F<'a> = &'a A;\n\
                fn f() {\n    struct G;\n}\nmod tests {\nstruct H;\n}\n// struct I\n";
    assert_eq!(types(text), ["A", "B", "D", "F"]);
}

/// Items of a file with their attributes: from the first attribute to the last line of the item.
fn attributed_types(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut attributes = Vec::new();
    let mut found = Vec::new();
    for line in text.lines() {
        let name = ["pub struct ", "pub enum "].iter().find_map(|kind| line.strip_prefix(kind));
        match name {
            Some(name) => {
                let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                found.push((name, std::mem::take(&mut attributes)));
            }
            None if line.starts_with(['#', '/', ' ', ')']) => attributes.push(line),
            None => attributes.clear(),
        }
    }
    found
}

/// `main` prints the returned error with `Debug`, so `Debug` must be readable.
#[test]
fn debug_of_public_errors_is_their_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    for krate in ["optim-core", "optim-std"] {
        let mut all = Vec::new();
        files(&root.join(krate).join("src"), &mut all);
        for path in all {
            let text = fs::read_to_string(&path).expect("text");
            for (name, attributes) in attributed_types(&text) {
                let is_error = attributes.iter().any(|line| line.contains("thiserror::Error"))
                    || text.lines().any(|line| line.starts_with("impl") && line.contains(&format!("Error for {name}")));
                if is_error {
                    count += 1;
                    let path = path.strip_prefix(&root).unwrap_or(&path).display();
                    let is_readable = text.contains(&format!("debug_as_display!({name}"));
                    assert!(is_readable, "{path}: write `debug_as_display!({name});` instead of `derive(Debug)`");
                }
            }
        }
    }
    assert!(count > 30, "{count}");
}

/// Texts that `#[error(…)]` attributes print unescaped: placeholders of text fields, or of file paths.
fn raw_texts(text: &str) -> Vec<String> {
    const TEXTS: [&str; 4] = ["String", "Box<str>", "PathBuf", "io::Error"];
    let mut raw = Vec::new();
    for (at, _) in text.match_indices("#[error(") {
        let Some((attribute, rest)) = text[at..].split_once(")]\n") else { continue };
        // The variant or struct of this attribute ends at the next `#[error(…)]`.
        let fields = rest.split("#[error(").next().unwrap_or_default();
        for line in fields.lines().map(str::trim) {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let named = line.trim_end_matches(',').split_once(": ");
            if let Some((name, kind)) = named.filter(|(_, kind)| TEXTS.contains(kind)) {
                raw.extend(attribute.contains(&format!("{{{name}}}")).then(|| format!("{{{name}}}: {kind}")));
            }
            let single = TEXTS.iter().find(|kind| line.ends_with(&format!("({kind}),")));
            raw.extend(single.filter(|_| attribute.contains("{0}")).map(|kind| format!("{{0}}: {kind}")));
        }
        raw.extend(attribute.match_indices(".display()").filter_map(|(end, _)| {
            let start = attribute[..end].rfind(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
            (!attribute[..=start].ends_with("shown(")).then(|| attribute[start + 1..end].to_owned() + ".display()")
        }));
    }
    raw
}

/// A name of a file or a user may contain characters that control a terminal.
#[test]
fn errors_show_texts_without_control_characters() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut mistakes = Vec::new();
    for krate in ["optim-core", "optim-std"] {
        let mut all = Vec::new();
        files(&root.join(krate).join("src"), &mut all);
        for path in all {
            let text = fs::read_to_string(&path).expect("text");
            let path = path.strip_prefix(&root).unwrap_or(&path).display();
            mistakes.extend(raw_texts(&text).into_iter().map(|raw| format!("{path}: `{raw}`")));
        }
    }
    assert!(mistakes.is_empty(), "write them with `shown(…)` of `optim_core::messages`:\n{}", mistakes.join("\n"));
}

#[test]
fn raw_texts_are_found() {
    let raw = "#[error(\"`{param}` and {n} {}\", path.display())]\nA {\n    n: usize,\n    param: String,\n    path: PathBuf,\n},\n\
               #[error(\"{0}\")]\nB(String),\n";
    assert_eq!(raw_texts(raw), ["{param}: String", "path.display()", "{0}: String"]);
    let shown =
        "#[error(\"`{}` {}\", shown(param), shown(path.display()))]\nA {\n    param: String,\n    path: PathBuf,\n},\n";
    assert_eq!(raw_texts(shown), [""; 0]);
}
