//! Errors of files, which do not know their paths yet.

use std::io;

/// The error of a file, without its path.
#[derive(Debug)]
pub(super) enum Wrong {
    Io(io::Error),
    Length { expected: u64, found: u64 },
    Kind { found: &'static str, help: &'static str },
    Malformed(String),
    Foreign,
    Newer(u64),
    Contents { missing: Vec<String>, unexpected: Vec<String> },
    Checksum(String),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
