//! The mathematics of a step as data.

use super::arg::Arg;
use super::extent::ValueExtent;
use super::op::{Leaf, Op};
use crate::draw::DrawKey;
use crate::shape::{Axes, Dims, ParamShape};

/// The storage class of a value, which decides how it rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// One number in double precision.
    Scalar,
    /// Numbers of the parameter's element type.
    Element,
    /// Yes or no for each number.
    Mask,
}

/// One value of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub(super) op: Op,
    pub(super) inputs: Vec<Arg>,
    pub(super) axes: Axes,
    pub(super) class: Class,
    pub(super) extent: ValueExtent,
}

impl Node {
    fn is_unused_state(&self, uses: usize) -> bool {
        uses == 0 && matches!(self.op, Op::Leaf(Leaf::State { .. } | Leaf::Input { .. }))
    }

    /// The operation that computes it.
    pub fn op(&self) -> &Op {
        &self.op
    }

    /// The operands; nodes among them have smaller numbers.
    pub fn inputs(&self) -> &[Arg] {
        &self.inputs
    }

    /// Numbers of the nodes it is computed from.
    pub fn input_nodes(&self) -> impl Iterator<Item = usize> + '_ {
        self.inputs.iter().filter_map(|arg| match arg {
            Arg::Node(id) => Some(*id),
            Arg::Constant(_) => None,
        })
    }

    /// Its kind: the axes of the parameter along which it may vary. A comparison has the kind of its operands.
    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// The storage class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// Its dimensions; `None` for a scalar. They may stay behind its kind, see [`ValueExtent`].
    pub fn dims(&self) -> Option<Dims> {
        self.extent.dims()
    }

    /// Its dimensions with their sizes.
    pub fn extent(&self) -> ValueExtent {
        self.extent
    }

    /// Name of the operation as the language calls it; a lift is named after the kind it makes.
    pub fn op_name(&self) -> &'static str {
        if self.op == Op::Lift { lift_name(self.axes) } else { self.op.name() }
    }
}

/// The place that a stored value replaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The parameter.
    Param,
    /// The state of this name.
    State(String),
    /// No place: it is the value of a schedule.
    Value,
    /// No place: it is the number of the output of this name, which the step reports.
    Output(String),
}

impl Target {
    /// `param`, the name of the state or the output, or `value` of a schedule.
    pub fn name(&self) -> &str {
        match self {
            Target::Param => "param",
            Target::Value => "value",
            Target::State(name) | Target::Output(name) => name,
        }
    }
}

/// One effect of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    pub(super) target: Target,
    pub(super) extent: ValueExtent,
    pub(super) value: usize,
}

impl Store {
    /// The place that is replaced.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Kind of the parameter or state.
    pub fn axes(&self) -> Axes {
        Axes::of(self.extent.dims())
    }

    /// Dimensions of the parameter or state, with their sizes.
    pub fn extent(&self) -> ValueExtent {
        self.extent
    }

    /// Number of the node whose value is stored.
    pub fn value(&self) -> usize {
        self.value
    }
}

/// The step of one optimizer with its fixed settings, for one parameter shape.
///
/// Nodes are in the order in which the step computes them, so the inputs of a node come before it. Nothing is folded or
/// simplified: the graph shows the step as it was written. Its `Display` is one line per node and per store.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    pub(super) nodes: Vec<Node>,
    pub(super) stores: Vec<Store>,
    pub(super) draws: Draws,
}

/// The source of a graph's random numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draws {
    pub(super) seed: u64,
    pub(super) param: String,
    /// True for the random numbers of a probe.
    pub(super) probe: bool,
}

impl Graph {
    /// Returns the same graph with the random numbers of this seed and this parameter name. The defaults are 0 and the
    /// empty name.
    #[must_use]
    pub fn seeded(self, seed: u64, param: &str) -> Self {
        Self { draws: Draws { seed, param: param.to_owned(), ..self.draws }, ..self }
    }

    /// The same graph for a probe, which draws other random numbers than the step.
    #[must_use]
    pub fn of_probe(self) -> Self {
        Self { draws: Draws { probe: true, ..self.draws }, ..self }
    }

    /// Returns true if it draws the random numbers of a probe.
    pub(crate) fn is_of_probe(&self) -> bool {
        self.draws.probe
    }

