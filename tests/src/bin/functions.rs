//! Writes the guide's page of all functions of a step, `optim-std/docs/functions.md`.

use std::{fs, io};

use optim_tests::functions::{page, path};

fn main() -> io::Result<()> {
    fs::write(path(), page())
}
