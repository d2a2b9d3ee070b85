//! The walk over graphs.

use std::collections::BTreeMap;

use super::value::Computed;
use super::{Backend, EvaluateError, Value};
use crate::draw::{Draw, DrawKey, hash};
use crate::lang::{Arg, Dtype, Graph, Leaf, Library, Node, Op, Share, Target, ValueExtent, side_by_side};

/// A result with the backend's error.
pub(super) type Failed<B> = EvaluateError<<B as Backend>::Error>;

/// The step of one parameter: its graph and what that reads.
#[derive(Debug)]
pub struct Evaluation<'a, T> {
    /// The step.
    pub graph: &'a Graph,
    /// The parameter, as a batch of matrices.
    pub param: &'a T,
    /// Its gradient, of the same shape.
    pub grad: &'a T,
    /// Its states and inputs, and global states, by name.
    pub states: &'a BTreeMap<String, Value<T>>,
    /// Values of scheduled hyperparameters that replace recorded ones.
    pub hypers: &'a BTreeMap<String, f64>,
    /// Its step count, from 1.
    pub t: u64,
    /// The source of its random numbers: `DrawKey::new(seed).param(name)`.
    pub draws: DrawKey,
}

/// The results of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated<T> {
    /// The new parameter; `None` if the step does not write it, or it has no elements.
    pub param: Option<T>,
    /// The states that the step writes and that have elements, by name.
    pub states: Vec<(String, Value<T>)>,
    /// The outputs that the step reports, by name.
    pub reported: Vec<(String, Value<T>)>,
}

