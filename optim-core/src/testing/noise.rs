//! A step with random errors: how far a correct kernel may be from the interpreter.
//!
//! Where kernel and interpreter may differ (see `exact`), the graph is computed here a few times more, with a random error
//! put into each such operation (Monte Carlo arithmetic: Parker, Pierce & Eggert 2000). The errors are some times larger
//! than those of rounding, so that later roundings do not swallow them. How much the results spread is how much they may
//! differ. That follows cancellation, thresholds and any other amplification element by element, so that nothing has to be
//! tolerated where nothing can go wrong.
//!
//! A state is stored without subnormal numbers, and a kernel may read it again after that in the same step, where the
//! graph goes on with what was stored. Both are right.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

use optim_language::{Each, Work};

use super::exact::{is_inexact, tainted, work};
use crate::draw::Law;
use crate::kernel::{self, Finish};
use crate::lang::{
    Arg, Dtype, Extent, Fold, Graph, Leaf, Library, Node, Numbers, Op, Outputs, Place, Target, drawn, elementwise,
    fold_numbers, results, side_by_side, step_of,
};
use crate::random::Random;

/// The inputs of a step, in C order.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    pub(super) param: Vec<f64>,
    pub(super) grad: Vec<f64>,
    /// States and inputs, by name.
    pub(super) states: BTreeMap<String, Vec<f64>>,
    pub(super) t: u64,
}

/// Largest random error, in rounding errors.
const LEVEL: f64 = 16.0;

/// A step of one parameter, or of all parameters together whose numbers it joins: their graphs and inputs.
pub(super) type Runs<'a> = &'a [(&'a Graph, &'a Inputs)];

/// The steps with random errors in every inexact operation.
pub(super) fn run(runs: Runs<'_>, dtype: Dtype, random: &mut Random) -> Vec<Outputs> {
    run_with(runs, dtype, random, LEVEL)
}

/// The step without errors, but with what is kept as state flushed for all who use it: as a kernel computes that reads
/// a state again after it has stored it.
pub(super) fn run_flushed(runs: Runs<'_>, dtype: Dtype) -> Vec<Outputs> {
    run_with(runs, dtype, &mut Random::new(0), 0.0)
}

/// The nodes that are flushed for everybody: all that are stored as tensor states, or none.
fn flushed(graph: &Graph, all: bool) -> Vec<bool> {
    let mut flushed = vec![false; graph.nodes().len()];
    for store in graph.stores() {
        let computed = !matches!(graph.nodes()[store.value()].op(), Op::Leaf(_));
        if all && computed && store.extent() != Extent::ONE && *store.target() != Target::Param {
            flushed[store.value()] = true;
        }
    }
    flushed
}

/// [`run`] with all errors times `level`.
fn run_with(runs: Runs<'_>, dtype: Dtype, random: &mut Random, level: f64) -> Vec<Outputs> {
    let graphs: Vec<&Graph> = runs.iter().map(|(graph, _)| *graph).collect();
    let tainted: Vec<Vec<bool>> = graphs.iter().map(|graph| tainted(graph, dtype)).collect();
    let all = level == 0.0 || random.one_in(2);
    let flushed: Vec<Vec<bool>> = graphs.iter().map(|graph| flushed(graph, all)).collect();
    let value = |run: usize, id: usize, values: &mut [Value], joint: Option<&f64>| {
        let (graph, inputs) = runs[run];
        let node = &graph.nodes()[id];
        let mut noise = Noise { graph, dtype, inputs, random: &mut *random, level };
        let mut value = match joint {
            Some(joint) => Value { strides: Extent::ONE.strides(), data: vec![*joint], others: Vec::new() },
            None => noise.node(node, values, node.input_nodes().any(|id| tainted[run][id])),
        };
        if flushed[run][id] {
            value.data.iter_mut().for_each(|x| *x = dtype.flush(*x));
        }
        Ok::<_, Infallible>(value)
    };
    let number = |value: &&Value| value.data.first().copied().unwrap_or(f64::NAN);
    let join = |fold, own: &[&Value]| Ok(fold_numbers(fold, &own.iter().map(number).collect::<Vec<f64>>()));
    let Ok(values) = side_by_side(&graphs, value, join);
    runs.iter().zip(&values).map(|((graph, inputs), values)| outputs(graph, dtype, inputs, values)).collect()
}

