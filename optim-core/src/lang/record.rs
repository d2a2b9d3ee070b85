//! The recordings in progress on the current thread: where handles write down what was asked of them.

use std::cell::RefCell;
use std::marker::PhantomData;

use super::error::GraphError;
use super::extent::Extent;
use super::graph::{Arg, Class, Graph, Node, Store, Target, kind_name};
use super::op::{Leaf, Library, Op, Over};
use crate::shape::{Axes, ParamShape};

thread_local! {
    static RECORDINGS: RefCell<Recordings> = const { RefCell::new(Recordings { last: 0, open: Vec::new() }) };
}

struct Recordings {
    /// The number of the last one that was started: none is used again.
    last: u64,
    /// Those in progress, the innermost last.
    open: Vec<Recording>,
}

/// One recording of a step in progress.
pub(super) struct Recording {
    id: u64,
    shape: Vec<usize>,
    nodes: Vec<Node>,
    stores: Vec<Store>,
    error: Option<GraphError>,
}

/// What a handle holds: an input for operations to come, and the recording it belongs to.
#[derive(Clone, Copy)]
pub struct Slot {
    pub(super) arg: Arg,
    recording: u64,
    /// Recordings are per thread, so handles stay on theirs.
    _thread: PhantomData<*const ()>,
}

impl Slot {
    /// A fixed number; it belongs to no recording.
    pub(super) fn constant(value: f64) -> Slot {
        Slot { arg: Arg::Constant(value), recording: 0, _thread: PhantomData }
    }

    fn node(id: usize, recording: u64) -> Slot {
        Slot { arg: Arg::Node(id), recording, _thread: PhantomData }
    }
}

/// Runs `f` on all recordings; `None` while the thread ends.
fn with_all<R>(f: impl FnOnce(&mut Recordings) -> Option<R>) -> Option<R> {
    // `try_with` and `try_borrow_mut`, because a handle used while its thread ends must not panic.
    RECORDINGS.try_with(|all| f(&mut *all.try_borrow_mut().ok()?)).ok().flatten()
}

/// Runs `f` on the recording that `pick` finds. None is in progress only for handles kept beyond theirs.
fn with<R>(pick: impl Fn(&Recording) -> bool, f: impl FnOnce(&mut Recording) -> R) -> Option<R> {
    with_all(|all| all.open.iter_mut().rev().find(|recording| pick(recording)).map(f))
}

/// Starts a recording for a parameter of this shape; its number.
pub(super) fn begin(shape: &[usize]) -> u64 {
    let begun = with_all(|all| {
        all.last += 1;
        let (id, shape) = (all.last, shape.to_vec());
        all.open.push(Recording { id, shape, nodes: Vec::new(), stores: Vec::new(), error: None });
        Some(id)
    });
    begun.unwrap_or(0)
}

/// Takes a recording out of those in progress.
pub(super) fn end(id: u64) -> Option<Recording> {
    with_all(|all| {
        let index = all.open.iter().position(|recording| recording.id == id)?;
        Some(all.open.remove(index))
    })
}

/// The value of a leaf in the recording of this number.
pub(super) fn leaf(id: u64, leaf: Leaf, axes: Axes) -> Slot {
    with(|recording| recording.id == id, |recording| recording.leaf(leaf, axes)).unwrap_or(Slot::constant(f64::NAN))
}

/// Replaces the target by a value of kind `axes` in the recording of this number.
pub(super) fn store(id: u64, target: Target, value: Slot, axes: Axes) {
    let value = as_node(value, axes);
    with(|recording| recording.id == id, |recording| recording.store(target, value, axes));
}

/// Writes down one operation with a result of kind `axes`.
pub(super) fn record(op: Op, inputs: &[Slot], axes: Axes, class: Class) -> Slot {
    with(|_| true, |recording| recording.push(op, inputs, axes, class)).unwrap_or(Slot::constant(f64::NAN))
}

/// The value as a node of kind `axes`: a fixed number is written down as one.
pub(super) fn as_node(slot: Slot, axes: Axes) -> Slot {
    match slot.arg {
        Arg::Node(_) => slot,
        Arg::Constant(_) => record(Op::Lift, &[slot], axes, class_of(axes)),
    }
}

/// The value as a node of kind `axes` with rows and columns of these sizes.
pub(super) fn sized(slot: Slot, axes: Axes, rows: Option<usize>, cols: Option<usize>) -> Slot {
    let lifted = record(Op::Lift, &[slot], axes, class_of(axes));
    if let Arg::Node(id) = lifted.arg {
        with(
            |r| r.id == lifted.recording,
            |recording| {
                let batch = Some(recording.param().batch());
                recording.nodes[id].extent = Extent { batch, rows, cols };
            },
        );
    }
    lifted
}

/// Kind and number of axes of a handle's node, for the sizes that a step may ask for.
pub(super) fn size_of(slot: Slot) -> Option<(ParamShape, Extent)> {
    let Arg::Node(id) = slot.arg else {
        return with(|_| true, |recording| (recording.param(), Extent::of(Axes::Tensor, recording.param())));
    };
    with(
        |r| r.id == slot.recording,
        |recording| {
            let node = recording.nodes.get(id)?;
            Some((recording.param(), node.extent.complete(node.axes, recording.param())))
        },
    )
    .flatten()
}

/// How numbers of this kind are stored.
pub(super) fn class_of(axes: Axes) -> Class {
    if axes == Axes::Scalar { Class::Scalar } else { Class::Element }
}

/// The kind of the node behind a handle, if it has one.
pub(super) fn axes_of(slot: Slot) -> Option<Axes> {
    let Arg::Node(id) = slot.arg else { return None };
    with(|r| r.id == slot.recording, |recording| recording.nodes.get(id).map(|node| node.axes)).flatten()
}

