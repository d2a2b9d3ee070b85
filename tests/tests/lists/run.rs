//! Runs: full rounds of rings, groups with their own list lengths, names, masks, resuming, threads.

use std::collections::BTreeMap;

use optim_std::ndarray::{Array2, ArrayD, IxDyn, arr2, array};
use optim_std::prelude::*;
use optim_std::{Builder, StateError, StateView, Threads};

use crate::local::{Placed, Weighed};
use crate::optimizers::*;

type Model = BTreeMap<&'static str, ArrayD<f64>>;

fn model() -> Model {
    let array = |n: usize, by: f64| ArrayD::from_shape_fn(IxDyn(&[n, 3]), |i| by * (i[0] as f64 - i[1] as f64));
    BTreeMap::from([("a", array(40, 0.1)), ("b", array(7, 0.3)), ("bias", array(5, -0.2))])
}

fn grads(step: u64) -> Model {
    model().into_iter().map(|(name, array)| (name, array.mapv(|x| (x * step as f64).sin()))).collect()
}

#[test]
fn a_queue_gives_back_the_gradient_of_so_many_steps_before() {
    let mut x = array![0.0];
    let mut opt = Delayed::new().lr(1.0).k(3).build(&x).unwrap();
    for step in 1..=10 {
        let before = x[0];
        opt.step(&mut x, &array![f64::from(step)]).unwrap();
        assert_eq!(before - x[0], f64::from((step - 3).max(0)), "step {step}");
        let place = (step - 1) % 3;
        assert_eq!(opt.state("param", &format!("queue.{place}")).unwrap(), array![f64::from(step)].into_dyn());
    }
}

/// On a quadratic function, L-BFGS learns the curvature. Gradient descent with the same step length does not.
#[test]
fn lbfgs_learns_the_curvature() {
    let curvature = array![1.0_f64, 10.0, 100.0];
    let distance = |lbfgs: bool| {
        let mut x = array![1.0_f64, 1.0, 1.0];
        let mut opt = Lbfgs::new().lr(if lbfgs { 0.5 } else { 0.01 }).m(3).build(&x).unwrap();
        for step in 0..60 {
            let grad = &curvature * &x;
            if lbfgs || step == 0 {
                let lr = if step == 0 { 0.001 } else { 0.5 };
                opt.set("lr", lr).unwrap();
                opt.step(&mut x, &grad).unwrap();
            } else {
                x = &x - 0.01 * grad;
            }
        }
        x.iter().map(|x| x.abs()).fold(0.0, f64::max)
    };
    assert!(distance(true) < 1e-5, "{}", distance(true));
    assert!(distance(false) > 0.1);
}

#[test]
fn groups_have_lists_of_their_own_lengths() {
    let mut params = model();
    let is_bias = |param: &optim_std::ParamInfo<'_>| param.name() == "bias";
    let mut opt = Delayed::new().k(2).group("bias", is_bias, |h| h.k(4)).build(&params).unwrap();
    let items = |opt: &Optimizer<f64>| {
        let mut items: BTreeMap<String, Vec<String>> = BTreeMap::new();
        opt.visit_state(|param, state, _| {
            if state != "step" {
                items.entry(param.to_owned()).or_default().push(state.to_owned());
            }
        });
        items
    };
    assert_eq!(items(&opt)["a"], ["queue.0", "queue.1"]);
    assert_eq!(items(&opt)["bias"], ["queue.0", "queue.1", "queue.2", "queue.3"]);
    assert_eq!(opt.state_bytes(), 8 * 3 * (2 * 47 + 4 * 5));
    assert!(matches!(opt.state("a", "queue.2"), Err(StateError::Absent { .. })));
    assert!(opt.state("bias", "queue.2").is_ok());
    for step in 1..=9 {
        let before = params.clone();
        opt.step(&mut params, &grads(step)).unwrap();
        for (name, k) in [("a", 2), ("bias", 4)] {
            let expected = match step.checked_sub(k) {
                None | Some(0) => before[name].clone(),
                Some(past) => &before[name] - &(0.1 * &grads(past)[name]),
            };
            assert!((&params[name] - &expected).iter().all(|x| x.abs() < 1e-15), "{name} at step {step}");
        }
    }
}

