//! Temporary: writes the expected errors of a folder.
use super::program::Program;
use std::fmt::Write;
#[test]
#[ignore]
fn write_matrices() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui/matrices");
    let mut paths: Vec<_> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "rs")).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let name = format!("ui/matrices/{}", path.file_name().unwrap().to_string_lossy());
        let mut out = String::new();
        for message in Program::read(&text).messages() {
            let (line, col) = message.start;
            let width = if message.end.0 == line { message.end.1 - col } else { 1 };
            let pad = " ".repeat(line.to_string().len());
            let mut words = message.text.lines();
            if !out.is_empty() { out.push('\n'); }
            let _ = writeln!(out, "error: {}", words.next().unwrap());
            for word in words { let _ = writeln!(out, "       {word}"); }
            let _ = writeln!(out, "{pad}--> {name}:{line}:{}\n{pad} |\n{line} | {}\n{pad} | {}{}", col + 1, lines[line - 1], " ".repeat(col), "^".repeat(width));
        }
        println!("{out}");
        std::fs::write(path.with_extension("stderr"), out).unwrap();
    }
}
