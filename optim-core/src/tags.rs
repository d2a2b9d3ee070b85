//! Selecting parameter groups by their tags.

use std::fmt;

/// Selects parameter groups by their tags.
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

    /// Returns true if these are all groups.
    pub fn is_all(&self) -> bool {
        self.words.is_none()
    }

    /// Returns true if a group with one tag or none could be among these and among others.
    pub fn overlap(&self, others: &Self) -> bool {
        let tagged = match (&self.words, &others.words) {
            (None, None) => true,
            (None, Some(words)) | (Some(words), None) => !words.is_empty(),
            (Some(a), Some(b)) => a.iter().any(|word| b.contains(word)),
        };
        tagged || (self.untagged && others.untagged)
    }

    /// Returns true if a group with these tags is one of them.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_overlap_where_both_name_them() {
        let (all, none, untagged) = (Tags::all(), Tags::any_of([""; 0]), Tags::untagged());
        let [head, body] = ["head", "body"].map(|word| Tags::any_of([word]));
        let more = Tags::any_of(["body", "neck"]).or_untagged();
        for (a, b, expected) in [
            (&all, &all, true),
            (&all, &head, true),
            (&all, &untagged, true),
            (&all, &none, false),
            (&head, &head, true),
            (&head, &body, false),
            (&head, &untagged, false),
            (&more, &body, true),
            (&more, &head, false),
            (&more, &untagged, true),
            (&none, &none, false),
        ] {
            assert_eq!((a.overlap(b), b.overlap(a)), (expected, expected), "{a}, {b}");
        }
        assert!(all.is_all() && !more.is_all());
    }
}
