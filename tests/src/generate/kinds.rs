//! The values of a generated program: their kinds, and the variables in scope.

/// The size of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dim {
    Rows,
    Cols,
    /// The smaller and the larger dimension, after a transposition under a fixed condition.
    Short,
    Long,
    /// A number in a setting.
    Fixed,
    /// `min(rows, cols)`.
    Least,
}

/// The axes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) batch: bool,
    pub(super) row: Option<Dim>,
    pub(super) col: Option<Dim>,
}

pub(super) const SCALAR: Shape = Shape { batch: false, row: None, col: None };
pub(super) const MATRICES: Shape = Shape { batch: true, row: None, col: None };
pub(super) const ROWS: Shape = Shape { batch: true, row: Some(Dim::Rows), col: None };
pub(super) const COLS: Shape = Shape { batch: true, row: None, col: Some(Dim::Cols) };
pub(super) const TENSOR: Shape = matrix(Dim::Rows, Dim::Cols);

pub(super) const fn matrix(row: Dim, col: Dim) -> Shape {
    Shape { batch: true, row: Some(row), col: Some(col) }
}

impl Shape {
    /// Its name in the language.
    pub(super) fn name(self) -> &'static str {
        match (self.batch, self.row, self.col) {
            (_, Some(_), Some(_)) => "Tensor",
            (_, Some(_), None) => "Rows",
            (_, None, Some(_)) => "Cols",
            (true, None, None) => "Matrices",
            (false, None, None) => "Scalar",
        }
    }

    /// The shapes that broadcast to this one, itself first.
    pub(super) fn parts(self) -> Vec<Shape> {
        let mut parts = vec![self];
        if self.row.is_some() && self.col.is_some() {
            parts.push(Shape { row: None, ..self });
            parts.push(Shape { col: None, ..self });
        }
        if self.batch && self != MATRICES {
            parts.push(MATRICES);
        }
        if self != SCALAR {
            parts.push(SCALAR);
        }
        parts
    }

    /// Returns true if a dimension is not the parameter's. Such values come from states.
    pub(super) fn is_sized(self) -> bool {
        [self.row, self.col].iter().any(|dim| matches!(dim, Some(Dim::Fixed | Dim::Least)))
    }

    /// Returns true if it depends on the condition of a transposition.
    pub(super) fn is_oriented(self) -> bool {
        [self.row, self.col].iter().any(|dim| matches!(dim, Some(Dim::Short | Dim::Long)))
    }
}

/// The type of a variable.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Number(Shape),
    Mask(Shape),
    /// A fixed number. `typed` is true if its type, `f64`, is known to Rust.
    Fixed {
        typed: bool,
    },
    /// A fixed `usize` below a bound.
    Count(usize),
    /// A fixed `bool`.
    Flag,
    /// A variant of the enum of settings.
    Mode,
    Tuple(Vec<Type>),
    Array(Shape, usize),
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    pub(super) mutable: bool,
}

/// An expression, and a bound on its numbers. Programs keep numbers small, so that rounding errors stay small.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) text: String,
    pub(super) bound: f64,
    /// True if it needs no parentheses as an operand or a receiver.
    pub(super) simple: bool,
}

impl Code {
    pub(super) fn simple(text: impl Into<String>, bound: f64) -> Self {
        Self { text: text.into(), bound, simple: true }
    }

    pub(super) fn compound(text: impl Into<String>, bound: f64) -> Self {
        Self { text: text.into(), bound, simple: false }
    }

    /// The expression as an operand or a receiver.
    pub(super) fn operand(&self) -> String {
        if self.simple { self.text.clone() } else { format!("({})", self.text) }
    }
}
