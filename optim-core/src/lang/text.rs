//! The graph as text: one line per value, one per store.

use std::fmt;

use super::arg::Arg;
use super::extent::ValueExtent;
use super::graph::{Class, Graph, Node};
use super::op::{Leaf, Op};
use crate::shape::Dim;

/// Column of the kinds.
const COMMENT: usize = 40;

/// An input as text: `%4`, or the fixed number itself.
impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Node(id) => write!(f, "%{id}"),
            // `Debug` writes the shortest digits that are parsed to the same number, in either notation: `1e-8`, `0.9`.
            Arg::Constant(x) => write!(f, "{x:?}"),
        }
    }
}

impl Node {
    /// The operation and its inputs, `mul 0.9, %2`.
    pub(super) fn call(&self) -> String {
        let (title, operands) = (self.title(), self.operands());
        if operands.is_empty() { title } else { format!("{title} {operands}") }
    }

    /// The operation, with the axis of a reduction: `sum_along(0)`.
    pub(super) fn title(&self) -> String {
        match self.kept() {
            Some(Dim::Along(axis) | Dim::Without(axis)) => format!("{}({axis})", self.op_name()),
            _ => self.op_name().to_owned(),
        }
    }

    /// The dimension that a reduction along an axis keeps.
    fn kept(&self) -> Option<Dim> {
        match self.op {
            Op::ReduceTo(_, kept) => Some(kept),
            Op::Library(call) => call.kept(&self.inputs),
            _ => None,
        }
    }

    /// The text after the name of the operation: `0.9, %2`, the exponent of a power, the name of a state.
    fn operands(&self) -> String {
        self.operands_as(ToString::to_string)
    }

    /// The same, with inputs written by `write`.
    pub(super) fn operands_as(&self, write: impl Fn(&Arg) -> String) -> String {
        let mut operands: Vec<String> = self.inputs.iter().map(write).collect();
        match &self.op {
            // The number of the axis is already in the operation.
            Op::Library(_) if self.kept().is_some() => {
                operands.pop();
            }
            Op::Leaf(leaf @ (Leaf::Hyper { .. } | Leaf::State { .. } | Leaf::Input { .. })) => {
                operands.push(leaf.name().to_owned());
            }
            Op::Leaf(Leaf::Draw { place, iterations, .. }) => {
                operands.push(place.to_string());
                operands.extend(iterations.iter().map(|iteration| format!("iteration {iteration}")));
            }
            Op::Powi(n) => operands.push(n.to_string()),
            Op::Call(function) => operands.push(function.name().to_owned()),
            _ => {}
        }
        operands.join(", ")
    }
}

/// The name of the kind for numbers along an axis.
fn kind(extent: ValueExtent) -> Option<String> {
    extent.is_of_axis().then(|| extent.names())
}

impl Graph {
    /// The kind of a node, `tensor`, `rows mask` or `along(0)`, with its size (batch x rows x cols), and with its dimensions if they differ
    /// from the kind's.
    pub(super) fn describe(&self, node: &Node) -> String {
        let mut text = kind(node.extent).unwrap_or_else(|| node.axes.keyword().to_owned());
        if node.class == Class::Mask {
            text.push_str(" mask");
        }
        let whole = node.extent.complete(node.axes, self.param_shape());
        if !whole.is_of_axis() && whole.dims() != node.axes.dims() {
            text.push_str(&format!(" {} {}", node.extent, whole.names()));
        }
        text
    }
}

/// One line for name and shape, one per node, one per store. The format is stable, so that tests can compare it.
impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {:?}", self.name, self.shape)?;
        for (id, node) in self.nodes.iter().enumerate() {
            let line = format!("  %{id} = {}", node.call());
            writeln!(f, "{line:<COMMENT$}  # {}", self.describe(node))?;
        }
        for store in &self.stores {
            let line = format!("  store {}, %{}", store.target.name(), store.value);
            let kind = kind(store.extent).unwrap_or_else(|| store.axes().keyword().to_owned());
            writeln!(f, "{line:<COMMENT$}  # {kind}")?;
        }
        Ok(())
    }
}
