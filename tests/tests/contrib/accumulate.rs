//! Accumulated gradients act as one large batch: clipping, its norm and the policy apply to the mean, as in PyTorch.

use std::collections::BTreeMap;

use ndarray::{Array1, array};
use optim_std::prelude::*;
use optim_std::testing::{Check, check};
use optim_std::{NonFinite, OptionError, StepReport};

type Model = BTreeMap<&'static str, Array1<f64>>;

fn model() -> Model {
    BTreeMap::from([("a", array![1.0, -2.0, 0.5]), ("b", array![3.0, 0.25])])
}

fn gradients(step: usize) -> Model {
    let of = |(name, x): (&'static str, Array1<f64>)| {
        (name, x.mapv(|x| 3.0 * (x * (1 + step) as f64 + name.len() as f64).sin()))
    };
    model().into_iter().map(of).collect()
}

fn mean(steps: std::ops::Range<usize>) -> Model {
    let k = steps.len() as f64;
    let mut mean: Model = model().into_iter().map(|(name, x)| (name, x * 0.0)).collect();
    for step in steps {
        for (name, grad) in gradients(step) {
            *mean.get_mut(name).unwrap() += &(grad / k);
        }
    }
    mean
}

fn assert_close(x: &Model, y: &Model) {
    for (x, y) in x.values().flatten().zip(y.values().flatten()) {
        assert!((x - y).abs() < 1e-12, "{x} {y}");
    }
}

#[test]
fn kernels_are_graphs() {
    check::<Accumulate<AdamW>>();
    let clipped = Check::new().steps(9).set("k", 2_usize).set("clip_norm", 0.5);
    optim_tests::agrees::<Accumulate<Lamb>>(clipped, 20);
    let inside = Check::new().steps(9).set("inner.k", 2_usize);
    let clipped = inside.set("inner.clip_norm", 0.5).set("inner.clip_value", 0.3);
    optim_tests::agrees::<Ema<Accumulate<AdamW>>>(clipped, 20);
}

/// The results equal one optimizer that gets the means.
#[test]
fn options_hold_for_the_mean() {
    let (mut x, mut y) = (model(), model());
    let inner = || AdamW::torch().lr(0.1);
    let mut opt = Accumulate::new(inner()).k(3).clip_norm(1.5).clip_value(0.7).build(&x).unwrap();
    let mut plain = inner().clip_norm(1.5).clip_value(0.7).build(&y).unwrap();
    for step in 0..12 {
        let report = opt.step(&mut x, &gradients(step)).unwrap();
        if step % 3 == 2 {
            let expected = plain.step(&mut y, &mean(step - 2..step + 1)).unwrap();
            let norm = |report: &StepReport| report.grad_norm.unwrap();
            assert!((norm(&report) - norm(&expected)).abs() < 1e-12, "{report:?} {expected:?}");
            assert!(norm(&report) > 1.5, "nothing is clipped");
        } else {
            assert_eq!(report.grad_norm, None);
        }
        assert_close(&x, &y);
    }
    assert_eq!((opt.clip_norm(), opt.clip_value()), (Some(1.5), Some(0.7)));
}

/// A wrapper around it passes the options on, and they may change during the run.
#[test]
fn options_may_change() {
    let mut x = model();
    let mut opt = Ema::new(Accumulate::new(SGD::new(1.0)).k(2)).clip_norm(0.5).build(&x).unwrap();
    assert_eq!(opt.clip_norm(), Some(0.5));
    let length = |x: &Model, y: &Model| {
        x.values().flatten().zip(y.values().flatten()).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
    };
    let mut two_steps = |opt: &mut Optimizer<f64>| {
        let before = x.clone();
        opt.step(&mut x, &gradients(0)).unwrap();
        let report = opt.step(&mut x, &gradients(1)).unwrap();
        (length(&x, &before), report.grad_norm)
    };
    let (moved, norm) = two_steps(&mut opt);
    assert!((moved - 0.5).abs() < 1e-6 && norm.unwrap() > 1.0, "{moved} {norm:?}");
    opt.set_clip_norm(Some(0.25)).unwrap();
    assert!((two_steps(&mut opt).0 - 0.25).abs() < 1e-6);
    opt.set_clip_norm(None).unwrap();
    let (moved, report) = two_steps(&mut opt);
    assert!((moved - norm.unwrap()).abs() < 1e-12 && report.is_none(), "{moved} {report:?}");
    let refused = opt.set_clip_norm(Some(-1.0)).unwrap_err();
    assert!(matches!(refused, OptionError::NotPositive { option: "clip_norm", .. }), "{refused}");
    assert!(opt.set("inner.clip_norm", -1.0).is_err());
    assert_eq!(opt.clip_norm(), None);
}

/// A gradient with NaN or infinity is left out, so a step uses `k` finite ones.
#[test]
fn what_is_not_finite_is_not_in_the_sum() {
    let (mut x, mut y) = (model(), model());
    let build = |x: &Model| Accumulate::new(SGD::new(0.5)).k(2).non_finite(NonFinite::Skip).build(x).unwrap();
    let (mut opt, mut plain) = (build(&x), build(&y));
    let mut broken = gradients(1);
    broken.get_mut("b").unwrap()[0] = f64::NAN;
    for (step, skipped) in [(0, false), (1, true), (2, false), (3, false), (4, false)] {
        let grads = if skipped { &broken } else { &gradients(step) };
        assert_eq!(opt.step(&mut x, grads).unwrap().applied, !skipped);
        if !skipped {
            plain.step(&mut y, grads).unwrap();
        }
        assert_eq!(x, y);
    }
    assert_ne!(x, model());
}

/// A document may have the options at the usual place, or among the wrapper's own.
#[test]
fn files_name_the_options() {
    for text in [
        "{optimizer: {Accumulate: {inner: {SGD: {lr: 1.0}}, k: 2}}, clip_norm: 0.5}",
        "{optimizer: {Accumulate: {inner: {SGD: {lr: 1.0}}, k: 2, clip_norm: 0.5}}}",
    ] {
        let config = optim_std::config::Config::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let mut x = array![1.0_f64];
        let mut opt = config.build(&x).unwrap_or_else(|error| panic!("{error}"));
        for grad in [3.0, 5.0] {
            opt.step(&mut x, &array![grad]).unwrap();
        }
        assert!((x[0] - 0.5).abs() < 1e-6, "{x}");
        assert_eq!(opt.last_report().unwrap().grad_norm, Some(4.0));
    }
}

/// After a save between two gradients, it continues to the same numbers.
#[test]
fn checkpoints_have_the_sum() {
    let build = |x: &Model| Accumulate::new(AdamW::new()).k(3).clip_norm(1.0).build(x).unwrap();
    let mut x = model();
    let mut opt = build(&x);
    for step in 0..4 {
        opt.step(&mut x, &gradients(step)).unwrap();
    }
    let (mut y, mut other) = (x.clone(), build(&x));
    other.load_state_dict(&opt.state_dict(), &LoadOptions::default()).unwrap();
    for step in 4..9 {
        let reports = [opt.step(&mut x, &gradients(step)), other.step(&mut y, &gradients(step))];
        assert_eq!(reports[0].as_ref().unwrap(), reports[1].as_ref().unwrap());
    }
    assert_eq!(x, y);
}
