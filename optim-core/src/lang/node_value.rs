//! The value of a node: its numbers, and each of them by its place.

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
    /// The value of this extent that has these numbers.
    pub(crate) fn new(extent: ValueExtent, data: Vec<f64>) -> Self {
        Self { strides: extent.strides(), data, others: Vec::new() }
    }

    /// The first of several results of this extent, and the others.
    pub(crate) fn first_of(extent: ValueExtent, results: Vec<Vec<f64>>) -> Self {
        let mut results = results.into_iter();
        let data = results.next().unwrap_or_default();
        Self { others: results.collect(), ..Self::new(extent, data) }
    }

    pub(crate) fn constant(x: f64) -> Self {
        Self::new(ValueExtent::ONE, vec![x])
    }

    /// The value of `f` at every place.
    pub(crate) fn fill(extent: ValueExtent, f: impl FnMut(Place) -> f64) -> Self {
        Self::new(extent, each(extent.ranges(), f))
    }

    pub(crate) fn numbers(&self) -> Argument<'_> {
        Argument { strides: self.strides, data: &self.data }
    }
}

/// The numbers of a value, or a constant: what an operation is given.
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

    /// The number at a place.
    #[inline]
    pub(crate) fn at(self, [batch, row, col]: Place) -> f64 {
        let [over_batch, over_row, over_col] = self.strides;
        self.data[batch * over_batch + row * over_row + col * over_col]
    }
}

/// The results of `f` for these places, in C order.
#[inline]
pub(crate) fn each([batches, rows, cols]: [Range<usize>; 3], mut f: impl FnMut(Place) -> f64) -> Vec<f64> {
    // An array may be empty along one axis and long along another: no loop over the others then.
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