#[test]
fn items_are_states_with_names() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    let mut opt = Averages::new().m(3).build(&x).unwrap();
    let names: Vec<_> = opt.state_names().map(str::to_owned).collect();
    assert_eq!(names, ["iterates.0", "mean", "iterates.1", "iterates.2", "step"]);
    assert_eq!(opt.state_names_to_sparsify(), ["iterates.0", "mean", "iterates.1", "iterates.2"]);
    assert_eq!(opt.state("param", "iterates.2").unwrap(), x.clone().into_dyn());
    opt.set_state("param", "iterates.1", StateView::from(x.mapv(|x: f64| 2.0 * x).view())).unwrap();
    assert_eq!(opt.state("param", "iterates.1").unwrap(), x.mapv(|x| 2.0 * x).into_dyn());
    assert_eq!(opt.state("param", "iterates.0").unwrap(), x.clone().into_dyn());
    let error = opt.state("param", "iterates").unwrap_err();
    assert!(matches!(&error, StateError::UnknownState { nearest: Some(near), .. } if near == "iterates.0"), "{error}");
    assert!(matches!(opt.state("param", "iterates.3"), Err(StateError::UnknownState { .. })));
    // `eval` reads the first and the last item, the mean and the parameter.
    let weights = opt.eval_weights(&x).unwrap();
    assert_eq!(weights, x);
}

#[test]
fn scalar_items_keep_double_precision_and_are_seen_at_once() {
    let mut x = arr2(&[[1.0_f32, -2.0], [0.5, 0.25]]);
    let mut opt = Aliases::new().n(2).i(1).j(0).build(&x).unwrap();
    let grad = x.clone();
    opt.step(&mut x, &grad).unwrap();
    // s = [2, 2]: the last item grows by 1, and the first becomes half of the last one and the mean. Then the last is halved.
    assert_eq!(opt.state_value("param", "s.0").unwrap(), StateView::Scalar(0.5 * 3.0 + f64::from(-0.0625_f32)));
    assert_eq!(opt.state_value("param", "s.1").unwrap(), StateView::Scalar(1.5));
}

#[test]
fn first_values_are_those_of_each_item() {
    let x = Array2::<f64>::zeros((3, 4));
    let opt = Shapes::new().m(3).build(&x).unwrap();
    let [a, b] = ["basis.0", "basis.1"].map(|name| opt.state("param", name).unwrap().to_owned());
    assert_eq!(a.shape(), [4, 2]);
    assert!(a != b && a.iter().chain(&b).all(|x| *x != 0.0), "each item draws its own numbers");
    assert_eq!(opt.state("param", "col.1").unwrap(), ArrayD::<f64>::ones(IxDyn(&[4])));
    let without = Shapes::new().keeps(false).build(&x).unwrap();
    assert!(matches!(without.state("param", "history.0"), Err(StateError::Absent { .. })));
}

/// A run is killed in the middle of a ring, and resumes from its checkpoint.
#[test]
fn resuming_in_the_middle_of_a_ring_gives_the_same_bits() {
    let path = std::env::temp_dir().join(format!("optim-lists-{}.safetensors", std::process::id()));
    let is_bias = |param: &optim_std::ParamInfo<'_>| param.name() == "bias";
    for killed in [1, 6, 11] {
        let build = || Lbfgs::new().m(5).group("bias", is_bias, |h| h.m(2)).build(&model()).unwrap();
        let (mut whole, mut params) = (build(), model());
        for step in 1..=17 {
            whole.step(&mut params, &grads(step)).unwrap();
        }
        let (mut first, mut resumed) = (build(), model());
        for step in 1..=killed {
            first.step(&mut resumed, &grads(step)).unwrap();
        }
        first.save(&path).unwrap();
        let dict = first.state_dict();
        drop(first);
        let mut second = build();
        second.load(&path).unwrap();
        assert_eq!(second.state_dict(), dict);
        for step in killed + 1..=17 {
            second.step(&mut resumed, &grads(step)).unwrap();
        }
        assert_eq!(params, resumed, "killed after {killed} steps");
        assert_eq!(second.state_dict(), whole.state_dict());
    }
    std::fs::remove_file(path).unwrap();
}

