//! Wrappers and inner optimizers that use numbers of the whole model.

use std::collections::BTreeMap;

use ndarray::{Array1, ArrayD, IxDyn, array};
use optim_std::Builder;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::testing::Check;
use optim_std::{LoadOptions, StepError};

use crate::differential::agrees;
use crate::optimizers::{Accumulate, Around, Behind, Centralize, Plain, Sharp};

/// Clips by the norm of all gradients before the call, tracks the size of the model after it, and counts steps.
#[optimizer(state <steps: global = 0.0, size: global = 1.0, largest: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clip<O: Definition> {
    pub(crate) inner: O,
    #[hyper(default = 1.0, shared, range = 0.01..=10.0)]
    pub(crate) max_norm: f64,
}

#[optimizer]
impl<O: Definition> Clip<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let factor = (self.max_norm / (grad.global_norm() + 1e-6)).min(1.0);
        let before = *param;
        self.inner.step(param, factor * grad);
        let moved = (*param - before).global_norm();
        state.largest = state.largest.max(moved);
        state.size = 0.5 * state.size + 0.5 * moved;
        state.steps += 1.0;
        *param = before + (*param - before) / (1.0 + 0.1 * state.size);
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param * (1.0 + 0.01 * state.size)
    }
}

/// Numbers of all parameters before and between passes, and a state that is one of them.
#[optimizer(state <exp_avg = 0.0, weight: scalar = 1.0, seen: global = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Normal {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Normal {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        state.exp_avg = 0.9 * state.exp_avg + grad / (1e-3 + grad.global_norm());
        state.weight = 0.5 * state.weight + 0.5 * state.exp_avg.norm() / (1e-3 + state.exp_avg.global_norm());
        state.seen += grad.global_sum_abs();
        *param -= self.lr * state.weight * state.exp_avg / t;
    }
}

#[test]
fn kernels_agree_with_graphs() {
    agrees::<Clip<Plain>>();
    agrees::<Centralize<Normal>>();
    agrees::<Behind<Normal>>();
    agrees::<Clip<Normal>>();
    agrees::<Clip<Clip<Normal>>>();
    agrees::<Lookahead<Clip<AdamW>>>();
    agrees::<Clip<Prodigy>>();
    agrees::<Clip<Sharp<Plain>>>();
}

/// Parameters count their own steps, so in one step, the inner optimizer may run only for some of them.
#[test]
fn what_runs_now_and_then_may_know_of_the_model() {
    agrees::<Accumulate<Normal>>();
    agrees::<Accumulate<Clip<Normal>>>();
    agrees::<Around<Normal>>();
    optim_tests::agrees::<Accumulate<Clip<Plain>>>(Check::new().steps(9).set("k", 2_usize), 20);
}

#[test]
fn sharpness_aware_minimization() {
    agrees::<SAM<SGD>>();
    agrees::<SAM<Normal>>();
    agrees::<SAM<SAM<Plain>>>();
    agrees::<Lookahead<SAM<AdamW>>>();
    optim_tests::agrees::<SAM<AdamW>>(Check::new().set("adaptive", true).set("eta", 0.01), 20);
}

fn model() -> BTreeMap<&'static str, Array1<f64>> {
    BTreeMap::from([("a", array![1.0, -2.0, 0.5]), ("b", array![3.0]), ("c", array![-0.25, 4.0])])
}

/// ASAM, line by line after its paper, with the whole model as one vector.
#[test]
fn adaptive_radius() {
    let curvature = [1.0, 0.5, 2.0, 3.0, 0.25, 1.5];
    let (rho, eta, lr) = (0.5, 0.01, 0.05);
    let mut expected: Vec<f64> = model().into_values().flatten().collect();
    let gradient = |w: &[f64]| -> Vec<f64> { w.iter().zip(curvature).map(|(w, c)| c * w).collect() };
    let mut x = model();
    let mut opt = SAM::new(SGD::new(lr)).rho(rho).adaptive(true).eta(eta).build(&x).unwrap();
    for _ in 0..10 {
        let g = gradient(&expected);
        let t: Vec<f64> = expected.iter().map(|w| w.abs() + eta).collect();
        let norm = t.iter().zip(&g).map(|(t, g)| (t * g) * (t * g)).sum::<f64>().sqrt();
        let there: Vec<f64> =
            expected.iter().zip(&t).zip(&g).map(|((w, t), g)| w + rho * t * t * g / (norm + 1e-12)).collect();
        expected.iter_mut().zip(gradient(&there)).for_each(|(w, g)| *w -= lr * g);

        opt.step_with(&mut x, |x| {
            let mut rest = &curvature[..];
            let grads: BTreeMap<_, _> = x
                .iter()
                .map(|(name, x)| {
                    let (own, others) = rest.split_at(x.len());
                    rest = others;
                    (*name, x * &Array1::from(own.to_vec()))
                })
                .collect();
            Ok::<_, StepError>(((), grads))
        })
        .unwrap();
        let found: Vec<f64> = x.values().flatten().copied().collect();
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-13), "{found:?} {expected:?}");
    }
}

