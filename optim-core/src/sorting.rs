//! Sorting that is compiled once.
//!
//! The standard library compiles its sort for each type and each comparison: a sixth of this crate's machine code. What is
//! sorted here is small or read from a file, so a call per comparison does not matter.

use std::cmp::Ordering;

/// As `items.sort_by(compare)`: equal items stay in their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places = sorted_places(items.len(), &|a, b| compare(&items[a], &items[b]));
    // Each circle of items that take one another's places: an item comes where it belongs with every exchange.
    for first in 0..items.len() {
        let mut place = first;
        loop {
            let from = std::mem::replace(&mut places[place], place);
            if from == first {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// As `items.sort_by_key(key)`: equal items stay in their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// The indices of the items in sorted order.
fn sorted_places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        for count in (0..40).chain([500]) {
            let items: Vec<(usize, usize)> = (0..count).map(|place| (place * place * 7919 % 23, place)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
        }
    }
}
