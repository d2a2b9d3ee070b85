//! The conformance program, run as a process: recordings that it must accept, and mistakes that it must find and report.

mod accepted;
mod configured;
mod mistakes;
mod program;
mod recording;

use recording::{Recording, replayed};

const SHAPES: &[(&str, &[usize])] = &[("a", &[3]), ("b", &[2, 3])];

/// All runs of the recording pass.
#[track_caller]
fn passes(name: &str, recording: &Recording) -> String {
    let run = replayed(name, recording);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert!(run.out.ends_with("\n3 passed, 0 failed\n"), "{}", run.out);
    run.out
}

/// An altered recording fails, in all its runs or as a whole. One line has all these words.
#[track_caller]
fn fails(name: &str, words: &[&str], alter: impl FnOnce(&mut Recording)) {
    let mut recording = Recording::sgd(SHAPES);
    alter(&mut recording);
    let run = replayed(name, &recording);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let (summary, lines) = lines.split_last().unwrap();
    assert_eq!(*summary, format!("0 passed, {} failed", lines.len()), "{}", run.out);
    for line in lines {
        assert!(line.starts_with("fail  recorded.json  "), "{line}");
        for word in words {
            assert!(line.contains(word), "`{word}` is not in `{line}`");
        }
    }
}
