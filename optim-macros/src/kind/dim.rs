//! Dimensions: the number of rows or columns of a value, as far as it is known at compile time.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::fixed::{Fixed, Meaning};

/// The number of rows or columns of a matrix, as far as it is known at compile time.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) enum Dim {
    One,
    /// `param.rows()`
    Rows,
    /// `param.cols()`
    Cols,
    /// A fixed number. It is never broadcast, not even if it is 1.
    Fixed(Length),
    /// The numbers along an axis of the parameter, or along all other axes: the columns of a single row.
    Axis(Axis),
    /// The smaller of two, the first of which comes before the second. See [`Dim::min`].
    Min(Box<Dim>, Box<Dim>),
    /// One of two sizes, by a fixed condition.
    If(Meaning, Box<Dim>, Box<Dim>),
}

impl Dim {
    /// The dimension after a fixed branch on `condition`. A second branch on the same condition changes nothing.
    pub(crate) fn choose(condition: Meaning, then: &Dim, els: &Dim) -> Dim {
        let then = then.under(condition, true);
        let els = els.under(condition, false);
        if then == els { then } else { Dim::If(condition, Box::new(then), Box::new(els)) }
    }

    /// The smaller of two dimensions. Equal dimensions stay unchanged.
    pub(crate) fn min(a: &Dim, b: &Dim) -> Dim {
        match (a, b) {
            (Dim::If(condition, ..), _) | (_, Dim::If(condition, ..)) => {
                let arm = |holds| Dim::min(&a.under(*condition, holds), &b.under(*condition, holds));
                Dim::choose(*condition, &arm(true), &arm(false))
            }
            _ => match a.cmp(b) {
                Ordering::Less => Dim::Min(Box::new(a.clone()), Box::new(b.clone())),
                Ordering::Equal => a.clone(),
                Ordering::Greater => Dim::Min(Box::new(b.clone()), Box::new(a.clone())),
            },
        }
    }

    /// Adds the conditions that decide the dimension.
    pub(crate) fn conditions(&self, found: &mut BTreeSet<Meaning>) {
        match self {
            Dim::One | Dim::Rows | Dim::Cols | Dim::Fixed(_) | Dim::Axis(_) => {}
            Dim::Min(a, b) => {
                a.conditions(found);
                b.conditions(found);
            }
            Dim::If(condition, then, els) => {
                found.insert(*condition);
                then.conditions(found);
                els.conditions(found);
            }
        }
    }

    /// Adds all possible values of the dimension.
    fn alternatives<'d>(&'d self, all: &mut BTreeSet<&'d Dim>) {
        if let Dim::If(_, then, els) = self {
            then.alternatives(all);
            els.alternatives(all);
        } else {
            all.insert(self);
        }
    }

    fn under(&self, condition: Meaning, holds: bool) -> Dim {
        match self {
            Dim::If(c, then, els) if *c == condition => {
                if holds {
                    then.under(condition, holds)
                } else {
                    els.under(condition, holds)
                }
            }
            Dim::If(c, then, els) => Dim::choose(*c, &then.under(condition, holds), &els.under(condition, holds)),
            Dim::Min(a, b) => Dim::min(&a.under(condition, holds), &b.under(condition, holds)),
            plain => plain.clone(),
        }
    }

    /// The dimension of an elementwise result: two equal dimensions, or the larger one if the other is broadcast.
    pub(super) fn join(&self, other: &Dim) -> Result<Dim, ()> {
        match (self, other) {
            (Dim::One, dim) | (dim, Dim::One) => Ok(dim.clone()),
            (a, b) if a == b => Ok(a.clone()),
            _ => Err(()),
        }
    }
}

/// The text as in the declaration of a state: `rows`, `self.rank`, `min(rows, cols)`.
impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("1"),
            Self::Rows => f.write_str("rows"),
            Self::Cols => f.write_str("cols"),
            Self::Fixed(length) => f.write_str(&length.text),
            Self::Axis(axis) => axis.fmt(f),
            Self::Min(a, b) => write!(f, "min({a}, {b})"),
            Self::If(..) => {
                let mut all = BTreeSet::new();
                self.alternatives(&mut all);
                let all: Vec<String> = all.into_iter().map(ToString::to_string).collect();
                f.write_str(&all.join(" or "))
            }
        }
    }
}

/// An axis of the parameter, counted from the first. Two of them are equal if their numbers have one meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Axis {
    /// True for all other axes.
    pub(crate) without: bool,
    /// The number of the axis; `None` for an item of a list by axis, whose index is the number.
    pub(crate) number: Option<Length>,
}

