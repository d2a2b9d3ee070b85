//! Records of burn.

use burn::module::{Module, Param};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Tensor, TensorData};
use optim_std::burn::{BurnOptimizer, StepPath};

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

#[test]
fn every_optimizer_goes_on_to_the_same_bits() {
    let mut count = 0;
    for (_, entry, builder) in stock() {
        let Ok(optimizer) = for_burn(&builder, StepPath::Auto) else { continue };
        if ![&[4, 3][..], &[4]].iter().all(|shape| optim_tests::takes(entry, shape)) {
            continue;
        }
        round_trip(&optimizer, || for_burn(&builder, StepPath::Auto).unwrap(), entry.name);
        count += 1;
    }
    assert!(count >= 15, "{count}");
}

#[test]
fn a_record_has_states_by_name() {
    let optimizer = BurnOptimizer::new(optim_std::prelude::AdamW::new()).unwrap();
    let mut stepping = optimizer.init();
    let model = start();
    let grads = grads(&model, 1);
    let model = stepping.step(0.01, model, grads);
    let bytes = stepping.into_bytes().unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let name = format!("{}.state.exp_avg_sq", model.weight.id.val());
    assert!(text.contains(&name), "`{name}` is in the record");
}

/// A copy of an optimizer goes on by itself.
#[test]
fn clones_are_apart() {
    let optimizer = BurnOptimizer::new(optim_std::prelude::AdamW::new()).unwrap();
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
