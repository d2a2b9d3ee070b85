//! Kinds of value: what the step language knows about an expression before any number exists.

use std::collections::BTreeSet;
use std::fmt;

/// Size of an axis of a matrix, as far as it is known at compile time.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) enum Dim {
    /// `param.rows()`
    Rows,
    /// `param.cols()`
    Cols,
    /// One of two sizes, by a fixed condition (named by its normal form).
    If(String, Box<Dim>, Box<Dim>),
}

impl Dim {
    /// The size after a fixed branch on `condition`. Branching twice on one condition is branching once.
    pub(crate) fn choose(condition: &str, then: &Dim, els: &Dim) -> Dim {
        let then = then.under(condition, true);
        let els = els.under(condition, false);
        if then == els { then } else { Dim::If(condition.to_owned(), Box::new(then), Box::new(els)) }
    }

    /// Adds the conditions that decide it.
    pub(crate) fn conditions(&self, names: &mut BTreeSet<String>) {
        if let Dim::If(condition, then, els) = self {
            names.insert(condition.clone());
            then.conditions(names);
            els.conditions(names);
        }
    }

    fn under(&self, condition: &str, holds: bool) -> Dim {
        match self {
            Dim::If(c, then, els) if c == condition => {
                if holds {
                    then.under(condition, holds)
                } else {
                    els.under(condition, holds)
                }
            }
            Dim::If(c, then, els) => Dim::choose(c, &then.under(condition, holds), &els.under(condition, holds)),
            plain => plain.clone(),
        }
    }
}

/// Which axes a value has. No axis at all is one number: a scalar.
///
/// Leading axes of a parameter are a batch of matrices; `batch` says that the value has one entry for each of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, PartialOrd, Ord, Hash)]
pub(crate) struct Shape {
    pub(crate) batch: bool,
    pub(crate) row: Option<Dim>,
    pub(crate) col: Option<Dim>,
}

impl Shape {
    pub(crate) fn scalar() -> Self {
        Self::default()
    }
    pub(crate) fn tensor() -> Self {
        Self::of(Some(Dim::Rows), Some(Dim::Cols))
    }
    pub(crate) fn rows() -> Self {
        Self::of(Some(Dim::Rows), None)
    }
    pub(crate) fn cols() -> Self {
        Self::of(None, Some(Dim::Cols))
    }
    pub(crate) fn matrices() -> Self {
        Self::of(None, None)
    }
    pub(crate) fn of(row: Option<Dim>, col: Option<Dim>) -> Self {
        Self { batch: true, row, col }
    }
    pub(crate) fn is_scalar(&self) -> bool {
        !self.batch
    }
    pub(crate) fn is_tensor(&self) -> bool {
        self.row.is_some() && self.col.is_some()
    }
    pub(crate) fn axes(&self) -> usize {
        usize::from(self.batch) + usize::from(self.row.is_some()) + usize::from(self.col.is_some())
    }

    /// The shape of arithmetic on two values: an axis is there if either has it. `Err` if both have it in different sizes.
    pub(crate) fn join(&self, other: &Shape) -> Result<Shape, ()> {
        let axis = |a: &Option<Dim>, b: &Option<Dim>| match (a, b) {
            (Some(a), Some(b)) if a != b => Err(()),
            (a, b) => Ok(a.clone().or_else(|| b.clone())),
        };
        Ok(Shape {
            batch: self.batch || other.batch,
            row: axis(&self.row, &other.row)?,
            col: axis(&self.col, &other.col)?,
        })
    }

    /// The word for this kind of number in messages.
    pub(crate) fn name(&self) -> &'static str {
        match (self.batch, self.row.is_some(), self.col.is_some()) {
            (_, true, true) => "Tensor",
            (_, true, false) => "Rows",
            (_, false, true) => "Cols",
            (true, false, false) => "Matrices",
            (false, false, false) => "Scalar",
        }
    }
}

