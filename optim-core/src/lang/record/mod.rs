//! The recordings of the current thread, in which handles record operations.

mod sizes;

use std::cell::RefCell;
use std::marker::PhantomData;

use super::arg::Arg;
use super::error::GraphError;
use super::extent::ValueExtent;
use super::graph::{Class, Draws, Graph, Node, Store, Target, lift_name};
use super::op::{Fold, Leaf, Library, Op};
use crate::draw::Law;
use crate::shape::{Axes, Dim, Dims, ParamShape};

thread_local! {
    static RECORDINGS: RefCell<OpenRecordings> = const { RefCell::new(OpenRecordings { last: 0, open: Vec::new() }) };
}

struct OpenRecordings {
    /// The number of the last recording. Numbers are not used again.
    last: u64,
    /// The recordings in progress, innermost last.
    open: Vec<Recording>,
}

/// One recording of a step in progress.
pub(super) struct Recording {
    id: u64,
    shape: Vec<usize>,
    nodes: Vec<Node>,
    stores: Vec<Store>,
    error: Option<GraphError>,
    /// The iterations of the loops around the present place, outermost first; `None` before the first iteration.
    iterations: Vec<Option<u64>>,
}

/// The content of a handle: an operand, and the recording to which it belongs.
#[derive(Clone, Copy)]
pub struct Slot {
    pub(super) arg: Arg,
    recording: u64,
    /// Recordings belong to a thread, so a handle must not leave its thread.
    _thread: PhantomData<*const ()>,
}

impl Slot {
    /// A fixed number, which belongs to no recording.
    pub(super) fn constant(value: f64) -> Slot {
        Slot { arg: Arg::Constant(value), recording: 0, _thread: PhantomData }
    }

    fn node(id: usize, recording: u64) -> Slot {
        Slot { arg: Arg::Node(id), recording, _thread: PhantomData }
    }
}

/// Runs `f` on all recordings; `None` while the thread ends.
fn with_all<R>(f: impl FnOnce(&mut OpenRecordings) -> Option<R>) -> Option<R> {
    // `try_with` and `try_borrow_mut`, because a handle used while its thread ends must not panic.
    RECORDINGS.try_with(|all| f(&mut *all.try_borrow_mut().ok()?)).ok().flatten()
}

/// Runs `f` on the recording that `pick` selects. There is none only for a handle that outlived its recording.
fn with<R>(pick: impl Fn(&Recording) -> bool, f: impl FnOnce(&mut Recording) -> R) -> Option<R> {
    with_all(|all| all.open.iter_mut().rev().find(|recording| pick(recording)).map(f))
}

/// Starts a recording for a parameter of this shape. Returns its number.
pub(super) fn begin(shape: &[usize]) -> u64 {
    let begun = with_all(|all| {
        all.last += 1;
        let (id, shape) = (all.last, shape.to_vec());
        all.open.push(Recording {
            id,
            shape,
            nodes: Vec::new(),
            stores: Vec::new(),
            error: None,
            iterations: Vec::new(),
        });
        Some(id)
    });
    begun.unwrap_or(0)
}

/// Removes a recording from those in progress.
pub(super) fn end(id: u64) -> Option<Recording> {
    with_all(|all| {
        let index = all.open.iter().position(|recording| recording.id == id)?;
        Some(all.open.remove(index))
    })
}

/// The value of a leaf with these dimensions, in the recording with this number.
pub(super) fn leaf(id: u64, leaf: Leaf, dims: Option<Dims>) -> Slot {
    with(|recording| recording.id == id, |recording| recording.leaf(leaf, dims)).unwrap_or(Slot::constant(f64::NAN))
}

/// Replaces a target with these dimensions by a value, in the recording with this number.
pub(super) fn store(id: u64, target: Target, value: Slot, dims: Option<Dims>) {
    let value = as_node(value, Axes::of(dims));
    with(|recording| recording.id == id, |recording| recording.store(target, value, dims));
}

