//! Scaling and clipping of gradients, and infinite gradients.

use ndarray::{ArrayD, array};
use optim_std::optimizers::{AdamW, SGD};
use optim_std::prelude::*;
use optim_std::{NotFinite, StepError, StepReport};

use super::{all, model, single, single_grad, snapshot};

/// The movement of the parameter in one step of plain gradient descent with rate 1. It is the gradient that the step sees.
fn loaded(builder: &SGDBuilder, grad: &ArrayD<f64>) -> (ArrayD<f64>, Option<f64>) {
    let mut params = single();
    let mut optimizer = builder.build(&params).unwrap();
    let report = optimizer.step(&mut params, &single_grad(grad.clone())).unwrap();
    (single()["w"].clone() - &params["w"], report.grad_norm)
}

#[track_caller]
fn assert_close(found: &ArrayD<f64>, expected: &ArrayD<f64>) {
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found} {expected}");
}

#[test]
fn scaled() {
    let grad = array![[1.0, -2.0], [3.0, 0.5]].into_dyn();
    let (found, norm) = loaded(&SGD::new(1.0).grad_scale(0.25), &grad);
    assert_close(&found, &(&grad * 0.25));
    assert_eq!(norm, None);
}

#[test]
fn clipped_by_value() {
    let grad = array![[1.0, -2.0], [3.0, 0.5]].into_dyn();
    let (found, _) = loaded(&SGD::new(1.0).clip_value(1.5), &grad);
    assert_close(&found, &grad.mapv(|x| x.clamp(-1.5, 1.5)));
    let (found, _) = loaded(&SGD::new(1.0).clip_value(1.0).grad_scale(0.5), &grad);
    assert_close(&found, &grad.mapv(|x| (0.5 * x).clamp(-1.0, 1.0)));
}

#[test]
fn clipped_by_norm() {
    let grad = array![[3.0, 0.0], [0.0, -4.0]].into_dyn();
    let (found, norm) = loaded(&SGD::new(1.0).clip_norm(1.0), &grad);
    assert_eq!(norm, Some(5.0));
    assert_close(&found, &(&grad / (5.0 + 1e-6)));
    // Short gradients do not become longer.
    let (found, norm) = loaded(&SGD::new(1.0).clip_norm(100.0), &grad);
    assert_eq!((found, norm), (grad.clone(), Some(5.0)));
    // The scale is applied first, then the norm, then the value.
    let (found, norm) = loaded(&SGD::new(1.0).clip_value(0.7).clip_norm(1.0).grad_scale(2.0), &grad);
    assert_eq!(norm, Some(10.0));
    assert_close(&found, &grad.mapv(|x| (2.0 * x / (10.0 + 1e-6)).clamp(-0.7, 0.7)));
}

#[test]
fn the_norm_is_that_of_all_gradients() {
    let mut params = model();
    let mut optimizer = AdamW::new().clip_norm(1.0).build(&params).unwrap();
    let report = optimizer.step(&mut params, &all(1.0)).unwrap();
    let elements: usize = optimizer.params().map(|param| param.len()).sum();
    assert_eq!(report.grad_norm, Some((elements as f64).sqrt()));
    assert_eq!(optimizer.last_report(), Some(&report));
}

#[test]
fn options_can_change() {
    let grad = single_grad(array![[1.0, -2.0], [3.0, 0.5]].into_dyn());
    let mut params = single();
    let mut optimizer = SGD::new(1.0).build(&params).unwrap();
    optimizer.set_grad_scale(0.5).unwrap();
    optimizer.set_clip_value(Some(1.0)).unwrap();
    optimizer.set_clip_norm(Some(1e9)).unwrap();
    assert!(optimizer.set_clip_norm(Some(0.0)).is_err());
    assert!(optimizer.set_grad_scale(f64::NAN).is_err());
    assert!(optimizer.set_clip_value(Some(-1.0)).is_err());
    let report = optimizer.step(&mut params, &grad).unwrap();
    assert!(report.grad_norm.is_some());
    assert_close(&(single()["w"].clone() - &params["w"]), &grad["w"].mapv(|x| (0.5 * x).clamp(-1.0, 1.0)));
}

