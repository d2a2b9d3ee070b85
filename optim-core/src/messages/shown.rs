//! Texts of users and files in messages, without control characters.

use std::fmt::{self, Display, Write};

/// A text of a user or a file in a message; see [`shown`] and [`shown_lines`].
#[derive(Clone, Copy, Debug)]
pub struct Shown<T> {
    text: T,
    keeps_lines: bool,
}

/// Shows a name, a path or any other text of a user or a file in a message: characters that control a terminal are escaped.
///
/// These are control characters, line breaks included, and those that change the direction of text. A name can then neither color
/// nor delete what a terminal shows, nor look like a line of the message.
///
/// ```
/// use optim_core::__private::messages::shown;
///
/// assert_eq!(shown("fc1.weight").to_string(), "fc1.weight");
/// assert_eq!(shown("\x1b[31mred\n").to_string(), r"\u{1b}[31mred\n");
/// ```
pub const fn shown<T: Display>(text: T) -> Shown<T> {
    Shown { text, keeps_lines: false }
}

/// Shows a text of several lines, such as another library's error. Like [`shown`], but line breaks stay.
pub const fn shown_lines<T: Display>(text: T) -> Shown<T> {
    Shown { text, keeps_lines: true }
}

/// Names in backquotes with commas between them.
pub fn quoted<T: Display>(names: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for name in names {
        let comma = if text.is_empty() { "" } else { ", " };
        // Writing into a string does not fail.
        let _ = write!(text, "{comma}`{}`", shown(name));
    }
    text
}

impl<T: Display> Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping { to: f, keeps_lines: self.keeps_lines }, "{}", self.text)
    }
}

/// Writes texts with escapes.
struct Escaping<'a, 'f> {
    to: &'a mut fmt::Formatter<'f>,
    keeps_lines: bool,
}

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        let is_escaped = |c: char| is_control(c) && !(self.keeps_lines && c == '\n');
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_escaped(*c)) {
            write!(self.to, "{}{}", &rest[..at], c.escape_debug())?;
            rest = &rest[at + c.len_utf8()..];
        }
        self.to.write_str(rest)
    }
}

/// Returns true if a character controls the terminal or the direction of text, instead of being shown.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_no_text_is_escaped() {
        for plain in ["", "fc1.weight", "größe 名前 🦀", r"back\slash `quote` 'x'"] {
            assert_eq!(shown(plain).to_string(), plain);
        }
        let text = "\x1b[31m\r\n\t\0\x7f\u{9b}\u{202e}\u{2067}ж";
        assert_eq!(shown(text).to_string(), r"\u{1b}[31m\r\n\t\0\u{7f}\u{9b}\u{202e}\u{2067}ж");
        assert_eq!(shown_lines("a\n\x1bb\n").to_string(), "a\n\\u{1b}b\n");
        assert_eq!(shown(shown(text)).to_string(), shown(text).to_string(), "twice is once");
        assert_eq!(quoted(["a", "b\n"]), r"`a`, `b\n`");
        assert_eq!(quoted([""; 0]), "");
    }
}