/// Runs one step of several parameters. Reductions over the model are over these parameters.
///
/// Scalars that depend only on hyperparameters, the step count and scalar states are computed on the host in double precision. Values that
/// depend on data stay on the device: a norm is a tensor of the element type with the shape `[1, 1, 1]`. Intermediate tensors are dropped
/// after their last use.
///
/// # Errors
///
/// See [`EvaluateError`]. Nothing was changed then: tensors are never written.
pub fn run_together<B: Backend + ?Sized>(
    backend: &B,
    runs: &[Evaluation<'_, B::Tensor>],
) -> Result<Vec<Evaluated<B::Tensor>>, EvaluateError<B::Error>> {
    let graphs: Vec<&Graph> = runs.iter().map(|run| run.graph).collect();
    let walk = Walk { backend };
    let ends: Vec<Vec<Vec<usize>>> = graphs.iter().map(|graph| last_uses(graph)).collect();
    let value = |place: usize, id: usize, values: &mut [Computed<B>], joint: Option<&Computed<B>>| {
        let value = match joint {
            Some(joint) => joint.clone(),
            None => walk.node(&runs[place], id, values)?,
        };
        for unused in &ends[place][id] {
            values[*unused] = Computed::Dropped;
        }
        Ok(value)
    };
    let values =
        side_by_side(&graphs, value, |fold, shares: &[Share<'_, Computed<B>>]| walk.join(fold, shares, &graphs))?;
    runs.iter().zip(&values).map(|(run, values)| walk.outputs(run.graph, values)).collect()
}

/// Like [`run_together`], for one parameter.
///
/// # Errors
///
/// Returns the errors of [`run_together`].
pub fn run<B: Backend + ?Sized>(
    backend: &B,
    run: Evaluation<'_, B::Tensor>,
) -> Result<Evaluated<B::Tensor>, EvaluateError<B::Error>> {
    let mut outputs = run_together(backend, &[run])?;
    Ok(outputs.pop().unwrap_or(Evaluated { param: None, states: Vec::new(), reported: Vec::new() }))
}

/// For each node, the nodes that are read there for the last time.
fn last_uses(graph: &Graph) -> Vec<Vec<usize>> {
    let nodes = graph.nodes();
    let mut last: Vec<Option<usize>> = vec![None; nodes.len()];
    for (id, node) in nodes.iter().enumerate() {
        node.input_nodes().for_each(|input| last[input] = Some(id));
    }
    graph.stores().iter().for_each(|store| last[store.value()] = None);
    let mut ends = vec![Vec::new(); nodes.len()];
    for (id, last) in last.into_iter().enumerate() {
        if let Some(last) = last {
            ends[last].push(id);
        }
    }
    ends
}

/// The nodes whose tensors may be arguments of the step, or views of them.
fn shared(graph: &Graph) -> Vec<bool> {
    let mut shared: Vec<bool> = Vec::with_capacity(graph.nodes().len());
    for node in graph.nodes() {
        shared.push(match node.op() {
            Op::Leaf(Leaf::Draw { .. }) => false,
            Op::Leaf(_) => true,
            Op::Lift
            | Op::Select
            | Op::Powi(_)
            | Op::Reduce(..)
            | Op::ReduceTo(..)
            | Op::Global { .. }
            | Op::Library(Library::Transpose | Library::FirstCols | Library::Diag) => {
                node.input_nodes().any(|input| shared[input])
            }
            _ => false,
        });
    }
    shared
}

pub(super) struct Walk<'b, B: ?Sized> {
    pub(super) backend: &'b B,
}

impl<B: Backend + ?Sized> Walk<'_, B> {
    /// Computes a node that joins no numbers of other parameters.
    fn node(
        &self,
        run: &Evaluation<'_, B::Tensor>,
        id: usize,
        values: &[Computed<B>],
    ) -> Result<Computed<B>, Failed<B>> {
        let node = &run.graph.nodes()[id];
        if node.extent().is_empty() {
            // Without elements, nothing reads it.
            return Ok(Computed::Number(0.0));
        }
        match node.op() {
            Op::Leaf(leaf) => self.leaf(run, leaf, node),
            Op::Result(_, place) => match node.inputs() {
                [Arg::Node(call)] => match &values[*call] {
                    Computed::Results(all) => all.get(*place).map(|result| Computed::Tensor(result.clone())).ok_or(
                        EvaluateError::Unsupported { op: node.op_name(), reason: "the call has no such result" },
                    ),
                    other => Ok(other.clone()),
                },
                _ => Err(EvaluateError::Unsupported { op: node.op_name(), reason: "it is not the result of a call" }),
            },
            op => {
                let args: Vec<Computed<B>> = node.inputs().iter().map(|arg| Self::argument(*arg, values)).collect();
                match op {
                    Op::Reduce(fold, over) => self.reduce(run.graph, node, (*fold, *over), &args),
                    Op::ReduceTo(fold, kept) => self.reduce_to(run.graph, node, (*fold, *kept), &args),
                    Op::Lift if run.graph.joined(node).is_of_axis() && !node.extent().is_of_axis() => {
                        self.repeat_along(run.graph, node, &args)
                    }
                    Op::Library(call) => self.library(run.graph, node, *call, &args),
                    Op::Inner => Err(EvaluateError::Unsupported {
                        op: node.op_name(),
                        reason: "it is the graph of a wrapper without its inner optimizer",
                    }),
                    op => self.elementwise(op, &args, node.extent().dims().is_some()),
                }
            }
        }
    }

    fn leaf(&self, run: &Evaluation<'_, B::Tensor>, leaf: &Leaf, node: &Node) -> Result<Computed<B>, Failed<B>> {
        let extent = node.extent();
        let tensor = |x: &B::Tensor| {
            let found = self.backend.shape(x);
            match found == extent.shape() {
                true => Ok(Computed::Tensor(x.clone())),
                false => {
                    let name = leaf.name().to_owned();
                    Err(EvaluateError::Shape { name, expected: extent.shape(), found })
                }
            }
        };
        match leaf {
            Leaf::Param => tensor(run.param),
            Leaf::Grad => tensor(run.grad),
            Leaf::Step => Ok(Computed::Number(run.t as f64)),
            Leaf::Hyper { name, value } => Ok(Computed::Number(*run.hypers.get(name).unwrap_or(value))),
            Leaf::State { name } | Leaf::Input { name } => match run.states.get(name) {
                Some(Value::Number(x)) => Ok(Computed::Number(*x)),
                Some(Value::Tensor(x)) => tensor(x),
                None => Err(EvaluateError::Missing { name: name.clone() }),
            },
            Leaf::Draw { law, step, .. } => {
                let t = match step.as_ref().and_then(|count| run.states.get(count)) {
                    Some(Value::Number(before)) => *before as u64 + 1,
                    Some(Value::Tensor(_)) => {
                        return Err(EvaluateError::Unsupported {
                            op: law.name(),
                            reason: "its step count is not on the host",
                        });
                    }
                    None => run.t,
                };
                self.drawn(run, leaf, extent, t)
            }
        }
    }

    /// Random numbers, the same as in the kernels.
    fn drawn(
        &self,
        run: &Evaluation<'_, B::Tensor>,
        leaf: &Leaf,
        extent: ValueExtent,
        t: u64,
    ) -> Result<Computed<B>, Failed<B>> {
        let Leaf::Draw { law, place, iterations, inside, .. } = leaf else { return Ok(Computed::Number(f64::NAN)) };
        let key = inside.iter().fold(run.draws, |key, field| key.child(hash(field)));
        let draw: Draw = match run.graph.is_of_probe() {
            false => key.draw(*law, t, *place, iterations),
            true => key.draw_of_probe(*law, t, *place, iterations),
        };
        let is_scalar = extent.dims().is_none();
        let mut numbers = vec![0.0; extent.len()];
        let single = self.backend.dtype() == Dtype::F32 && !is_scalar;
        draw.fill(0, single, &mut numbers, |x| x);
        match numbers[..] {
            [number] if is_scalar => Ok(Computed::Number(number)),
            _ => {
                let uploaded = self.backend.upload(&numbers, extent.shape());
                uploaded.map(Computed::Tensor).map_err(|error| EvaluateError::Backend { op: law.name(), error })
            }
        }
    }

    fn outputs(&self, graph: &Graph, values: &[Computed<B>]) -> Result<Evaluated<B::Tensor>, Failed<B>> {
        let mut outputs = Evaluated { param: None, states: Vec::new(), reported: Vec::new() };
        let shared = shared(graph);
        for store in graph.stores().iter().filter(|store| !store.extent().is_empty()) {
            let value = &values[store.value()];
            let tensor = || {
                let whole = self.whole("store", value, store.extent().shape())?;
                let is_new = match value {
                    Computed::Tensor(own) => {
                        self.backend.shape(own) == store.extent().shape() && !shared[store.value()]
                    }
                    // The tensor is new, so nothing else refers to it.
                    _ => true,
                };
                if is_new {
                    return Ok(whole);
                }
                self.backend.keep(whole).map_err(|error| EvaluateError::Backend { op: "store", error })
            };
            match store.target() {
                // The place keeps its value.
                Target::Param if graph.nodes()[store.value()].op() == &Op::Leaf(Leaf::Param) => {}
                Target::Param => outputs.param = Some(tensor()?),
                Target::Value => {}
                Target::Output(name) => {
                    let number = match value {
                        Computed::Number(x) => Value::Number(*x),
                        _ => Value::Tensor(self.whole("store", value, store.extent().shape())?),
                    };
                    outputs.reported.push((name.clone(), number));
                }
                Target::State(name) => {
                    let stored = match value {
                        Computed::Number(x) if store.extent().dims().is_none() => Value::Number(*x),
                        _ => Value::Tensor(tensor()?),
                    };
                    outputs.states.push((name.clone(), stored));
                }
            }
        }
        Ok(outputs)
    }
}
