//! `AdamW::torch()` and others, compared with `torch.optim` with its defaults: see `torch_defaults/make.py`.

use std::collections::BTreeMap;
use std::path::Path;

use ndarray::{ArrayD, Axis};
use optim_std::BuildError;
use optim_std::prelude::*;
use optim_tests::conformance::tensors::Tensors;

const STEPS: usize = 12;
const PARAMS: [&str; 2] = ["bias", "weight"];

type Model = BTreeMap<String, ArrayD<f64>>;

struct Recorded(Tensors);

impl Recorded {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("torch_defaults/torch.safetensors");
        Self(Tensors::read(&path).unwrap())
    }

    fn of(&self, part: &str, param: &str) -> ArrayD<f64> {
        self.0.get(&format!("{part}/{param}")).unwrap().to_owned()
    }

    fn model(&self, part: &str, params: &[&str]) -> Model {
        params.iter().map(|param| ((*param).to_owned(), self.of(part, param))).collect()
    }

    fn grads(&self, params: &[&str], step: usize) -> Model {
        let grad = |param: &&str| ((*param).to_owned(), self.of("grads", param).index_axis(Axis(0), step).to_owned());
        params.iter().map(grad).collect()
    }

    /// Runs an optimizer with the recorded gradients, and compares its result, relative to the distance that it moved.
    fn check(
        &self,
        name: &str,
        build: impl FnOnce(&Model) -> Result<Optimizer<f64>, BuildError>,
        params: &[&str],
        tolerance: f64,
    ) {
        let mut model = self.model("init", params);
        let mut opt = build(&model).unwrap();
        for step in 0..STEPS {
            opt.step(&mut model, &self.grads(params, step)).unwrap();
        }
        self.compare(name, &model, params, tolerance);
    }

    fn compare(&self, name: &str, model: &Model, params: &[&str], tolerance: f64) {
        for param in params {
            let (init, expected) = (self.of("init", param), self.of(name, param));
            for (place, ((start, found), expected)) in init.iter().zip(&model[*param]).zip(&expected).enumerate() {
                let moved = (expected - start).abs();
                // The rounding of the parameter.
                let allowed = tolerance * moved + 1e-15 * start.abs().max(1.0);
                assert!(
                    (found - expected).abs() <= allowed,
                    "{name} {param} {place}: {found}, not {expected}, from {start}"
                );
            }
        }
    }
}

#[test]
fn optimizers_of_torch_do_what_torch_does() {
    let recorded = Recorded::read();
    recorded.check("ASGD", |model| ASGD::torch().build(model), &PARAMS, 1e-11);
    recorded.check("Adadelta", |model| Adadelta::torch().build(model), &PARAMS, 1e-11);
    recorded.check("Adagrad", |model| Adagrad::torch().build(model), &PARAMS, 1e-11);
    recorded.check("Adam", |model| Adam::torch().build(model), &PARAMS, 1e-11);
    recorded.check("Adam.95", |model| Adam::torch().betas((0.9, 0.95)).build(model), &PARAMS, 1e-11);
    recorded.check("AdamW", |model| AdamW::torch().build(model), &PARAMS, 1e-11);
    recorded.check("AdamW.95", |model| AdamW::torch().betas((0.9, 0.95)).build(model), &PARAMS, 1e-11);
    recorded.check("Adamax", |model| Adamax::torch().build(model), &PARAMS, 1e-11);
    recorded.check("NAdam", |model| NAdam::torch().build(model), &PARAMS, 1e-11);
    recorded.check("RAdam", |model| RAdam::torch().build(model), &PARAMS, 1e-11);
    recorded.check("RMSprop", |model| RMSprop::torch().build(model), &PARAMS, 1e-11);
    recorded.check("Rprop", |model| Rprop::torch().build(model), &PARAMS, 1e-11);
    recorded.check("SGD", |model| SGD::torch().build(model), &PARAMS, 1e-11);
    // `eps` is added to the norm here, but not in torch. The five iterations amplify the difference.
    recorded.check("Muon", |model| Muon::torch().build(model), &["weight"], 1e-5);
}

