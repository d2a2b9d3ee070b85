//! Replays recordings of optimizers, and compares every number.
//!
//! A *case* is one recording, such as one run of an optimizer. A file contains several cases. [`replay`] reads the
//! files of a folder in the order of their names, passes each to the function in `KINDS` for its kind, and reports the
//! cases one by one. `docs/conformance.md` describes the files.

pub mod comparison;
pub mod config;
mod departures;
pub mod expression;
pub mod json;
pub mod manifest;
pub mod optimizer;
pub mod schedule;
pub mod tensors;
pub mod tolerance;
pub mod validation;

use std::fmt;
use std::path::Path;

use serde_json::Value as Json;

use crate::Error;

/// Replays a file.
type Replay = fn(&Source<'_>, &mut Cases<'_>) -> Result<(), Error>;

/// All kinds of files by name. `*` matches any text. The first match counts.
const KINDS: &[(&str, Replay)] = &[
    ("sched_*.json", schedule::replay),
    ("config_cases.json", config::replay),
    ("validation_cases.json", validation::replay),
    ("*.json", optimizer::replay_manifest),
];

/// A file that was read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The path of the file.
    pub path: &'a Path,
    /// Its content.
    pub json: &'a Json,
}

/// The verdict on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything equals the recording.
    Pass,
    /// Something differs, or the case or its file cannot be read.
    Fail,
}

/// A case and its verdict.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The file's name.
    pub file: String,
    /// The case's name; empty for the file as a whole.
    pub case: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The finding, on one line.
    pub detail: String,
}

/// The line of a report.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
        };
        write!(f, "{verdict}  {}  ", self.file)?;
        if !self.case.is_empty() {
            write!(f, "{:<32}  ", self.case)?;
        }
        f.write_str(&self.detail)
    }
}

/// The number of cases with each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases that equal the recording.
    pub passed: usize,
    /// Cases that differ, or cannot be read.
    pub failed: usize,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The report of the cases in a file.
pub struct Cases<'a> {
    file: &'a str,
    filter: &'a str,
    report: &'a mut dyn FnMut(Outcome),
}

impl Cases<'_> {
    /// Replays a case that is selected. Success and failure both have a description.
    pub fn run(&mut self, case: &str, replay: impl FnOnce() -> Result<String, Error>) {
        if format!("{} {case}", self.file).contains(self.filter) {
            match replay() {
                Ok(detail) => self.report(case, Verdict::Pass, &detail),
                Err(error) => self.report(case, Verdict::Fail, &error.to_string()),
            }
        }
    }

    fn report(&mut self, case: &str, verdict: Verdict, detail: &str) {
        // A report has one line per case, but an error has its help on a second line.
        let line = |text: &str| text.lines().collect::<Vec<_>>().join("; ");
        (self.report)(Outcome { file: self.file.to_owned(), case: line(case), verdict, detail: line(detail) });
    }
}

/// Replays every recording in a folder whose file and case, as in the report, contain `filter`.
///
/// # Errors
///
/// If the folder cannot be read, or contains nothing to replay. Errors in single files or cases are reported like any
/// other failure.
pub fn replay(folder: &Path, filter: &str, report: &mut dyn FnMut(Outcome)) -> Result<Summary, Error> {
    let mut summary = Summary::default();
    let mut count = |outcome: Outcome| {
        match outcome.verdict {
            Verdict::Pass => summary.passed += 1,
            Verdict::Fail => summary.failed += 1,
        }
        report(outcome);
    };
    for file in files(folder)? {
        let mut cases = Cases { file: &file, filter, report: &mut count };
        if let Err(error) = replay_file(folder, &file, &mut cases) {
            cases.report("", Verdict::Fail, &format!("cannot be read: {error}"));
        }
    }
    match summary {
        Summary { passed: 0, failed: 0 } if filter.is_empty() => {
            Err(format!("nothing to replay: there are no recordings in {}", folder.display()).into())
        }
        Summary { passed: 0, failed: 0 } => {
            Err(format!("nothing to replay: no case in {} contains `{filter}`", folder.display()).into())
        }
        summary => Ok(summary),
    }
}

/// The names of the folder's recordings, sorted: manifests, and tensor files without a manifest.
fn files(folder: &Path) -> Result<Vec<String>, Error> {
    let unreadable = |error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is = |ending: &str| path.extension().is_some_and(|found| found == ending);
        if path.is_file() && (is("json") || is("safetensors") && !path.with_extension("json").exists()) {
            names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

fn replay_file(folder: &Path, file: &str, cases: &mut Cases<'_>) -> Result<(), Error> {
    let Some((_, replay)) = KINDS.iter().find(|(pattern, _)| matches(file, pattern)) else {
        return Err("there is no manifest of this name".into());
    };
    let path = folder.join(file);
    let json = json::parse(&std::fs::read_to_string(&path)?)?;
    replay(&Source { path: &path, json: &json }, cases)
}

/// Returns true if a name matches a pattern with at most one `*`.
fn matches(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
    }
}
