//! Scaling and clipping of gradients, and what becomes of infinite ones.

use ndarray::{ArrayD, array};
use optim_std::StepError;
use optim_std::optimizers::{AdamW, SGD};
use optim_std::prelude::*;

use super::{all, model, single, single_grad, snapshot};

/// The movement of the parameter in one step of plain gradient descent with rate 1: the gradient as it is loaded.
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
    // Short gradients are not made longer.
    let (found, norm) = loaded(&SGD::new(1.0).clip_norm(100.0), &grad);
    assert_eq!((found, norm), (grad.clone(), Some(5.0)));
    // First the scale, then the norm, then the value.
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
    assert_eq!(optimizer.last_report(), Some(report));
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
        // Skipped: no error, and nothing changes either.
        optimizer.set_non_finite(NonFinite::Skip);
        let report = optimizer.step(&mut params, &grads).unwrap();
        assert_eq!((report.applied, report.updated), (false, 0));
        assert_eq!(snapshot(&optimizer, &params), before);
        assert_eq!(optimizer.last_report(), Some(report));
        // Off: the parameter is lost, the others are not.
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