#[test]
fn lbfgs_of_torch_does_what_torch_does() {
    let recorded = Recorded::read();
    let curvature = recorded.model("curvature", &PARAMS);
    let mut model = recorded.model("init", &PARAMS);
    let mut opt = LBFGS::torch().build(&model).unwrap();
    for _ in 0..STEPS {
        let grads: Model =
            model.iter().map(|(name, x)| (name.clone(), &curvature[name] * (&curvature[name] * x - 1.0))).collect();
        opt.step(&mut model, &grads).unwrap();
    }
    recorded.compare("LBFGS", &model, &PARAMS, 1e-8);
}

/// The defaults of `new` differ: elements whose gradients are as small as `eps` show it.
#[test]
fn the_place_of_eps_shows() {
    let recorded = Recorded::read();
    let off = |builder: AdamBuilder| {
        let mut model = recorded.model("init", &PARAMS);
        let mut opt = builder.build(&model).unwrap();
        for step in 0..STEPS {
            opt.step(&mut model, &recorded.grads(&PARAMS, step)).unwrap();
        }
        let expected = recorded.of("Adam", "bias");
        model["bias"].iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(off(Adam::torch()) < 1e-14);
    assert!(off(Adam::new().eps(1e-8)) > 1e-4);
    assert!(off(Adam::torch().betas((0.9, 0.95)).betas((0.9, 0.999))) < 1e-14);
    assert!(off(Adam::torch().eps_after_correction(false)) > 1e-4);
}

/// A gradient, the betas of its step, and the powers of the betas that correct it.
type HandStep = (f64, (f64, f64), (f64, f64));

/// The steps of `torch.optim`, as hand-written formulas.
fn by_hand(kind: &str, steps: &[HandStep]) -> f64 {
    let (mut x, mut m, mut v, mut product) = (1.0_f64, 0.0_f64, 0.0_f64, 1.0_f64);
    let lr = if matches!(kind, "Adamax" | "NAdam") { 2e-3 } else { 1e-3 };
    let eps = 1e-8;
    for (t, &(grad, (beta1, beta2), (power1, power2))) in (1..).zip(steps) {
        m = beta1 * m + (1.0 - beta1) * grad;
        let (first, second) = (1.0 - power1, 1.0 - power2);
        let t = f64::from(t);
        if kind == "Adamax" {
            v = (beta2 * v).max(grad.abs() + eps);
            x -= lr / first * m / v;
            continue;
        }
        v = beta2 * v + (1.0 - beta2) * grad * grad;
        match kind {
            "Adam" => x -= lr * (m / first) / ((v / second).sqrt() + eps),
            "AdamW" => {
                x *= 1.0 - lr * 1e-2;
                x -= lr * (m / first) / ((v / second).sqrt() + eps);
            }
            "NAdam" => {
                let mu = |t: f64| beta1 * (1.0 - 0.5 * 0.96_f64.powf(t * 4e-3));
                product *= mu(t);
                let denominator = (v / second).sqrt() + eps;
                x -= lr * (1.0 - mu(t)) / (1.0 - product) * grad / denominator;
                x -= lr * mu(t + 1.0) / (1.0 - product * mu(t + 1.0)) * m / denominator;
            }
            "RAdam" => {
                let longest = 2.0 / (1.0 - beta2) - 1.0;
                let length = longest - 2.0 * t * power2 / second;
                let mut update = m / first;
                if length > 5.0 {
                    let above = (length - 4.0) * (length - 2.0) * longest;
                    let below = (longest - 4.0) * (longest - 2.0) * length;
                    update *= (above / below).sqrt() * second.sqrt() / (v.sqrt() + eps);
                }
                x -= lr * update;
            }
            _ => unreachable!("a kind with betas"),
        }
    }
    x
}

const GRADS: [f64; 8] = [3e-8, -1e-8, 2e-8, 5e-9, 1e-8, -4e-8, 2e-8, 1e-9];

/// The steps with the same betas.
fn constant(betas: (f64, f64)) -> Vec<HandStep> {
    let powers = |t: i32| (betas.0.powi(t), betas.1.powi(t));
    GRADS.iter().zip(1..).map(|(&grad, t)| (grad, betas, powers(t))).collect()
}

fn after(mut opt: Optimizer<f64>, mut at: impl FnMut(&mut Optimizer<f64>, usize)) -> f64 {
    let mut x = ndarray::array![1.0];
    for (step, grad) in GRADS.iter().enumerate() {
        at(&mut opt, step);
        opt.step(&mut x, &ndarray::array![*grad]).unwrap();
    }
    x[0]
}

fn is_near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-11 * (expected - 1.0).abs() + 1e-15, "{what}: {found}, not {expected}");
}

