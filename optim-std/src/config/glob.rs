//! Patterns of parameter names.

/// Returns true if a name matches a pattern: `*` matches any text, `?` matches one character, and every other character matches itself.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The place to continue from if the last `*` must match a longer text.
    let mut last: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                last = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => (p, n) = (p + 1, n + 1),
            _ => match &mut last {
                Some((star, end)) => {
                    *end += 1;
                    (p, n) = (*star + 1, *end);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name) in [
            ("*", ""),
            ("*", "a.b"),
            ("a*", "a"),
            ("*bias", "fc.bias"),
            ("l?.*.w", "l1.x.y.w"),
            ("**a*", "ba"),
            ("é?", "éx"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "a"), ("?", ""), ("a", "A"), ("*bias", "bias2"), ("a*b*c", "acb"), ("[ab]", "a")] {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
        // The time must not grow exponentially with the number of `*`.
        assert!(!matches(&"*a".repeat(50), &"a".repeat(49).repeat(40).replace('a', "b")));
    }
}
