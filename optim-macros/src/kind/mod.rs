//! Kinds: the type system of the step language, which knows a value's form before any number exists.

mod dim;

use std::fmt;

pub(crate) use dim::{Axis, Dim, Length, SizeSource};

use crate::fixed::{Meaning, Timed};

/// The shape of a value.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) enum Shape {
    /// One number of the whole model, the same for all parameters.
    Global,
    /// One number for each parameter.
    Scalar,
    /// For each matrix of the parameter, these numbers of rows and columns. The parameter's leading axes count the matrices.
    Matrix(Dim, Dim),
}

impl Shape {
    pub(crate) const TENSOR: Self = Self::Matrix(Dim::Rows, Dim::Cols);
    pub(crate) const ROWS: Self = Self::Matrix(Dim::Rows, Dim::One);
    pub(crate) const COLS: Self = Self::Matrix(Dim::One, Dim::Cols);
    pub(crate) const MATRICES: Self = Self::Matrix(Dim::One, Dim::One);

    /// Both dimensions; `None` for a single number.
    pub(crate) fn dims(&self) -> Option<(&Dim, &Dim)> {
        match self {
            Self::Global | Self::Scalar => None,
            Self::Matrix(rows, cols) => Some((rows, cols)),
        }
    }

    /// A row of numbers along an axis, or along all other axes.
    pub(crate) const fn of_axis(axis: Axis) -> Self {
        Self::Matrix(Dim::One, Dim::Axis(axis))
    }

    /// The axis along which the numbers are, if there is one.
    pub(crate) const fn axis(&self) -> Option<&Axis> {
        match self {
            Self::Matrix(_, Dim::Axis(axis)) => Some(axis),
            _ => None,
        }
    }

    pub(crate) fn is_scalar(&self) -> bool {
        matches!(self, Self::Global | Self::Scalar)
    }

    /// The shape without the guarantee that all parameters have the same number.
    pub(crate) fn of_parameter(self) -> Self {
        if self == Self::Global { Self::Scalar } else { self }
    }

    /// Returns true if there are several rows and several columns.
    pub(crate) fn is_tensor(&self) -> bool {
        self.dims().is_some_and(|(rows, cols)| *rows != Dim::One && *cols != Dim::One)
    }

    /// Returns true if there is one row with several columns.
    pub(crate) fn is_row(&self) -> bool {
        self.dims().is_some_and(|(rows, cols)| *rows == Dim::One && *cols != Dim::One)
    }

    /// The number of axes with several numbers. A shape with several matrices has one more.
    pub(crate) fn axes(&self) -> usize {
        self.dims().map_or(0, |(rows, cols)| 1 + usize::from(*rows != Dim::One) + usize::from(*cols != Dim::One))
    }

    /// The shape of an elementwise operation on two values. `Err` if their dimensions differ.
    pub(crate) fn join(&self, other: &Shape) -> Result<Shape, ()> {
        match (self, other) {
            (Self::Global, shape) | (shape, Self::Global) | (Self::Scalar, shape) | (shape, Self::Scalar) => {
                Ok(shape.clone())
            }
            // Numbers along an axis can be combined with numbers along the same axis, and are broadcast to all elements.
            (a, b) if a.axis().is_some() || b.axis().is_some() => match (a, b) {
                (a, b) if a == b => Ok(a.clone()),
                (tensor, _) | (_, tensor) if *tensor == Self::TENSOR => Ok(Self::TENSOR),
                _ => Err(()),
            },
            (Self::Matrix(rows, cols), Self::Matrix(other_rows, other_cols)) => {
                Ok(Self::Matrix(rows.join(other_rows)?, cols.join(other_cols)?))
            }
        }
    }

    /// The shape of a value that is one of two, by a fixed condition.
    pub(crate) fn choose(condition: Meaning, then: &Shape, els: &Shape) -> Option<Shape> {
        match (then, els) {
            (Self::Global, Self::Global) => Some(Self::Global),
            (then, els) if then.is_scalar() && els.is_scalar() => Some(Self::Scalar),
            (then, els) if then.axis().is_some() || els.axis().is_some() => (then == els).then(|| then.clone()),
            (Self::Matrix(rows, cols), Self::Matrix(other_rows, other_cols)) => {
                Some(Self::Matrix(Dim::choose(condition, rows, other_rows), Dim::choose(condition, cols, other_cols)))
            }
            _ => None,
        }
    }

    /// The shape with changed dimensions.
    pub(crate) fn map(&self, mut f: impl FnMut(&Dim) -> Dim) -> Shape {
        match self {
            Self::Global | Self::Scalar => self.clone(),
            Self::Matrix(rows, cols) => Self::Matrix(f(rows), f(cols)),
        }
    }

    /// The noun for numbers of this shape in messages, which is also the name of their type.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Global | Self::Scalar => "Scalar",
            Self::Matrix(Dim::One, Dim::One) => "Matrices",
            Self::Matrix(_, Dim::One) => "Rows",
            Self::Matrix(Dim::One, _) => "Cols",
            Self::Matrix(..) => "Tensor",
        }
    }
}