/// A preset does not depend on settings that change after it, at any place.
#[test]
fn betas_may_follow_the_preset() {
    let model = ndarray::array![1.0_f64];
    for betas in [(0.9, 0.95), (0.5, 0.99), (0.0, 0.9999)] {
        let hand = |kind| by_hand(kind, &constant(betas));
        is_near(after(Adam::torch().betas(betas).build(&model).unwrap(), |_, _| {}), hand("Adam"), "Adam");
        is_near(after(AdamW::torch().betas(betas).build(&model).unwrap(), |_, _| {}), hand("AdamW"), "AdamW");
        is_near(after(Adamax::torch().betas(betas).build(&model).unwrap(), |_, _| {}), hand("Adamax"), "Adamax");
        is_near(after(NAdam::torch().betas(betas).build(&model).unwrap(), |_, _| {}), hand("NAdam"), "NAdam");
        is_near(after(RAdam::torch().betas(betas).build(&model).unwrap(), |_, _| {}), hand("RAdam"), "RAdam");

        let group = AdamW::torch().group("all", |_| true, |h| h.betas(betas));
        is_near(after(group.build(&model).unwrap(), |_, _| {}), hand("AdamW"), "in a group");
        let named = format!(
            "optimizer: {{AdamW: {{eps_after_correction: true, eps: 1.0e-8, weight_decay: 0.01, betas: [{}, {}]}}}}",
            betas.0, betas.1
        );
        let mut opt = optim_std::config::Config::parse(&named).unwrap().build(&model).unwrap();
        let mut x = model.clone();
        for grad in GRADS {
            opt.step(&mut x, &ndarray::array![grad]).unwrap();
        }
        is_near(x[0], hand("AdamW"), "by name");
    }
}

/// `eps` has the same correction as the moments: the powers in the states.
#[test]
fn betas_may_change_during_the_run() {
    let model = ndarray::array![1.0_f64];
    let (old, new) = ((0.9, 0.999), (0.8, 0.95));
    let at = |step: usize| if step < 3 { old } else { new };
    let mut powers = old;
    let mut steps = Vec::new();
    for (step, grad) in GRADS.into_iter().enumerate() {
        steps.push((grad, at(step), powers));
        powers = (powers.0 * at(step).0, powers.1 * at(step).1);
    }
    let set = |opt: &mut Optimizer<f64>, step| {
        if step == 3 {
            opt.set("betas", Setting::Tuple(vec![new.0.into(), new.1.into()])).unwrap();
        }
    };
    is_near(after(Adam::torch().build(&model).unwrap(), set), by_hand("Adam", &steps), "set");
    let curve = |old: f64, new: f64| PiecewiseConstantLR::new([old, new], [3]);
    let scheduled = Adam::torch().betas((curve(old.0, new.0), curve(old.1, new.1)));
    is_near(after(scheduled.build(&model).unwrap(), |_, _| {}), by_hand("Adam", &steps), "scheduled");
}
