//! Parts of sentences that many messages share.

use crate::kind::Kind;

/// `help: ` lines under a message.
pub(crate) fn help(message: &str, help: &str) -> String {
    format!("{message}\nhelp: {help}")
}

/// The name of a value of this kind in messages.
pub(crate) fn article(kind: &Kind) -> String {
    match kind {
        Kind::Num(_) | Kind::Mask(_) => format!("a {kind}"),
        other => other.to_string(),
    }
}

/// "1 argument", "2 arguments".
pub(crate) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// "1 was given", "2 were given".
pub(crate) fn given(count: usize) -> String {
    format!("{count} {} given", if count == 1 { "was" } else { "were" })
}
