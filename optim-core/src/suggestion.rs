//! Names in messages: the one that was meant, and those that there are.

use crate::messages::{quoted, shown};

/// The most similar of the known names, if one is similar enough to be a misspelling.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    optim_language::nearest(name, known).map(str::to_owned)
}

/// `did you mean …`, or the list of what there is.
pub(crate) fn help<S: AsRef<str>>(nearest: &Option<String>, known: &[S]) -> String {
    match nearest {
        Some(nearest) => format!("\nhelp: did you mean `{}`?", shown(nearest)),
        None if known.is_empty() => String::new(),
        None => {
            format!("\nhelp: there are {}", quoted(known.iter().map(AsRef::as_ref)))
        }
    }
}

/// `did you mean …`, where the list would be long.
pub(crate) fn near(nearest: &Option<String>) -> String {
    help::<&str>(nearest, &[])
}
