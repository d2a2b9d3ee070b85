//! Reductions over the whole model: what a parameter has of its own, and the numbers of all parameters together.

use super::graph::{Graph, Node};
use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Mask, Matrices, Rows, Scalar, Tensor};
use super::op::{Binary, Fold, Op, Over, Unary};
use super::ops;
use super::record::{self, Slot, whole};
use crate::shape::Axes;

/// Values that reduce to one number of the whole model: numbers of all kinds, and masks, which are counted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number of the whole model",
    label = "this is a `{Self}`",
    note = "reduce a `Tensor`, `Rows`, `Cols`, `Matrices`, `Scalar` or mask; `scalar(x)` converts a fixed number",
    note = "see `optim_std::guide::errors#global`"
)]
pub trait Global: Input {
    /// The kind of the numbers or of the mask, and whether it is a mask.
    const PARTS: (Axes, bool);
}

impl<K: Handle> Global for Mask<K> {
    const PARTS: (Axes, bool) = (K::AXES, true);
}

macro_rules! global {
    ($($Kind:ident)*) => {
        $(impl Global for $Kind {
            const PARTS: (Axes, bool) = (<$Kind as Handle>::AXES, false);
        })*
    };
}
global!(Tensor Rows Cols Matrices Scalar);

/// The reduction over the model of one value, or of the products of two.
pub(super) fn reduce(fold: Fold, place: u32, inputs: &[Slot], (axes, mask): (Axes, bool)) -> Scalar {
    let inputs = if axes == Axes::Scalar { inputs.to_vec() } else { whole(inputs, axes) };
    let inputs = &inputs[..];
    let squares = || [inputs, inputs].concat();
    let all = |fold, inputs: &[Slot]| match axes {
        Axes::Scalar => alone(fold, inputs, mask),
        _ => Scalar::make(Op::Reduce(fold, Over::All), inputs),
    };
    let own = match fold {
        Fold::Sum | Fold::Mean => all(Fold::Sum, inputs),
        Fold::Norm | Fold::Rms => all(Fold::Dot, &squares()),
        other => all(other, inputs),
    };
    let join = if matches!(fold, Fold::Amax | Fold::Amin) { fold } else { Fold::Sum };
    let joint = together(join, place, own);
    let count = || together(Fold::Sum, place + 1, count_of(inputs, axes));
    match fold {
        Fold::Mean => joint / count(),
        Fold::Rms => ops::sqrt(joint / count()),
        Fold::Norm => ops::sqrt(joint),
        _ => joint,
    }
}

/// The result of a reduction of the one number that a scalar has.
fn alone(fold: Fold, inputs: &[Slot], mask: bool) -> Scalar {
    let [first, ..] = inputs else { return Scalar::lift(Slot::constant(f64::NAN)) };
    match fold {
        Fold::Dot => Scalar::make(Op::Binary(Binary::Mul), inputs),
        Fold::SumAbs => Scalar::make(Op::Unary(Unary::Abs), inputs),
        _ if mask => Scalar::make(Op::Select, &[*first, Slot::constant(1.0), Slot::constant(0.0)]),
        _ => Scalar::lift(*first),
    }
}

/// The number of elements, as a scalar of the step.
fn count_of(inputs: &[Slot], axes: Axes) -> Scalar {
    let size = inputs.first().and_then(|slot| record::size_of(*slot)).map_or(1, |(_, extent)| extent.len());
    let count = if axes == Axes::Scalar { 1 } else { size };
    Scalar::lift(record::as_node(Slot::constant(count as f64), Axes::Scalar))
}

fn together(fold: Fold, place: u32, own: Scalar) -> Scalar {
    let own = record::as_node(own.slot(), Axes::Scalar);
    Scalar::lift(record::global(fold, place, own))
}

/// Evaluates graphs of several parameters side by side, each node by node in its order: `value` gives that of a node from
/// those before it, of which it may drop some that are not read any more. A reduction over the model waits for all graphs that have it; `join` makes its joint value of those of each
/// of them, in the order of the graphs, and `value` is given that.
pub(crate) fn side_by_side<V, J, E>(
    graphs: &[&Graph],
    mut value: impl FnMut(usize, usize, &mut [V], Option<&J>) -> Result<V, E>,
    join: impl Fn(Fold, &[&V]) -> Result<J, E>,
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
        // The graphs of one step have their reductions in one order, so that one of them is next in all that have it.
        let is_next = |op: &Op| {
            (0..graphs.len()).all(|place| {
                let later = &graphs[place].nodes()[values[place].len()..];
                waiting(place) == Some(op) || later.iter().all(|node| node.op() != op)
            })
        };
        let Some(op) = (0..graphs.len()).filter_map(waiting).find(|op| is_next(op)).cloned() else { return Ok(values) };
        let Op::Global { fold, .. } = &op else { return Ok(values) };
        let here: Vec<usize> = (0..graphs.len()).filter(|place| waiting(*place) == Some(&op)).collect();
        let own = |place: &usize| {
            let input = graphs[*place].nodes()[values[*place].len()].input_nodes().next();
            input.and_then(|input| values[*place].get(input))
        };
        let joint = join(*fold, &here.iter().filter_map(own).collect::<Vec<&V>>())?;
        for place in here {
            let id = values[place].len();
            let next = value(place, id, &mut values[place], Some(&joint))?;
            values[place].push(next);
        }
    }
}
