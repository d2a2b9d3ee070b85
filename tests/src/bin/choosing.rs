//! Writes the guide's page "Which optimizer?", `optim-std/docs/choosing.md`.

use std::{fs, io};

use optim_tests::choosing::{page, path};

fn main() -> io::Result<()> {
    fs::write(path(), page())
}
