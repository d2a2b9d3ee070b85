//! `step_with`, `eval_weights` and `with_eval`: their numbers, and that an error changes nothing.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{Array1, Array2, ArrayD, array};
use optim_core::NonFinite;
use optim_core::{StateView, StepError};
use optim_std::prelude::*;
use optim_std::schedule::from_fn;

use crate::optimizers::{Everything, Extragradient, PlainSam, PlainScheduleFree};

type Model = BTreeMap<&'static str, ArrayD<f64>>;

fn model() -> Model {
    let weight = Array2::from_shape_fn((3, 4), |(row, col)| (row as f64 - 1.3) * 0.7 + col as f64 * 0.11);
    BTreeMap::from([("bias", array![0.5, -1.5, 2.0].into_dyn()), ("weight", weight.into_dyn())])
}

/// The gradient of the sum of fourth powers, and the sum.
fn quartic(model: &Model) -> (f64, Model) {
    let loss = model.values().flatten().map(|x| x.powi(4)).sum();
    (loss, model.iter().map(|(name, array)| (*name, array.mapv(|x| 4.0 * x.powi(3)))).collect())
}

type Given = Result<(f64, Model), StepError>;

fn bits(model: &Model) -> Vec<u64> {
    model.values().flatten().map(|x| x.to_bits()).collect()
}

/// All states of an optimizer, to the bit.
fn remembered(optimizer: &Optimizer<f64>) -> Vec<(String, Vec<u64>)> {
    let mut all = Vec::new();
    optimizer.visit_state(|param, state, view| {
        let numbers = match view {
            StateView::Scalar(number) => vec![number.to_bits()],
            StateView::Array(array) => array.iter().map(|x: &f64| x.to_bits()).collect(),
        };
        all.push((format!("{param}.{state}"), numbers));
    });
    all.push(("steps".to_owned(), vec![optimizer.steps()]));
    all
}

#[test]
fn sam_is_what_its_formula_says() {
    let (lr, rho) = (0.01, 0.05);
    let mut params = model();
    let mut expected = model();
    let mut optimizer = PlainSam::new().lr(lr).rho(rho).build(&params).expect("valid");
    for step in 0..5 {
        let calls = Cell::new(0);
        let loss = optimizer.step_with(&mut params, |model| {
            calls.set(calls.get() + 1);
            Given::Ok(quartic(model))
        });
        assert_eq!((loss, calls.get()), (Ok(quartic(&expected).0), 2), "the loss is that of the first call");
        for array in expected.values_mut() {
            let grad = array.mapv(|x| 4.0 * x.powi(3));
            let norm = grad.iter().map(|g| g * g).sum::<f64>().sqrt();
            let uphill = &*array + &grad * (rho / (norm + 1e-12));
            *array -= &(uphill.mapv(|x| 4.0 * x.powi(3)) * lr);
        }
        for (found, expected) in params.values().flatten().zip(expected.values().flatten()) {
            assert!((found - expected).abs() < 1e-12, "step {step}: {found} and {expected}");
        }
    }
    assert_eq!(optimizer.step_count("bias"), Ok(5));
}

#[test]
fn schedule_free_sgd_is_what_its_formula_says() {
    let (lr, beta) = (|step: u64| 0.02 / (1.0 + step as f64), 0.9);
    let mut params = model();
    let mut optimizer = PlainScheduleFree::new().lr(from_fn(lr)).momentum(beta).build(&params).expect("valid");
    let flat = |model: &Model| -> Vec<f64> { model.values().flatten().copied().collect() };
    let (mut z, mut x, mut sum) = (flat(&params), flat(&params), 0.0);
    for step in 0..6 {
        let y: Vec<f64> = x.iter().zip(&z).map(|(x, z)| beta * x + (1.0 - beta) * z).collect();
        sum += lr(step) * lr(step);
        for ((x, z), y) in x.iter_mut().zip(&mut z).zip(&y) {
            *z -= lr(step) * 4.0 * y.powi(3);
            *x += (*z - *x) * lr(step) * lr(step) / sum;
        }
        let grads = quartic(&params).1;
        optimizer.step(&mut params, &grads).expect("valid");
        let before = bits(&params);
        let copy = flat(&optimizer.eval_weights(&params).expect("valid"));
        let inside = optimizer.with_eval(&mut params, |model| flat(model)).expect("valid");
        assert_eq!(copy, inside);
        assert_eq!(bits(&params), before);
        for (found, expected) in copy.iter().zip(&x) {
            assert!((found - expected).abs() < 1e-12, "step {step}: {found} and {expected}");
        }
    }
}

