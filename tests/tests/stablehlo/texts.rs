//! Modules as text, to read. After a change `BLESS=1 cargo test -p optim-tests --test stablehlo` writes them again, and the difference is to be read.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use ndarray::ArrayD;
use optim_core::lang::Dtype;
use optim_core::stablehlo::Module;
use optim_std::prelude::*;
use optim_tests::xla::check;

#[track_caller]
fn snapshot(name: &str, module: &Module) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stablehlo/snapshots").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, module.text()).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(module.text() == expected, "{name} is now\n{module}");
    check(module.text()).unwrap();
}

#[test]
fn lion_for_one_parameter() {
    let graph = Lion::default().graph(&[64, 32], 1).unwrap();
    snapshot("lion.mlir", &graph.to_stablehlo(Dtype::F32).unwrap());
}

#[test]
fn lamb_for_a_model() {
    let model: BTreeMap<String, ArrayD<f32>> =
        BTreeMap::from([("fc.weight", vec![8, 4]), ("fc.bias", vec![8])].map(|(name, shape)| {
            let zeros = ArrayD::zeros(shape);
            (name.to_owned(), zeros)
        }));
    let lamb = Lamb::new().lr(0.01).weight_decay(0.1).clip_norm(1.0).build(&model).unwrap();
    snapshot("lamb.mlir", &lamb.to_stablehlo().unwrap());
}

/// The largest numbers of the gradient are cut off.
#[optimizer]
#[derive(Debug, Clone)]
struct Clipped {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
    #[hyper(default = 0.9, scheduled, range = 0.0..=1.0)]
    fraction: f64,
}

#[optimizer]
impl Clipped {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let limit = grad.abs().row_quantile(self.fraction).min(grad.abs().quantile(0.99));
        *param -= self.lr * grad.clamp(-limit, limit);
    }
}

#[test]
fn quantiles() {
    let graph = Clipped::default().graph(&[64, 32], 1).unwrap();
    snapshot("quantiles.mlir", &graph.to_stablehlo(Dtype::F32).unwrap());
}

#[test]
fn adafactor_in_double_precision() {
    let adafactor = Adafactor::new().lr(0.01).build(&ArrayD::<f64>::zeros(vec![6, 4])).unwrap();
    snapshot("adafactor.mlir", &adafactor.to_stablehlo().unwrap());
}