    /// Name of the optimizer.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Shape of the parameter.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Every value; the number of a node is its index.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The stores of the step, and the outputs that it reports. A state that keeps its value is not among them.
    pub fn stores(&self) -> &[Store] {
        &self.stores
    }

    /// Values from outside, with their node numbers.
    pub fn leaves(&self) -> impl Iterator<Item = (usize, &Leaf)> + '_ {
        self.nodes.iter().enumerate().filter_map(|(id, node)| match &node.op {
            Op::Leaf(leaf) => Some((id, leaf)),
            _ => None,
        })
    }

    /// The number of reads of each node, by nodes and by stores.
    pub fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.nodes.len()];
        for id in self.nodes.iter().flat_map(Node::input_nodes) {
            uses[id] += 1;
        }
        for store in &self.stores {
            uses[store.value] += 1;
        }
        uses
    }

    /// Keeps the outputs for which `name` returns a name, under this name. Removes all others, and the nodes that only they need.
    #[must_use]
    pub fn with_outputs<N: Into<String>>(mut self, name: impl Fn(&str) -> Option<N>) -> Self {
        let mut left: Vec<usize> = Vec::new();
        self.stores.retain_mut(|store| {
            let Target::Output(output) = &mut store.target else { return true };
            let name = name(output);
            if name.is_none() {
                left.push(store.value);
            }
            name.map(|name| *output = name.into()).is_some()
        });
        if left.is_empty() {
            return self;
        }
        let mut uses = self.uses();
        let mut unused = vec![false; self.nodes.len()];
        // The search starts from the removed outputs, so nodes that nothing read before stay.
        let mut open = left;
        while let Some(id) = open.pop() {
            if uses[id] == 0 && !unused[id] {
                unused[id] = true;
                for input in self.nodes[id].input_nodes() {
                    uses[input] -= 1;
                    open.push(input);
                }
            }
        }
        self.without_nodes(&unused)
    }

    /// Removes these nodes, which no other node reads.
    fn without_nodes(mut self, unused: &[bool]) -> Self {
        let mut kept = 0;
        let mut number = Vec::with_capacity(self.nodes.len());
        for unused in unused {
            number.push(kept);
            kept += usize::from(!unused);
        }
        let mut unused = unused.iter();
        self.nodes.retain(|_| unused.next() == Some(&false));
        for input in self.nodes.iter_mut().flat_map(|node| &mut node.inputs) {
            if let Arg::Node(id) = input {
                *id = number[*id];
            }
        }
        for store in &mut self.stores {
            store.value = number[store.value];
        }
        self
    }

    /// The graph without states that nothing reads, because their conditions do not hold here.
    pub(super) fn without_unused_states(self) -> Self {
        let uses = self.uses();
        let unused: Vec<bool> = self.nodes.iter().zip(uses).map(|(node, uses)| node.is_unused_state(uses)).collect();
        self.without_nodes(&unused)
    }

    /// Number of nodes with an operation of this name, as in `graph.count("sqrt")`.
    pub fn count(&self, op: &str) -> usize {
        self.nodes.iter().filter(|node| node.op_name() == op).count()
    }

    pub(crate) fn extent(&self, input: Arg) -> ValueExtent {
        match input {
            Arg::Node(id) => self.nodes[id].extent,
            Arg::Constant(_) => ValueExtent::ONE,
        }
    }

    /// The extent of a node's inputs after broadcasting.
    pub(crate) fn joined(&self, node: &Node) -> ValueExtent {
        let inputs = node.inputs.iter().map(|input| self.extent(*input));
        inputs.fold(ValueExtent::ONE, |joined, extent| joined.join(extent).unwrap_or(joined))
    }

    /// The source of its random numbers: the node of the parameter, and true for a probe.
    pub(crate) fn draws(&self) -> (DrawKey, bool) {
        (DrawKey::new(self.draws.seed).param(&self.draws.param), self.draws.probe)
    }

    pub(crate) fn param_shape(&self) -> ParamShape {
        ParamShape::of(&self.shape)
    }
}

/// The function of the language that broadcasts to a kind.
pub(super) fn lift_name(axes: Axes) -> &'static str {
    if axes == Axes::Tensor { "full" } else { axes.keyword() }
}
