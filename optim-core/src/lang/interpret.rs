//! The interpreter: it runs a graph, one operation after the other.
//!
//! Deliberately simple: the tests compare the fused kernels with it, so it shares no code with them and takes no
//! short cuts. Every value is a list of `f64` in C order over its batch, row and column axes; a value of the
//! element type is rounded to it after each operation.

use std::collections::BTreeMap;
use std::ops::Range;

use super::arg::Arg;
use super::drawn::{drawn, step_of};
use super::dtype::Dtype;
use super::error::RunError;
use super::extent::{Place, ValueExtent};
use super::global::{Share, side_by_side};
use super::graph::{Graph, Node, Target};
use super::linalg::{DenseMatrix as Numbers, quantile, results};
use super::math;
use super::node_value::{Argument, NodeValue, each};
use super::op::{Fold, Leaf, Library, Op};

/// The results of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// The parameter, in C order.
    pub param: Vec<f64>,
    /// Every state that was passed in, by name, in C order. A state that the step does not write keeps its value.
    pub states: BTreeMap<String, Vec<f64>>,
    /// The outputs that the step reports, by name.
    pub reported: BTreeMap<String, f64>,
}

/// The step of one parameter of several: its graph, and what [`Graph::run`] takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    /// The step.
    pub(crate) graph: &'a Graph,
    /// The parameter.
    pub(crate) param: &'a [f64],
    /// Its gradient.
    pub(crate) grad: &'a [f64],
    /// Its states, and global ones.
    pub(crate) states: &'a BTreeMap<String, Vec<f64>>,
    /// Values that replace recorded ones.
    pub(crate) hypers: &'a BTreeMap<String, f64>,
    /// Its step count.
    pub(crate) t: u64,
}

/// Runs one step of several parameters. Reductions over the model are over these parameters.
///
/// # Errors
///
/// Returns the errors of [`Graph::run`].
pub(crate) fn run_together(dtype: Dtype, runs: &[Run<'_>]) -> Result<Vec<Outputs>, RunError> {
    for run in runs {
        let len = run.graph.param_shape().len();
        check_len("param", run.param, len)?;
        check_len("grad", run.grad, len)?;
    }
    let inputs: Vec<LeafValues<'_>> = runs
        .iter()
        .map(|&Run { param, grad, states, hypers, t, .. }| LeafValues {
            dtype,
            param,
            grad,
            states,
            hypers,
            t: t as f64,
            steps: t,
        })
        .collect();
    let graphs: Vec<&Graph> = runs.iter().map(|run| run.graph).collect();
    let value = |run: usize, node: usize, values: &mut [NodeValue], joint: Option<&f64>| match joint {
        Some(joint) => Ok(NodeValue::constant(*joint)),
        None => inputs[run].value(graphs[run], node, values),
    };
    // The definition: the reduction of the numbers of all parameters, one after the other.
    let numbers = |Share { run, node, values }: &Share<'_, NodeValue>| {
        operands(&Argument::all(node, values), graphs[*run].joined(node).ranges())
    };
    let join = |fold, shares: &[Share<'_, NodeValue>]| {
        Ok(fold_numbers(fold, &shares.iter().flat_map(numbers).collect::<Vec<f64>>()))
    };
    let values = side_by_side(&graphs, value, join)?;
    Ok(runs.iter().zip(&values).map(|(run, values)| run.outputs(dtype, values)).collect())
}

impl Run<'_> {
    fn outputs(&self, dtype: Dtype, values: &[NodeValue]) -> Outputs {
        let param = self.param.iter().map(|x| dtype.round(*x)).collect();
        let mut outputs = Outputs { param, states: self.states.clone(), reported: BTreeMap::new() };
        outputs.states.retain(|name, _| !self.graph.has_input(name));
        for store in &self.graph.stores {
            let value = values[store.value].numbers();
            let mut data = each(store.extent.ranges(), |place| value.at(place));
            match &store.target {
                Target::Param => outputs.param = data,
                Target::Value => {}
                Target::Output(name) => {
                    outputs.reported.insert(name.clone(), data.first().copied().unwrap_or(f64::NAN));
                }
                Target::State(name) => {
                    let dtype = dtype.of(store.extent);
                    data.iter_mut().for_each(|x| *x = dtype.flush(*x));
                    outputs.states.insert(name.clone(), data);
                }
            }
        }
        outputs
    }
}

