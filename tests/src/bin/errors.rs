//! Writes the guide's page of all compile errors, `optim-std/docs/messages.md`.

use std::{fs, io};

use optim_tests::messages::{page, path};

fn main() -> io::Result<()> {
    fs::write(path(), page()?)
}