fn outputs(graph: &Graph, dtype: Dtype, inputs: &Inputs, values: &[Value]) -> Outputs {
    let mut outputs = Outputs { param: inputs.param.clone(), states: inputs.states.clone() };
    for store in graph.stores() {
        let value = &values[store.value()];
        let data = places(store.extent().ranges()).map(|at| value.at(at));
        match store.target() {
            Target::Param => outputs.param = data.collect(),
            Target::Value => {}
            Target::State(name) if store.extent() == Extent::ONE => {
                outputs.states.insert(name.clone(), data.collect());
            }
            Target::State(name) => {
                outputs.states.insert(name.clone(), data.map(|x| dtype.flush(x)).collect());
            }
        }
    }
    outputs
}

/// Numbers for every place of an extent, in C order.
struct Value {
    strides: [usize; 3],
    data: Vec<f64>,
    /// The other results of a call.
    others: Vec<Vec<f64>>,
}

fn places([batches, rows, cols]: [Range<usize>; 3]) -> impl Iterator<Item = Place> {
    batches.flat_map(move |b| {
        let cols = cols.clone();
        rows.clone().flat_map(move |r| cols.clone().map(move |c| [b, r, c]))
    })
}

impl Value {
    fn at(&self, [batch, row, col]: Place) -> f64 {
        let [over_batch, over_row, over_col] = self.strides;
        self.data[batch * over_batch + row * over_row + col * over_col]
    }
}

struct Noise<'a> {
    graph: &'a Graph,
    dtype: Dtype,
    inputs: &'a Inputs,
    random: &'a mut Random,
    level: f64,
}

