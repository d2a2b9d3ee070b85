//! Names of parameters, without allocation.

use std::fmt;

use crate::kernel::LastIndex;
use crate::messages::shown;
use crate::short_slices::same;

/// The path to a parameter, as a list on the stack from the innermost segment out.
///
/// It prints as its segments joined by dots, and compares with a string without being printed.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    parent: Option<&'a Name<'a>>,
    segment: Segment<'a>,
    /// True if every part on the path has a place among its siblings.
    ordered: bool,
}

#[derive(Clone, Copy)]
enum Segment<'a> {
    Root,
    Text(&'a str),
    Index(usize),
}

/// The name of an array that is the whole model.
const ALONE: &str = "param";

impl<'a> Name<'a> {
    /// The path to the outermost object.
    pub const ROOT: Name<'static> = Name { parent: None, segment: Segment::Root, ordered: true };

    /// The path to the part of this object that is called `segment`: a field, or a key of a map that keeps the order in
    /// which the program filled it.
    #[inline]
    pub fn child<'n>(&'n self, segment: &'n str) -> Name<'n> {
        Name { parent: self.as_parent(), segment: Segment::Text(segment), ordered: self.ordered }
    }

    /// Like [`child`](Self::child), for a part of an object without an order: one of several keys of a map that is
    /// sorted by key, or hashed.
    ///
    /// The order in which these parts are visited says nothing about another program's order. So a PyTorch file that
    /// numbers its parameters also needs their names.
    #[inline]
    pub fn unordered_child<'n>(&'n self, segment: &'n str) -> Name<'n> {
        Name { ordered: false, ..self.child(segment) }
    }

    /// The path to element `index` of this object.
    #[inline]
    pub fn index(&self, index: usize) -> Name<'_> {
        Name { parent: self.as_parent(), segment: Segment::Index(index), ordered: self.ordered }
    }

    /// Returns true if the model gives the array a place among the others; not below an
    /// [`unordered_child`](Self::unordered_child).
    #[inline]
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }

    #[inline]
    fn as_parent(&'a self) -> Option<&'a Name<'a>> {
        match self.segment {
            Segment::Root => None,
            _ => Some(self),
        }
    }
}

impl Name<'_> {
    /// Returns true if it is this full name, whose last index is given.
    #[inline(always)]
    pub(crate) fn is(&self, full: &str, last: Option<LastIndex>) -> bool {
        match (self.segment, self.parent, last) {
            // The keys of most maps are full names.
            (Segment::Text(text), None, _) => is_same(text.as_bytes(), full.as_bytes()),
            (Segment::Index(own), parent, Some(LastIndex { index, before })) => {
                own == index
                    && match (parent, before.checked_sub(1)) {
                        (None, None) => true,
                        (Some(parent), Some(before)) => full.get(..before).is_some_and(|full| parent == full),
                        _ => false,
                    }
            }
            _ => self == full,
        }
    }
}

impl PartialEq<str> for Name<'_> {
    #[inline]
    fn eq(&self, full: &str) -> bool {
        let mut rest = full.as_bytes();
        let mut name = self;
        loop {
            let before = match name.segment {
                Segment::Root => strip(rest, ALONE.as_bytes()),
                Segment::Text(text) => strip(rest, text.as_bytes()),
                Segment::Index(index) => strip_decimal(rest, index),
            };
            match (name.parent, before) {
                (None, Some(before)) => return before.is_empty(),
                (Some(parent), Some([before @ .., b'.'])) => (name, rest) = (parent, before),
                _ => return false,
            }
        }
    }
}

impl PartialEq<&str> for Name<'_> {
    fn eq(&self, full: &&str) -> bool {
        self == *full
    }
}

/// The text before the suffix.
#[inline]
fn strip<'s>(text: &'s [u8], suffix: &[u8]) -> Option<&'s [u8]> {
    let (before, end) = text.split_at_checked(text.len().checked_sub(suffix.len())?)?;
    is_same(end, suffix).then_some(before)
}

/// Returns true if two segments are equal.
#[inline(always)]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len()
        && match a.len() {
            0..4 => same(a, b),
            // The last word may overlap the one before it, so that no bytes are left over.
            4..8 => a.first_chunk::<4>() == b.first_chunk() && a.last_chunk::<4>() == b.last_chunk(),
            8..=16 => a.first_chunk::<8>() == b.first_chunk() && a.last_chunk::<8>() == b.last_chunk(),
            _ => same(a.as_chunks::<8>().0, b.as_chunks::<8>().0) && a.last_chunk::<8>() == b.last_chunk(),
        }
}

/// The text before the number's decimal digits.
#[inline]
fn strip_decimal(mut text: &[u8], mut number: usize) -> Option<&[u8]> {
    loop {
        let (&last, before) = text.split_last()?;
        if last != b'0' + (number % 10) as u8 {
            return None;
        }
        (text, number) = (before, number / 10);
        if number == 0 {
            return Some(text);
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}.")?;
        }
        match self.segment {
            Segment::Root => f.write_str(ALONE),
            Segment::Text(text) => f.write_str(text),
            Segment::Index(index) => index.fmt(f),
        }
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", shown(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_and_compares_alike() {
        let root = Name::ROOT;
        let layers = root.child("layers");
        let tenth = layers.index(10);
        let bias = tenth.child("bias");
        assert_eq!(bias.to_string(), "layers.10.bias");
        assert!(bias == "layers.10.bias");
        for other in
            ["", "bias", ".bias", "10.bias", "layers.1.bias", "layers.10.biass", "xlayers.10.bias", "layers.10..bias"]
        {
            assert!(bias != other, "{other}");
        }
        assert!(root == "param");
        assert_eq!(format!("{root} {:?}", root.index(3)), "param `3`");
        assert!(root.index(0) == "0");
        assert!(root.index(usize::MAX) == usize::MAX.to_string().as_str());
    }

    #[test]
    fn what_is_below_a_part_without_an_order_has_none() {
        let root = Name::ROOT;
        let (field, key) = (root.child("a"), root.unordered_child("a"));
        assert!(root.is_ordered() && field.is_ordered() && field.index(3).is_ordered());
        assert!(!key.is_ordered() && !key.index(3).child("b").is_ordered() && !field.unordered_child("b").is_ordered());
        assert!(key == "a" && key.index(3).child("b") == "a.3.b");
    }

    #[test]
    fn segments_of_any_length() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for len in 0..text.len() {
            let (name, other) = (Name::ROOT, text[..len].to_owned());
            let segment = name.child(&text[..len]);
            assert!(segment == other.as_str() && segment.is(&other, None));
            let longer = &text[..=len];
            assert!(segment != longer && !segment.is(longer, None));
            for place in 0..len {
                let mut other = other.clone();
                other.replace_range(place..=place, "?");
                assert!(segment != other.as_str() && !segment.is(&other, None), "{other}");
            }
        }
    }

    #[test]
    fn hostile_segments() {
        let root = Name::ROOT;
        let empty = root.child("");
        assert!(empty == "" && empty.child("") == "." && empty.child("") != "");
        assert!(root.child("a.b") == "a.b" && root.child("a").child("b") == "a.b");
    }
}