impl Recording {
    /// The graph, or the first mistake.
    pub(super) fn into_graph(self, name: &str) -> Result<Graph, GraphError> {
        let Self { shape, nodes, stores, error, .. } = self;
        match error {
            Some(error) => Err(error),
            None => Ok(Graph { name: name.to_owned(), shape, nodes, stores }.without_unused_states()),
        }
    }

    fn param(&self) -> ParamShape {
        ParamShape::of(&self.shape)
    }

    /// The first mistake is the one to report: later ones may follow from it.
    fn fail(&mut self, error: GraphError) {
        self.error.get_or_insert(error);
    }

    fn push(&mut self, op: Op, inputs: &[Slot], axes: Axes, class: Class) -> Slot {
        let inputs: Vec<Arg> = inputs.iter().map(|slot| self.own(*slot, op.name())).collect();
        let extent = self.result_extent(&op, &inputs, axes);
        self.nodes.push(Node { op, inputs, axes, class, extent });
        Slot::node(self.nodes.len() - 1, self.id)
    }

    /// The input, if it belongs here.
    fn own(&mut self, slot: Slot, op: &'static str) -> Arg {
        match slot.arg {
            Arg::Node(id) if slot.recording != self.id || id >= self.nodes.len() => {
                self.fail(GraphError::Foreign { op });
                Arg::Constant(f64::NAN)
            }
            arg => arg,
        }
    }

    fn extent(&self, arg: Arg) -> Extent {
        match arg {
            Arg::Node(id) => self.nodes[id].extent,
            Arg::Constant(_) => Extent::ONE,
        }
    }

    /// The input's extent with every axis that its kind has.
    fn complete(&self, arg: Arg) -> Extent {
        self.completed(self.extent(arg), arg)
    }

    /// An extent with every axis that the input's kind has.
    fn completed(&self, extent: Extent, arg: Arg) -> Extent {
        match arg {
            Arg::Node(id) => extent.complete(self.nodes[id].axes, self.param()),
            Arg::Constant(_) => extent,
        }
    }

    fn result_extent(&mut self, op: &Op, inputs: &[Arg], axes: Axes) -> Extent {
        match op {
            Op::Leaf(_) => Extent::of(axes, self.param()),
            Op::Reduce(_, over) => {
                // Numbers that are taken together must all be there, those of `full(1.0)` too: sizes that one
                // input lacks are those of the other, then those of the parameter.
                let extents: Vec<Extent> = inputs.iter().map(|arg| self.extent(*arg)).collect();
                let joined = self.joined(op.name(), &extents);
                let of = inputs.iter().fold(joined, |of, arg| self.completed(of, *arg));
                match over {
                    Over::All => Extent::ONE,
                    Over::Row => Extent { cols: None, ..of },
                    Over::Col => Extent { rows: None, ..of },
                    Over::Matrix => Extent { rows: None, cols: None, ..of },
                }
            }
            Op::Library(call) => match call {
                Library::Matmul => {
                    let (left, right) = (self.complete(inputs[0]), self.complete(inputs[1]));
                    if left.cols != right.rows || left.batch != right.batch {
                        self.fail(GraphError::Matmul { left, right });
                    }
                    Extent { cols: right.cols, ..left }
                }
                Library::Transpose => {
                    let of = self.complete(inputs[0]);
                    Extent { rows: of.cols, cols: of.rows, ..of }
                }
            },
            _ => {
                let extents: Vec<Extent> = inputs.iter().map(|arg| self.extent(*arg)).collect();
                self.joined(op.name(), &extents)
            }
        }
    }

    fn joined(&mut self, op: &'static str, extents: &[Extent]) -> Extent {
        let mut joined = Extent::ONE;
        for &extent in extents {
            match joined.join(extent) {
                Some(both) => joined = both,
                None => self.fail(GraphError::Sizes { op, left: joined, right: extent }),
            }
        }
        joined
    }

    /// The node of a leaf: the same one whenever the leaf is asked for.
    fn leaf(&mut self, leaf: Leaf, axes: Axes) -> Slot {
        let same = |node: &Node| match (&node.op, &leaf) {
            (Op::Leaf(Leaf::Hyper { name: a, .. }), Leaf::Hyper { name: b, .. }) => a == b,
            (Op::Leaf(known), leaf) => known == leaf,
            _ => false,
        };
        match self.nodes.iter().position(same) {
            Some(id) if self.nodes[id].axes == axes => Slot::node(id, self.id),
            Some(id) => {
                let (first, second) = (kind_name(self.nodes[id].axes), kind_name(axes));
                self.fail(GraphError::Declared { name: leaf.name().to_owned(), first, second });
                self.push(Op::Leaf(leaf), &[], axes, class_of(axes))
            }
            None => self.push(Op::Leaf(leaf), &[], axes, class_of(axes)),
        }
    }

    fn store(&mut self, target: Target, slot: Slot, axes: Axes) {
        let Arg::Node(value) = self.own(slot, "store") else {
            return;
        };
        let expected = Extent::of(axes, self.param());
        let found = self.nodes[value].extent.complete(axes, self.param());
        if found != expected {
            self.fail(GraphError::Store { name: target.name().to_owned(), expected, found });
        }
        self.stores.retain(|store| store.target != target);
        let unchanged = match (&self.nodes[value].op, &target) {
            (Op::Leaf(Leaf::Param), Target::Param) => true,
            (Op::Leaf(Leaf::State { name }), Target::State(state)) => name == state,
            _ => false,
        };
        if !unchanged {
            self.stores.push(Store { target, axes, value });
        }
    }
}