impl Axis {
    /// Returns true if the number is known before the step, so it depends on no loop.
    pub(crate) fn is_known(&self) -> bool {
        self.number.as_ref().is_some_and(|number| match &number.size {
            SizeSource::Written(number) => {
                let mut variables = BTreeSet::new();
                number.variables(&mut variables);
                variables.is_empty()
            }
            SizeSource::Declared(_) => true,
        })
    }

    /// `along` or `without`
    pub(crate) const fn word(&self) -> &'static str {
        if self.without { "without" } else { "along" }
    }
}

/// `along(i)`
impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.number {
            Some(number) => write!(f, "{}({})", self.word(), number.text),
            None => f.write_str(self.word()),
        }
    }
}

/// A fixed number as a dimension. Two of them are equal if they have the same meaning, even if they are written differently.
#[derive(Clone, Debug)]
pub(crate) struct Length {
    meaning: Meaning,
    /// As the user wrote it.
    text: Rc<str>,
    /// The size in generated code.
    pub(crate) size: SizeSource,
}

/// The form in which generated code gets a fixed dimension.
#[derive(Clone, Debug)]
pub(crate) enum SizeSource {
    /// A fixed expression without variables, which can be printed anywhere in the impl half.
    Written(Fixed),
    /// The fixed dimension with this number, counted over the declarations of states and inputs.
    Declared(usize),
}

impl Length {
    pub(crate) fn new(meaning: Meaning, text: &str, size: SizeSource) -> Self {
        Self { meaning, text: text.into(), size }
    }

    pub(crate) fn meaning(&self) -> Meaning {
        self.meaning
    }

    /// The dimension with another expression in place of a printed one.
    pub(crate) fn map(&self, f: impl FnOnce(&Fixed) -> Fixed) -> Self {
        let size = match &self.size {
            SizeSource::Written(number) => SizeSource::Written(f(number)),
            SizeSource::Declared(number) => SizeSource::Declared(*number),
        };
        Self { size, ..self.clone() }
    }
}

impl PartialEq for Length {
    fn eq(&self, other: &Self) -> bool {
        self.meaning == other.meaning
    }
}

impl Eq for Length {}

impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Length {
    fn cmp(&self, other: &Self) -> Ordering {
        self.meaning.cmp(&other.meaning)
    }
}

impl Hash for Length {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.meaning.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixed::Meanings;

    fn fixed(meaning: Meaning, text: &str) -> Dim {
        Dim::Fixed(Length::new(meaning, text, SizeSource::Declared(0)))
    }

    #[test]
    fn the_smaller_of_two_is_one_dimension_in_either_order() {
        let rank = fixed(Meanings::default().unknown(), "self.rank");
        assert_eq!(Dim::min(&Dim::Rows, &Dim::Cols), Dim::min(&Dim::Cols, &Dim::Rows));
        assert_eq!(Dim::min(&rank, &Dim::Cols), Dim::min(&Dim::Cols, &rank));
        assert_eq!(Dim::min(&rank, &rank), rank);
        assert_eq!(Dim::min(&Dim::Rows, &Dim::Rows), Dim::Rows);
        assert_eq!(Dim::min(&Dim::Rows, &rank).to_string(), "min(rows, self.rank)");
    }

    #[test]
    fn the_smaller_of_two_that_a_condition_swaps_needs_no_condition() {
        let tall = Meanings::default().unknown();
        let (a, b) = (Dim::choose(tall, &Dim::Rows, &Dim::Cols), Dim::choose(tall, &Dim::Cols, &Dim::Rows));
        assert_eq!(Dim::min(&a, &b), Dim::min(&Dim::Rows, &Dim::Cols));
        assert_eq!(Dim::min(&a, &Dim::Rows), Dim::choose(tall, &Dim::Rows, &Dim::min(&Dim::Rows, &Dim::Cols)));
    }

    #[test]
    fn a_fixed_dimension_meets_those_of_its_meaning_only() {
        let mut meanings = Meanings::default();
        let (a, b) = (meanings.unknown(), meanings.unknown());
        assert_eq!(fixed(a, "n").join(&fixed(a, "self.n")), Ok(fixed(a, "n")));
        assert_eq!(fixed(a, "n").join(&fixed(b, "n")), Err(()));
        assert_eq!(fixed(a, "n").join(&Dim::Rows), Err(()));
        assert_eq!(fixed(a, "n").join(&Dim::One), Ok(fixed(a, "n")));
    }
}
