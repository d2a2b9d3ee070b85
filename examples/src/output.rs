//! The default path of an example's output.

use std::env;
use std::path::{Path, PathBuf};

/// The path of a file or folder in Cargo's target folder, in which this program was built. If the program is elsewhere,
/// in `target` in the current directory.
pub fn output(name: &str) -> PathBuf {
    let program = env::current_exe().ok();
    let built_in = program.as_deref().and_then(target_of);
    built_in.unwrap_or(Path::new("target")).join(name)
}

/// The folder `target` of `target/release/examples/name`, `target/release/name` and `target/release/deps/name`, for any target triple.
fn target_of(program: &Path) -> Option<&Path> {
    program.ancestors().skip(2).take(4).find(|folder| folder.join(".rustc_info.json").exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_built_in_the_target_folder() {
        let target = target_of(&env::current_exe().unwrap()).unwrap().to_owned();
        assert_eq!(output("run.svg"), target.join("run.svg"));
        assert_eq!(target_of(Path::new("/somewhere/else/program")), None);
    }
}
