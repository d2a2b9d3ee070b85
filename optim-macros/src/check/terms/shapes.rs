//! The shapes of operands.

use crate::ast::Expr;
use crate::kind::{Dim, Kind, Shape};
use crate::ops::{Library, Over};

/// The shape that values have after broadcasting.
pub(crate) fn joint_shape(values: &[Expr]) -> Shape {
    let is_fixed = |value: &Expr| value.as_fixed().is_some_and(|fixed| fixed.level().is_shared());
    let is_global = |value: &&Expr| matches!(value.kind, Kind::Num(Shape::Global) | Kind::Mask(Shape::Global));
    if values.iter().any(|value| is_global(&value)) && values.iter().all(|value| is_global(&value) || is_fixed(value)) {
        return Shape::Global;
    }
    values.iter().fold(Shape::Scalar, |joint, value| match &value.kind {
        Kind::Num(shape) | Kind::Mask(shape) => joint.join(shape).unwrap_or(joint),
        _ => joint,
    })
}

/// The shape of a reduction's result; `None` if it has nothing to combine.
pub(crate) fn kept(over: Over, operands: &[Expr]) -> Option<Shape> {
    match (over, joint_shape(operands)) {
        // Values along an axis have no rows, columns and matrices.
        (Over::Row | Over::Col | Over::Matrix, shape) if shape.axis().is_some() => None,
        (Over::All, Shape::Matrix(..)) => Some(Shape::Scalar),
        (Over::Row, Shape::Matrix(rows, cols)) if cols != Dim::One => Some(Shape::Matrix(rows, Dim::One)),
        (Over::Col, Shape::Matrix(rows, cols)) if rows != Dim::One => Some(Shape::Matrix(Dim::One, cols)),
        (Over::Global, _) => Some(Shape::Global),
        (Over::Matrix, shape @ Shape::Matrix(..)) if shape != Shape::MATRICES => Some(Shape::MATRICES),
        _ => None,
    }
}

/// Returns true if the values have all axes of the parameter, or exactly the axes that a reduction keeps.
pub(crate) fn has_axes(operands: &[Expr], kept: &Shape) -> bool {
    let shape = joint_shape(operands);
    shape == Shape::TENSOR || shape == *kept
}

/// Returns true for a value along an axis.
pub(crate) fn is_of_axis(value: &Expr) -> bool {
    matches!(&value.kind, Kind::Num(Shape::Matrix(_, Dim::Axis(_))) | Kind::Mask(Shape::Matrix(_, Dim::Axis(_))))
}

/// Both dimensions of a number; `None` if it has none.
pub(crate) fn dims(value: &Expr) -> Option<(&Dim, &Dim)> {
    match &value.kind {
        Kind::Num(shape) | Kind::Order(shape) => shape.dims(),
        _ => None,
    }
}

/// Returns true if a call takes square matrices.
pub(crate) fn is_of_squares(library: Library) -> bool {
    matches!(
        library,
        Library::Diag | Library::Eigh | Library::Cholesky | Library::Solve | Library::SolveLower | Library::InvRoot
    )
}
