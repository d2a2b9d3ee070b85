//! Records of burn.

use burn::module::{Module, Param};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Tensor, TensorData};
use optim_std::burn::{BurnOptimizer, BurnOptions, OnError, StepPath};
use optim_std::prelude::*;

use super::support::{for_burn, numbers, stock};

#[derive(Module, Debug)]
pub(crate) struct Two {
    weight: Param<Tensor<2>>,
    bias: Param<Tensor<1>>,
}

fn grads(model: &Two, step: u64) -> GradientsParams {
    let device = Device::flex();
    let mut grads = GradientsParams::new();
    let of = |shape: &[usize], seed| {
        TensorData::new(numbers::<f32>(shape, seed).into_raw_vec_and_offset().0, shape.to_vec())
    };
    grads.register(model.weight.id, Tensor::<2>::from_data(of(&[4, 3], step), &device));
    grads.register(model.bias.id, Tensor::<1>::from_data(of(&[4], 1000 + step), &device));
    grads
}

fn start() -> Two {
    let device = Device::flex().autodiff();
    let of = |shape: &[usize], seed| {
        TensorData::new(numbers::<f32>(shape, seed).into_raw_vec_and_offset().0, shape.to_vec())
    };
    Two { weight: Param::from_data(of(&[4, 3], 1), &device), bias: Param::from_data(of(&[4], 2), &device) }
}

fn bits(model: &Two) -> Vec<u32> {
    let weight = model.weight.val().into_data().try_into_vec::<f32>().unwrap();
    let bias = model.bias.val().into_data().try_into_vec::<f32>().unwrap();
    weight.into_iter().chain(bias).map(f32::to_bits).collect()
}

/// Makes six steps, with a record in between.
fn round_trip(optimizer: &BurnOptimizer, fresh: impl Fn() -> BurnOptimizer, name: &str) {
    let mut stepping: ModuleOptimizer = optimizer.init();
    let mut model = start();
    for step in 1..=3 {
        let grads = grads(&model, step);
        model = stepping.step(0.01, model, grads);
    }
    let bytes = stepping.into_bytes().unwrap();
    let mut restored = fresh().init().from_bytes(bytes).unwrap();
    let mut again = model.clone();
    for step in 4..=6 {
        let both = (grads(&model, step), grads(&again, step));
        model = stepping.step(0.01, model, both.0);
        again = restored.step(0.01, again, both.1);
    }
    assert_eq!(bits(&model), bits(&again), "{name}");
    assert_ne!(bits(&model), bits(&start()), "{name}: it moves");
}

fn every_optimizer_goes_on(path: StepPath) {
    let mut count = 0;
    for (_, entry, builder) in stock() {
        let Ok(optimizer) = for_burn(&builder, path) else { continue };
        if ![&[4, 3][..], &[4]].iter().all(|shape| optim_tests::takes(entry, shape)) {
            continue;
        }
        round_trip(&optimizer, || for_burn(&builder, path).unwrap(), entry.name);
        count += 1;
    }
    assert!(count >= 15, "{count}");
}

#[test]
fn the_kernel_goes_on_to_the_same_bits() {
    every_optimizer_goes_on(StepPath::Auto);
}

#[test]
fn the_graph_goes_on_to_the_same_bits() {
    every_optimizer_goes_on(StepPath::Graph);
}

/// A record of one path resumes on the other, as from one device to another.
#[test]
fn records_go_from_path_to_path() {
    let builder = optim_std::registry::find(optim_std::optimizers(), "AdamW").unwrap().builder();
    let of = |path| for_burn(&builder, path).unwrap().init();
    for (from, to) in [(StepPath::Kernel, StepPath::Graph), (StepPath::Graph, StepPath::Kernel)] {
        let (mut alone, mut first) = (of(StepPath::Kernel), of(from));
        let (mut expected, mut found) = (start(), start());
        for step in 1..=3 {
            let given = (grads(&expected, step), grads(&found, step));
            expected = alone.step(0.01, expected, given.0);
            found = first.step(0.01, found, given.1);
        }
        let mut second = of(to).load_record(first.to_record());
        for step in 4..=6 {
            let given = (grads(&expected, step), grads(&found, step));
            expected = alone.step(0.01, expected, given.0);
            found = second.step(0.01, found, given.1);
        }
        for (expected, found) in bits(&expected).into_iter().zip(bits(&found)) {
            let (expected, found) = (f32::from_bits(expected), f32::from_bits(found));
            assert!((expected - found).abs() < 1e-5, "{from:?} to {to:?}: {expected} and {found}");
        }
    }
}

#[test]
fn a_record_of_another_optimizer_is_an_error() {
    let keep = BurnOptions::new().on_error(OnError::Keep);
    let lion = BurnOptimizer::with_options(Lion::new(), keep).unwrap();
    let mut other = BurnOptimizer::new(AdamW::new()).unwrap().init();
    let model = start();
    let given = grads(&model, 1);
    let model = other.step(0.01, model, given);
    let before = bits(&model);
    let mut restored = lion.init().load_record(other.to_record());
    let given = grads(&model, 2);
    let model = restored.step(0.01, model, given);
    assert_eq!(bits(&model), before);
    let failures = lion.failures().take();
    assert_eq!(failures.len(), 2);
    let message = failures[0].to_string();
    assert_eq!(message, "the record does not fit: the checkpoint was saved by AdamW and cannot be loaded into Lion");
}

#[test]
fn a_record_has_states_by_name() {
    let optimizer = BurnOptimizer::new(AdamW::new()).unwrap();
    let mut stepping = optimizer.init();
    let model = start();
    let grads = grads(&model, 1);
    let model = stepping.step(0.01, model, grads);
    let bytes = stepping.into_bytes().unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let name = format!("{}.state.exp_avg_sq", model.weight.id.val());
    assert!(text.contains(&name), "`{name}` is in the record");
}

/// A copy of an optimizer continues independently.
#[test]
fn clones_are_apart() {
    let optimizer = BurnOptimizer::new(AdamW::new()).unwrap();
    let mut first = optimizer.init();
    let model = start();
    let given = grads(&model, 1);
    let model = first.step(0.01, model, given);
    let mut second = first.clone();
    let given = grads(&model, 2);
    let one = first.step(0.01, model.clone(), given);
    let given = grads(&model, 2);
    let other = second.step(0.01, model, given);
    assert_eq!(bits(&one), bits(&other));
}