impl Graph {
    /// Runs one step.
    ///
    /// `param`, `grad` and the states are in C order; `states` must have all states and inputs that the graph reads, by name. `hypers`
    /// may replace the recorded values of scheduled hyperparameters (`lr`, `betas.0`). `t` is the step count, from 1. Inputs of the
    /// element type are rounded to it.
    ///
    /// # Errors
    ///
    /// A missing state or input, one of the wrong length, or a value that does not fit into memory.
    pub fn run(
        &self,
        dtype: Dtype,
        param: &[f64],
        grad: &[f64],
        states: &BTreeMap<String, Vec<f64>>,
        hypers: &BTreeMap<String, f64>,
        t: u64,
    ) -> Result<Outputs, RunError> {
        let run = Run { graph: self, param, grad, states, hypers, t };
        run_together(dtype, &[run]).map(|mut outputs| outputs.swap_remove(0))
    }

    /// Returns true if an input has this name.
    pub(crate) fn has_input(&self, name: &str) -> bool {
        self.nodes.iter().any(|node| matches!(&node.op, Op::Leaf(Leaf::Input { name: input }) if input == name))
    }

    /// The value of a schedule's graph at the time `t`, counted in steps.
    ///
    /// # Errors
    ///
    /// [`RunError::NoValue`] for the graph of an optimizer.
    pub fn value_at(&self, t: f64) -> Result<f64, RunError> {
        let no_value = || RunError::NoValue { name: self.name.clone() };
        let store = self.stores.iter().find(|store| store.target == Target::Value).ok_or_else(no_value)?;
        let (states, hypers) = (BTreeMap::new(), BTreeMap::new());
        let inputs =
            LeafValues { dtype: Dtype::F64, param: &[], grad: &[], states: &states, hypers: &hypers, t, steps: 0 };
        let mut values = Vec::with_capacity(self.nodes.len());
        for node in 0..self.nodes.len() {
            values.push(inputs.value(self, node, &values)?);
        }
        values.get(store.value).and_then(|value| value.data.first()).copied().ok_or_else(no_value)
    }
}

struct LeafValues<'a> {
    dtype: Dtype,
    param: &'a [f64],
    grad: &'a [f64],
    states: &'a BTreeMap<String, Vec<f64>>,
    hypers: &'a BTreeMap<String, f64>,
    t: f64,
    /// `t` as an integer, if it is one.
    steps: u64,
}

