//! Facts about a parameter besides its numbers.

use crate::shape::ParamShape;

/// Name and shape of a parameter, as the predicate of a group or a view sees them.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo<'a> {
    name: &'a str,
    shape: &'a [usize],
    ordered: bool,
}

impl<'a> ParamInfo<'a> {
    pub(crate) fn new(name: &'a str, shape: &'a [usize], ordered: bool) -> Self {
        Self { name, shape, ordered }
    }

    /// The full name, such as `layers.0.bias`.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The shape.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// Returns true if the model has an order that includes the parameter, see [`Name::is_ordered`](super::Name::is_ordered).
    pub fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// Number of axes.
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// The size of an axis, counted from 0; 1 if there is no such axis.
    pub fn dim(&self, axis: usize) -> usize {
        self.shape.get(axis).copied().unwrap_or(1)
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        ParamShape::of(self.shape).len()
    }

    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
