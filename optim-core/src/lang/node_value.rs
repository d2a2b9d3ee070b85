//! Values of nodes, with access to each number by its position.

use std::ops::Range;

use super::arg::Arg;
use super::extent::{Place, ValueExtent};
use super::graph::Node;

/// A value: its numbers in C order.
pub(crate) struct NodeValue {
    strides: [usize; 3],
    pub(crate) data: Vec<f64>,
    /// The other results of a call.
    pub(crate) others: Vec<Vec<f64>>,
}

impl NodeValue {
    /// The value with this extent and these numbers.
    pub(crate) fn new(extent: ValueExtent, data: Vec<f64>) -> Self {
        Self { strides: extent.strides(), data, others: Vec::new() }
    }

    /// The first of several results with this extent, and the others.
    pub(crate) fn first_of(extent: ValueExtent, results: Vec<Vec<f64>>) -> Self {
        let mut results = results.into_iter();
        let data = results.next().unwrap_or_default();
        Self { others: results.collect(), ..Self::new(extent, data) }
    }

    pub(crate) fn constant(x: f64) -> Self {
        Self::new(ValueExtent::ONE, vec![x])
    }

    /// The value that has `f` of each position.
    pub(crate) fn fill(extent: ValueExtent, f: impl FnMut(Place) -> f64) -> Self {
        Self::new(extent, each(extent.ranges(), f))
    }

    pub(crate) fn numbers(&self) -> Argument<'_> {
        Argument { strides: self.strides, data: &self.data }
    }
}

/// The numbers of an operand: of a value, or a constant.
#[derive(Clone, Copy)]
pub(crate) struct Argument<'v> {
    strides: [usize; 3],
    data: &'v [f64],
}

impl<'v> Argument<'v> {
    /// The numbers of all inputs of a node.
    pub(crate) fn all(node: &'v Node, values: &'v [NodeValue]) -> Vec<Self> {
        node.inputs().iter().map(|input| Self::of(input, values)).collect()
    }

    /// The numbers of an input of a node.
    fn of(input: &'v Arg, values: &'v [NodeValue]) -> Self {
        match input {
            Arg::Node(id) => values[*id].numbers(),
            Arg::Constant(x) => Self { strides: [0; 3], data: std::slice::from_ref(x) },
        }
    }

    /// The number at a position.
    #[inline]
    pub(crate) fn at(self, [batch, row, col]: Place) -> f64 {
        let [over_batch, over_row, over_col] = self.strides;
        self.data[batch * over_batch + row * over_row + col * over_col]
    }
}

/// The results of `f` for these positions, in C order.
#[inline]
pub(crate) fn each([batches, rows, cols]: [Range<usize>; 3], mut f: impl FnMut(Place) -> f64) -> Vec<f64> {
    // An array may be empty along one axis and long along another, so the loops over the others are skipped.
    if rows.is_empty() || cols.is_empty() {
        return Vec::new();
    }
    let mut numbers = Vec::with_capacity(batches.len() * rows.len() * cols.len());
    for batch in batches {
        for row in rows.clone() {
            for col in cols.clone() {
                numbers.push(f([batch, row, col]));
            }
        }
    }
    numbers
}