impl Noise<'_> {
    /// Half the distance from 1 to the next number.
    fn unit(&self, dtype: Dtype) -> f64 {
        match dtype {
            Dtype::F32 => f64::from(f32::EPSILON) / 2.0,
            Dtype::F64 => f64::EPSILON / 2.0,
        }
    }

    /// `tainted`: kernel and interpreter may have different inputs for it.
    fn node(&mut self, node: &Node, values: &[Value], tainted: bool) -> Value {
        let dtype = self.dtype.of(node.extent());
        let arg = |index: usize, at: Place| match node.inputs()[index] {
            Arg::Node(id) => values[id].at(at),
            Arg::Constant(number) => number,
        };
        let extent = node.extent();
        let data = match node.op() {
            Op::Leaf(leaf @ Leaf::Draw { law, .. }) => {
                let step = step_of(leaf, &self.inputs.states, self.inputs.t);
                let exact = drawn(self.graph, leaf, extent, self.dtype, step);
                let size = if *law == Law::Normal { 4.0 * self.unit(dtype) } else { 0.0 };
                exact.into_iter().map(|x| dtype.round(self.shake(x, size))).collect()
            }
            Op::Leaf(leaf) => return self.leaf(leaf, extent),
            Op::Library(call) => match call {
                Library::Transpose => places(extent.ranges()).map(|[b, r, c]| arg(0, [b, c, r])).collect(),
                Library::Matmul => {
                    let inner = self.graph.extent(node.inputs()[0]).sizes().2;
                    let product = |[b, r, c]: Place| {
                        let terms = (0..inner).map(|k| arg(0, [b, r, k]) * arg(1, [b, k, c]));
                        dtype.round(self.sum(terms, dtype))
                    };
                    places(extent.ranges()).map(product).collect()
                }
                call => return self.call(*call, node, &arg),
            },
            Op::Result(_, place) => {
                let call = node.input_nodes().next().and_then(|id| values[id].others.get(place.checked_sub(1)?));
                call.cloned().unwrap_or_else(|| vec![f64::NAN; extent.len()])
            }
            Op::Reduce(fold, _) => {
                let of = self.graph.joined(node);
                let inexact = is_inexact(self.graph, node, self.dtype);
                let reduce = |at: Place| {
                    let numbers = places(of.group(extent, at)).map(|at| match fold.each() {
                        Each::Itself => arg(0, at),
                        Each::Absolute => arg(0, at).abs(),
                        Each::Square => arg(0, at) * arg(0, at),
                        Each::Product => arg(0, at) * arg(1, at),
                    });
                    dtype.round(self.fold(*fold, numbers, inexact))
                };
                places(extent.ranges()).map(reduce).collect()
            }
            op => {
                let inexact = is_inexact(self.graph, node, self.dtype);
                let count = node.inputs().len();
                let shaken = |at: Place| {
                    let mut numbers = [0.0; 3];
                    for (index, number) in numbers.iter_mut().enumerate().take(count) {
                        *number = dtype.round(arg(index, at));
                    }
                    let exact = dtype.round(elementwise(op, &numbers[..count], |x| dtype.round(x)));
                    if inexact {
                        // The library's functions are good to about two units in the last place.
                        dtype.round(self.shake(exact, 4.0 * self.unit(dtype)))
                    } else if tainted && work(op) != Work::Exact {
                        // Of inputs that differ a little, the result may be rounded to a neighbour.
                        dtype.round(self.shake(exact, self.unit(dtype) / 4.0))
                    } else {
                        exact
                    }
                };
                places(extent.ranges()).map(shaken).collect()
            }
        };
        Value { strides: extent.strides(), data, others: Vec::new() }
    }

    /// A call of linear algebra. The kernel's is exact for operands that differ a little from those it is given, and so for
    /// each of several results the same ones; then these are rounded.
    fn call(&mut self, call: Library, node: &Node, arg: &impl Fn(usize, Place) -> f64) -> Value {
        let (extent, inexact) = (node.extent(), call.is_decomposition());
        let mut data: Vec<Vec<f64>> = Vec::new();
        for batch in 0..extent.sizes().0 {
            let operands = (0..node.inputs().len()).map(|place| {
                let (_, rows, cols) = self.graph.extent(node.inputs()[place]).sizes();
                let mut x = Numbers::from_fn(rows, cols, |row, col| arg(place, [batch, row, col]));
                // Settings of the call are what they are.
                if inexact
                    && matches!(node.inputs()[place], Arg::Node(_))
                    && self.graph.extent(node.inputs()[place]).dims().is_some()
                {
                    self.disturb(&mut x);
                }
                x
            });
            let operands: Vec<Numbers> = operands.collect();
            let results = results(call, &operands).unwrap_or_default();
            data.resize_with(results.len(), Vec::new);
            for (all, mut result) in data.iter_mut().zip(results) {
                if inexact {
                    self.disturb(&mut result);
                    let single = if self.dtype == Dtype::F32 { 2.0 * self.unit(Dtype::F32) } else { 0.0 };
                    result
                        .data
                        .iter_mut()
                        .filter(|x| x.is_finite())
                        .for_each(|x| *x = self.dtype.round(self.shake(*x, single)));
                }
                all.extend(result.data);
            }
        }
        let mut data = data.into_iter();
        Value { strides: extent.strides(), data: data.next().unwrap_or_default(), others: data.collect() }
    }

    /// Adds errors to a matrix, relative to its largest number; some to one of zeros, so that what can be any vector is.
    fn disturb(&mut self, x: &mut Numbers) {
        let largest = x.largest();
        if self.level == 0.0 || !largest.is_finite() {
            return;
        }
        let sides = (x.rows + x.cols) as f64;
        let size = largest.max(1e-280) * (1.0 + sides / 4.0) * self.unit(Dtype::F64) * self.level;
        x.data.iter_mut().for_each(|x| *x += size * self.random.between(-1.0, 1.0));
    }

    fn leaf(&self, leaf: &Leaf, extent: Extent) -> Value {
        let one = |number| Value { strides: Extent::ONE.strides(), data: vec![number], others: Vec::new() };
        let data = match leaf {
            Leaf::Param => &self.inputs.param,
            Leaf::Grad => &self.inputs.grad,
            Leaf::State { name } | Leaf::Input { name } => match self.inputs.states.get(name) {
                Some(data) => data,
                None => return one(f64::NAN),
            },
            Leaf::Step => return one(self.inputs.t as f64),
            Leaf::Hyper { value, .. } => return one(*value),
            Leaf::Draw { .. } => return one(f64::NAN),
        };
        Value { strides: extent.strides(), data: data.clone(), others: Vec::new() }
    }

    /// A number with a relative error.
    fn shake(&mut self, number: f64, size: f64) -> f64 {
        number + number * size * self.level * self.random.between(-1.0, 1.0)
    }

    /// A sum with an error such as another order of summation makes, relative to the terms and not to their sum. It
    /// grows with the count and not with its root, since equal terms round alike; with the level, it is the bound.
    fn sum(&mut self, terms: impl Iterator<Item = f64>, dtype: Dtype) -> f64 {
        let (mut sum, mut sizes, mut count) = (0.0, 0.0, 0.0_f64);
        for term in terms {
            sum += term;
            sizes += term.abs();
            count += 1.0;
        }
        if count <= 1.0 || !f64::is_finite(sizes) {
            return sum;
        }
        sum + sizes * (1.0 + count / 16.0) * self.unit(dtype) * self.level * self.random.between(-1.0, 1.0)
    }

    fn fold(&mut self, fold: Fold, numbers: impl Iterator<Item = f64>, inexact: bool) -> f64 {
        let mut count = 0.0;
        let numbers = numbers.inspect(|_| count += 1.0);
        // Not `f64::max`, which drops NaN.
        let choose = |wins: fn(f64, f64) -> bool| move |a: f64, b: f64| if a.is_nan() || wins(a, b) { a } else { b };
        let folded = match fold.join() {
            kernel::Fold::Max => numbers.fold(f64::NEG_INFINITY, choose(|a, b| a > b)),
            kernel::Fold::Min => numbers.fold(f64::INFINITY, choose(|a, b| a < b)),
            kernel::Fold::Sum if inexact => self.sum(numbers, Dtype::F64),
            kernel::Fold::Sum => numbers.fold(0.0, |sum, number| sum + number),
        };
        let folded = match fold.finish() {
            Finish::None => folded,
            Finish::Mean => folded / count,
            Finish::Sqrt => folded.sqrt(),
            Finish::SqrtMean => (folded / count).sqrt(),
        };
        // Rounded to single precision, sooner or later, it may fall to either side.
        let single = inexact && self.dtype == Dtype::F32;
        if single { self.shake(folded, 2.0 * self.unit(Dtype::F32)) } else { folded }
    }
}

