//! One operation with a random error, of the size of those that the kernel may make in it.

use std::ops::Range;

use optim_language::{Each, Work};

use super::{NoisyValue, StepInputs, places};
use crate::draw::Law;
use crate::kernel::{self, Finish};
use crate::lang::{
    Arg, Dtype, Fold, Graph, Leaf, Library, Node, Numbers, Op, Place, ValueExtent, drawn, elementwise, results, step_of,
};
use crate::random::Random;
use crate::testing::exact::{is_inexact, work};

/// An input of a node at a place.
fn argument(node: &Node, values: &[NoisyValue], index: usize, at: Place) -> f64 {
    match node.inputs()[index] {
        Arg::Node(id) => values[id].at(at),
        Arg::Constant(number) => number,
    }
}

/// The numbers that a reduction combines, at these places.
pub(super) fn operands(
    fold: Fold,
    node: &Node,
    values: &[NoisyValue],
    at: [Range<usize>; 3],
) -> impl Iterator<Item = f64> {
    let arg = |index: usize, at: Place| argument(node, values, index, at);
    places(at).map(move |at| match fold.each() {
        Each::Itself => arg(0, at),
        Each::Absolute => arg(0, at).abs(),
        Each::Square => arg(0, at) * arg(0, at),
        Each::Product => arg(0, at) * arg(1, at),
    })
}

/// The data shared by the operations of one run.
pub(super) struct Noise<'a> {
    pub(super) graph: &'a Graph,
    pub(super) dtype: Dtype,
    pub(super) inputs: &'a StepInputs,
    pub(super) random: &'a mut Random,
    pub(super) level: f64,
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
    pub(super) fn node(&mut self, node: &Node, values: &[NoisyValue], tainted: bool) -> NoisyValue {
        let dtype = self.dtype.of(node.extent());
        let arg = |index: usize, at: Place| argument(node, values, index, at);
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
                    let numbers = operands(*fold, node, values, of.group(extent, at));
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
                        // If its inputs differ a little, the result may be rounded to a neighbour.
                        dtype.round(self.shake(exact, self.unit(dtype) / 4.0))
                    } else {
                        exact
                    }
                };
                places(extent.ranges()).map(shaken).collect()
            }
        };
        NoisyValue { strides: extent.strides(), data, others: Vec::new() }
    }

    /// A call of linear algebra. The kernel's is exact for operands that differ a little from those it is given, and so for
    /// each of several results the same ones; then these are rounded.
    fn call(&mut self, call: Library, node: &Node, arg: &impl Fn(usize, Place) -> f64) -> NoisyValue {
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
        NoisyValue { strides: extent.strides(), data: data.next().unwrap_or_default(), others: data.collect() }
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

    fn leaf(&self, leaf: &Leaf, extent: ValueExtent) -> NoisyValue {
        let one = |number| NoisyValue { strides: ValueExtent::ONE.strides(), data: vec![number], others: Vec::new() };
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
        NoisyValue { strides: extent.strides(), data: data.clone(), others: Vec::new() }
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

    pub(super) fn fold(&mut self, fold: Fold, numbers: impl Iterator<Item = f64>, inexact: bool) -> f64 {
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
