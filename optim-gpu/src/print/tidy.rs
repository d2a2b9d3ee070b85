//! Formats the text of CubeCL for readers: names of buffers, comments, indentation.

use std::collections::HashMap;

use super::Language;
use crate::remark::Remark;

/// The kernel's text with its own name, the names of its buffers, and the result of `explain` in place of each remark.
pub(super) fn tidy(
    text: &str,
    language: Language,
    (name, buffers): (&str, &[String]),
    explain: &mut dyn FnMut(Remark) -> Option<String>,
) -> String {
    let mut words = Words { new: names(text, language, name, buffers), values: HashMap::new() };
    let mut lines = Lines { text: String::with_capacity(2 * text.len()), depth: 0 };
    let ordered = signature(text, language).map(|(line, _)| (line, ordered(line)));
    for line in text.lines() {
        let line = ordered.as_ref().map_or(line, |(known, new)| if line == *known { new } else { line });
        // In C++, some lines end with a comment.
        let (code, comment) = line.split_once("// ").map_or((line, None), |(code, comment)| (code, Some(comment)));
        lines.push(&words.renamed(code));
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

/// Lines with the indentation that the braces before them require.
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

/// New names by old names.
type Renaming = HashMap<String, String>;

/// Finds the names of the buffers and the kernel in the text.
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
            let Some((signature, start)) = signature(text, language) else { return names };
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

/// The line with the arguments of a kernel in C++, and their start in the line. Attributes before the name have parentheses, too.
fn signature(text: &str, language: Language) -> Option<(&str, usize)> {
    let line = text.lines().find(|line| line.contains("_kernel_") && line.ends_with('{'))?;
    let name = line.find("_kernel_")?;
    (language != Language::Wgsl).then_some((line, name + line[name..].find('(')?))
}

/// The line with the arguments of Metal that are not buffers in alphabetical order. The order of CubeCL differs from run to run.
fn ordered(signature: &str) -> String {
    let mut parts: Vec<&str> = signature.trim_end_matches(") {").split(", ").collect();
    let buffers = parts.iter().rposition(|part| part.contains('*')).map_or(0, |last| last + 1);
    parts[buffers..].sort_unstable();
    format!("{}) {{", parts.join(", "))
}

/// The text between two others.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(from)?;
    Some(rest.split_once(to)?.0)
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// New names of words.
struct Words {
    new: Renaming,
    /// The numbers of values, in the order in which they appear. The numbers of CubeCL differ from run to run.
    values: HashMap<String, usize>,
}

impl Words {
    /// The line with new names.
    fn renamed(&mut self, line: &str) -> String {
        let mut made = String::with_capacity(line.len());
        let mut rest = line;
        while let Some(start) = rest.find(is_word) {
            made.push_str(&rest[..start]);
            let word = &rest[start..];
            let end = word.find(|letter: char| !is_word(letter)).unwrap_or(word.len());
            match self.new.get(&word[..end]) {
                Some(new) => made.push_str(new),
                None => self.numbered(&word[..end], &mut made),
            }
            rest = &word[end..];
        }
        made.push_str(rest);
        made
    }

    /// A word with the numbers of the values in it: `v330_store` has one.
    fn numbered(&mut self, word: &str, made: &mut String) {
        for (place, part) in word.split('_').enumerate() {
            made.push_str(if place > 0 { "_" } else { "" });
            let digits = part.strip_prefix('v').unwrap_or("");
            if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
                made.push_str(part);
                continue;
            }
            let next = self.values.len();
            let number = *self.values.entry(part.to_owned()).or_insert(next);
            made.push('v');
            made.push_str(&number.to_string());
        }
    }
}
