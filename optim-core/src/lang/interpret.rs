//! The graph executed, one operation after the other.
//!
//! Deliberately plain: it is what the fused kernels are compared with, so it shares no code with them and takes no
//! short cut. Every value is a list of `f64` in C order over its batch, row and column axes; a value of the
//! element type is rounded to it after each operation.

use std::collections::BTreeMap;

use super::error::RunError;
use super::extent::Extent;
use super::graph::{Arg, Graph, Node, Target};
use super::math;
use super::op::{Fold, Leaf, Library, Op};
use crate::shape::{Axes, ParamShape};

/// Element type of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl Dtype {
    /// The nearest number of this type.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Dtype::F32 => f64::from(x as f32),
            Dtype::F64 => x,
        }
    }

    /// The number as state keeps it: 0 for what is smaller than the type's smallest normal number.
    pub fn flush(self, x: f64) -> f64 {
        let smallest = match self {
            Dtype::F32 => f64::from(f32::MIN_POSITIVE),
            Dtype::F64 => f64::MIN_POSITIVE,
        };
        if x.abs() < smallest { 0.0 } else { x }
    }
}

/// What a step leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// The parameter, in C order.
    pub param: Vec<f64>,
    /// Every state that was given, by name, in C order; one that the step does not write keeps its value.
    pub states: BTreeMap<String, Vec<f64>>,
}

/// A value: its numbers in C order over the axes that it has.
struct Value {
    extent: Extent,
    data: Vec<f64>,
}

impl Value {
    fn constant(x: f64) -> Value {
        Value { extent: Extent::ONE, data: vec![x] }
    }

    /// The number at a place; an axis that the value does not have is ignored.
    fn at(&self, batch: usize, row: usize, col: usize) -> f64 {
        let (_, rows, cols) = self.extent.sizes();
        let along = |axis: Option<usize>, index: usize| if axis.is_some() { index } else { 0 };
        let (batch, row, col) =
            (along(self.extent.batch, batch), along(self.extent.rows, row), along(self.extent.cols, col));
        self.data[(batch * rows + row) * cols + col]
    }

    /// The value of `f` at every place, in C order.
    fn fill(extent: Extent, mut f: impl FnMut(usize, usize, usize) -> f64) -> Value {
        let (batches, rows, cols) = extent.sizes();
        let mut data = Vec::with_capacity(extent.len());
        for batch in 0..batches {
            for row in 0..rows {
                for col in 0..cols {
                    data.push(f(batch, row, col));
                }
            }
        }
        Value { extent, data }
    }

    fn expand(&self, extent: Extent) -> Vec<f64> {
        Value::fill(extent, |batch, row, col| self.at(batch, row, col)).data
    }
}

impl Graph {
    /// Runs one step.
    ///
    /// `param`, `grad` and the states are in C order; `states` must have all that the graph reads, and `hypers` may replace
    /// the recorded values of scheduled hyperparameters (`lr`, `betas.0`). `t` is the step count, from 1. Inputs of the
    /// element type are rounded to it.
    ///
    /// # Errors
    ///
    /// A missing state, an input of the wrong length, or a value that does not fit into memory.
    pub fn run(
        &self,
        dtype: Dtype,
        param: &[f64],
        grad: &[f64],
        states: &BTreeMap<String, Vec<f64>>,
        hypers: &BTreeMap<String, f64>,
        t: u64,
    ) -> Result<Outputs, RunError> {
        let inputs = Inputs { dtype, shape: self.param_shape(), param, grad, states, hypers, t: t as f64 };
        inputs.check("param", param.len(), Axes::Tensor)?;
        inputs.check("grad", grad.len(), Axes::Tensor)?;

        let values = self.values(&inputs)?;
        let mut outputs = Outputs { param: param.iter().map(|x| dtype.round(*x)).collect(), states: states.clone() };
        for store in &self.stores {
            let mut data = values[store.value].expand(Extent::of(store.axes, inputs.shape));
            match &store.target {
                Target::Param => outputs.param = data,
                Target::Value => {}
                Target::State(name) => {
                    // Scalars are double precision throughout.
                    let dtype = if store.axes == Axes::Scalar { Dtype::F64 } else { dtype };
                    data.iter_mut().for_each(|x| *x = dtype.flush(*x));
                    outputs.states.insert(name.clone(), data);
                }
            }
        }
        Ok(outputs)
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
        let shape = self.param_shape();
        let inputs = Inputs { dtype: Dtype::F64, shape, param: &[], grad: &[], states: &states, hypers: &hypers, t };
        let values = self.values(&inputs)?;
        values.get(store.value).and_then(|value| value.data.first()).copied().ok_or_else(no_value)
    }

