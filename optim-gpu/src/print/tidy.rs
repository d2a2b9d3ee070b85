//! Text of CubeCL for human eyes: names of buffers, comments, indentation.

use std::collections::HashMap;

use super::Language;
use crate::remark::Remark;

/// The text of a kernel with its own name, the names of its buffers, and what `explain` says in the place of each remark.
pub(super) fn tidy(
    text: &str,
    language: Language,
    (name, buffers): (&str, &[String]),
    explain: &mut dyn FnMut(Remark) -> Option<String>,
) -> String {
    let names = names(text, language, name, buffers);
    let mut lines = Lines { text: String::with_capacity(2 * text.len()), depth: 0 };
    for line in text.lines() {
        // C++ has comments behind some lines.
        let (code, comment) = line.split_once("// ").map_or((line, None), |(code, comment)| (code, Some(comment)));
        lines.push(&renamed(code, &names));
        match comment.map(|comment| (Remark::parse(comment), comment)) {
            Some((Some(remark), _)) => {
                if let Some(comment) = explain(remark) {
                    lines.push(&format!("// {comment}"));
                }
            }
            Some((None, comment)) => lines.push(&format!("// {comment}")),
            None => {}
        }
    }
    lines.text
}

/// Lines that are indented by the braces before them.
struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    fn push(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        let is_code = !line.starts_with("//");
        let leading = line.chars().take_while(|letter| is_code && *letter == '}').count();
        let own = self.depth.saturating_sub(leading);
        self.text.extend(std::iter::repeat_n("    ", own));
        self.text.push_str(line);
        self.text.push('\n');
        if is_code {
            let count = |brace: char| line.matches(brace).count();
            self.depth = (self.depth + count('{')).saturating_sub(count('}'));
        }
    }
}

/// New names by old ones.
type Renaming = HashMap<String, String>;

/// Finds what buffers and the kernel are called in the text.
fn names(text: &str, language: Language, name: &str, buffers: &[String]) -> Renaming {
    let mut names = Renaming::new();
    match language {
        Language::Wgsl => {
            for line in text.lines() {
                if let Some((place, rest)) = line.split_once("@binding(").and_then(|(_, rest)| rest.split_once(')'))
                    && let (Ok(place), Some(old)) = (place.parse::<usize>(), between(rest, "> ", ":"))
                    && let Some(new) = buffers.get(place)
                {
                    names.insert(old.to_owned(), new.clone());
                } else if let Some(old) = line.strip_prefix("fn ").and_then(|rest| rest.split('(').next()) {
                    names.insert(old.to_owned(), name.to_owned());
                } else if let (Some(alias), Some(of)) = (between(line, "let ", " = &"), between(line, " = &", ";")) {
                    // The kernel has an alias of each buffer.
                    if let Some(of) = names.get(of) {
                        names.insert(alias.to_owned(), format!("{of}_ref"));
                    }
                }
            }
        }
        Language::Cuda | Language::Metal => {
            let signature = text.lines().find(|line| line.contains("_kernel_") && line.ends_with('{')).unwrap_or("");
            // Attributes before the name have parentheses, too.
            let start = signature.find("_kernel_").map_or(0, |at| at + signature[at..].find('(').unwrap_or(0));
            let old = signature[..start].rsplit(|letter: char| !is_word(letter)).next().unwrap_or("");
            names.insert(old.to_owned(), name.to_owned());
            for (argument, new) in signature[start..].trim_start_matches('(').split(',').zip(buffers) {
                let before = argument.split("[[").next().unwrap_or(argument).trim_end();
                let old = before.rsplit(|letter: char| !is_word(letter)).next().unwrap_or("");
                names.insert(old.to_owned(), new.clone());
            }
        }
    }
    names.remove("");
    names
}

/// The text between two others.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(from)?;
    Some(rest.split_once(to)?.0)
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The line with new names.
fn renamed(line: &str, names: &Renaming) -> String {
    let mut made = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(is_word) {
        made.push_str(&rest[..start]);
        let word = &rest[start..];
        let end = word.find(|letter: char| !is_word(letter)).unwrap_or(word.len());
        made.push_str(names.get(&word[..end]).map_or(&word[..end], String::as_str));
        rest = &word[end..];
    }
    made.push_str(rest);
    made
}
