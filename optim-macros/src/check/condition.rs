//! Fixed conditions in normal form: which of them are known to hold at a place in the step.
//!
//! Conditional state may be touched only where its condition holds; matrix sizes that depend on a fixed branch are
//! compared by the same names.

use std::fmt;

/// A fixed condition, up to parentheses, `&&`, `||`, `!` and the two ways to write a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Condition {
    /// A condition without inner structure by its text, or its negation.
    Atom(String, bool),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl Condition {
    pub(crate) fn atom(text: impl Into<String>) -> Self {
        Condition::Atom(text.into(), true)
    }

    /// `left op right` for a comparison operator; `a >= b` is the negation of `a < b`.
    pub(crate) fn comparison(left: &str, op: &syn::BinOp, right: &str) -> Option<Self> {
        use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let (text, holds) = match op {
            Lt(_) => (format!("{left} < {right}"), true),
            Ge(_) => (format!("{left} < {right}"), false),
            Gt(_) => (format!("{right} < {left}"), true),
            Le(_) => (format!("{right} < {left}"), false),
            Eq(_) | Ne(_) => {
                let (first, second) = if left <= right { (left, right) } else { (right, left) };
                (format!("{first} == {second}"), matches!(op, Eq(_)))
            }
            _ => return None,
        };
        Some(Condition::Atom(text, holds))
    }

    pub(crate) fn not(self) -> Self {
        match self {
            Condition::Atom(text, holds) => Condition::Atom(text, !holds),
            Condition::All(parts) => Condition::Any(parts.into_iter().map(Condition::not).collect()),
            Condition::Any(parts) => Condition::All(parts.into_iter().map(Condition::not).collect()),
        }
    }

    pub(crate) fn all(parts: Vec<Condition>) -> Self {
        Condition::All(parts)
    }

    /// Whether this follows from what is known.
    pub(crate) fn follows_from(&self, known: &[Condition]) -> bool {
        if known.iter().any(|fact| fact == self || fact.includes(self)) {
            return true;
        }
        match self {
            Condition::Atom(..) => false,
            Condition::All(parts) => parts.iter().all(|part| part.follows_from(known)),
            Condition::Any(parts) => parts.iter().any(|part| part.follows_from(known)),
        }
    }

    /// Whether `other` is one of the conditions that this one joins by `&&`.
    fn includes(&self, other: &Condition) -> bool {
        match self {
            Condition::All(parts) => parts.iter().any(|part| part == other || part.includes(other)),
            _ => false,
        }
    }

    /// The name of this condition without its sign, and the sign.
    pub(crate) fn signed_name(&self) -> (String, bool) {
        match self {
            Condition::Atom(text, holds) => (text.clone(), *holds),
            other => (other.to_string(), true),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, parts: &[Condition], word: &str| {
            f.write_str("(")?;
            for (i, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if i > 0 { word } else { "" })?;
            }
            f.write_str(")")
        };
        match self {
            Condition::Atom(text, true) => f.write_str(text),
            Condition::Atom(text, false) => write!(f, "!({text})"),
            Condition::All(parts) => join(f, parts, " && "),
            Condition::Any(parts) => join(f, parts, " || "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(text: &str) -> Condition {
        Condition::atom(text)
    }

    #[test]
    fn both_ways_to_write_a_comparison_agree() {
        let lt = Condition::comparison("a", &syn::parse_quote!(<), "b").unwrap();
        let ge = Condition::comparison("a", &syn::parse_quote!(>=), "b").unwrap();
        let gt = Condition::comparison("b", &syn::parse_quote!(>), "a").unwrap();
        assert_eq!(lt, gt);
        assert_eq!(lt, ge.not());
    }

    #[test]
    fn a_conjunction_gives_its_parts_and_needs_them_all() {
        let both = Condition::all(vec![atom("a"), atom("b")]);
        assert!(atom("a").follows_from(std::slice::from_ref(&both)));
        assert!(both.follows_from(&[atom("b"), atom("a")]));
        assert!(!both.follows_from(&[atom("a")]));
        assert!(!atom("a").not().follows_from(&[both]));
    }
}