/// The names of the items show that a checkpoint has another length.
#[test]
fn a_checkpoint_of_another_length_is_refused() {
    let saved = Delayed::new().k(4).build(&model()).unwrap().state_dict();
    let names: Vec<_> = saved.params[0].states.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["queue.0", "queue.1", "queue.2", "queue.3"]);
    let mut shorter = Delayed::new().k(3).build(&model()).unwrap();
    let before = shorter.state_dict();
    let error = shorter.load_state_dict(&saved, &LoadOptions::strict()).unwrap_err();
    assert!(error.to_string().contains("`k` of Delayed cannot become 4 after `build`"), "{error}");
    let kept = LoadOptions::strict().keep_hyperparameters();
    let error = shorter.load_state_dict(&saved, &kept).unwrap_err();
    assert!(error.to_string().contains("queue.3"), "{error}");
    assert_eq!(shorter.state_dict(), before);
}

#[test]
fn masks_hold_for_every_item() {
    let x = array![1.0, 2.0, 3.0];
    let mut params = x.clone();
    let mut opt = Averages::new().k(1).m(2).build(&params).unwrap();
    opt.set_mask("param", &array![true, false, true]).unwrap();
    opt.apply_masks(&mut params).unwrap();
    for _ in 0..3 {
        opt.step(&mut params, &array![0.1, 0.1, 0.1]).unwrap();
        for item in ["iterates.0", "iterates.1"] {
            assert_eq!(opt.state("param", item).unwrap()[[1]], 0.0);
        }
    }
}

/// A failed `probe` restores the items.
#[test]
fn a_probe_that_fails_restores_the_items() {
    let mut x = array![[1.0, 2.0], [3.0, 4.0]];
    let mut opt = Nested::new().build(&x).unwrap();
    let mut calls = 0;
    opt.step_with(&mut x, |x| Ok::<_, optim_std::StepError>(((), x.clone()))).unwrap();
    let (before, weights) = (opt.state_dict(), x.clone());
    let result = opt.step_with(&mut x, |x| {
        calls += 1;
        if calls == 2 { Err(Failed) } else { Ok(((), x.clone())) }
    });
    assert!(result.is_err());
    assert_eq!((opt.state_dict(), x), (before, weights));
    assert_eq!(opt.backup_bytes(), 4 * 8 + 4 * 4 * 8 + 4 * 8);
}

#[derive(Debug)]
struct Failed;

impl From<optim_std::StepError> for Failed {
    fn from(_: optim_std::StepError) -> Self {
        Self
    }
}

/// A test for each optimizer, so that they run in parallel.
mod any_number_of_threads_gives_the_same_bits {
    use super::*;

    fn check<O: Definition>(builder: &Builder<O>) {
        let run = |threads: Threads| {
            let mut params = Array2::from_shape_fn((300, 400), |(i, j)| (i as f32 * 0.01 - j as f32 * 0.02).cos());
            let mut opt = builder.clone().threads(threads).build(&params).unwrap();
            for step in 1..=9 {
                let grad = params.mapv(|x| (x * step as f32).sin());
                opt.step(&mut params, &grad).unwrap();
            }
            (params, opt.state_dict())
        };
        let one = run(Threads::One);
        assert!([Threads::N(2), Threads::N(7), Threads::All].into_iter().all(|threads| run(threads) == one));
    }

    #[test]
    fn delayed() {
        check(&Builder::<Delayed>::new());
    }

    #[test]
    fn lbfgs() {
        check(&Builder::<Lbfgs>::new().set("lr", 0.01).unwrap());
    }

    #[test]
    fn aliases() {
        check(&Builder::<Aliases>::new().set("lr", 0.01).unwrap());
    }

    #[test]
    fn placed() {
        check(&Builder::<Placed>::new().set("lr", 0.01).unwrap());
    }

    #[test]
    fn weighed() {
        check(&Builder::<Weighed>::new().set("lr", 0.01).unwrap());
    }
}
