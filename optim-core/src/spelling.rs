//! Names in messages: the one that was meant, and those that there are.

/// The most similar of the known names, if one is similar enough to be a misspelling.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    // Longer names are no misspellings of ours, and the distance is quadratic.
    const LONGEST: usize = 100;
    if name.len() > LONGEST {
        return None;
    }
    let length = name.chars().count();
    let limit = (length / 3).max(1);
    known
        .into_iter()
        .filter(|known| known.len() <= LONGEST && known.chars().count().abs_diff(length) <= limit)
        .map(|known| (distance(&name.to_lowercase(), &known.to_lowercase()), known))
        // A name that shares no letter is another name.
        .filter(|&(distance, known)| distance <= limit && distance < name.len().max(known.len()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known.to_owned())
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one name to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// `did you mean …`, or the list of what there is.
pub(crate) fn help<S: AsRef<str>>(nearest: &Option<String>, known: &[S]) -> String {
    match nearest {
        Some(nearest) => format!("\nhelp: did you mean `{nearest}`?"),
        None if known.is_empty() => String::new(),
        None => {
            let known: Vec<_> = known.iter().map(AsRef::as_ref).collect();
            format!("\nhelp: there are `{}`", known.join("`, `"))
        }
    }
}

/// `did you mean …`, where the list would be long.
pub(crate) fn near(nearest: &Option<String>) -> String {
    help::<&str>(nearest, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_misspellings_only() {
        let known = ["lr", "betas", "weight_decay"];
        assert_eq!(nearest("wieght_decay", known).as_deref(), Some("weight_decay"));
        assert_eq!(nearest("Betas", known).as_deref(), Some("betas"));
        assert_eq!(nearest("rl", known).as_deref(), Some("lr"));
        assert_eq!(nearest("momentum", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest("x", ["b"]), None);
        assert_eq!(nearest(&"x".repeat(100_000), known), None);
    }
}
