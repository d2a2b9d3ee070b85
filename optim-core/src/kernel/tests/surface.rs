//! The places of pointers and `unsafe`, and the comments beside them: read from the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of this crate without tests: their places below `src`, and their lines without what only says something.
fn sources() -> Vec<(String, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            match path.extension() {
                _ if name == "tests" => {}
                None if path.is_dir() => folders.push(path),
                Some(extension) if extension == "rs" => files.push(path),
                _ => {}
            }
        }
    }
    assert!(files.len() > 50, "the sources are found");
    let mut sources = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let place = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        sources.push((place, text.lines().map(str::to_owned).collect()));
    }
    sources
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// Returns true if a line of code has a word that is not part of a longer one.
fn says(line: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(joins) && !line[at + word.len()..].starts_with(joins) && !line[..at].ends_with('`')
    })
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn pointers_and_unsafe_code_are_in_one_module() {
    for (place, lines) in sources() {
        let raw = place.starts_with("kernel/raw/");
        for (line, number) in lines.iter().map(|line| code(line)).zip(1..) {
            // Calls of functions that are compiled for certain instructions have their proof beside the test for these.
            assert!(raw || place == "kernel/level.rs" || !says(line, "unsafe"), "`unsafe` in {place}:{number}");
            // A type that is only named makes a type stay on its thread.
            let line = line.replace("PhantomData<*const ()>", "");
            let pointer = line.contains("*const ") || line.contains("*mut ");
            assert!(raw || !pointer, "a pointer in {place}:{number}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn every_unsafe_block_has_a_proof_of_its_own() {
    let (mut blocks, mut proofs) = (0, Vec::new());
    for (place, lines) in sources() {
        for (k, line) in lines.iter().enumerate().filter(|(_, line)| says(code(line), "unsafe")) {
            if says(code(line), "unsafe fn") {
                // A contract, not a block: it is for the callers.
                continue;
            }
            blocks += 1;
            let comment: Vec<&str> =
                lines[..k].iter().rev().map(|line| line.trim()).take_while(|line| line.starts_with("//")).collect();
            let proof =
                comment.iter().rev().map(|line| line.trim_start_matches('/').trim()).collect::<Vec<_>>().join(" ");
            let at = format!("{place}:{}", k + 1);
            assert!(proof.contains("SAFETY: "), "no proof at {at}: {line}");
            for phrase in ["passed on", "as above", "see above", "caller promises", "caller vouches"] {
                assert!(!proof.to_lowercase().contains(phrase), "the proof at {at} is somewhere else: {proof}");
            }
            proofs.push((proof, at));
        }
    }
    assert!(blocks <= 54, "{blocks} blocks of `unsafe`");
    proofs.sort();
    for pair in proofs.windows(2) {
        assert!(pair[0].0 != pair[1].0, "one proof for {} and {}", pair[0].1, pair[1].1);
    }
}

#[test]
fn words_are_found_as_a_whole() {
    assert!(says("unsafe { x }", "unsafe") && says("|| unsafe { x }", "unsafe") && says("unsafe fn f()", "unsafe fn"));
    assert!(!says("UnsafeCell", "unsafe") && !says("unsafe_code", "unsafe") && !says("an_unsafe", "unsafe"));
    assert_eq!(code("x; // unsafe"), "x; ");
}
