//! Saving and loading the state of an optimizer: nothing is lost, and a failed load changes nothing.

#![allow(missing_docs, reason = "the helpers here are read in these files only")]

mod dict;
mod errors;
mod files;
mod forge;
mod hostile;
mod limits;
mod properties;
mod renamed;
mod stacked;

use std::collections::BTreeMap;
use std::path::PathBuf;

use ndarray::{ArrayD, IxDyn};
use optim_std::Float;
use optim_std::prelude::*;
use optim_std::registry::find;
use optim_std::{AnyBuilder, StateView};
use optim_tests::takes;

pub(crate) type Model<T> = BTreeMap<String, ArrayD<T>>;
pub(crate) type Opt<T> = Optimizer<T>;

/// Pseudorandom numbers from -1 to 1.
pub(crate) struct Noise(pub(crate) u64);

impl Noise {
    pub(crate) fn next(&mut self) -> f64 {
        // The high bits of a linear congruential generator.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(crate) fn array<T: Float>(&mut self, shape: &[usize]) -> ArrayD<T> {
        ArrayD::from_shape_simple_fn(IxDyn(shape), || T::cast(self.next()))
    }
}

/// Parameters of all kinds of shapes and names, one of them in Fortran order.
pub(crate) fn model<T: Float>() -> Model<T> {
    let mut noise = Noise(1);
    let shapes: [(&str, &[usize]); 6] = [
        ("fc1.weight", &[6, 5]),
        ("fc1.bias", &[5]),
        ("конв/1", &[2, 3, 4]),
        ("", &[3]),
        ("scale", &[]),
        ("none", &[0, 4]),
    ];
    let mut model: Model<T> = shapes.iter().map(|(name, shape)| ((*name).to_owned(), noise.array(shape))).collect();
    model.insert("fortran".to_owned(), noise.array(&[4, 7]).reversed_axes());
    model
}

/// The parameters that the optimizer of this name can update.
pub(crate) fn model_for<T: Float>(name: &str) -> Model<T> {
    let mut model = model();
    let entry = find(optim_std::optimizers(), name).unwrap();
    model.retain(|_, array: &mut ArrayD<T>| takes(entry, array.shape()));
    model
}

pub(crate) fn grads<T: Float>(model: &Model<T>, seed: u64) -> Model<T> {
    let mut noise = Noise(seed);
    model.iter().map(|(name, array)| (name.clone(), noise.array(array.shape()))).collect()
}

pub(crate) fn train<T: Float>(opt: &mut Opt<T>, model: &mut Model<T>, steps: std::ops::Range<u64>) {
    for step in steps {
        let mut grads = grads(model, step + 100);
        if step % 3 == 1 {
            grads.remove("fc1.bias");
        }
        optim_tests::step(opt, model, &grads).unwrap();
    }
}

/// A builder of a stock optimizer by name, with the required arguments.
pub(crate) fn builder(name: &str) -> AnyBuilder {
    let builder = find(optim_std::optimizers(), name).unwrap().builder();
    let entry = *builder.entry();
    let required = entry.hypers.iter().filter(|info| info.default.is_none());
    let builder = match name {
        "Adafactor" => builder.set("lr", 0.01).unwrap(),
        _ => builder,
    };
    required.fold(builder, |builder, info| builder.set(info.name, 0.01).unwrap())
}

/// All data, to the bit.
pub(crate) fn bits<T: Float>(opt: &Optimizer<T>, model: &Model<T>) -> Vec<String> {
    let mut all = Vec::new();
    for (name, array) in model {
        all.push(format!(
            "{name} {:?} {:?}",
            array.shape(),
            array.iter().map(|x| Float::to_bits(*x)).collect::<Vec<_>>()
        ));
    }
    opt.visit_state(|param, state, view| {
        all.push(match view {
            StateView::Scalar(number) => format!("{param}/{state} {}", number.to_bits()),
            StateView::Array(array) => {
                format!(
                    "{param}/{state} {:?} {:?}",
                    array.shape(),
                    array.iter().map(|x| Float::to_bits(*x)).collect::<Vec<_>>()
                )
            }
        });
    });
    for name in opt.param_names() {
        all.push(format!("{name} at {}", opt.step_count(name).unwrap()));
    }
    all.push(format!("{} {:?}", opt.steps(), opt.group_infos()));
    all
}

/// A test folder that is removed after the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("optim-checkpoint-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