#[cfg(test)]
mod tests {
    use super::super::exact::exact_stores;
    use super::*;
    use crate::lang::{Recorder, Tensor, ops};

    #[test]
    fn without_noise_it_is_the_interpreter() {
        let recorder = Recorder::new(&[2, 3, 4]);
        let (param, grad) = (recorder.param(), recorder.grad());
        let buffer = recorder.state::<Tensor>("buffer");
        let product = ops::matmul(param, ops::t(grad));
        let rows = ops::row_norm(grad) + ops::row_mean(product) * ops::matrix_amax(param);
        let new = ops::lerp(buffer, ops::tanh(grad / rows), 0.3) + ops::powi(param, 3) - ops::dot(param, grad);
        recorder.store_state("buffer", new);
        recorder.store_param(ops::select(
            ops::lt(new, ops::col_rms(buffer)),
            ops::sin(new),
            ops::rsqrt(ops::abs(grad)),
        ));
        let graph = recorder.finish("Test").unwrap();
        let mut random = Random::new(7);
        let mut numbers = || (0..24).map(|_| random.between(-2.0, 2.0)).collect::<Vec<f64>>();
        for dtype in [Dtype::F32, Dtype::F64] {
            let mut rounded = || numbers().into_iter().map(|x| dtype.round(x)).collect::<Vec<f64>>();
            let states = BTreeMap::from([("buffer".to_owned(), rounded())]);
            let inputs = Inputs { param: rounded(), grad: rounded(), states, t: 1 };
            let exact = graph.run(dtype, &inputs.param, &inputs.grad, &inputs.states, &BTreeMap::new(), 1).unwrap();
            let runs = &[(&graph, &inputs)];
            let quiet = run_with(runs, dtype, &mut Random::new(1), 0.0);
            assert_eq!(quiet[0], exact, "{dtype:?}");
            assert_ne!(run(runs, dtype, &mut Random::new(1))[0], exact, "{dtype:?}");
            assert_eq!(exact_stores(&graph, dtype), [false, false]);
        }
    }

    #[test]
    fn without_noise_every_reduction_is_the_interpreters() {
        let recorder = Recorder::new(&[2, 3, 4]);
        let (param, grad) = (recorder.param(), recorder.grad());
        macro_rules! store {
            ($($section:ident {
                $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
            })*) => {
                $($(
                    recorder.store_state(stringify!($all), store!(@$section $all));
                    recorder.store_state(stringify!($row), store!(@$section $row));
                    recorder.store_state(stringify!($col), store!(@$section $col));
                    recorder.store_state(stringify!($matrix), store!(@$section $matrix));
                )*)*
            };
            (@pairs $name:ident) => {
                ops::$name(param, grad)
            };
            (@$one:ident $name:ident) => {
                ops::$name(param)
            };
        }
        optim_language::reductions!(store);
        recorder.store_param(param * 2.0);
        let graph = recorder.finish("Every").unwrap();
        let mut random = Random::new(8);
        let mut numbers = || (0..24).map(|_| random.between(-2.0, 2.0)).collect::<Vec<f64>>();
        let inputs = Inputs { param: numbers(), grad: numbers(), states: BTreeMap::new(), t: 1 };
        let exact = graph.run(Dtype::F64, &inputs.param, &inputs.grad, &inputs.states, &BTreeMap::new(), 1).unwrap();
        assert_eq!(exact.states.len(), 4 * Fold::ALL.len());
        assert_eq!(run_with(&[(&graph, &inputs)], Dtype::F64, &mut Random::new(1), 0.0), [exact]);
    }
}