impl LeafValues<'_> {
    /// Computes a node that joins no numbers of other parameters.
    fn value(&self, graph: &Graph, node: usize, values: &[NodeValue]) -> Result<NodeValue, RunError> {
        let node = &graph.nodes[node];
        Vec::<f64>::new()
            .try_reserve_exact(node.extent.len())
            .map_err(|_| RunError::TooLarge { op: node.op_name(), size: node.extent })?;
        match &node.op {
            Op::Leaf(leaf) => self.leaf(graph, leaf, node.extent),
            _ => Ok(self.compute(graph, node, values)),
        }
    }

    fn leaf(&self, graph: &Graph, leaf: &Leaf, extent: ValueExtent) -> Result<NodeValue, RunError> {
        let dtype = self.dtype.of(extent);
        let elements = |data: &[f64]| NodeValue::new(extent, data.iter().map(|x| dtype.round(*x)).collect());
        Ok(match leaf {
            Leaf::Param => elements(self.param),
            Leaf::Grad => elements(self.grad),
            Leaf::Step => NodeValue::constant(self.t),
            Leaf::Draw { .. } => {
                let step = step_of(leaf, self.states, self.steps);
                elements(&drawn(graph, leaf, extent, self.dtype, step))
            }
            Leaf::Hyper { name, value } => NodeValue::constant(*self.hypers.get(name).unwrap_or(value)),
            Leaf::State { name } | Leaf::Input { name } => {
                let data = self.states.get(name).ok_or_else(|| RunError::MissingState { name: name.clone() })?;
                check_len(name, data, extent.len())?;
                elements(data)
            }
        })
    }

    fn compute(&self, graph: &Graph, node: &Node, values: &[NodeValue]) -> NodeValue {
        let dtype = self.dtype.of(node.extent);
        let round = |x| dtype.round(x);
        let args = Argument::all(node, values);
        let [first, rest @ ..] = &args[..] else {
            return NodeValue::constant(f64::NAN);
        };
        match &node.op {
            Op::Reduce(fold, _) => {
                let of = graph.joined(node);
                NodeValue::fill(node.extent, |place| {
                    round(fold_numbers(*fold, &operands(&args, of.group(node.extent, place))))
                })
            }
            Op::ReduceTo(fold, _) => {
                let product = |place: &Place| args.iter().map(|arg| arg.at(*place)).product();
                let groups = graph.joined(node).groups_along(node.extent, graph.param_shape());
                let numbers = groups.into_iter().map(|group| group.iter().map(product).collect::<Vec<f64>>());
                NodeValue::new(node.extent, numbers.map(|numbers| round(fold_numbers(*fold, &numbers))).collect())
            }
            Op::Lift if graph.joined(node).is_of_axis() && !node.extent.is_of_axis() => {
                let (of, shape) = (graph.joined(node), graph.param_shape());
                NodeValue::fill(node.extent, |place| round(first.at(of.of_element(place, shape))))
            }
            Op::Library(call) if call.is_quantile() => {
                let (of, q) = (graph.extent(node.inputs[0]), rest.first().map_or(f64::NAN, |q| q.at([0; 3])));
                if call.kept(&node.inputs).is_some() {
                    let groups = of.groups_along(node.extent, graph.param_shape()).into_iter();
                    let numbers = groups.map(|group| group.into_iter().map(|place| first.at(place)).collect());
                    return NodeValue::new(node.extent, numbers.map(|numbers| round(quantile(numbers, q))).collect());
                }
                NodeValue::fill(node.extent, |place| {
                    round(quantile(each(of.group(node.extent, place), |place| first.at(place)), q))
                })
            }
            Op::Library(call) => match call {
                Library::Matmul => {
                    let (right, (_, _, inner)) = (rest[0], graph.extent(node.inputs[0]).sizes());
                    NodeValue::fill(node.extent, |[batch, row, col]| {
                        let product = |k| first.at([batch, row, k]) * right.at([batch, k, col]);
                        round((0..inner).fold(0.0, |sum, k| sum + product(k)))
                    })
                }
                Library::Transpose => NodeValue::fill(node.extent, |[batch, row, col]| first.at([batch, col, row])),
                // The indices in a permutation are exact in any type.
                Library::Argsort => self.call(*call, graph, node, &args, |x| x),
                call => self.call(*call, graph, node, &args, round),
            },
            Op::Result(_, place) => {
                let call = node.input_nodes().next().and_then(|id| values[id].others.get(place.checked_sub(1)?));
                NodeValue::new(node.extent, call.cloned().unwrap_or_else(|| vec![f64::NAN; node.extent.len()]))
            }
            op => {
                let mut numbers = vec![0.0; args.len()];
                NodeValue::fill(node.extent, |place| {
                    // A scalar or fixed number in arithmetic with elements is first rounded to their type.
                    numbers.iter_mut().zip(&args).for_each(|(number, arg)| *number = round(arg.at(place)));
                    math::elementwise(op, &numbers, round)
                })
            }
        }
    }

    /// A call of linear algebra, for each matrix of the batch.
    fn call(
        &self,
        call: Library,
        graph: &Graph,
        node: &Node,
        args: &[Argument<'_>],
        round: impl Fn(f64) -> f64,
    ) -> NodeValue {
        let mut data: Vec<Vec<f64>> = Vec::new();
        for batch in 0..node.extent.sizes().0 {
            let matrix = |(arg, value): (&Arg, &Argument<'_>)| {
                let (_, rows, cols) = graph.extent(*arg).sizes();
                Numbers::from_fn(rows, cols, |row, col| value.at([batch, row, col]))
            };
            let operands: Vec<Numbers> = node.inputs.iter().zip(args).map(matrix).collect();
            let results = results(call, &operands).unwrap_or_default();
            data.resize_with(results.len(), Vec::new);
            for (all, result) in data.iter_mut().zip(results) {
                all.extend(result.data.into_iter().map(&round));
            }
        }
        NodeValue::first_of(node.extent, data)
    }
}

/// The numbers at these positions that a reduction combines: of one value, or the products of two values.
fn operands(args: &[Argument<'_>], at: [Range<usize>; 3]) -> Vec<f64> {
    each(at, |place| args.iter().map(|arg| arg.at(place)).product())
}

fn check_len(name: &str, data: &[f64], expected: usize) -> Result<(), RunError> {
    if data.len() == expected {
        return Ok(());
    }
    Err(RunError::Length { name: name.to_owned(), expected, found: data.len() })
}

/// The reduction of some numbers.
pub(crate) fn fold_numbers(fold: Fold, numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    // The sum starts at +0, so an empty sum is 0, not -0.
    let sum = |f: fn(f64) -> f64| numbers.iter().fold(0.0, |sum, x| sum + f(*x));
    match fold {
        Fold::Sum | Fold::Dot => sum(|x| x),
        Fold::SumAbs => sum(f64::abs),
        Fold::Mean => sum(|x| x) / count,
        Fold::Norm => sum(|x| x * x).sqrt(),
        Fold::Rms => (sum(|x| x * x) / count).sqrt(),
        Fold::Amax => numbers.iter().fold(f64::NEG_INFINITY, |a, b| math::max(a, *b)),
        Fold::Amin => numbers.iter().fold(f64::INFINITY, |a, b| math::min(a, *b)),
    }
}
