//! Runs: numbers compared with a plain computation, shapes and names of states, layouts, storage, checkpoints, views, wrappers, partitions, plans.

use std::collections::BTreeMap;

use optim_std::author::*;
use optim_std::ndarray::{Array1, ArrayD, Axis, IxDyn};
use optim_std::prelude::*;
use optim_std::{AnyBuilder, BuildError, LoadOptions, Storage, Threads};

use crate::optimizers::*;

fn numbers(shape: &[usize], seed: u64) -> ArrayD<f64> {
    let count: usize = shape.iter().product();
    let number = |k: usize| ((k as f64 + 1.0) * (seed as f64 + 0.7)).sin();
    ArrayD::from_shape_vec(IxDyn(shape), (0..count).map(number).collect()).unwrap()
}

/// SM3 of any rank agrees with the paper, computed with arrays of `ndarray`.
#[test]
fn sm3_of_any_rank_is_that_of_the_paper() {
    for shape in [&[5][..], &[4, 3], &[2, 3, 4], &[3, 2, 2, 3]] {
        let mut x = numbers(shape, 1);
        let mut expected = x.clone();
        let mut opt = AnyRank::new().build(&x).unwrap();
        let mut acc: Vec<Array1<f64>> = shape.iter().map(|n| Array1::zeros(*n)).collect();
        for step in 0..5 {
            let grad = numbers(shape, 10 + step);
            opt.step(&mut x, &grad).unwrap();
            let mut new = grad.clone();
            for (place, new) in new.indexed_iter_mut() {
                let least = (0..shape.len()).map(|axis| acc[axis][place[axis]]).fold(f64::INFINITY, f64::min);
                *new = least + *new * *new;
            }
            for (axis, acc) in acc.iter_mut().enumerate() {
                for (of, acc) in new.axis_iter(Axis(axis)).zip(acc.iter_mut()) {
                    *acc = of.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                }
            }
            for ((x, new), grad) in expected.iter_mut().zip(&new).zip(&grad) {
                *x -= 0.1 * grad / (new + 1e-8).sqrt();
            }
            for (x, expected) in x.iter().zip(&expected) {
                assert!((x - expected).abs() <= 1e-13 * expected.abs().max(1.0), "{shape:?}, step {step}");
            }
        }
        for (axis, acc) in acc.iter().enumerate() {
            let state = opt.state("param", &format!("acc.{axis}")).unwrap();
            assert_eq!(state.shape(), [shape[axis]]);
            assert!(state.iter().zip(acc).all(|(found, expected)| (found - expected).abs() <= 1e-13 * expected));
        }
    }
}

#[test]
fn states_have_the_axes_that_they_are_declared_with() {
    let shape = |opt: &Optimizer<f64>, state: &str| opt.state("param", state).unwrap().shape().to_vec();
    let x = numbers(&[2, 3, 4], 1);
    let any = AnyRank::new().build(&x).unwrap();
    assert_eq!([0, 1, 2].map(|axis| shape(&any, &format!("acc.{axis}"))), [vec![2], vec![3], vec![4]]);
    assert!(any.state("param", "acc.3").is_err());
    let others = Others::new().build(&x).unwrap();
    assert_eq!((shape(&others, "last"), shape(&others, "first")), (vec![2, 3], vec![3, 4]));
    // An axis that does not exist has length 1.
    let blocks = Blocks::new().axis(3).build(&x).unwrap();
    assert_eq!(shape(&blocks, "block"), [1]);
    // A parameter without axes has an empty list.
    let mut none = AnyRank::new().build(&numbers(&[], 1)).unwrap();
    assert!(none.state("param", "acc.0").is_err());
    none.step(&mut numbers(&[], 1), &numbers(&[], 2)).unwrap();
    let mixed = Mixed::new().build(&numbers(&[4], 1)).unwrap_err();
    assert!(matches!(mixed, BuildError::Hyper { .. }), "{mixed}");
}

/// Any layout, number of threads and order of loops gives the same bits.
#[test]
fn layouts_and_threads_change_no_bit() {
    fn trained(builder: impl Into<AnyBuilder>, swapped: bool, threads: Threads) -> Vec<u32> {
        let make = |seed| {
            let array = numbers(&[30, 40, 50], seed).mapv(|x| x as f32);
            if swapped { array.t().as_standard_layout().into_owned().reversed_axes() } else { array }
        };
        let mut x = make(1);
        let mut opt = builder.into().threads(threads).build(&x).unwrap();
        for step in 0..3 {
            opt.step(&mut x, &make(10 + step)).unwrap();
        }
        x.iter().map(|x| x.to_bits()).collect()
    }
    macro_rules! same {
        ($($O:ident)*) => {
            $({
                let first = trained($O::new(), false, Threads::One);
                for (swapped, threads) in [(true, Threads::One), (false, Threads::N(3)), (true, Threads::N(2))] {
                    let other = trained($O::new(), swapped, threads);
                    assert!(first == other, "{} {swapped} {threads:?}", stringify!($O));
                }
            })*
        };
    }
    same!(AnyRank Blocks Others Reductions Chosen Mixed Noisy Quantiles ExactQuantiles);
}

