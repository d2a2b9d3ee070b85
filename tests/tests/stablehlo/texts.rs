//! Snapshots of modules. After a change, `BLESS=1 cargo test -p optim-tests --test stablehlo` writes them again. Then read the difference.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use ndarray::ArrayD;
use optim_core::lang::{Cols, Dtype, Fold, Recorder, ops};
use optim_core::shape::{Dim, Dims};
use optim_core::stablehlo::Module;
use optim_std::author::*;
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

/// Cuts off the largest numbers of the gradient.
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

/// A state for each axis. Each element uses the smallest of them.
#[test]
fn numbers_along_axes() {
    let recorder = Recorder::new(&[2, 3, 4]);
    let (param, grad) = (recorder.param(), recorder.grad());
    let dims = [Dim::Along(0), Dim::Along(1), Dim::Without(2)].map(Dims::row);
    let accs = [0, 1, 2].map(|place| ops::full(recorder.state_of::<Cols>(&format!("acc.{place}"), dims[place])));
    let new = ops::min(ops::min(accs[0], accs[1]), accs[2]) + ops::square(grad);
    for (place, dims) in dims.into_iter().enumerate() {
        recorder.store_state_of(&format!("acc.{place}"), ops::reduce_to(Fold::Mean, new, dims.cols), dims);
    }
    recorder.store_param(param - grad / ops::sqrt(new));
    let module = recorder.finish("Axes").unwrap().to_stablehlo(Dtype::F32).unwrap();
    let shapes: Vec<&[usize]> = module.signature().results().iter().map(optim_core::stablehlo::Port::shape).collect();
    assert_eq!(shapes, [&[2, 3, 4][..], &[2], &[3], &[2, 3]]);
    snapshot("axes.mlir", &module);
}

#[test]
fn adafactor_in_double_precision() {
    let adafactor = Adafactor::new().lr(0.01).build(&ArrayD::<f64>::zeros(vec![6, 4])).unwrap();
    snapshot("adafactor.mlir", &adafactor.to_stablehlo().unwrap());
}
