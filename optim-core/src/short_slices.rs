//! Comparison of short slices: parts of names, and shapes.

/// Returns true if two slices are equal. They are short, and a step compares some for each parameter: a call of `memcmp`
/// or an iterator over both takes several times as long as this loop.
#[inline(always)]
pub(crate) fn same<V: PartialEq>(a: &[V], b: &[V]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