/// What an expression of `step` is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A fixed value, known before the run: the only kind that may decide control flow.
    Fixed,
    /// Numbers computed by the step.
    Num(Shape),
    /// A yes or no for each number.
    Mask(Shape),
    Tuple(Vec<Kind>),
    Array(Vec<Kind>),
    /// Already reported as wrong: anything goes, so that one mistake is reported once.
    Wrong,
}

impl Kind {
    pub(crate) fn unit() -> Self {
        Kind::Tuple(Vec::new())
    }
    pub(crate) fn scalar() -> Self {
        Kind::Num(Shape::scalar())
    }
    pub(crate) fn tensor() -> Self {
        Kind::Num(Shape::tensor())
    }
    pub(crate) fn is_fixed(&self) -> bool {
        matches!(self, Kind::Fixed)
    }
    pub(crate) fn is_wrong(&self) -> bool {
        match self {
            Kind::Wrong => true,
            Kind::Tuple(items) | Kind::Array(items) => items.iter().any(Kind::is_wrong),
            _ => false,
        }
    }
    /// The axes of a number; a fixed value meets others as a scalar.
    pub(crate) fn shape(&self) -> Option<Shape> {
        match self {
            Kind::Fixed => Some(Shape::scalar()),
            Kind::Num(shape) => Some(shape.clone()),
            _ => None,
        }
    }
    /// The one kind that values of both kinds can be lifted to.
    pub(crate) fn join(&self, other: &Kind) -> Option<Kind> {
        let items = |a: &[Kind], b: &[Kind]| {
            (a.len() == b.len()).then(|| a.iter().zip(b).map(|(a, b)| a.join(b)).collect::<Option<Vec<_>>>()).flatten()
        };
        match (self, other) {
            (Kind::Wrong, _) | (_, Kind::Wrong) => Some(Kind::Wrong),
            (Kind::Fixed, Kind::Fixed) => Some(Kind::Fixed),
            (Kind::Mask(a), Kind::Mask(b)) if a == b => Some(Kind::Mask(a.clone())),
            (Kind::Num(a), Kind::Num(b)) => a.join(b).ok().map(Kind::Num),
            (Kind::Num(shape), Kind::Fixed) | (Kind::Fixed, Kind::Num(shape)) => Some(Kind::Num(shape.clone())),
            (Kind::Tuple(a), Kind::Tuple(b)) => items(a, b).map(Kind::Tuple),
            (Kind::Array(a), Kind::Array(b)) => items(a, b).map(Kind::Array),
            _ => None,
        }
    }
    /// The same for several kinds; none for none.
    pub(crate) fn join_all(kinds: &[Kind]) -> Option<Kind> {
        let (first, rest) = kinds.split_first()?;
        rest.iter().try_fold(first.clone(), |joined, kind| joined.join(kind))
    }
    /// Kinds that differ only in the size of an axis are one type to the user.
    pub(crate) fn same_type(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Num(a), Kind::Num(b)) | (Kind::Mask(a), Kind::Mask(b)) => a.name() == b.name(),
            (Kind::Tuple(a), Kind::Tuple(b)) | (Kind::Array(a), Kind::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_type(b))
            }
            (Kind::Wrong, _) | (_, Kind::Wrong) => true,
            (a, b) => a == b,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, items: &[Kind]| {
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if i > 0 { ", " } else { "" })?;
            }
            Ok(())
        };
        match self {
            Kind::Fixed => f.write_str("a fixed value"),
            Kind::Num(shape) => write!(f, "`{}`", shape.name()),
            Kind::Mask(shape) if shape.is_tensor() => f.write_str("`Mask`"),
            Kind::Mask(shape) => write!(f, "`Mask<{}>`", shape.name()),
            Kind::Tuple(items) if items.is_empty() => f.write_str("nothing"),
            Kind::Tuple(items) => {
                f.write_str("a tuple of (")?;
                list(f, items)?;
                f.write_str(")")
            }
            Kind::Array(items) => {
                f.write_str("an array of [")?;
                list(f, items)?;
                f.write_str("]")
            }
            Kind::Wrong => f.write_str("an invalid value"),
        }
    }
}