#[test]
fn states_are_kept_in_fewer_bytes_and_in_checkpoints() {
    for storage in [Storage::Native, Storage::Bf16, Storage::Block8, Storage::Companded8] {
        let mut x = numbers(&[3, 5, 4], 1).mapv(|x| x as f32);
        let build = |x: &ArrayD<f32>| AnyRank::new().storage("acc", storage).build(x).unwrap();
        let mut opt = build(&x);
        let grad = |seed| numbers(&[3, 5, 4], seed).mapv(|x| x as f32);
        opt.step(&mut x, &grad(2)).unwrap();
        let (saved, dict) = (x.clone(), opt.state_dict());
        opt.step(&mut x, &grad(3)).unwrap();
        let mut again = saved;
        let mut other = build(&again);
        other.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
        other.step(&mut again, &grad(3)).unwrap();
        assert_eq!(x, again, "{storage:?}");
    }
}

/// A view has other axes than its parameter.
#[test]
fn views_have_other_axes() {
    let model = BTreeMap::from([("heads", numbers(&[6, 4], 1))]);
    let opt = AnyRank::new().view("heads", |_| true, |_| vec![2, 3, 4]).build(&model).unwrap();
    let mut seen = numbers(&[2, 3, 4], 1);
    let mut plain = AnyRank::new().build(&seen).unwrap();
    let (mut model, mut opt) = (model, opt);
    for step in 0..3 {
        let grad = numbers(&[6, 4], 7 + step);
        let folded = grad.clone().into_shape_with_order(IxDyn(&[2, 3, 4])).unwrap();
        opt.step(&mut model, &BTreeMap::from([("heads", grad)])).unwrap();
        plain.step(&mut seen, &folded).unwrap();
    }
    assert!(model["heads"].iter().eq(seen.iter()));
}

#[test]
fn wrappers_and_partitions_hold_them() {
    let mut model = BTreeMap::from([("a", numbers(&[2, 3, 4], 1)), ("b", numbers(&[5], 2))]);
    let grads = model.clone();
    let mut opt = Partition::new()
        .rule("a", |p| p.ndim() == 3, Cautious::new(AnyRank::new()))
        .rest("b", Lookahead::new(AnyRank::new()))
        .clip_norm(1.0)
        .build(&model)
        .unwrap();
    for _ in 0..7 {
        opt.step(&mut model, &grads).unwrap();
    }
    assert!(model.values().flatten().all(|x| x.is_finite()));
    // The same without the wrapper.
    let mut alone = BTreeMap::from([("a", numbers(&[2, 3, 4], 1))]);
    let mut own = AnyRank::new().build(&alone).unwrap();
    own.step(&mut alone, &BTreeMap::from([("a", grads["a"].clone())])).unwrap();
    assert!(alone["a"] != grads["a"]);
}

#[test]
fn a_plan_counts_the_numbers_of_each_axis() {
    let x = ArrayD::<f32>::zeros(IxDyn(&[20, 30, 40]));
    let plan = AnyRank::new().build(&x).unwrap().plan("param").unwrap();
    assert_eq!(plan.states.iter().map(|state| state.numbers).sum::<usize>(), 20 + 30 + 40);
    let text = plan.to_string();
    assert!(text.contains("acc"), "{text}");
}

#[optimizer(state <norm: along(1) = 0.0, rms: along(1) = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Norms {}

#[optimizer]
impl Norms {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.norm = grad.norm_along(1);
        state.rms = grad.rms_along(1);
        *param -= grad / (full(state.norm) + full(state.rms));
    }
}

/// Squares that exceed `f32` are summed in more bits, for any axis of the norm.
#[test]
fn norms_along_an_axis_hold_for_all_numbers_of_f32() {
    for size in [1e-25_f32, 1e25] {
        let grad = ArrayD::from_elem(IxDyn(&[4, 3, 4]), size);
        let mut x = grad.clone();
        let mut opt = Norms::new().build(&x).unwrap();
        opt.step(&mut x, &grad).unwrap();
        for (name, expected) in [("norm", 4.0 * size), ("rms", size)] {
            let state = opt.state("param", name).unwrap();
            assert!(state.iter().all(|found| (found / expected - 1.0).abs() < 1e-6), "{name} {state:?} {expected}");
        }
    }
}