#[test]
fn infinite_gradients_by_policy() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut grads = all(1.0);
        grads.head.weight[(1, 0)] = bad;
        // An error names the parameter and changes nothing.
        let mut params = model();
        let mut optimizer = AdamW::new().non_finite(NonFinite::Error).build(&params).unwrap();
        optimizer.step(&mut params, &all(1.0)).unwrap();
        let before = snapshot(&optimizer, &params);
        let error = optimizer.step(&mut params, &grads).unwrap_err();
        assert_eq!(error, StepError::NonFinite { param: "out.weight".to_owned() });
        assert_eq!(snapshot(&optimizer, &params), before);
        // `Skip`: no error, and nothing changes either.
        optimizer.set_non_finite(NonFinite::Skip);
        let report = optimizer.step(&mut params, &grads).unwrap();
        assert_eq!((report.applied, report.updated), (false, 0));
        assert_eq!(snapshot(&optimizer, &params), before);
        assert_eq!(optimizer.last_report(), Some(&report));
        // `Off`: this parameter becomes NaN, but not the others.
        optimizer.set_non_finite(NonFinite::Off);
        assert!(optimizer.step(&mut params, &grads).unwrap().applied);
        assert!(params.head.weight[(1, 0)].is_nan());
        assert!(params.head.weight[(0, 0)].is_finite() && params.embedding.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn gradients_whose_squares_overflow_are_finite() {
    let mut params = model();
    let mut optimizer = SGD::new(0.0).non_finite(NonFinite::Error).clip_norm(1.0).build(&params).unwrap();
    let report = optimizer.step(&mut params, &all(f32::MAX)).unwrap();
    assert!(report.grad_norm.unwrap().is_finite());
    assert_eq!(params, model());
}

#[test]
fn a_refused_step_names_what_is_not_finite() {
    let mut grads = all(1.0);
    (grads.head.weight[(1, 0)], grads.embedding[(0, 0)]) = (f32::NAN, f32::INFINITY);
    let mut params = model();
    let mut optimizer = AdamW::new().non_finite(NonFinite::Skip).build(&params).unwrap();
    assert!(optimizer.step(&mut params, &all(1.0)).unwrap().not_finite.is_empty());
    let gradients = |report: &StepReport| report.not_finite.iter().map(ToString::to_string).collect::<Vec<_>>();
    let report = optimizer.step(&mut params, &grads).unwrap();
    let both = ["the gradient of `embedding`", "the gradient of `out.weight`"];
    assert_eq!((report.applied, gradients(&report)), (false, both.map(ToOwned::to_owned).to_vec()));
    assert!(report.not_finite.iter().map(NotFinite::param).eq(["embedding", "out.weight"]));
    // A step that needs a norm checks the gradients with any policy.
    optimizer.set_non_finite(NonFinite::Off);
    let mut lost = params.clone();
    assert!(optimizer.clone().step(&mut lost, &grads).unwrap().not_finite.is_empty());
    optimizer.set_clip_norm(Some(1.0)).unwrap();
    let report = optimizer.clone().step(&mut lost, &grads).unwrap();
    assert_eq!((report.applied, gradients(&report)), (true, both.map(ToOwned::to_owned).to_vec()));
}

#[test]
fn parameters_that_are_not_finite_are_noticed() {
    let mut params = model();
    params.head.weight[(1, 0)] = f32::NAN;
    let mut grads = all(1.0);
    let mut optimizer = AdamW::new().build(&params).unwrap();
    assert_eq!(optimizer.params_not_finite(&params).unwrap(), ["out.weight"]);
    assert!(optimizer.params_not_finite(&model()).unwrap().is_empty());
    // Only gradients are checked, unless one of them is NaN or infinite, too.
    for policy in [NonFinite::Off, NonFinite::Error, NonFinite::Skip] {
        let mut optimizer = optimizer.clone();
        optimizer.set_non_finite(policy);
        assert!(optimizer.step(&mut params.clone(), &grads).unwrap().applied);
    }
    let of_param = StepError::NonFiniteParameter { param: "out.weight".to_owned() };
    grads.embedding[(0, 0)] = f32::NAN;
    optimizer.set_non_finite(NonFinite::Skip);
    let found: Vec<String> =
        optimizer.step(&mut params, &grads).unwrap().not_finite.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["the gradient of `embedding`", "the parameter `out.weight`"]);
    optimizer.set_non_finite(NonFinite::Error);
    assert_eq!(optimizer.step(&mut params, &grads), Err(of_param.clone()));
    // A strict policy checks the parameters before every step.
    optimizer.set_non_finite(NonFinite::Strict);
    assert_eq!(optimizer.step(&mut params, &all(1.0)), Err(of_param));
    assert!(optimizer.step(&mut model(), &all(1.0)).unwrap().applied);
    let error = optimizer.step(&mut model(), &grads);
    assert_eq!(error, Err(StepError::NonFinite { param: "embedding".to_owned() }));
    // Masked elements count as 0.
    let mut kept = ArrayD::from_elem(params.head.weight.shape(), true);
    kept[[1, 0]] = false;
    optimizer.set_mask("out.weight", &kept).unwrap();
    assert!(optimizer.params_not_finite(&params).unwrap().is_empty());
    assert!(optimizer.step(&mut params, &all(1.0)).unwrap().applied);
}
