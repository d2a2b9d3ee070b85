//! The initial programs.

use std::fs;
use std::io::Result;

use optim_fuzz_seeds::{fenced, files, repository, write};

/// Writes the inputs and the dictionary of a target.
///
/// # Panics
///
/// If a file cannot be read or written.
pub fn start(target: &str) {
    let words = WORDS.map(|word| word.as_bytes().to_vec());
    let written = programs().and_then(|inputs| write(env!("CARGO_MANIFEST_DIR"), target, &inputs, &words));
    written.expect("the repository, and leave to write beside this crate");
}

/// The stock optimizers and schedules, programs that the macros refuse, and examples of the guide.
fn programs() -> Result<Vec<Vec<u8>>> {
    let mut texts = Vec::new();
    for folder in [
        "optim-std/src/optimizers",
        "optim-std/src/contrib",
        "optim-std/src/schedulers",
        "tests/ui",
        "tests/tests/differential",
    ] {
        for path in files(&repository(folder), ".rs")? {
            texts.push(fs::read_to_string(path)?);
        }
    }
    for path in files(&repository("optim-std/docs"), ".md")? {
        texts.extend(fenced(&fs::read_to_string(path)?, "rust"));
    }
    let code = |line: &&str| !line.trim_start().starts_with("//");
    let inputs = texts.iter().map(|text| text.lines().filter(code).collect::<Vec<_>>().join("\n").into_bytes());
    // Longer texts take too long to expand many times.
    Ok(inputs.filter(|text| text.len() < 3000).collect())
}

/// For changes byte by byte.
const WORDS: [&str; 24] = [
    "#[optimizer(state <",
    "#[optimizer]",
    "#[scheduler]",
    "#[elementwise]",
    "#[hyper(",
    "default = ",
    "scheduled",
    "range = ",
    "requires(",
    " if ",
    "scalar",
    "rows",
    "cols",
    "self.",
    "state.",
    "param",
    "grad",
    "select(",
    "matmul(",
    "for ",
    "match ",
    "let ",
    ".norm()",
    "Option<f64>",
];
