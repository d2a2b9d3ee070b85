//! Wrappers: the graph of a wrapper and the graph of its inner optimizer, combined to one.

use super::arg::Arg;
use super::extent::ValueExtent;
use super::graph::{Class, Graph, Node, Store, Target};
use super::handle::sealed::{Input, Sealed};
use super::op::{Binary, Leaf, Op};
use super::record::{record, whole};
use super::{Recorder, Tensor};
use crate::shape::Axes;

impl Recorder {
    /// The call of the inner optimizer: the new value of `place` for the gradient `grad`. It is one operation until
    /// the inner optimizer's graph replaces it.
    pub fn inner(&self, place: Tensor, grad: Tensor) -> Tensor {
        let inputs = [place, grad].map(|x| whole(&[x.slot()], Axes::Tensor)[0]);
        Tensor::lift(record(Op::Inner, &inputs, Axes::Tensor, Class::Element))
    }

    /// The weights for evaluation that the inner optimizer computes from these.
    pub fn inner_eval(&self, weights: Tensor) -> Tensor {
        // `eval` reads no gradient.
        self.inner(weights, weights)
    }
}

impl Graph {
    /// The graph of a wrapper that does nothing but call the inner optimizer.
    pub(crate) fn of_call(shape: &[usize], name: &str) -> Self {
        let recorder = Recorder::new(shape);
        recorder.store_param(recorder.inner(recorder.param(), recorder.grad()));
        recorder.finish(name).unwrap_or_else(|_| Self::empty(shape, name))
    }

    /// The graph for a rule of a partition. Its reductions over the model are separate from other rules' reductions, unless they belong to one of the
    /// `wrappers` around the partition.
    pub(crate) fn in_rule(mut self, rule: usize, wrappers: usize) -> Self {
        for node in &mut self.nodes {
            if let Op::Global { inside, iterations, .. } = &mut node.op
                && usize::try_from(*inside).is_ok_and(|inside| inside >= wrappers)
            {
                // An iteration number more separates the reductions, as in a loop.
                iterations.insert(0, rule as u64);
            }
        }
        self
    }

    fn empty(shape: &[usize], name: &str) -> Self {
        let draws = super::graph::Draws::default();
        Self { name: name.to_owned(), shape: shape.to_vec(), nodes: Vec::new(), stores: Vec::new(), draws }
    }

    /// Replaces the call in a wrapper's graph by the graph of the inner optimizer, whose states and settings are renamed to
    /// `field.name`. Without an inner graph, the call does nothing. `counts` is `None` if the inner optimizer does not count its own steps,
    /// otherwise it says whether this call counts.
    pub(crate) fn with_inner(self, inner: Option<&Self>, field: &str, counts: Option<bool>) -> Self {
        let Self { name, shape, nodes, stores, mut draws } = self;
        draws.probe |= inner.is_some_and(|inner| inner.draws.probe);
        let mut linked = Linked { field, counts, nodes: Vec::with_capacity(nodes.len()), stores: Vec::new() };
        let mut places: Vec<usize> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let node = Node { inputs: node.inputs.iter().map(|input| placed(*input, &places)).collect(), ..node };
            let place = match (&node.op, &node.inputs[..], inner) {
                (Op::Inner, &[Arg::Node(place), _], None) => place,
                (Op::Inner, &[Arg::Node(place), Arg::Node(grad)], Some(inner)) => linked.call(inner, place, grad),
                _ => linked.push(node),
            };
            places.push(place);
        }
        let stores = stores.into_iter().map(|store| Store { value: places[store.value], ..store });
        let stores = stores.chain(std::mem::take(&mut linked.stores)).collect();
        Self { name, shape, nodes: linked.nodes, stores, draws }.without_unused_states()
    }
}

/// An input with the new number of its node.
fn placed(input: Arg, places: &[usize]) -> Arg {
    match input {
        Arg::Node(id) => Arg::Node(places[id]),
        constant => constant,
    }
}

/// A graph that is being combined.
struct Linked<'f> {
    field: &'f str,
    counts: Option<bool>,
    nodes: Vec<Node>,
    /// The stores of the inner optimizer.
    stores: Vec<Store>,
}

impl Linked<'_> {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn within(&self, name: &str) -> String {
        format!("{}.{name}", self.field)
    }

    /// Adds the nodes of the inner optimizer. Returns the node of the new value of `place`.
    fn call(&mut self, inner: &Graph, place: usize, grad: usize) -> usize {
        let count = self.count();
        let mut places = Vec::with_capacity(inner.nodes.len());
        for node in &inner.nodes {
            let id = match &node.op {
                Op::Leaf(leaf) => self.leaf(leaf, node, (place, grad), count),
                op => {
                    let inputs = node.inputs.iter().map(|input| placed(*input, &places)).collect();
                    let mut op = op.clone();
                    // The inner optimizer's reductions over the model are separate from the wrapper's.
                    if let Op::Global { inside, .. } = &mut op {
                        *inside += 1;
                    }
                    self.push(Node { op, inputs, ..node.clone() })
                }
            };
            places.push(id);
        }
        let mut left = place;
        for store in &inner.stores {
            let value = places[store.value];
            match &store.target {
                Target::Param => left = value,
                Target::State(name) => {
                    self.stores.push(Store { target: Target::State(self.within(name)), extent: store.extent, value });
                }
                Target::Output(name) => {
                    self.stores.push(Store { target: Target::Output(self.within(name)), extent: store.extent, value });
                }
                Target::Value => {}
            }
        }
        left
    }

    /// The node of the inner optimizer's step count, if it counts its own steps.
    fn count(&mut self) -> Option<usize> {
        let counts = self.counts?;
        let name = self.within("step");
        let (axes, class, extent) = (Axes::Scalar, Class::Scalar, ValueExtent::ONE);
        let op = Op::Leaf(Leaf::State { name: name.clone() });
        let before = self.push(Node { op, inputs: Vec::new(), axes, class, extent });
        let inputs = vec![Arg::Node(before), Arg::Constant(1.0)];
        let value = self.push(Node { op: Op::Binary(Binary::Add), inputs, axes, class, extent });
        if counts {
            self.stores.push(Store { target: Target::State(name), extent, value });
        }
        Some(value)
    }

    fn leaf(&mut self, leaf: &Leaf, node: &Node, (place, grad): (usize, usize), count: Option<usize>) -> usize {
        let leaf = match leaf {
            Leaf::Param => return place,
            Leaf::Grad => return grad,
            Leaf::Step => match count {
                Some(count) => return count,
                None => Leaf::Step,
            },
            Leaf::Hyper { name, value } => Leaf::Hyper { name: self.within(name), value: *value },
            Leaf::Input { name } => Leaf::Input { name: self.within(name) },
            Leaf::State { name } => Leaf::State { name: self.within(name) },
            Leaf::Draw { law, place, iterations, inside, step } => {
                let inside = std::iter::once(self.field.to_owned()).chain(inside.iter().cloned()).collect();
                let own = || self.counts.map(|_| self.within("step"));
                let step = step.as_ref().map(|count| self.within(count)).or_else(own);
                Leaf::Draw { law: *law, place: *place, iterations: iterations.clone(), inside, step }
            }
        };
        let known = |known: &Node| matches!(&known.op, Op::Leaf(known) if *known == leaf);
        match self.nodes.iter().position(known) {
            Some(id) => id,
            None => self.push(Node { op: Op::Leaf(leaf), ..node.clone() }),
        }
    }
}
