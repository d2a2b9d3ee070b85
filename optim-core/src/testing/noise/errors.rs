//! One operation with a random error, of the size of those that the kernel may make in it.

use std::ops::Range;

use optim_language::{Each, Work};

use super::StepInputs;
use crate::draw::Law;
use crate::kernel::{self, Finish};
use crate::lang::{
    Arg, Argument, Dtype, Fold, Graph, Leaf, Library, Node, NodeValue, Numbers, Op, ValueExtent, drawn, each,
    elementwise, quantile, results, step_of,
};
use crate::random::Random;
use crate::testing::exact::{is_inexact, work};

/// The numbers that a reduction combines, at these places.
pub(super) fn operands(fold: Fold, node: &Node, values: &[NodeValue], at: [Range<usize>; 3]) -> Vec<f64> {
    let args = Argument::all(node, values);
    let x = args[0];
    match fold.each() {
        Each::Itself => each(at, |at| x.at(at)),
        Each::Absolute => each(at, |at| x.at(at).abs()),
        Each::Square => each(at, |at| x.at(at) * x.at(at)),
        Each::Product => {
            let y = args[1];
            each(at, |at| x.at(at) * y.at(at))
        }
    }
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
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of node")]
    pub(super) fn node(&mut self, node: &Node, values: &[NodeValue], tainted: bool) -> NodeValue {
        let dtype = self.dtype.of(node.extent());
        let args = Argument::all(node, values);
        let extent = node.extent();
        let data = match node.op() {
            Op::Leaf(leaf @ Leaf::Draw { law, .. }) => {
                let step = step_of(leaf, &self.inputs.states, self.inputs.t);
                let exact = drawn(self.graph, leaf, extent, self.dtype, step);
                let size = if *law == Law::Normal { 4.0 * self.unit(dtype) } else { 0.0 };
                exact.into_iter().map(|x| dtype.round(self.shake(x, size))).collect()
            }
            Op::Leaf(leaf) => return self.leaf(leaf, extent),
            Op::Library(call) if call.is_quantile() => {
                let exact = self.quantiles(*call, node, &args);
                let rounded = exact.into_iter().map(|exact| {
                    // If its inputs differ a little, the result may be rounded to a neighbour.
                    dtype.round(if tainted { self.shake(exact, self.unit(dtype) / 4.0) } else { exact })
                });
                rounded.collect()
            }
            Op::Library(call) => match call {
                Library::Transpose => {
                    let x = args[0];
                    each(extent.ranges(), |[b, r, c]| x.at([b, c, r]))
                }
                Library::Matmul => {
                    let inner = self.graph.extent(node.inputs()[0]).sizes().2;
                    let (x, y) = (args[0], args[1]);
                    let mut terms = vec![0.0; inner];
                    each(extent.ranges(), |[b, r, c]| {
                        let product = |(k, term): (usize, &mut f64)| *term = x.at([b, r, k]) * y.at([b, k, c]);
                        terms.iter_mut().enumerate().for_each(product);
                        dtype.round(self.sum(&terms, dtype))
                    })
                }
                call => return self.call(*call, node, &args),
            },
            Op::Result(_, place) => {
                let call = node.input_nodes().next().and_then(|id| values[id].others.get(place.checked_sub(1)?));
                call.cloned().unwrap_or_else(|| vec![f64::NAN; extent.len()])
            }
            Op::Reduce(fold, _) => {
                let of = self.graph.joined(node);
                let inexact = is_inexact(self.graph, node, self.dtype);
                each(extent.ranges(), |at| {
                    let numbers = operands(*fold, node, values, of.group(extent, at));
                    dtype.round(self.fold(*fold, &numbers, inexact, Dtype::F64))
                })
            }
            Op::ReduceTo(fold, _) => {
                let groups = self.graph.joined(node).groups_along(extent, self.graph.param_shape());
                let inexact = is_inexact(self.graph, node, self.dtype);
                let at = |[b, r, c]: [usize; 3]| [b..b + 1, r..r + 1, c..c + 1];
                let numbers = groups.into_iter().map(|group| {
                    group.into_iter().flat_map(|place| operands(*fold, node, values, at(place))).collect::<Vec<f64>>()
                });
                let reduced = numbers.map(|numbers| {
                    // Numbers that are left of those behind an axis are rounded in between.
                    dtype.round(self.fold(*fold, &numbers, inexact, self.dtype))
                });
                reduced.collect()
            }
            Op::Lift if self.graph.joined(node).is_of_axis() && !extent.is_of_axis() => {
                let (of, shape) = (self.graph.joined(node), self.graph.param_shape());
                each(extent.ranges(), |at| dtype.round(args[0].at(of.of_element(at, shape))))
            }
            op => {
                let inexact = is_inexact(self.graph, node, self.dtype);
                let is_rounded = tainted && work(op) != Work::Exact;
                let mut numbers = vec![0.0; args.len()];
                each(extent.ranges(), |at| {
                    numbers.iter_mut().zip(&args).for_each(|(number, arg)| *number = dtype.round(arg.at(at)));
                    let exact = dtype.round(elementwise(op, &numbers, |x| dtype.round(x)));
                    if inexact {
                        // The library's functions are good to about two units in the last place.
                        dtype.round(self.shake(exact, 4.0 * self.unit(dtype)))
                    } else if is_rounded {
                        // If its inputs differ a little, the result may be rounded to a neighbour.
                        dtype.round(self.shake(exact, self.unit(dtype) / 4.0))
                    } else {
                        exact
                    }
                })
            }
        };
        NodeValue::new(extent, data)
    }

    /// The quantiles of a call, not rounded.
    fn quantiles(&self, call: Library, node: &Node, args: &[Argument<'_>]) -> Vec<f64> {
        let extent = node.extent();
        let (of, q) = (self.graph.extent(node.inputs()[0]), args[1].at([0; 3]));
        match call.kept(node.inputs()) {
            Some(_) => {
                let groups = of.groups_along(extent, self.graph.param_shape()).into_iter();
                let numbers = groups.map(|group| group.into_iter().map(|at| args[0].at(at)).collect());
                numbers.map(|numbers| quantile(numbers, q)).collect()
            }
            None => each(extent.ranges(), |at| quantile(each(of.group(extent, at), |at| args[0].at(at)), q)),
        }
    }

    /// A call of linear algebra. The kernel's is exact for operands that differ a little from those it is given, and so for
    /// each of several results the same ones; then these are rounded.
    fn call(&mut self, call: Library, node: &Node, args: &[Argument<'_>]) -> NodeValue {
        let (extent, inexact) = (node.extent(), call.is_decomposition());
        let mut data: Vec<Vec<f64>> = Vec::new();
        for batch in 0..extent.sizes().0 {
            let operands = (0..node.inputs().len()).map(|place| {
                let (_, rows, cols) = self.graph.extent(node.inputs()[place]).sizes();
                let mut x = Numbers::from_fn(rows, cols, |row, col| args[place].at([batch, row, col]));
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
        NodeValue::first_of(extent, data)
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

    fn leaf(&self, leaf: &Leaf, extent: ValueExtent) -> NodeValue {
        let one = NodeValue::constant;
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
        NodeValue::new(extent, data.clone())
    }

    /// A number with a relative error.
    fn shake(&mut self, number: f64, size: f64) -> f64 {
        number + number * size * self.level * self.random.between(-1.0, 1.0)
    }

    /// A sum with an error such as another order of summation makes, relative to the terms and not to their sum. It
    /// grows with the count and not with its root, since equal terms round alike; with the level, it is the bound.
    fn sum(&mut self, terms: &[f64], dtype: Dtype) -> f64 {
        let (mut sum, mut sizes, count) = (0.0, 0.0, terms.len() as f64);
        for term in terms {
            sum += term;
            sizes += term.abs();
        }
        if count <= 1.0 || !f64::is_finite(sizes) {
            return sum;
        }
        sum + sizes * (1.0 + count / 16.0) * self.unit(dtype) * self.level * self.random.between(-1.0, 1.0)
    }

    /// A reduction whose sums are in this type.
    pub(super) fn fold(&mut self, fold: Fold, numbers: &[f64], inexact: bool, sums: Dtype) -> f64 {
        let count = numbers.len() as f64;
        let all = numbers.iter().copied();
        // Not `f64::max`, which drops NaN.
        let choose = |wins: fn(f64, f64) -> bool| move |a: f64, b: f64| if a.is_nan() || wins(a, b) { a } else { b };
        let folded = match fold.join() {
            kernel::Fold::Max => all.fold(f64::NEG_INFINITY, choose(|a, b| a > b)),
            kernel::Fold::Min => all.fold(f64::INFINITY, choose(|a, b| a < b)),
            kernel::Fold::Sum if inexact => self.sum(numbers, sums),
            kernel::Fold::Sum => all.fold(0.0, |sum, number| sum + number),
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
