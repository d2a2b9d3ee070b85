//! Suggestions for misspelt names.

/// The most similar of some names, if it is close enough to be a misspelling: one edit away, two if both have four
/// letters or more, three if both have ten or more. An edit inserts, deletes or replaces a letter, or swaps it with its
/// neighbour. Upper and lower case are equal.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Longer names are not misspellings, and the distance is quadratic.
    const LONGEST: usize = 100;
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    names
        .into_iter()
        .filter(|name| name.len() <= LONGEST)
        .filter_map(|name| {
            let limit = match length.min(name.chars().count()) {
                0..4 => 1,
                4..10 => 2,
                _ => 3,
            };
            let distance = strsim::osa_distance(&word, &name.to_lowercase());
            // A name that shares no letter is not a misspelling.
            (distance <= limit && distance < word.len().max(name.len())).then_some((distance, name))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_misspellings_only() {
        let names = ["lr", "betas", "weight_decay"];
        assert_eq!(nearest("wieght_decay", names), Some("weight_decay"));
        assert_eq!(nearest("Betas", names), Some("betas"));
        assert_eq!(nearest("rl", names), Some("lr"));
        assert_eq!(nearest("momentum", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("x", ["b"]), None);
        assert_eq!(nearest(&"x".repeat(100_000), names), None);
        let keys = ["default", "scheduled", "range"];
        assert_eq!(nearest("schedule", keys), Some("scheduled"));
        assert_eq!(nearest("rnage", keys), Some("range"));
        assert_eq!(nearest("min", keys), None);
    }

    #[test]
    fn longer_names_may_be_further_apart() {
        for (word, name, close) in [
            ("abc", "abX", true),
            ("abc", "aXY", false),
            ("abcd", "abXY", true),
            ("abcd", "aXYZ", false),
            ("signum", "sign", true),
            ("exp_avg_sq", "exp_avg", false),
            ("abcdefghi", "XYZdefghi", false),
            ("abcdefghij", "XYZdefghij", true),
            ("CosinDecay", "CosineDecayLR", true),
            ("abcdefghij", "WXYZefghij", false),
        ] {
            assert_eq!(nearest(word, [name]).is_some(), close, "{word} {name}");
        }
    }
}
