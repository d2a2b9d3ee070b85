//! A step with random errors: how far a correct kernel may be from the interpreter.
//!
//! Where kernel and interpreter may differ (see `exact`), the graph is computed here a few times more, with a random error
//! put into each such operation (Monte Carlo arithmetic: Parker, Pierce & Eggert 2000). The errors are some times larger
//! than those of rounding, so that later roundings do not swallow them. The spread of the results is the difference that is
//! allowed. It follows cancellation, thresholds and any other amplification element by element, so that nothing has to be
//! tolerated where nothing can go wrong.
//!
//! A state is stored without subnormal numbers, and a kernel may read it again after that in the same step, where the
//! graph continues with what was stored. Both are right.
//!
//! `errors` computes one operation with its error; here is the rest of the step.

mod errors;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::convert::Infallible;

use self::errors::{Noise, operands};
use super::exact::{rounds, tainted};
use crate::lang::{Dtype, Graph, NodeValue, Op, Outputs, Share, Target, ValueExtent, each, side_by_side};
use crate::random::Random;

/// The inputs of a step, in C order.
#[derive(Clone, Debug)]
pub(super) struct StepInputs {
    pub(super) param: Vec<f64>,
    pub(super) grad: Vec<f64>,
    /// States and inputs, by name.
    pub(super) states: BTreeMap<String, Vec<f64>>,
    pub(super) t: u64,
}

/// Largest random error, in rounding errors.
const LEVEL: f64 = 16.0;

/// A step of one parameter, or of all parameters together whose numbers it joins: their graphs and inputs.
pub(super) type NoisyRuns<'a> = &'a [(&'a Graph, &'a StepInputs)];

/// The steps with random errors in every inexact operation.
pub(super) fn run(runs: NoisyRuns<'_>, dtype: Dtype, random: &mut Random) -> Vec<Outputs> {
    run_with(runs, dtype, random, LEVEL)
}

/// The step without errors, but with what is kept as state flushed for all who use it: as a kernel computes that reads
/// a state again after it has stored it.
pub(super) fn run_flushed(runs: NoisyRuns<'_>, dtype: Dtype) -> Vec<Outputs> {
    run_with(runs, dtype, &mut Random::new(0), 0.0)
}

/// The nodes that are flushed for everybody: all that are stored as tensor states, or none.
fn flushed(graph: &Graph, all: bool) -> Vec<bool> {
    let mut flushed = vec![false; graph.nodes().len()];
    for store in graph.stores() {
        let computed = !matches!(graph.nodes()[store.value()].op(), Op::Leaf(_));
        if all && computed && store.extent() != ValueExtent::ONE && matches!(store.target(), Target::State(_)) {
            flushed[store.value()] = true;
        }
    }
    flushed
}

/// [`run`] with all errors times `level`.
fn run_with(runs: NoisyRuns<'_>, dtype: Dtype, random: &mut Random, level: f64) -> Vec<Outputs> {
    let graphs: Vec<&Graph> = runs.iter().map(|(graph, _)| *graph).collect();
    let tainted: Vec<Vec<bool>> = graphs.iter().map(|graph| tainted(graph, dtype)).collect();
    let all = level == 0.0 || random.one_in(2);
    let flushed: Vec<Vec<bool>> = graphs.iter().map(|graph| flushed(graph, all)).collect();
    let random = RefCell::new(random);
    let value = |run: usize, id: usize, values: &mut [NodeValue], joint: Option<&f64>| {
        let (graph, inputs) = runs[run];
        let node = &graph.nodes()[id];
        let random = &mut *random.borrow_mut();
        let mut noise = Noise { graph, dtype, inputs, random, level };
        let mut value = match joint {
            Some(joint) => NodeValue::constant(*joint),
            None => noise.node(node, values, node.input_nodes().any(|id| tainted[run][id])),
        };
        if flushed[run][id] {
            value.data.iter_mut().for_each(|x| *x = dtype.flush(*x));
        }
        Ok::<_, Infallible>(value)
    };
    let join = |fold, shares: &[Share<'_, NodeValue>]| {
        let of = |share: &Share<'_, NodeValue>| runs[share.run];
        let numbers = |share: &Share<'_, NodeValue>| {
            let (graph, node) = (of(share).0, share.node);
            operands(fold, node, share.values, graph.joined(node).ranges())
        };
        let numbers: Vec<f64> = shares.iter().flat_map(numbers).collect();
        let Some(first) = shares.first() else { return Ok(f64::NAN) };
        let (graph, inputs) = of(first);
        let random = &mut *random.borrow_mut();
        let inexact = rounds(graph, first.node, fold);
        Ok(Noise { graph, dtype, inputs, random, level }.fold(fold, &numbers, inexact, Dtype::F64))
    };
    let Ok(values) = side_by_side(&graphs, value, join);
    runs.iter().zip(&values).map(|((graph, inputs), values)| outputs(graph, dtype, inputs, values)).collect()
}

fn outputs(graph: &Graph, dtype: Dtype, inputs: &StepInputs, values: &[NodeValue]) -> Outputs {
    let mut outputs = Outputs { param: inputs.param.clone(), states: inputs.states.clone(), reported: BTreeMap::new() };
    for store in graph.stores() {
        let value = values[store.value()].numbers();
        let mut data = each(store.extent().ranges(), |at| value.at(at));
        match store.target() {
            Target::Param => outputs.param = data,
            Target::Value => {}
            Target::Output(name) => {
                outputs.reported.insert(name.clone(), data.first().copied().unwrap_or(f64::NAN));
            }
            Target::State(name) => {
                if store.extent() != ValueExtent::ONE {
                    data.iter_mut().for_each(|x| *x = dtype.flush(*x));
                }
                outputs.states.insert(name.clone(), data);
            }
        }
    }
    outputs
}

#[cfg(test)]
mod tests {
    use super::super::exact::exact_stores;
    use super::*;
    use crate::lang::{Fold, Recorder, Tensor, ops};
    use crate::shape::{Dim, Dims};

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
            let inputs = StepInputs { param: rounded(), grad: rounded(), states, t: 1 };
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
        let dims = [Dim::Along(0), Dim::Along(1), Dim::Along(7), Dim::Without(0), Dim::Without(2), Dim::Without(7)];
        let mut all = param * 2.0;
        for (kept, fold) in dims.into_iter().flat_map(|kept| Fold::ALL.iter().map(move |fold| (kept, *fold))) {
            let [once, twice] = match fold {
                Fold::Dot => {
                    let once = ops::reduce_pair_to(fold, param, grad, kept);
                    [once, ops::reduce_pair_to(fold, once, once, kept)]
                }
                _ => {
                    let once = ops::reduce_to(fold, param, kept);
                    [once, ops::reduce_to(fold, once, kept)]
                }
            };
            recorder.store_state_of(&format!("{}.{kept}", fold.name()), twice, Dims::row(kept));
            all += once;
        }
        recorder.store_param(all);
        let graph = recorder.finish("Every").unwrap();
        let mut random = Random::new(8);
        let mut numbers = || (0..24).map(|_| random.between(-2.0, 2.0)).collect::<Vec<f64>>();
        let inputs = StepInputs { param: numbers(), grad: numbers(), states: BTreeMap::new(), t: 1 };
        let exact = graph.run(Dtype::F64, &inputs.param, &inputs.grad, &inputs.states, &BTreeMap::new(), 1).unwrap();
        assert_eq!(exact.states.len(), (4 + dims.len()) * Fold::ALL.len());
        assert_eq!(run_with(&[(&graph, &inputs)], Dtype::F64, &mut Random::new(1), 0.0), [exact]);
    }
}