    /// The value of every node.
    fn values(&self, inputs: &Inputs<'_>) -> Result<Vec<Value>, RunError> {
        let mut values: Vec<Value> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            Vec::<f64>::new()
                .try_reserve_exact(node.extent.len())
                .map_err(|_| RunError::TooLarge { op: node.op_name(), size: node.extent })?;
            let value = match &node.op {
                Op::Leaf(leaf) => inputs.leaf(leaf, node.axes)?,
                _ => inputs.compute(self, node, &values),
            };
            values.push(value);
        }
        Ok(values)
    }
}

struct Inputs<'a> {
    dtype: Dtype,
    shape: ParamShape,
    param: &'a [f64],
    grad: &'a [f64],
    states: &'a BTreeMap<String, Vec<f64>>,
    hypers: &'a BTreeMap<String, f64>,
    t: f64,
}

impl Inputs<'_> {
    fn check(&self, name: &str, found: usize, axes: Axes) -> Result<(), RunError> {
        let expected = self.shape.axes_len(axes);
        if found == expected {
            return Ok(());
        }
        Err(RunError::Length { name: name.to_owned(), expected, found })
    }

    fn leaf(&self, leaf: &Leaf, axes: Axes) -> Result<Value, RunError> {
        let elements = |data: &[f64]| Value {
            extent: Extent::of(axes, self.shape),
            data: data.iter().map(|x| self.rounding(axes)(*x)).collect(),
        };
        Ok(match leaf {
            Leaf::Param => elements(self.param),
            Leaf::Grad => elements(self.grad),
            Leaf::Step => Value::constant(self.t),
            Leaf::Hyper { name, value } => Value::constant(*self.hypers.get(name).unwrap_or(value)),
            Leaf::State { name } => {
                let data = self.states.get(name).ok_or_else(|| RunError::MissingState { name: name.clone() })?;
                self.check(name, data.len(), axes)?;
                elements(data)
            }
        })
    }

    /// How results of this kind are rounded: a scalar keeps double precision.
    fn rounding(&self, axes: Axes) -> impl Fn(f64) -> f64 + use<> {
        let dtype = if axes == Axes::Scalar { Dtype::F64 } else { self.dtype };
        move |x| dtype.round(x)
    }

    fn compute(&self, graph: &Graph, node: &Node, values: &[Value]) -> Value {
        let round = self.rounding(node.axes);
        let args: Vec<Value> = node.inputs.iter().map(|arg| self.argument(*arg, values)).collect();
        let [first, rest @ ..] = &args[..] else {
            return Value::constant(f64::NAN);
        };
        match &node.op {
            Op::Reduce(fold, _) => self.reduce(graph, node, *fold, first, rest.first()),
            Op::Library(call) => match call {
                Library::Matmul => {
                    let inner = graph.whole(node.inputs[0]).cols.unwrap_or(1);
                    let right = &rest[0];
                    Value::fill(node.extent, |batch, row, col| {
                        let product = |k| first.at(batch, row, k) * right.at(batch, k, col);
                        round((0..inner).fold(0.0, |sum, k| sum + product(k)))
                    })
                }
                Library::Transpose => Value::fill(node.extent, |batch, row, col| first.at(batch, col, row)),
            },
            op => Value::fill(node.extent, |batch, row, col| {
                let numbers: Vec<f64> = args
                    .iter()
                    .map(|arg| arg.at(batch, row, col))
                    // A scalar or fixed number that meets elements becomes one of their type first.
                    .map(&round)
                    .collect();
                math::elementwise(op, &numbers, &round)
            }),
        }
    }

    fn argument(&self, arg: Arg, values: &[Value]) -> Value {
        match arg {
            Arg::Node(id) => Value { extent: values[id].extent, data: values[id].data.clone() },
            Arg::Constant(x) => Value::constant(x),
        }
    }

    /// Takes together, for each number of the result, the numbers of the input at the axes that the result lacks.
    fn reduce(&self, graph: &Graph, node: &Node, fold: Fold, first: &Value, second: Option<&Value>) -> Value {
        let mut of = first.extent;
        if let Some(second) = second {
            of = of.join(second.extent).unwrap_or(of);
        }
        // Sizes that none of them has are those of the parameter.
        for id in node.input_nodes() {
            of = of.complete(graph.nodes[id].axes, self.shape);
        }
        let (batches, rows, cols) = of.sizes();
        // One place along an axis that the result keeps, all of them along one that it lacks.
        let range = |kept: Option<usize>, place: usize, size: usize| match kept {
            Some(_) => place..place + 1,
            None => 0..size,
        };
        let round = self.rounding(node.axes);
        Value::fill(node.extent, |batch, row, col| {
            let mut numbers = Vec::new();
            for b in range(node.extent.batch, batch, batches) {
                for r in range(node.extent.rows, row, rows) {
                    for c in range(node.extent.cols, col, cols) {
                        let x = first.at(b, r, c);
                        numbers.push(second.map_or(x, |second| x * second.at(b, r, c)));
                    }
                }
            }
            round(fold_numbers(fold, &numbers))
        })
    }
}

fn fold_numbers(fold: Fold, numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    // From +0: the sum of none is 0, not -0.
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