#[test]
fn plain_steps_are_refused() {
    let mut params = model();
    let mut optimizer = PlainSam::new().build(&params).expect("valid");
    let grads = quartic(&params).1;
    let before = (bits(&params), remembered(&optimizer));
    let error = optimizer.step(&mut params, &grads).expect_err("it has a probe");
    assert_eq!(error, StepError::NeedsProbe { optimizer: "PlainSam" });
    assert!(error.to_string().contains("call `step_with`"), "{error}");
    assert_eq!((bits(&params), remembered(&optimizer)), before);
}

/// The error in the second call of a closure.
#[derive(Clone, Copy, Debug)]
enum Wrong {
    Error,
    Panic,
    Missing,
    Extra,
    Shape,
    Unknown,
    NotFinite,
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn whatever_fails_after_the_probe_restores_everything() {
    use Wrong::{Error, Extra, Missing, NotFinite, Panic, Shape, Unknown};
    for wrong in [Error, Panic, Missing, Extra, Shape, Unknown, NotFinite] {
        for skips in [false, true] {
            let mut params = model();
            let policy = if skips { NonFinite::Skip } else { NonFinite::Error };
            let mut optimizer = Everything::new().lr(0.05).non_finite(policy).build(&params).expect("valid");
            let without = |model: &Model, name: &str| {
                let (loss, mut grads) = quartic(model);
                grads.remove(name);
                (loss, grads)
            };
            let fine = |model: &Model| Given::Ok(without(model, "none"));
            optimizer.step_with(&mut params, fine).expect("valid");
            let before = (bits(&params), remembered(&optimizer));
            let moved = Cell::new(false);
            let mut calls = 0;
            let first = bits(&params);
            let compute = |model: &Model| -> Given {
                calls += 1;
                let (loss, mut grads) = quartic(model);
                if matches!(wrong, Extra) && calls == 1 {
                    return Ok(without(model, "bias"));
                }
                if calls == 2 {
                    moved.set(bits(model) != first);
                    match wrong {
                        Error => return Err(StepError::NonFinite { param: "mine".to_owned() }),
                        Panic => panic!("the closure's own"),
                        Missing => drop(grads.remove("bias")),
                        Extra => {}
                        Shape => drop(grads.insert("bias", array![1.0].into_dyn())),
                        Unknown => drop(grads.insert("other", array![1.0].into_dyn())),
                        NotFinite => grads["bias"].clone().iter().for_each(drop),
                    }
                    if matches!(wrong, NotFinite) {
                        grads.insert("bias", array![1.0, f64::NAN, 0.0].into_dyn());
                    }
                }
                Ok((loss, grads))
            };
            let result = catch_unwind(AssertUnwindSafe(|| optimizer.step_with(&mut params, compute)));
            assert!(moved.get(), "{wrong:?}: the probe moves the parameters");
            match (wrong, result) {
                (Panic, result) => assert!(result.is_err()),
                (NotFinite, Ok(Ok(_))) if skips => {
                    assert!(!optimizer.last_report().expect("a step").applied);
                }
                (Missing, Ok(Err(error))) => {
                    assert_eq!(error, StepError::GradientInOneCall { param: "bias".to_owned(), call: "first" });
                }
                (Extra, Ok(Err(error))) => {
                    assert_eq!(error, StepError::GradientInOneCall { param: "bias".to_owned(), call: "second" });
                    assert!(error.to_string().contains("only in the second call of the closure"), "{error}");
                }
                (_, Ok(result)) => assert!(result.is_err(), "{wrong:?}"),
                (_, Err(_)) => panic!("{wrong:?} panics"),
            }
            assert_eq!((bits(&params), remembered(&optimizer)), before, "{wrong:?}");
            // It continues as if the call had not happened.
            let mut twin = optimizer.clone();
            let mut twin_params = params.clone();
            optimizer.step_with(&mut params, fine).expect("valid");
            twin.step_with(&mut twin_params, fine).expect("valid");
            assert_eq!((bits(&params), remembered(&optimizer)), (bits(&twin_params), remembered(&twin)));
        }
    }
}

#[test]
fn a_gradient_that_is_not_finite_stops_before_the_probe() {
    for (policy, fails) in [(NonFinite::Error, true), (NonFinite::Skip, false)] {
        let mut params = model();
        let mut optimizer = PlainSam::new().non_finite(policy).build(&params).expect("valid");
        let before = (bits(&params), remembered(&optimizer));
        let mut calls = 0;
        let result = optimizer.step_with(&mut params, |model| {
            calls += 1;
            let (loss, mut grads) = quartic(model);
            grads.values_mut().for_each(|grad| grad.fill(f64::INFINITY));
            Given::Ok((loss, grads))
        });
        assert_eq!((result.is_err(), calls), (fails, 1));
        assert_eq!((bits(&params), remembered(&optimizer)), before);
    }
}

#[test]
fn parameters_without_gradients_stay_in_both() {
    let mut params = model();
    let mut optimizer = Everything::new().build(&params).expect("valid");
    let (bias, states) = (params["bias"].clone(), remembered(&optimizer));
    let only_weight = |model: &Model| {
        let (loss, mut grads) = quartic(model);
        grads.remove("bias");
        Given::Ok((loss, grads))
    };
    optimizer.step_with(&mut params, only_weight).expect("valid");
    assert_eq!(params["bias"], bias);
    let of_bias = |states: Vec<(String, Vec<u64>)>| -> Vec<_> {
        states.into_iter().filter(|(name, _)| name.starts_with("bias")).collect()
    };
    assert_eq!(of_bias(remembered(&optimizer)), of_bias(states));
    assert_eq!((optimizer.step_count("bias"), optimizer.step_count("weight")), (Ok(0), Ok(1)));
}

#[test]
fn options_hold_for_both_gradients() {
    // Each gradient is scaled, then clipped by its own norm. The probe and the step each move by 0.25·0.5.
    let mut params = array![1.0_f64];
    let mut optimizer = Extragradient::new().lr(0.25).grad_scale(2.0).clip_norm(0.5).build(&params).expect("valid");
    let mut seen = Vec::new();
    let step = |model: &Array1<f64>| {
        seen.push(model[0]);
        Ok::<_, StepError>((0.0, array![if seen.len() == 1 { 3.0 } else { 8.0 }]))
    };
    optimizer.step_with(&mut params, step).expect("valid");
    assert!((seen[1] - 0.875).abs() < 1e-6 && (params[0] - 0.75).abs() < 1e-6, "{seen:?} {params}");
    assert_eq!(optimizer.last_report().expect("a step").grad_norm, Some(16.0), "that of the second");
}

#[test]
fn masked_elements_stay_zero_in_the_probe_and_the_evaluation() {
    let mut params = model();
    let mut optimizer = Everything::new().build(&params).expect("valid");
    optimizer.set_mask("bias", &array![true, false, true]).expect("fits");
    let zero = |model: &Model| model["bias"][1] == 0.0;
    for _ in 0..2 {
        let mut calls = 0;
        let step = |model: &Model| {
            calls += 1;
            assert!(calls == 1 || zero(model));
            Given::Ok(quartic(model))
        };
        optimizer.step_with(&mut params, step).expect("valid");
        assert!(zero(&params));
        assert!(zero(&optimizer.eval_weights(&params).expect("valid")));
        assert!(optimizer.with_eval(&mut params, |model| zero(model)).expect("valid"));
    }
}

#[test]
fn evaluation_brings_the_parameters_back_whatever_happens() {
    let mut params = model();
    let mut optimizer = PlainScheduleFree::new().build(&params).expect("valid");
    let grads = quartic(&params).1;
    optimizer.step(&mut params, &grads).expect("valid");
    let grads = quartic(&params).1;
    optimizer.step(&mut params, &grads).expect("valid");
    let before = bits(&params);
    let mut evaluate = |f: &mut dyn FnMut(&mut Model)| {
        catch_unwind(AssertUnwindSafe(|| {
            optimizer.with_eval(&mut params, |model| {
                assert_ne!(bits(model), before);
                f(model);
            })
        }))
        .map(|result| (result, bits(&params)))
        .map_err(|_| bits(&params))
    };
    assert_eq!(evaluate(&mut |_| {}), Ok((Ok(()), before.clone())));
    assert_eq!(
        evaluate(&mut |model| model.values_mut().for_each(|array| array.fill(7.0))),
        Ok((Ok(()), before.clone()))
    );
    assert_eq!(evaluate(&mut |_| panic!("its own")), Err(before.clone()));
    let mut taken = None;
    let missing = evaluate(&mut |model| taken = model.remove("weight"));
    let error = StepError::MissingParameter { param: "weight".to_owned() };
    assert_eq!(missing.expect("no panic").0, Err(error));
    let mut wrong = array![1.0];
    assert!(matches!(optimizer.with_eval(&mut wrong, |_| ()), Err(StepError::UnknownParameter { .. })));
    assert!(matches!(optimizer.eval_weights(&wrong), Err(StepError::UnknownParameter { .. })));
}

#[test]
fn an_optimizer_without_them_evaluates_its_parameters() {
    let mut params = model();
    let optimizer = AdamW::new().build(&params).expect("valid");
    assert_eq!(optimizer.eval_weights(&params), Ok(model()));
    assert_eq!(optimizer.with_eval(&mut params, |model| bits(model)), Ok(bits(&model())));
    assert_eq!((optimizer.has_probe(), optimizer.has_eval(), optimizer.backup_bytes()), (false, false, 0));
    let same = Extragradient::new().build(&params).expect("valid");
    assert_eq!(same.eval_weights(&params), Ok(model()));
}

#[test]
fn schedules_stand_at_the_last_step_for_an_evaluation() {
    // In `eval`, `Everything` multiplies by 1 − lr. With states of zero and a vector, only a norm is added.
    let weights = |steps: u64, lr: f64| {
        let mut params = array![1.0_f64, 2.0];
        let schedule = from_fn(move |step| if step == steps.saturating_sub(1) { lr } else { 0.0 });
        let mut optimizer = Everything::new().lr(schedule).build(&params).expect("valid");
        for _ in 0..steps {
            optimizer.step_with(&mut params, |_| Ok::<_, StepError>((0.0, array![0.0, 0.0]))).expect("valid");
        }
        let dict = optimizer.state_dict();
        let mut resumed = optimizer.clone();
        resumed.load_state_dict(&dict, &LoadOptions::strict()).expect("its own");
        let found = optimizer.eval_weights(&params).expect("valid");
        assert_eq!(resumed.eval_weights(&params).expect("valid"), found);
        (params, optimizer.state("param", "calls").expect("exists")[[]], found)
    };
    for steps in [0, 1, 3] {
        let (params, calls, found) = weights(steps, 0.5);
        let x = params.mapv(|x| x * 0.5);
        let rms = (x.iter().map(|x| x * x).sum::<f64>() / 2.0).sqrt();
        for (found, x) in found.iter().zip(&x) {
            assert!((found - x / (1.0 + rms + calls)).abs() < 1e-12, "after {steps}: {found}");
        }
    }
}

#[test]
fn optimizers_by_name_have_the_same_methods() {
    let mut params = model();
    let entry = optim_std::registry::find(optim_std::optimizers(), "ScheduleFreeSGD").expect("it is stock");
    let mut optimizer: Optimizer<f64> =
        entry.builder().set("lr", 0.01).expect("a setting").build(&params).expect("valid");
    optimizer.step_with(&mut params, |model| Given::Ok(quartic(model))).expect("valid");
    optimizer.step_with(&mut params, |model| Given::Ok(quartic(model))).expect("valid");
    let weights = optimizer.eval_weights(&params).expect("valid");
    assert_ne!(bits(&weights), bits(&params));
    assert_eq!(optimizer.with_eval(&mut params, |model| bits(model)), Ok(bits(&weights)));
}

#[test]
fn plans_count_probe_eval_and_the_copy_apart_from_the_step() {
    let step = PlainSam::new().plan_for(&[10, 10]).expect("valid");
    assert_eq!((step.probe.len(), step.eval.len(), step.passes.len()), (2, 0, 1));
    let text = step.to_string();
    assert!(text.contains("\n  probe: 2 passes\n  1. over Tensor of 1 x 10 x 10: reads"), "{text}");
    assert!(text.ends_with("for `step_with`: 800 B of copies (f32)"), "{text}");
    assert_eq!((step.bytes(4), step.probe_bytes(4), step.eval_bytes(4)), (1200, 2400, 0));
    assert_eq!((step.backup_bytes(4), step.state_bytes(4)), (800, 400));
    let optimizer = PlainSam::new().build(&Array2::<f32>::zeros((10, 10))).expect("valid");
    assert_eq!((optimizer.backup_bytes(), optimizer.state_bytes()), (800, 400));
    let eval = ScheduleFreeSGD::new().plan_for(&[100]).expect("valid");
    assert_eq!((eval.probe.len(), eval.eval.len(), eval.backup.len()), (0, 1, 0));
    assert_eq!(eval.eval_bytes(4), 1200);
}

#[test]
fn resuming_gives_the_same_bits() {
    let folder = std::env::temp_dir().join(format!("routines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("both.safetensors");
    let mut params = model();
    let mut optimizer = Everything::new().build(&params).expect("valid");
    let compute = |model: &Model| Given::Ok(quartic(model));
    for _ in 0..3 {
        optimizer.step_with(&mut params, compute).expect("valid");
    }
    optimizer.save(&path).expect("saved");
    let mut resumed_params = params.clone();
    let mut resumed = Everything::new().build(&resumed_params).expect("valid");
    resumed.load(&path).expect("loaded");
    std::fs::remove_dir_all(&folder).expect("removed");
    for _ in 0..2 {
        assert_eq!(resumed.eval_weights(&resumed_params), optimizer.eval_weights(&params));
        optimizer.step_with(&mut params, compute).expect("valid");
        resumed.step_with(&mut resumed_params, compute).expect("valid");
        assert_eq!((bits(&params), remembered(&optimizer)), (bits(&resumed_params), remembered(&resumed)));
    }
}

#[test]
fn threads_and_layouts_change_no_bit() {
    let shape = (300, 301);
    let start = Array2::from_shape_fn(shape, |(row, col)| ((row * 7 + col * 3) % 23) as f64 * 0.1 - 1.0);
    let run = |threads, reversed: bool| {
        let array = if reversed { start.t().as_standard_layout().into_owned().reversed_axes() } else { start.clone() };
        let mut params = array.into_dyn();
        let mut optimizer = Everything::new().turns(0).threads(threads).build(&params).expect("valid");
        for _ in 0..2 {
            let step = |model: &ArrayD<f64>| Ok::<_, StepError>((0.0, model.mapv(|x| x * x * x)));
            optimizer.step_with(&mut params, step).expect("valid");
        }
        let weights = optimizer.eval_weights(&params).expect("valid");
        params.iter().chain(&weights).map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let expected = run(Threads::One, false);
    assert_eq!(run(Threads::N(2), false), expected);
    assert_eq!(run(Threads::All, true).len(), expected.len());
    assert_eq!(run(Threads::One, true), run(Threads::N(7), true));
}
