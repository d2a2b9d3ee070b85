//! Files of real torch (`tests/torch/`, created by `make.py` there): reading, resuming and writing them.

#![allow(missing_docs, reason = "the helpers here are read in these files only")]

mod convert;
mod damaged;
mod export;
mod foreign;
mod form;
mod gpt2;
mod hostile;
mod names;
mod partition;
mod proceed;
mod read;
mod scheduler;
mod wrappers;

use std::path::PathBuf;

use ndarray::{ArrayD, Axis};
use optim_std::Float;
use optim_std::checkpoint::StateEntry;
use optim_std::indexmap::IndexMap;
use optim_std::prelude::*;
use optim_std::torch::{Names, Note, TorchFile, TorchValue};
use optim_std::{AnyBuilder, LoadOptions, Setting};

/// Parameters in the order of the file.
pub(crate) type Model<T> = IndexMap<String, ArrayD<T>>;
pub(crate) type Opt<T> = Optimizer<T>;

/// The number of steps before the file was saved, and after.
pub(crate) const BEFORE: usize = 5;
pub(crate) const AFTER: usize = 5;

pub(crate) fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "torch", &format!("{name}.pt")].iter().collect()
}

pub(crate) fn open(name: &str) -> TorchFile {
    TorchFile::open(path(name)).unwrap()
}

/// The tensors of a dict.
pub(crate) fn tensors<T: Float>(value: &TorchValue) -> Model<T> {
    let keys = value.keys().unwrap().into_iter();
    keys.map(|key| (key.to_owned(), value.get(key).unwrap().tensor().unwrap().to_array().unwrap())).collect()
}

/// The gradients of a step of all runs.
pub(crate) fn grads<T: Float>(step: usize) -> Model<T> {
    let all = tensors::<T>(&open("grads").root());
    all.into_iter().map(|(name, array)| (name, array.index_axis_move(Axis(0), step))).collect()
}

/// Names of parameters in the order of torch's numbers.
pub(crate) fn names(two_groups: bool) -> Names {
    Names::listed(if two_groups { ["weight", "conv", "bias"] } else { ["weight", "bias", "conv"] })
}

pub(crate) fn builder(optimizer: &str, settings: &[(&str, Setting)], two_groups: bool) -> AnyBuilder {
    let entry = optim_std::optimizers().iter().find(|entry| entry.name == optimizer).unwrap();
    let mut builder = entry.builder();
    // The file's settings replace it. SGD and Adafactor have no default.
    builder = builder.set("lr", 0.7).unwrap();
    for (name, value) in settings {
        builder = builder.set(name, value.clone()).unwrap();
    }
    if two_groups { builder.group("bias", |param| param.name() == "bias", entry.builder()) } else { builder }
}

/// The model and the optimizer of a run at the time when torch saved them.
pub(crate) fn loaded<T: Float>(
    file: &str,
    optimizer: &str,
    settings: &[(&str, Setting)],
    two_groups: bool,
) -> (Model<T>, Opt<T>, Vec<Note>) {
    let file = open(file);
    let mut model = tensors::<T>(&file.get("model").unwrap());
    assert_eq!(file.get("model").unwrap().load_params(&mut model).unwrap(), [""; 0]);
    let mut opt = builder(optimizer, settings, two_groups).build(&model).unwrap();
    let saved = file.optimizer().unwrap();
    let (state, notes) = saved.convert_for(&opt, &names(two_groups)).unwrap_or_else(|error| panic!("{error}"));
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap_or_else(|error| panic!("{error}"));
    (model, opt, notes)
}

/// The largest difference of two models, relative to numbers that are larger than 1.
pub(crate) fn difference<T: Float>(a: &Model<T>, b: &Model<T>) -> f64 {
    assert_eq!(a.len(), b.len());
    let pairs = a.iter().flat_map(|(name, values)| values.iter().zip(&b[name]));
    pairs.map(|(a, b)| (a.as_() - b.as_()).abs() / b.as_().abs().max(1.0)).fold(0.0, f64::max)
}

/// Compares states. Powers of betas are compared with the step count.
pub(crate) fn assert_states(a: &[(String, StateEntry)], b: &[(String, StateEntry)]) {
    assert_eq!(a.len(), b.len());
    for (state, entry) in a {
        let found = b.iter().find(|(name, _)| name == state).map(|(_, entry)| entry);
        match (entry, found) {
            (StateEntry::Scalar(a), Some(StateEntry::Scalar(b))) => {
                assert!((a - b).abs() <= 1e-14 * a.abs(), "{state}");
            }
            _ => assert_eq!(Some(entry), found, "{state}"),
        }
    }
}
