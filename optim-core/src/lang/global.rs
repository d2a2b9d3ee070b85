//! Reductions over the whole model: one operation of the graph, on the numbers of all parameters.

use super::graph::{Graph, Node};
use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Mask, Matrices, Rows, Scalar, Tensor};
use super::op::{Fold, Op};
use super::record::{self, Slot, whole};
use crate::shape::Axes;

/// Values that reduce to one number of the whole model: numbers of all kinds, and masks, whose true elements are counted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number of the whole model",
    label = "this is a `{Self}`",
    note = "reduce a `Tensor`, `Rows`, `Cols`, `Matrices`, `Scalar` or mask; `scalar(x)` converts a fixed number",
    note = "see `optim_std::guide::errors#global`"
)]
pub trait Global: Input {
    /// The kind of the numbers or of the mask.
    const OF: Axes;
}

impl<K: Handle> Global for Mask<K> {
    const OF: Axes = K::AXES;
}

macro_rules! global {
    ($($Kind:ident)*) => {
        $(impl Global for $Kind {
            const OF: Axes = <$Kind as Handle>::AXES;
        })*
    };
}
global!(Tensor Rows Cols Matrices Scalar);

/// The reduction over the model of one value, or of the products of two: one operation on the numbers of all parameters.
pub(super) fn reduce(fold: Fold, place: u32, inputs: &[Slot], axes: Axes) -> Scalar {
    let inputs = if axes == Axes::Scalar { inputs.to_vec() } else { whole(inputs, axes) };
    let inputs: Vec<Slot> = inputs.into_iter().map(|input| record::as_node(input, axes)).collect();
    Scalar::lift(record::global(fold, place, &inputs))
}

/// The operands of a reduction over the model in one graph: the graph, its node, and the values before it.
pub(crate) struct Share<'v, V> {
    /// The index of the graph.
    pub(crate) run: usize,
    pub(crate) node: &'v Node,
    pub(crate) values: &'v [V],
}

/// Evaluates graphs of several parameters side by side, each of them node by node. `value` computes a node from the values before it, and may
/// drop values that are not read any more. A reduction over the model waits for all graphs that contain it. Then `join` computes the joint value
/// from the operands in these graphs, in their order, and `value` gets it.
pub(crate) fn side_by_side<V, J, E>(
    graphs: &[&Graph],
    mut value: impl FnMut(usize, usize, &mut [V], Option<&J>) -> Result<V, E>,
    join: impl Fn(Fold, &[Share<'_, V>]) -> Result<J, E>,
) -> Result<Vec<Vec<V>>, E> {
    let mut values: Vec<Vec<V>> = graphs.iter().map(|graph| Vec::with_capacity(graph.nodes().len())).collect();
    loop {
        for (place, graph) in graphs.iter().enumerate() {
            while let Some(node) = graph.nodes().get(values[place].len())
                && !matches!(node.op(), Op::Global { .. })
            {
                let id = values[place].len();
                let next = value(place, id, &mut values[place], None)?;
                values[place].push(next);
            }
        }
        let waiting = |place: usize| graphs[place].nodes().get(values[place].len()).map(Node::op);
        // All graphs of a step have their reductions in the same order, so there is one that comes next in all graphs that contain it.
        let is_next = |op: &Op| {
            (0..graphs.len()).all(|place| {
                let later = &graphs[place].nodes()[values[place].len()..];
                waiting(place) == Some(op) || later.iter().all(|node| node.op() != op)
            })
        };
        let Some(op) = (0..graphs.len()).filter_map(waiting).find(|op| is_next(op)).cloned() else { return Ok(values) };
        let Op::Global { fold, .. } = &op else { return Ok(values) };
        let here: Vec<usize> = (0..graphs.len()).filter(|place| waiting(*place) == Some(&op)).collect();
        let share =
            |run: &usize| Share { run: *run, node: &graphs[*run].nodes()[values[*run].len()], values: &values[*run] };
        let joint = join(*fold, &here.iter().map(share).collect::<Vec<_>>())?;
        for place in here {
            let id = values[place].len();
            let next = value(place, id, &mut values[place], Some(&joint))?;
            values[place].push(next);
        }
    }
}