/// Records a mistake, in the recording with this number.
pub(super) fn fail(id: u64, error: GraphError) {
    with(|recording| recording.id == id, |recording| recording.fail(error));
}

/// Changes the loops around the present place, in the recording with this number.
pub(super) fn change_iterations(id: u64, change: impl FnOnce(&mut Vec<Option<u64>>)) {
    with(|recording| recording.id == id, |recording| change(&mut recording.iterations));
}

/// Random numbers with the shape of a value of kind `axes`.
pub(super) fn draw(law: Law, place: u32, like: Slot, axes: Axes) -> Slot {
    with(|_| true, |recording| recording.draw(law, place, like, axes)).unwrap_or(Slot::constant(f64::NAN))
}

/// A reduction over the numbers of all parameters.
pub(super) fn global(fold: Fold, place: u32, inputs: &[Slot]) -> Slot {
    let push = |recording: &mut Recording| {
        let iterations = recording.present_iterations();
        recording.push(Op::Global { fold, place, inside: 0, iterations }, inputs, Axes::Scalar, Class::Scalar)
    };
    with(|_| true, push).unwrap_or(Slot::constant(f64::NAN))
}

/// Records an operation with a result of kind `axes`.
pub(super) fn record(op: Op, inputs: &[Slot], axes: Axes, class: Class) -> Slot {
    with(|_| true, |recording| recording.push(op, inputs, axes, class)).unwrap_or(Slot::constant(f64::NAN))
}

/// The value as a node of kind `axes`. A fixed number becomes a node.
pub(super) fn as_node(slot: Slot, axes: Axes) -> Slot {
    match slot.arg {
        Arg::Node(_) => slot,
        Arg::Constant(_) => record(Op::Lift, &[slot], axes, class_of(axes)),
    }
}

/// The value as a node of kind `axes` with exactly these dimensions.
pub(super) fn lift_to(slot: Slot, axes: Axes, dims: Dims) -> Slot {
    with(|_| true, |recording| recording.lift_to(slot, axes, ValueExtent::of(dims, recording.param()))).unwrap_or(slot)
}

/// The inputs of an operation that counts or moves numbers, so that all of them must exist. They have kind `axes`. If a
/// dimension of all inputs is broadcast, it gets the parameter's size.
pub(super) fn whole(slots: &[Slot], axes: Axes) -> Vec<Slot> {
    let mut slots = slots.to_vec();
    with(|_| true, |recording| recording.complete(&mut slots, axes));
    slots
}

/// The identity matrix with this many rows and columns.
pub(super) fn eye(n: Dim) -> Slot {
    let eye = |recording: &mut Recording| {
        let (extent, size) = (ValueExtent::of(Dims::new(n, n), recording.param()), recording.param().size(n));
        let (op, inputs) = (Op::Library(Library::Eye), vec![Arg::Constant(size as f64)]);
        recording.push_node(Node { op, inputs, axes: Axes::Tensor, class: Class::Element, extent })
    };
    with(|_| true, eye).unwrap_or(Slot::constant(f64::NAN))
}

