//! Adafactor's options that the reference documents but refuses, compared with hand-written formulas of the paper.

use ndarray::{Array1, array};
use optim_std::optimizers::AdafactorBuilder;
use optim_std::prelude::*;
use optim_std::schedule::from_fn;
use optim_std::{BuildError, HyperError};

fn rms(x: &Array1<f64>) -> f64 {
    (x.mapv(|x| x * x).sum() / x.len() as f64).sqrt()
}

/// Hand-written steps of a vector.
struct ByHand {
    v: Array1<f64>,
    average: Array1<f64>,
    beta1: Option<f64>,
    clip_threshold: f64,
    scale_parameter: bool,
    lr: fn(f64) -> f64,
    t: f64,
}

impl ByHand {
    fn new(lr: fn(f64) -> f64) -> Self {
        let zeros = Array1::zeros(3);
        Self { v: zeros.clone(), average: zeros, beta1: None, clip_threshold: 1.0, scale_parameter: true, lr, t: 0.0 }
    }

    fn step(&mut self, param: &mut Array1<f64>, grad: &Array1<f64>) {
        self.t += 1.0;
        let scale = if self.scale_parameter { rms(param).max(1e-3) } else { 1.0 };
        let alpha = (self.lr)(self.t) * scale;
        let beta2 = 1.0 - self.t.powf(-0.8);
        self.v = beta2 * &self.v + (1.0 - beta2) * grad.mapv(|g| g * g + 1e-30);
        let mut update = grad / &self.v.mapv(f64::sqrt);
        update *= alpha / (rms(&update) / self.clip_threshold).max(1.0);
        if let Some(beta1) = self.beta1 {
            self.average = beta1 * &self.average + (1.0 - beta1) * update;
            update = self.average.clone();
        }
        *param -= &update;
    }
}

#[track_caller]
fn agrees(settings: &AdafactorBuilder, mut by_hand: ByHand) {
    let mut param = array![1.0, -2.0, 0.5];
    let mut expected = param.clone();
    let mut optimizer = settings.build(&param).unwrap();
    for step in 0..30 {
        let grad = param.mapv(|x: f64| 0.3 * x + (f64::from(step) + 5.0 * x).sin());
        optimizer.step(&mut param, &grad).unwrap();
        by_hand.step(&mut expected, &grad);
        for (a, b) in param.iter().zip(&expected) {
            assert!((a - b).abs() <= 1e-12, "step {step}: {param} and {expected}");
        }
    }
}

#[test]
fn a_relative_step_is_at_most_a_hundredth() {
    agrees(&Adafactor::new().relative_step(true), ByHand::new(|t| 1e-2_f64.min(1.0 / t.sqrt())));
}

/// 1/√t is below 0.01 from step 10,001 on.
#[test]
fn a_relative_step_falls_with_the_root_of_the_count() {
    let settings = Adafactor::new().relative_step(true).scale_parameter(false);
    let mut param = array![0.0_f64];
    let mut optimizer = settings.build(&param).unwrap();
    let name = optimizer.param_names().next().unwrap().to_owned();
    optimizer.set_step_count(&name, 39_999).unwrap();
    optimizer.step(&mut param, &array![1.0]).unwrap();
    // With one element, the update is clipped to the sign of its gradient.
    assert!((param[0] + 1.0 / 200.0).abs() < 1e-12, "{param}");
}

#[test]
fn a_warm_up_starts_at_nothing() {
    let settings = Adafactor::new().relative_step(true).warmup_init(true);
    agrees(&settings, ByHand::new(|t| (1e-6 * t).min(1.0 / t.sqrt())));
}

#[test]
fn updates_are_averaged() {
    let by_hand = ByHand { beta1: Some(0.9), ..ByHand::new(|_| 0.05) };
    agrees(&Adafactor::new().lr(0.05).beta1(Some(0.9)), by_hand);
}

#[test]
fn updates_are_clipped() {
    let by_hand = ByHand { clip_threshold: 0.25, scale_parameter: false, ..ByHand::new(|_| 0.05) };
    agrees(&Adafactor::new().lr(0.05).clip_threshold(0.25).scale_parameter(false), by_hand);
}

#[test]
fn the_learning_rate_may_be_a_schedule() {
    let settings = Adafactor::new().lr(from_fn(|step| 0.1 / (1.0 + step as f64)));
    agrees(&settings, ByHand::new(|t| 0.1 / t));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let refused = |settings: &AdafactorBuilder| match settings.build(&array![1.0]) {
        Err(BuildError::Hyper { error: HyperError::Requirement { message, .. }, .. }) => message,
        other => panic!("{other:?}"),
    };
    assert!(refused(&Adafactor::new()).contains("give `lr`"));
    assert!(refused(&Adafactor::new().lr(None)).contains("give `lr`"));
    assert!(refused(&Adafactor::new().lr(0.1).relative_step(true)).contains("leave `lr` out"));
    assert!(refused(&Adafactor::new().lr(0.1).warmup_init(true)).contains("`warmup_init`"));
}