/// The norm covers all parameters with a gradient.
#[test]
fn the_whole_model_counts() {
    let mut x = model();
    let mut opt = Clip::new(Plain::new().lr(1.0).momentum(0.0)).max_norm(1.0).build(&x).unwrap();
    let grads = BTreeMap::from([("a", array![0.0, 3.0, 0.0]), ("c", array![0.0, 4.0])]);
    opt.step(&mut x, &grads).unwrap();
    assert_eq!((opt.global("steps").unwrap(), x["b"][0]), (1.0, 3.0));
    let size = opt.global("size").unwrap();
    assert!((size - 1.0).abs() < 1e-6, "{size}");
    assert!((x["a"][1] - (-2.0 - 0.6 / 1.1)).abs() < 1e-6, "{x:?}");
    assert_eq!(opt.state("a", "largest").unwrap().first(), Some(&(2.0 * size - 1.0)));
    assert_eq!(opt.globals().map(|(name, _)| name).collect::<Vec<_>>(), ["steps", "size"]);
    let inside = Centralize::new(Normal::new()).build(&x).unwrap();
    assert_eq!(inside.globals().map(|(name, _)| name).collect::<Vec<_>>(), ["inner.seen"]);
}

/// Divides the gradients of matrices by the norm of all of them.
#[optimizer(state <norm: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Partly<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Partly<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut scaled = grad;
        if param.ndim() >= 2 {
            state.norm = grad.global_norm();
            scaled = grad / state.norm;
        }
        self.inner.step(param, scaled);
    }
}

/// While matrices wait at the wrapper's reduction, vectors wait at the first one in the inner optimizer. Both have separate places.
#[test]
fn reductions_of_both_are_not_confused() {
    let array = |shape: &[usize], numbers: Vec<f64>| ArrayD::from_shape_vec(IxDyn(shape), numbers).unwrap();
    let mut x = BTreeMap::from([("m", array(&[1, 2], vec![1.0, 1.0])), ("v", array(&[1], vec![1.0]))]);
    let grads = BTreeMap::from([("m", array(&[1, 2], vec![3.0, 4.0])), ("v", array(&[1], vec![12.0]))]);
    let mut opt = Partly::new(Normal::new()).build(&x).unwrap();
    opt.step(&mut x, &grads).unwrap();
    assert_eq!(opt.state("m", "norm").unwrap().first(), Some(&5.0));
    assert_eq!(opt.state("v", "norm").unwrap().first(), Some(&0.0));
    let seen = opt.global("inner.seen").unwrap();
    assert!((seen - 13.4).abs() < 1e-12, "{seen}");
    agrees::<Partly<Normal>>();
}

/// The plan has the phases of both, and their scratch.
#[test]
fn the_plan_has_phases_of_both() {
    let phases = |plan: optim_std::StepPlan| (plan.phases, plan.kept);
    let alone = phases(Normal::new().plan_for(&[64, 64]).unwrap());
    let (own, kept) = phases(Clip::new(Plain::new()).plan_for(&[64, 64]).unwrap());
    let both = phases(Clip::new(Normal::new()).plan_for(&[64, 64]).unwrap());
    assert_eq!(both, (own + alone.0 - 1, kept + alone.1));
    let x = ArrayD::<f64>::zeros(IxDyn(&[64, 64]));
    assert_eq!(Clip::new(Normal::new()).build(&x).unwrap().phase_bytes(), 8 * both.1);
}

/// An outer wrapper keeps its own scratch, for any slots of the inner optimizer.
#[test]
fn what_is_kept_adds_up() {
    fn kept<O: Definition>() -> usize {
        Builder::<O>::new().plan_for(&[3, 4, 5]).unwrap().kept
    }
    let (own, around_soap) = (kept::<Clip<Plain>>(), kept::<Clip<SOAP>>());
    assert!(own > 0 && around_soap > own);
    assert_eq!(kept::<Clip<Clip<SOAP>>>(), around_soap + own);
}

/// Saved in the middle of a period, it continues to the same bits.
#[test]
fn checkpoints_have_the_numbers_of_both() {
    let grads =
        |step: usize| model().into_iter().map(|(name, x)| (name, x * (1.0 + step as f64))).collect::<BTreeMap<_, _>>();
    let build =
        |x: &BTreeMap<&'static str, Array1<f64>>| Clip::new(Accumulate::new(Normal::new()).k(2)).build(x).unwrap();
    let mut x = model();
    let mut opt = build(&x);
    for step in 0..3 {
        opt.step(&mut x, &grads(step)).unwrap();
    }
    let dict = opt.state_dict();
    let names: Vec<&str> = dict.globals.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["steps", "size", "inner.inner.seen"]);
    let (mut other, mut y) = (build(&x), x.clone());
    other.load_state_dict(&dict, &LoadOptions::default()).unwrap();
    for step in 3..7 {
        opt.step(&mut x, &grads(step)).unwrap();
        other.step(&mut y, &grads(step)).unwrap();
    }
    assert_eq!((x, opt.state_dict().globals), (y, other.state_dict().globals));
}

/// A failed probe restores everything, including global states.
#[test]
fn a_failed_step_changes_nothing() {
    let mut x = model();
    let before = x.clone();
    let mut opt = Clip::new(SAM::new(Normal::new())).build(&x).unwrap();
    let mut calls = 0;
    let failed = opt.step_with(&mut x, |x| {
        calls += 1;
        if calls == 2 { Err(StepError::NeedsProbe { optimizer: "none" }) } else { Ok(((), x.clone())) }
    });
    assert!(failed.is_err());
    assert_eq!((x, opt.global("steps").unwrap(), opt.global("inner.inner.seen").unwrap()), (before, 0.0, 0.0));
}
