//! The recording of the current thread: where handles write down what was asked of them.

use std::cell::RefCell;
use std::marker::PhantomData;

use super::error::GraphError;
use super::extent::Extent;
use super::graph::{Arg, Class, Graph, Node, Store, Target, kind_name};
use super::handle::{Cols, Handle, Matrices, Rows, Scalar, Tensor};
use super::op::{Leaf, Op, Over};
use crate::shape::{Axes, ParamShape};

thread_local! {
    /// Recordings in progress, the innermost last; each has a number that is not used again.
    static RECORDINGS: RefCell<(u64, Vec<Recording>)> = const { RefCell::new((0, Vec::new())) };
}

struct Recording {
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

/// Runs `f` on the recording that `pick` finds. None is in progress only for handles kept beyond theirs.
fn with<R>(pick: impl Fn(&Recording) -> bool, f: impl FnOnce(&mut Recording) -> R) -> Option<R> {
    // `try_with` and `try_borrow_mut`, because a handle used while its thread ends must not panic.
    RECORDINGS
        .try_with(|all| all.try_borrow_mut().ok().and_then(|mut all| all.1.iter_mut().rev().find(|r| pick(r)).map(f)))
        .ok()
        .flatten()
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
            Op::Matmul => {
                let (left, right) = (self.complete(inputs[0]), self.complete(inputs[1]));
                if left.cols != right.rows || left.batch != right.batch {
                    self.fail(GraphError::Matmul { left, right });
                }
                Extent { cols: right.cols, ..left }
            }
            Op::Transpose => {
                let of = self.complete(inputs[0]);
                Extent { rows: of.cols, cols: of.rows, ..of }
            }
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

/// One recording of a step, in progress on this thread.
///
/// It hands out the leaves, takes the stores and makes the [`Graph`]. Between [`Recorder::new`] and
/// [`Recorder::finish`], operators and functions on handles write into it. Recordings nest: the innermost one is
/// written to. Dropped without `finish`, it leaves nothing behind.
#[derive(Debug)]
pub struct Recorder {
    id: u64,
    _thread: PhantomData<*const ()>,
}

impl Recorder {
    /// Starts a recording for a parameter of this shape.
    pub fn new(shape: &[usize]) -> Recorder {
        let id = RECORDINGS
            .try_with(|all| {
                let mut all = all.try_borrow_mut().ok()?;
                all.0 += 1;
                let id = all.0;
                all.1.push(Recording { id, shape: shape.to_vec(), nodes: Vec::new(), stores: Vec::new(), error: None });
                Some(id)
            })
            .ok()
            .flatten()
            .unwrap_or(0);
        Recorder { id, _thread: PhantomData }
    }

    /// The parameter before the step.
    pub fn param(&self) -> Tensor {
        self.leaf(Leaf::Param)
    }

    /// The gradient.
    pub fn grad(&self) -> Tensor {
        self.leaf(Leaf::Grad)
    }

    /// The step count, from 1.
    pub fn t(&self) -> Scalar {
        self.leaf(Leaf::Step)
    }

    /// A scheduled hyperparameter (`lr`, or `betas.0` for a component of a tuple) and its present value.
    pub fn hyper(&self, name: &str, value: f64) -> Scalar {
        self.leaf(Leaf::Hyper { name: name.to_owned(), value })
    }

    /// The state of this name before the step, of the kind that is asked for.
    pub fn state<K: Handle>(&self, name: &str) -> K {
        self.leaf(Leaf::State { name: name.to_owned() })
    }

    /// A state with one number per element.
    pub fn state_tensor(&self, name: &str) -> Tensor {
        self.state(name)
    }

    /// A state with one number per row.
    pub fn state_rows(&self, name: &str) -> Rows {
        self.state(name)
    }

    /// A state with one number per column.
    pub fn state_cols(&self, name: &str) -> Cols {
        self.state(name)
    }

    /// A state with one number per matrix.
    pub fn state_matrices(&self, name: &str) -> Matrices {
        self.state(name)
    }

    /// A state of one number.
    pub fn state_scalar(&self, name: &str) -> Scalar {
        self.state(name)
    }

    /// The step replaces the parameter by `value`.
    pub fn store_param(&self, value: Tensor) {
        self.store(Target::Param, value);
    }

    /// The value of a schedule is `value`.
    pub fn store_value(&self, value: Scalar) {
        self.store(Target::Value, value);
    }

    /// The step replaces a state by `value`. The last store of a name counts; its own value before the step is none.
    pub fn store_state<K: Handle>(&self, name: &str, value: K) {
        self.store(Target::State(name.to_owned()), value);
    }

    /// The step replaces a state that has one number per element.
    pub fn store_state_tensor(&self, name: &str, value: Tensor) {
        self.store_state(name, value);
    }

    /// The step replaces a state that has one number per row.
    pub fn store_state_rows(&self, name: &str, value: Rows) {
        self.store_state(name, value);
    }

    /// The step replaces a state that has one number per column.
    pub fn store_state_cols(&self, name: &str, value: Cols) {
        self.store_state(name, value);
    }

    /// The step replaces a state that has one number per matrix.
    pub fn store_state_matrices(&self, name: &str, value: Matrices) {
        self.store_state(name, value);
    }

    /// The step replaces a state of one number.
    pub fn store_state_scalar(&self, name: &str, value: Scalar) {
        self.store_state(name, value);
    }

    /// Ends the recording.
    ///
    /// # Errors
    ///
    /// The first mistake of the step for this shape: sizes that do not fit, or a value of another recording.
    pub fn finish(self, name: &str) -> Result<Graph, GraphError> {
        let Some(recording) = self.take() else {
            return Err(GraphError::Foreign { op: "finish" });
        };
        match recording.error {
            Some(error) => Err(error),
            None => Ok(Graph {
                name: name.to_owned(),
                shape: recording.shape,
                nodes: recording.nodes,
                stores: recording.stores,
            }
            .without_unused_states()),
        }
    }

    fn leaf<K: Handle>(&self, leaf: Leaf) -> K {
        let slot = with(|r| r.id == self.id, |recording| recording.leaf(leaf, K::AXES));
        K::lift(slot.unwrap_or(Slot::constant(f64::NAN)))
    }

    fn store<K: Handle>(&self, target: Target, value: K) {
        let slot = as_node(value.slot(), K::AXES);
        with(|r| r.id == self.id, |recording| recording.store(target, slot, K::AXES));
    }

    fn take(&self) -> Option<Recording> {
        RECORDINGS
            .try_with(|all| {
                let mut all = all.try_borrow_mut().ok()?;
                let index = all.1.iter().position(|r| r.id == self.id)?;
                Some(all.1.remove(index))
            })
            .ok()
            .flatten()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        drop(self.take());
    }
}