/// The parameter's shape and the extent of a handle's node, for questions about sizes.
pub(super) fn size_of(slot: Slot) -> Option<(ParamShape, ValueExtent)> {
    let Arg::Node(id) = slot.arg else {
        return with(|_| true, |recording| (recording.param(), ValueExtent::of(Axes::Tensor, recording.param())));
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

/// The storage class of this kind.
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
            None => {
                let (name, draws) = (name.to_owned(), Draws::default());
                Ok(Graph { name, shape, nodes, stores, draws }.without_unused_states())
            }
        }
    }

    fn param(&self) -> ParamShape {
        ParamShape::of(&self.shape)
    }

    /// Keeps only the first mistake, because later ones may follow from it.
    fn fail(&mut self, error: GraphError) {
        self.error.get_or_insert(error);
    }

    fn push(&mut self, op: Op, inputs: &[Slot], axes: Axes, class: Class) -> Slot {
        let mut inputs: Vec<Arg> = inputs.iter().map(|slot| self.own(*slot, op.name())).collect();
        if !matches!(op, Op::Library(_) | Op::Result(..)) {
            self.repeat_along_axes(&mut inputs);
        }
        let extent = self.result(&op, &inputs, axes);
        self.push_node(Node { op, inputs, axes, class, extent })
    }

    /// Repeats numbers along an axis for every element, if other operands are not along the axis.
    fn repeat_along_axes(&mut self, inputs: &mut [Arg]) {
        let extents: Vec<ValueExtent> = inputs.iter().map(|arg| self.extent(*arg)).collect();
        let Some(axis) = extents.iter().copied().find(|extent| extent.is_of_axis()) else { return };
        let meets = |(input, extent): (&Arg, &ValueExtent)| {
            extent.dims().is_none() || extent.dims() == axis.dims() || self.number_behind(*input).is_some()
        };
        if inputs.iter().zip(&extents).all(meets) {
            for (input, extent) in inputs.iter_mut().zip(extents) {
                if extent.dims() != axis.dims()
                    && let Some(number) = self.number_behind(*input)
                {
                    *input = self.push_lift(number, Axes::Cols, axis).arg;
                }
            }
            return;
        }
        for (input, extent) in inputs.iter_mut().zip(extents) {
            if extent.is_of_axis() {
                *input = self.repeated(*input);
            }
        }
    }

    /// Repeats numbers along an axis for every element.
    fn repeated(&mut self, input: Arg) -> Arg {
        self.push_lift(input, Axes::Tensor, ValueExtent::of(Dims::TENSOR, self.param())).arg
    }

    /// The single number that was broadcast along an axis. It is the same for the whole parameter.
    fn number_behind(&self, input: Arg) -> Option<Arg> {
        let Arg::Node(id) = input else { return None };
        match &self.nodes[id] {
            Node { op: Op::Lift, axes: Axes::Cols, inputs, .. } => {
                inputs.first().copied().filter(|number| self.extent(*number).dims().is_none())
            }
            _ => None,
        }
    }

    fn push_lift(&mut self, input: Arg, axes: Axes, extent: ValueExtent) -> Slot {
        let class = match input {
            Arg::Node(id) if self.nodes[id].class == Class::Mask => Class::Mask,
            _ => class_of(axes),
        };
        self.push_node(Node { op: Op::Lift, inputs: vec![input], axes, class, extent })
    }

    fn push_node(&mut self, node: Node) -> Slot {
        self.nodes.push(node);
        Slot::node(self.nodes.len() - 1, self.id)
    }

    fn draw(&mut self, law: Law, place: u32, like: Slot, axes: Axes) -> Slot {
        let like = self.own(like, law.name());
        let extent = self.extent(like).complete(axes, self.param());
        let iterations = self.present_iterations();
        let op = Op::Leaf(Leaf::Draw { law, place, iterations, inside: Vec::new(), step: None });
        self.push_node(Node { op, inputs: Vec::new(), axes, class: class_of(axes), extent })
    }

    fn present_iterations(&self) -> Vec<u64> {
        self.iterations.iter().map(|iteration| iteration.unwrap_or(0)).collect()
    }

    /// A value broadcast to this extent.
    fn lift_to(&mut self, slot: Slot, axes: Axes, extent: ValueExtent) -> Slot {
        let mut input = self.own(slot, lift_name(axes));
        if extent.is_of_axis()
            && let Some(number) = self.number_behind(input)
        {
            input = number;
        }
        let own = self.extent(input);
        if !own.broadcasts_to(extent) {
            self.fail(GraphError::Sizes { op: lift_name(axes), left: extent.into(), right: own.into() });
        }
        let class = match input {
            Arg::Node(id) => self.nodes[id].class,
            Arg::Constant(_) => class_of(axes),
        };
        self.push_node(Node { op: Op::Lift, inputs: vec![input], axes, class, extent })
    }

    /// See [`whole`].
    fn complete(&mut self, slots: &mut [Slot], axes: Axes) {
        let extents = slots.iter().map(|slot| match slot.arg {
            Arg::Node(id) if slot.recording != self.id || id >= self.nodes.len() => None,
            arg => Some(self.extent(arg)),
        });
        // Values with different dimensions, or from another recording, are reported when the operation is recorded.
        let joined = extents.reduce(|a, b| a?.join(b?)).flatten();
        let Some(joined) = joined else { return };
        let whole = joined.complete(axes, self.param());
        for (index, slot) in slots.iter_mut().enumerate() {
            if matches!(slot.arg, Arg::Constant(_)) || index == 0 && joined != whole {
                *slot = self.lift_to(*slot, axes, whole);
            }
        }
    }

    /// The input, if it belongs to this recording.
    fn own(&mut self, slot: Slot, op: &'static str) -> Arg {
        match slot.arg {
            Arg::Node(id) if slot.recording != self.id || id >= self.nodes.len() => {
                self.fail(GraphError::Foreign { op });
                Arg::Constant(f64::NAN)
            }
            arg => arg,
        }
    }

    fn extent(&self, arg: Arg) -> ValueExtent {
        match arg {
            Arg::Node(id) => self.nodes[id].extent,
            Arg::Constant(_) => ValueExtent::ONE,
        }
    }

    /// The node of a leaf, which is created at its first use.
    fn leaf(&mut self, leaf: Leaf, dims: Option<Dims>) -> Slot {
        let same = |node: &Node| match (&node.op, &leaf) {
            (Op::Leaf(Leaf::Hyper { name: a, .. }), Leaf::Hyper { name: b, .. }) => a == b,
            (Op::Leaf(known), leaf) => known == leaf,
            _ => false,
        };
        let extent = ValueExtent::of(dims, self.param());
        if let Some(id) = self.nodes.iter().position(same) {
            let first = self.nodes[id].extent.dims();
            if first == dims {
                return Slot::node(id, self.id);
            }
            let [first, second] = [first, dims].map(declared);
            self.fail(GraphError::Declared { name: leaf.name().to_owned(), first, second });
        }
        let axes = Axes::of(dims);
        self.push_node(Node { op: Op::Leaf(leaf), inputs: Vec::new(), axes, class: class_of(axes), extent })
    }

    fn store(&mut self, target: Target, slot: Slot, dims: Option<Dims>) {
        let extent = ValueExtent::of(dims, self.param());
        let value = self.own(slot, "store");
        let value = match (self.extent(value).is_of_axis(), extent.is_of_axis(), self.number_behind(value)) {
            (true, false, _) => self.repeated(value),
            (_, true, Some(number)) => self.push_lift(number, Axes::Cols, extent).arg,
            _ => value,
        };
        let Arg::Node(value) = value else {
            return;
        };
        let own = self.nodes[value].extent;
        let found = own.complete(dims, self.param());
        // Along an axis, other rows, columns or matrices never fit, whatever their sizes are.
        let is_other = extent.is_of_axis() && own.dims().is_some() && own.dims() != dims;
        if is_other || found.sizes() != extent.sizes() {
            let found = if is_other { own } else { found };
            let name = target.name().to_owned();
            self.fail(GraphError::Store { name, expected: extent.into(), found: found.into() });
        }
        self.stores.retain(|store| store.target != target);
        let unchanged = match (&self.nodes[value].op, &target) {
            (Op::Leaf(Leaf::Param), Target::Param) => true,
            (Op::Leaf(Leaf::State { name }), Target::State(state)) => name == state,
            _ => false,
        };
        if !unchanged {
            self.stores.push(Store { target, extent, value });
        }
    }
}

/// The declared kind of a leaf with these dimensions: the name of a kind, or a pair.
fn declared(dims: Option<Dims>) -> String {
    let kind = Axes::of(dims);
    match dims {
        Some(dims) if kind.dims() != Some(dims) => dims.to_string(),
        _ => kind.keyword().to_owned(),
    }
}
