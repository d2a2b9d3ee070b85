//! Random numbers for the interpreter. [`draw`](crate::draw) defines them, but this code shares nothing with it, so each tests the other.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::dtype::Dtype;
use super::extent::ValueExtent;
use super::graph::Graph;
use super::op::Leaf;
use crate::draw::Law;

impl Graph {
    /// The node for the seed and the parameter's name.
    fn root(&self) -> u128 {
        child(u128::from(self.draws.seed), hash(&self.draws.param))
    }
}

fn hash(name: &str) -> u64 {
    let mut hash: u128 = 14_695_981_039_346_656_037;
    for byte in name.bytes() {
        hash = ((hash ^ u128::from(byte)) * 1_099_511_628_211) % (1 << 64);
    }
    hash as u64
}

/// The step to which the random numbers of a leaf belong. If an optimizer counts its own steps in a state, that is the step after the
/// counted ones.
pub(crate) fn step_of(leaf: &Leaf, states: &BTreeMap<String, Vec<f64>>, t: u64) -> u64 {
    let Leaf::Draw { step: Some(count), .. } = leaf else { return t };
    states.get(count).and_then(|count| count.first()).map_or(t, |count| *count as u64 + 1)
}

/// The random numbers of a leaf in step `t`, in C order; empty for any other leaf.
pub(crate) fn drawn(graph: &Graph, leaf: &Leaf, extent: ValueExtent, dtype: Dtype, t: u64) -> Vec<f64> {
    let Leaf::Draw { law, place, iterations, inside, .. } = leaf else { return Vec::new() };
    let way =
        [if graph.draws.probe { 2 } else { 0 }, t, u64::from(*place)].into_iter().chain(iterations.iter().copied());
    let root = inside.iter().fold(graph.root(), |node, field| child(node, hash(field)));
    let node = way.fold(root, child);
    (0..extent.len() as u64).map(|index| number(*law, node, index, dtype.of(extent))).collect()
}

fn number(law: Law, node: u128, index: u64, dtype: Dtype) -> f64 {
    let bits = child(node, index / 2);
    let word = |place: u32| (bits >> (32 * place)) as u64 & 0xffff_ffff;
    // The number has 53 bits. The first word has the upper 32.
    let [first, second] = [(0, 1), (2, 3)].map(|(upper, lower)| word(upper) << 21 | word(lower) >> 11);
    let is_even = index.is_multiple_of(2);
    match law {
        Law::Uniform => {
            let own = if is_even { first } else { second };
            match dtype {
                Dtype::F32 => (own >> 29) as f64 / 2_f64.powi(24),
                Dtype::F64 => own as f64 / 2_f64.powi(53),
            }
        }
        Law::Normal => {
            let radius = (-2.0 * (1.0 - first as f64 / 2_f64.powi(53)).ln()).sqrt();
            let (sin, cos) = sin_cos(second);
            dtype.round(radius * if is_even { cos } else { sin })
        }
    }
}

/// The sine and cosine of a fraction of a turn, in parts of 2^-53. They are exact near their zeros.
fn sin_cos(parts: u64) -> (f64, f64) {
    const EIGHTH: u64 = 1 << 50;
    let angle = |parts: u64| TAU * (parts as f64 / 2_f64.powi(53));
    let (eighth, rest) = (parts / EIGHTH, parts % EIGHTH);
    // The angle from the nearest axis, in either direction.
    let (sin, cos) = if eighth % 2 == 0 { angle(rest).sin_cos() } else { (-angle(EIGHTH - rest)).sin_cos() };
    match eighth.div_ceil(2) % 4 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Philox 4x32-10. The key and the upper half of the counter are in `node`, lowest word first; the lower half is `number`.
fn child(node: u128, number: u64) -> u128 {
    const ROUNDS: u32 = 10;
    let mut counter = node >> 64 << 64 | u128::from(number);
    let word = |of: u128, place: u32| of >> (32 * place) & 0xffff_ffff;
    for round in 0..u128::from(ROUNDS) {
        let key =
            [(word(node, 0) + round * 0x9e37_79b9) % (1 << 32), (word(node, 1) + round * 0xbb67_ae85) % (1 << 32)];
        let (left, right) = (word(counter, 0) * 0xd251_1f53, word(counter, 2) * 0xcd9e_8d57);
        let words = [
            word(right, 1) ^ word(counter, 1) ^ key[0],
            word(right, 0),
            word(left, 1) ^ word(counter, 3) ^ key[1],
            word(left, 0),
        ];
        counter = words.iter().rev().fold(0, |all, word| all << 32 | word);
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::DrawKey;

    /// The numbers of both implementations are equal.
    #[test]
    fn they_are_those_of_the_kernels() {
        let shape = crate::shape::ParamShape::of(&[2, 3, 5]);
        let extent = ValueExtent::of(crate::shape::Axes::Tensor, shape);
        for (seed, name, t, place, iterations) in
            [(0, "", 1, 0, vec![]), (7, "fc1.weight", 3, 1, vec![2]), (u64::MAX, "ß", u64::MAX, 70_000, vec![0, 9])]
        {
            let recorder = crate::lang::Recorder::new(&[2, 3, 5]);
            let graph = recorder.finish("Test").unwrap().seeded(seed, name);
            for law in Law::ALL {
                let kernels = DrawKey::new(seed).param(name).draw(*law, t, place, &iterations);
                let leaf =
                    Leaf::Draw { law: *law, place, iterations: iterations.clone(), inside: Vec::new(), step: None };
                for (index, x) in drawn(&graph, &leaf, extent, Dtype::F64, t).into_iter().enumerate() {
                    let kernels = kernels.number(index as u64);
                    assert!((x - kernels).abs() <= 1e-15 * x.abs(), "{law:?} {index}: {x} and {kernels}");
                    assert!(*law == Law::Normal || x == kernels);
                }
            }
        }
    }
}
