//! Writes the public interface of the crates to `docs/api`: `cargo doc --workspace --exclude optim-gpu --no-deps`, then
//! `cargo run -p optim-tests --bin api`. With `--check`, compares it instead.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use optim_tests::Error;
use optim_tests::api::{CRATES, list, path};

fn main() -> Result<ExitCode, Error> {
    let check = env::args().any(|argument| argument == "--check");
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let doc = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(target).join("doc");
    let mut changed = false;
    for name in CRATES {
        let (found, path) = (list(&doc, name)?, path(name));
        if !check {
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(path, found)?;
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        for (sign, one, other) in [("-", &kept, &found), ("+", &found, &kept)] {
            for line in one.lines().filter(|line| !other.lines().any(|kept| kept == *line)) {
                println!("{sign} {name}: {line}");
            }
        }
        changed |= kept != found;
    }
    if changed {
        println!("the public interface has changed: `cargo run -p optim-tests --bin api` writes it");
    }
    Ok(if changed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
