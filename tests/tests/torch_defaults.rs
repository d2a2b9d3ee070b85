//! `AdamW::torch()` and others against `torch.optim` with its defaults: see `torch_defaults/make.py`.

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

    /// Runs an optimizer with the recorded gradients, and compares where it comes to, relative to how far it went.
    fn check<O: Definition>(
        &self,
        name: &str,
        build: impl FnOnce(&Model) -> Result<Optimizer<O, f64>, BuildError>,
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
                // Rounding of the parameter itself.
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
    recorded.check("Adam.95", |model| Adam::torch_with_betas((0.9, 0.95)).build(model), &PARAMS, 1e-11);
    recorded.check("AdamW", |model| AdamW::torch().build(model), &PARAMS, 1e-11);
    recorded.check("AdamW.95", |model| AdamW::torch_with_betas((0.9, 0.95)).build(model), &PARAMS, 1e-11);
    recorded.check("Adamax", |model| Adamax::torch().build(model), &PARAMS, 1e-11);
    recorded.check("NAdam", |model| NAdam::torch().build(model), &PARAMS, 1e-11);
    recorded.check("RAdam", |model| RAdam::torch().build(model), &PARAMS, 1e-11);
    recorded.check("RMSprop", |model| RMSprop::torch().build(model), &PARAMS, 1e-11);
    recorded.check("Rprop", |model| Rprop::torch().build(model), &PARAMS, 1e-11);
    recorded.check("SGD", |model| SGD::torch().build(model), &PARAMS, 1e-11);
    // `eps` next to the norm, and five iterations that make more of it.
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

/// The defaults of `new` are others: elements whose gradients are as small as `eps` show it.
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
    assert!(off(Adam::torch_with_betas((0.9, 0.95)).betas((0.9, 0.999))) > 1e-4);
}
