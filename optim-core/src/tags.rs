//! Which parameter groups something is for, by their tags.

use std::fmt;

/// A choice of parameter groups by the words that they were tagged with.
///
/// ```
/// use optim_core::Tags;
///
/// let head = ["head".to_owned()];
/// assert!(Tags::all().include(&head) && Tags::all().include(&[]));
/// assert!(Tags::any_of(["head", "tail"]).include(&head) && !Tags::any_of(["tail"]).include(&head));
/// assert!(Tags::untagged().include(&[]) && !Tags::untagged().include(&head));
/// assert!(Tags::any_of(["head"]).or_untagged().include(&[]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// `None` for all groups.
    words: Option<Vec<String>>,
    untagged: bool,
}

impl Tags {
    /// Every group.
    pub fn all() -> Self {
        Self { words: None, untagged: true }
    }

    /// The groups that have at least one of these tags.
    pub fn any_of<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self { words: Some(words.into_iter().map(Into::into).collect()), untagged: false }
    }

    /// The groups without tags.
    pub fn untagged() -> Self {
        Self { words: Some(Vec::new()), untagged: true }
    }

    /// These groups, and those without tags.
    #[must_use]
    pub fn or_untagged(self) -> Self {
        Self { untagged: true, ..self }
    }

    /// Whether a group with these tags is one of them.
    pub fn include(&self, tags: &[String]) -> bool {
        match &self.words {
            None => true,
            Some(_) if tags.is_empty() => self.untagged,
            Some(words) => words.iter().any(|word| tags.contains(word)),
        }
    }
}

impl Default for Tags {
    fn default() -> Self {
        Self::all()
    }
}

/// In words: `all groups`, `groups tagged "a" or "b"`, `groups without tags`.
impl fmt::Display for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(words) = &self.words else { return f.write_str("all groups") };
        let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
        match (words.is_empty(), self.untagged) {
            (true, true) => f.write_str("groups without tags"),
            (true, false) => f.write_str("no groups"),
            (false, false) => write!(f, "groups tagged {}", words.join(" or ")),
            (false, true) => write!(f, "groups tagged {}, or without tags", words.join(" or ")),
        }
    }
}
