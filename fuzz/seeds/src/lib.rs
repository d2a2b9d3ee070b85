//! The first inputs of the fuzzer, created from the files of the repository. A target writes its inputs and its
//! dictionary at its start, before the fuzzer reads them.

use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

/// Writes inputs as `corpus/<target>/seed-…` in the folder of the target's crate, and words as `corpus/<target>.dict`.
///
/// # Errors
///
/// If a file cannot be written.
pub fn write(folder: &str, target: &str, inputs: &[Vec<u8>], words: &[Vec<u8>]) -> Result<()> {
    let corpus = Path::new(folder).join("corpus");
    let own = corpus.join(target);
    fs::create_dir_all(&own)?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(own.join(format!("seed-{number:03}")), input)?;
    }
    let line =
        |word: &Vec<u8>| format!("\"{}\"\n", word.iter().map(|byte| format!("\\x{byte:02x}")).collect::<String>());
    fs::write(corpus.join(format!("{target}.dict")), words.iter().map(line).collect::<String>())
}

/// A file or folder of the repository.
pub fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Files in a folder whose names have this end, sorted.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn files(folder: &Path, end: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path, end)?),
            false if path.to_string_lossy().ends_with(end) => found.push(path),
            false => {}
        }
    }
    found.sort();
    Ok(found)
}

/// The code blocks of a language in a Markdown text.
pub fn fenced(text: &str, language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    text.split(&start).skip(1).filter_map(|part| Some(part.split_once("```")?.0.to_owned())).collect()
}
