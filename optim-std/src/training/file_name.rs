//! The names of checkpoints in a directory.

use std::ffi::OsStr;

const DIGITS: usize = 12;

/// The name of the checkpoint of the model with the best score.
pub(super) const BEST: &str = "best.safetensors";

/// The name of the checkpoint of a step. The names sort in the order of the steps.
pub(super) fn name(step: u64) -> String {
    format!("step-{step:0DIGITS$}.safetensors")
}

/// The step of a checkpoint; `None` for any other file.
pub(super) fn step_of(file: &OsStr) -> Option<u64> {
    let file = file.to_str()?;
    let step = file.strip_prefix("step-")?.strip_suffix(".safetensors")?.parse().ok()?;
    (name(step) == file).then_some(step)
}

/// Returns true if a file is the temporary file of a checkpoint.
pub(super) fn is_leftover(file: &OsStr) -> bool {
    target_of(file).is_some_and(|name| name == BEST || step_of(OsStr::new(name)).is_some())
}

/// The name of the file that a temporary file, `.<name>.<process>-<number>.tmp`, would replace.
pub(super) fn target_of(file: &OsStr) -> Option<&str> {
    let (name, suffix) = file.to_str()?.strip_prefix('.')?.strip_suffix(".tmp")?.rsplit_once('.')?;
    let (process, number) = suffix.split_once('-')?;
    process.parse::<u32>().ok()?;
    number.parse::<u64>().ok()?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(name(120), "step-000000000120.safetensors");
        for step in [0, 7, 999_999_999_999, 1_000_000_000_000, u64::MAX] {
            assert_eq!(step_of(OsStr::new(&name(step))), Some(step));
        }
        for other in [
            "step-120.safetensors",
            "step-0000000000120.safetensors",
            "step-+00000000120.safetensors",
            "step-000000000120.safetensors.bak",
            ".step-000000000120.safetensors",
            "step-99999999999999999999999.safetensors",
            BEST,
            "",
        ] {
            assert_eq!(step_of(OsStr::new(other)), None, "{other}");
        }
    }

    #[test]
    fn leftovers_are_ours_alone() {
        assert!(is_leftover(OsStr::new(".step-000000000120.safetensors.4711-0.tmp")));
        assert!(is_leftover(OsStr::new(".best.safetensors.4711-0.tmp")));
        for other in [
            "step-000000000120.safetensors.4711-0.tmp",
            ".step-120.safetensors.4711-0.tmp",
            ".step-000000000120.safetensors.tmp",
            ".step-000000000120.safetensors.x-0.tmp",
            ".step-000000000120.safetensors.4711-0.tmp.old",
            ".model.safetensors.4711-0.tmp",
        ] {
            assert!(!is_leftover(OsStr::new(other)), "{other}");
        }
        assert_eq!(target_of(OsStr::new(".my.log.csv.4711-0.tmp")), Some("my.log.csv"));
    }
}
