//! The wrong programs of `tests/ui`: the same messages at the same places as in their `.stderr` files.
//!
//! With `BLESS=1` a message whose place is right gets its new text. What the compiler says itself is for `TRYBUILD=overwrite`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use super::program::{Message, Program};

/// Programs in which a `macro_rules!` of the user makes annotated items: nothing expands it here.
const MADE_BY_MACROS: [&str; 2] = ["many/made_by_a_macro.rs", "scheduler/in_a_macro_of_the_user.rs"];

/// The compiler's messages without a number.
const OF_THE_COMPILER: [&str; 2] = ["cannot find macro", "constant of non-structural type"];

/// One of our messages as the compiler shows it.
#[derive(Debug)]
struct Shown {
    start: (usize, usize),
    /// The column after the last `^`, where the place is within one line.
    end: Option<usize>,
    text: String,
}

impl Shown {
    /// The place of the message in the compiler's output: the same text may be reported for several places.
    fn find(&self, stderr: &str) -> Option<usize> {
        let (text, (line, column)) = (as_shown(&self.text), self.start);
        let place = format!(":{line}:{}", column + 1);
        let is_here = |at: &usize| {
            let below = stderr[at + text.len()..].lines().next();
            below.is_some_and(|below| below.contains("--> ") && below.ends_with(&place))
        };
        stderr.match_indices(&text).map(|(at, _)| at).find(is_here)
    }

    fn is_at(&self, found: &Message) -> bool {
        self.start == found.start && self.end.is_none_or(|end| found.end == (self.start.0, end))
    }
}

impl PartialEq<Message> for Shown {
    fn eq(&self, found: &Message) -> bool {
        self.is_at(found) && self.text == found.text
    }
}

/// A message as it stands in the compiler's output.
fn as_shown(text: &str) -> String {
    format!("error: {}\n", text.replace('\n', "\n       "))
}

/// Our messages among the compiler's.
fn shown(stderr: &str) -> Vec<Shown> {
    let mut all = Vec::new();
    let mut lines = stderr.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(first) = line.strip_prefix("error: ") else { continue };
        let mut text = first.to_owned();
        let mut place = None;
        for line in lines.by_ref() {
            if let Some(at) = line.trim_start().strip_prefix("--> ") {
                let mut parts = at.rsplitn(3, ':').map(str::parse::<usize>);
                let (column, line) = (parts.next().unwrap().unwrap(), parts.next().unwrap().unwrap());
                place = Some((line, column - 1));
                break;
            }
            text.push('\n');
            text.push_str(line.trim_start());
        }
        let Some(start) = place else { continue };
        // `|`, the line itself, and what is below it.
        let below: Vec<&str> = lines.by_ref().take(3).collect();
        let marks = below.get(2).and_then(|below| below.split_once("| ")).map(|(_, marks)| marks);
        let marks = marks.filter(|marks| marks.trim_start().starts_with('^'));
        let end = marks.map(|marks| start.1 + marks.matches('^').count());
        if !OF_THE_COMPILER.iter().any(|own| text.starts_with(own)) {
            all.push(Shown { start, end, text });
        }
    }
    all
}

/// All programs of `tests/ui`, in order.
pub(super) fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    let folders = fs::read_dir(root).expect("tests/ui").map(|entry| entry.unwrap().path());
    let folders = folders.filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs")).collect();
    files.sort();
    files
}

#[test]
fn wrong_programs_get_their_messages() {
    on_a_large_stack(compare);
}

/// Runs a test on a stack like the compiler's: one of the programs is nested deeply.
pub(super) fn on_a_large_stack<R: Send + 'static>(test: fn() -> R) -> R {
    let run = thread::Builder::new().stack_size(8 << 20).spawn(test).expect("a thread");
    run.join().expect("no panic")
}

fn compare() {
    let mut differences = String::new();
    let (mut files, mut messages) = (0, 0);
    for path in programs().iter().filter(|path| !MADE_BY_MACROS.iter().any(|made| path.ends_with(made))) {
        let expected = fs::read_to_string(path.with_extension("stderr")).expect("the expected errors");
        let mut missing = shown(&expected);
        let mut unexpected = Program::read(&fs::read_to_string(path).expect("a program")).messages();
        files += 1;
        messages += missing.len();
        missing.retain(|shown| match unexpected.iter().position(|found| shown == found) {
            Some(at) => {
                unexpected.remove(at);
                false
            }
            None => true,
        });
        if std::env::var_os("BLESS").is_some() {
            let mut text = expected.clone();
            for old in &missing {
                let new = unexpected.iter().position(|found| old.is_at(found)).map(|at| unexpected.remove(at).text);
                if let (Some(new), Some(at)) = (new, old.find(&text)) {
                    text.replace_range(at..at + as_shown(&old.text).len(), &as_shown(&new));
                }
            }
            if text != expected {
                fs::write(path.with_extension("stderr"), text).expect("the expected errors are written");
            }
        } else if !missing.is_empty() || !unexpected.is_empty() {
            let path = path.display();
            write!(differences, "{path}\nmissing {missing:#?}\nunexpected {unexpected:#?}\n\n").expect("text");
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(files > 150 && messages > 400, "{files} programs, {messages} messages");
}
