//! Every function against its formula, the dimensions of values, hand-written optimizers, and what the graph looks like.

mod axes;
mod dims;
mod draw;
mod elementwise;
mod kinds;
mod mistakes;
mod optimizers;
mod reductions;
mod table;
mod values;

use std::collections::BTreeMap;

use super::{Dtype, Graph, Outputs, Recorder, Tensor};

/// Records a step that writes the parameter.
fn record(shape: &[usize], step: impl FnOnce(&Recorder, Tensor, Tensor) -> Tensor) -> Graph {
    let recorder = Recorder::new(shape);
    let new = step(&recorder, recorder.param(), recorder.grad());
    recorder.store_param(new);
    recorder.finish("Test").expect("the step fits the shape")
}

/// Runs a graph without state.
fn run(graph: &Graph, param: &[f64], grad: &[f64]) -> Vec<f64> {
    run_with(graph, param, grad, &[]).param
}

fn run_with(graph: &Graph, param: &[f64], grad: &[f64], states: &[(&str, &[f64])]) -> Outputs {
    let states: BTreeMap<String, Vec<f64>> =
        states.iter().map(|(name, data)| ((*name).to_owned(), data.to_vec())).collect();
    graph.run(Dtype::F64, param, grad, &states, &BTreeMap::new(), 1).expect("the inputs fit the graph")
}

/// The results of a step for a parameter and a gradient of this shape.
fn compute(
    shape: &[usize],
    param: &[f64],
    grad: &[f64],
    step: impl FnOnce(&Recorder, Tensor, Tensor) -> Tensor,
) -> Vec<f64> {
    run(&record(shape, step), param, grad)
}

/// Some numbers: both signs, no pattern, the same every time.
fn numbers(count: usize, seed: u64) -> Vec<f64> {
    (0..count)
        .map(|i| {
            let bits = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xd134_2543_de82_ef95);
            let bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (bits >> 11) as f64 / (1u64 << 53) as f64 * 4.0 - 2.0
        })
        .collect()
}

/// Equal bits, any NaN being equal to any other.
#[track_caller]
fn assert_same(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?} against {expected:?}");
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(a == b || a.is_nan() && b.is_nan(), "at {i}: {a:?} is not {b:?}");
    }
}

/// Equal up to rounding.
#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?} against {expected:?}");
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= 1e-12 * b.abs().max(1.0), "at {i}: {a:?} is not {b:?}");
    }
}