/// The kind of an expression of `step`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A fixed value: known before training, so it may decide about the code.
    Fixed,
    /// A timed value, known before each step: a condition decides an `if`, a slot indexes a list.
    Timed(Timed),
    /// Numbers computed by the step.
    Num(Shape),
    /// A `bool` for each number.
    Mask(Shape),
    /// A permutation of columns, as many as the shape has.
    Order(Shape),
    Tuple(Vec<Kind>),
    Array(Vec<Kind>),
    /// An expression with a reported mistake. It fits everywhere, so that the mistake is reported once.
    Wrong,
}

impl Kind {
    pub(crate) fn unit() -> Self {
        Kind::Tuple(Vec::new())
    }
    pub(crate) fn scalar() -> Self {
        Kind::Num(Shape::Scalar)
    }
    pub(crate) fn tensor() -> Self {
        Kind::Num(Shape::TENSOR)
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
    /// The kind without the guarantee that all parameters have the same number.
    pub(crate) fn of_parameter(self) -> Self {
        let all = |items: Vec<Kind>| items.into_iter().map(Kind::of_parameter).collect();
        match self {
            Kind::Num(shape) => Kind::Num(shape.of_parameter()),
            Kind::Mask(shape) => Kind::Mask(shape.of_parameter()),
            Kind::Tuple(items) => Kind::Tuple(all(items)),
            Kind::Array(items) => Kind::Array(all(items)),
            other => other,
        }
    }
    /// The shape of a number. A fixed value acts as a scalar.
    pub(crate) fn shape(&self) -> Option<Shape> {
        match self {
            Kind::Fixed => Some(Shape::Scalar),
            Kind::Num(shape) => Some(shape.clone()),
            _ => None,
        }
    }
    /// The joint kind, to which values of both kinds can be lifted.
    pub(crate) fn join(&self, other: &Kind) -> Option<Kind> {
        let items = |a: &[Kind], b: &[Kind]| {
            (a.len() == b.len()).then(|| a.iter().zip(b).map(|(a, b)| a.join(b)).collect::<Option<Vec<_>>>()).flatten()
        };
        match (self, other) {
            (Kind::Wrong, _) | (_, Kind::Wrong) => Some(Kind::Wrong),
            (Kind::Fixed, Kind::Fixed) => Some(Kind::Fixed),
            (Kind::Mask(a), Kind::Mask(b)) if a == b => Some(Kind::Mask(a.clone())),
            (Kind::Mask(a), Kind::Mask(b)) if a.is_scalar() && b.is_scalar() => Some(Kind::Mask(Shape::Scalar)),
            (Kind::Order(a), Kind::Order(b)) if a == b => Some(Kind::Order(a.clone())),
            (Kind::Num(a), Kind::Num(b)) => a.join(b).ok().map(Kind::Num),
            (Kind::Num(shape), Kind::Fixed) | (Kind::Fixed, Kind::Num(shape)) => {
                Some(Kind::Num(shape.clone().of_parameter()))
            }
            (Kind::Tuple(a), Kind::Tuple(b)) => items(a, b).map(Kind::Tuple),
            (Kind::Array(a), Kind::Array(b)) => items(a, b).map(Kind::Array),
            _ => None,
        }
    }
    /// The joint kind of several kinds; `None` if there are none, or if they do not join.
    pub(crate) fn join_all(kinds: &[Kind]) -> Option<Kind> {
        let (first, rest) = kinds.split_first()?;
        rest.iter().try_fold(first.clone(), |joined, kind| joined.join(kind))
    }
    /// Returns true if two kinds differ at most in their dimensions, so that they are one type to the user.
    pub(crate) fn same_type(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Num(a), Kind::Num(b)) | (Kind::Mask(a), Kind::Mask(b)) => a.name() == b.name(),
            (Kind::Order(_), Kind::Order(_)) => true,
            (Kind::Tuple(a), Kind::Tuple(b)) | (Kind::Array(a), Kind::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_type(b))
            }
            (Kind::Wrong, _) | (_, Kind::Wrong) => true,
            (a, b) => a == b,
        }
    }
}

/// The dimensions as in the declaration of a state: `(rows, self.rank)`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Global | Self::Scalar => f.write_str("a single number"),
            Self::Matrix(rows, cols) => write!(f, "({rows}, {cols})"),
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
            Kind::Timed(Timed::Condition) => f.write_str("a timed condition"),
            Kind::Timed(Timed::Slot) => f.write_str("a slot"),
            Kind::Num(shape) => write!(f, "`{}`", shape.name()),
            Kind::Mask(shape) if shape.is_tensor() => f.write_str("`Mask`"),
            Kind::Mask(shape) => write!(f, "`Mask<{}>`", shape.name()),
            Kind::Order(_) => f.write_str("an `Order`"),
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
