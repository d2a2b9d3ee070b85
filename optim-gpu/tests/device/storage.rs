//! Parameters of two bytes, and states in fewer bytes.

use std::collections::BTreeMap;

use half::{bf16, f16};
use ndarray::ArrayD;
use optim_gpu::cubecl::server::Handle;
use optim_gpu::{GpuError, GpuOptimizer, plan_for};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{Optimizer, Storage};

use crate::support::{Model, client, compare, difference, model};

/// Several blocks, an end in the middle of a block and of a word, and no elements.
const SHAPES: [&[usize]; 6] = [&[5], &[64, 48], &[1501], &[2, 3, 4], &[1], &[0, 3]];
const STORAGES: [Storage; 5] =
    [Storage::Bf16, Storage::Bf16Stochastic, Storage::F16, Storage::Block8, Storage::Companded8];

fn built<B: optim_core::IntoOptimizer>(builder: B, model: &Model) -> Optimizer<f32> {
    builder.into_optimizer(model).unwrap_or_else(|error| panic!("{error}"))
}

/// The bytes of all states, as in a checkpoint.
fn stored(cpu: &Optimizer<f32>) -> Vec<Vec<u8>> {
    let codes = |param: usize| {
        let own = (0..8).filter_map(move |state| cpu.codes_at(param, state));
        own.map(|state| state.scales.iter().flat_map(|scale| scale.to_le_bytes()).chain(state.codes.clone()).collect())
    };
    (0..cpu.params().len()).flat_map(codes).collect()
}

/// Optimizers whose numbers are the same with and without fused operations: halves of numbers, and one sum.
#[test]
fn codes_are_those_of_the_host() {
    for storage in STORAGES {
        let build = |model: &Model| {
            let optimizer = SGD::new(0.5).momentum(0.5).storage("momentum_buffer", storage);
            built(optimizer, model)
        };
        let mut on_host = model(&SHAPES, 7);
        let (mut host, mut device) =
            (build(&on_host), GpuOptimizer::new(build(&on_host), client().clone()).expect("it runs there"));
        let params = crate::support::upload(&on_host);
        for t in 0..5 {
            let mut grads = model(&SHAPES, 100 * t);
            // Blocks without negative numbers, and one block of zeros.
            grads.values_mut().next().expect("a parameter").mapv_inplace(f32::abs);
            grads.get_mut("p002").expect("a parameter").iter_mut().take(300).for_each(|x| *x = 0.0);
            let given: Vec<Option<Handle>> = crate::support::upload(&grads).into_iter().map(Some).collect();
            host.step(&mut on_host, &grads).unwrap_or_else(|error| panic!("{error}"));
            device.step(&params, &given).unwrap_or_else(|error| panic!("{error}"));
            let (expected, found) = (stored(&host), stored(device.download().expect("the device reads")));
            assert_eq!(expected.len(), SHAPES.len());
            for (param, (expected, found)) in expected.iter().zip(&found).enumerate() {
                let bytes = expected.iter().zip(found).enumerate();
                let other: Vec<_> = bytes.filter(|(_, (a, b))| a != b).take(9).collect();
                assert!(other.is_empty(), "{storage}, step {t}, parameter {param}, first bytes that differ: {other:?}");
            }
        }
    }
}

/// A state that is the last gradient, to the bit.
#[optimizer(state <last = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
struct Remember {}

#[optimizer]
impl Remember {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = *param + state.last;
        state.last = grad;
    }
}

/// Numbers that cannot be stored: infinity, NaN, the largest and the smallest.
#[test]
fn special_numbers_are_stored_as_on_the_host() {
    let special = [0.0, -0.0, 1e-45, -1e-40, 5.9e-8, 6.1e-5, 65504.0, 65520.0, -1e30, f32::MAX, 1e-10, -2.0];
    for storage in STORAGES {
        // A scale so small that most fractions of it are 0. Blocks of one sign with a zero of the other sign.
        let tiny = vec![-1e-37, 1e-37, 3e-38, 1e-40, 5e-42, 2e-38];
        let (positive, negative) = (vec![-0.0, 3.0, 0.5, 1e-3], vec![0.0, -3.0, -0.5, -1e-3]);
        let worst = [1.0, f32::INFINITY, f32::NAN, -f32::INFINITY];
        let with = worst.map(|worst| special.into_iter().chain([worst]).collect::<Vec<f32>>());
        for numbers in with.into_iter().chain([tiny, positive, negative]) {
            let len = numbers.len();
            let shaped = ArrayD::from_shape_vec(vec![len], numbers.clone()).expect("as many numbers");
            let grads = Model::from([("w".to_owned(), shaped)]);
            let mut on_host = Model::from([("w".to_owned(), ArrayD::zeros(vec![len]))]);
            let build = |model: &Model| built(Remember::new().storage("last", storage), model);
            let (mut host, mut device) =
                (build(&on_host), GpuOptimizer::new(build(&on_host), client().clone()).expect("it runs there"));
            let (params, given) = (crate::support::upload(&on_host), crate::support::upload(&grads));
            host.step(&mut on_host, &grads).unwrap_or_else(|error| panic!("{error}"));
            device.step(&params, &[Some(given[0].clone())]).unwrap_or_else(|error| panic!("{error}"));
            let state = |cpu: &Optimizer<f32>| cpu.state("w", "last").expect("a state").to_owned();
            let (expected, found) = (state(&host), state(device.download().expect("the device reads")));
            let expected: Vec<f32> = expected.iter().copied().collect();
            assert_eq!(difference(found.iter(), &expected), 0.0, "{storage}, {numbers:?}: {expected:?}, {found:?}");
        }
    }
}

#[test]
fn optimizers_with_states_in_fewer_bytes_agree_with_the_host() {
    // A number that differs in its last bit may be rounded to another code. This is one step of the format, relative to the largest number.
    let steps = [
        (Storage::Bf16, 1.0 / 128.0),
        (Storage::F16, 1.0 / 1024.0),
        (Storage::Block8, 1.0 / 64.0),
        (Storage::Companded8, 1.0 / 63.0),
    ];
    for (storage, step) in steps {
        let adamw: Build<'_> = &|model: &Model| {
            built(AdamW::new().lr(0.01).storage("exp_avg", storage).storage("exp_avg_sq", Storage::Bf16), model)
        };
        let adafactor: Build<'_> = &|model: &Model| {
            let states = ["exp_avg_sq", "exp_avg_sq_row", "exp_avg_sq_col"];
            let with = states.into_iter().fold(Adafactor::new().lr(0.01), |with, state| with.storage(state, storage));
            built(with, model)
        };
        for build in [adamw, adafactor] {
            let compared = compare(build, &SHAPES, 20, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
            println!("{storage}: {compared:?}");
            assert!(compared.states <= step && compared.params <= step, "{storage}: {compared:?}");
        }
    }
}

type Build<'b> = &'b dyn Fn(&Model) -> Optimizer<f32>;
type Halves<H> = BTreeMap<String, ArrayD<H>>;

fn bytes<const N: usize, H: Copy>(array: &ArrayD<H>, of: impl Fn(H) -> [u8; N]) -> Vec<u8> {
    let bytes: Vec<u8> = array.iter().flat_map(|x| of(*x)).collect();
    if bytes.is_empty() { vec![0; 4] } else { bytes }
}

/// Parameters and gradients of two bytes, and weights for evaluation.
macro_rules! steps_of_halves {
    ($H:ty, $rounding:expr) => {{
        let rounded = |model: Model| -> Halves<$H> {
            model.into_iter().map(|(name, array)| (name, array.mapv(<$H>::from_f32))).collect()
        };
        let upload = |model: &Halves<$H>| -> Vec<Handle> {
            model.values().map(|array| client().create_from_slice(&bytes(array, <$H>::to_ne_bytes))).collect()
        };
        let mut on_host = rounded(model(&SHAPES, 7));
        let build = |model: &Halves<$H>| -> Optimizer<f32> {
            let storage = if $rounding { Storage::Bf16Stochastic } else { Storage::Bf16 };
            let optimizer = SGD::new(0.5).momentum(0.5).storage("momentum_buffer", storage);
            let optimizer = if $rounding { optimizer.storage("param", storage) } else { optimizer };
            (optimizer.build(model).unwrap_or_else(|error| panic!("{error}"))).clone()
        };
        let (mut host, mut device) =
            (build(&on_host), GpuOptimizer::new(build(&on_host), client().clone()).expect("it runs there"));
        // Other numbers follow the elements, in the same word if the number of elements is odd.
        let behind = |array: &ArrayD<$H>| [bytes(array, <$H>::to_ne_bytes), vec![0xab, 0xcd]].concat();
        let whole: Vec<Handle> = on_host.values().map(|array| client().create_from_slice(&behind(array))).collect();
        let params: Vec<Handle> = whole.iter().map(|whole| whole.clone().offset_end(2)).collect();
        for t in 0..5 {
            let grads = rounded(model(&SHAPES, 100 * t));
            host.step(&mut on_host, &grads).unwrap_or_else(|error| panic!("{error}"));
            let given: Vec<Option<Handle>> = upload(&grads).into_iter().map(Some).collect();
            device.step(&params, &given).unwrap_or_else(|error| panic!("{error}"));
        }
        for (whole, expected) in whole.iter().zip(on_host.values()) {
            let found = client().read_one(whole.clone()).expect("the device reads").to_vec();
            assert_eq!(found, behind(expected), "{} and {}", stringify!($H), $rounding);
        }
        let weights = device.eval_weights(&params).unwrap_or_else(|error| panic!("{error}"));
        for (weight, expected) in weights.iter().zip(on_host.values()).filter(|(_, array)| !array.is_empty()) {
            let found = client().read_one(weight.clone()).expect("the device reads").to_vec();
            let expected = bytes(expected, <$H>::to_ne_bytes);
            assert_eq!(&found[..expected.len()], &expected[..]);
        }
    }};
}

#[test]
fn parameters_of_two_bytes_are_those_of_the_host() {
    steps_of_halves!(bf16, false);
    steps_of_halves!(bf16, true);
    steps_of_halves!(f16, false);
}

#[test]
fn buffers_of_another_size_are_refused() {
    let model: Halves<bf16> = BTreeMap::from([("w".to_owned(), ArrayD::zeros(vec![7]))]);
    let built = AdamW::new().build(&model).unwrap_or_else(|error| panic!("{error}"));
    let mut device = GpuOptimizer::new((built).clone(), client().clone()).expect("it runs there");
    let of = |len: usize| client().create_from_slice(&vec![0; len]);
    let error = device.step(&[of(28)], &[Some(of(14))]).expect_err("a buffer of `f32`");
    assert_eq!(error.to_string(), "the array of parameter `w` has 14 elements, expected: 7");
    device.step(&[of(14)], &[Some(of(14))]).unwrap_or_else(|error| panic!("{error}"));
    let error = device.step_together(&of(14), &of(14)).expect_err("several in a word");
    assert!(matches!(error, GpuError::Call { .. }), "{error}");
}

#[test]
fn split_parameters_are_refused() {
    let model: Halves<bf16> = BTreeMap::from([("w".to_owned(), ArrayD::zeros(vec![7]))]);
    let built = AdamW::new().storage("param", Storage::Split8).build(&model).unwrap_or_else(|error| panic!("{error}"));
    let Err(error) = GpuOptimizer::new((built).clone(), client().clone()) else { panic!("it has no kernel") };
    let expected =
        "parameter `w` is stored as split8, which has no kernel: choose another storage, or step on the host";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn bytes_are_those_of_the_storage() {
    let model = Model::from([("w".to_owned(), ArrayD::zeros(vec![1 << 12]))]);
    let bytes = |cpu: &Optimizer<f32>| plan_for(cpu, 31).unwrap_or_else(|error| panic!("{error}")).bytes() as f64;
    let each = |cpu: &Optimizer<f32>| bytes(cpu) / f64::from(1 << 12);
    assert_eq!(each(&built(AdamW::new(), &model)), 28.0);
    let states = |storage| AdamW::new().storage("exp_avg", storage).storage("exp_avg_sq", storage);
    assert_eq!(each(&built(states(Storage::Bf16), &model)), 20.0);
    assert_eq!(each(&built(states(Storage::Block8), &model)), 16.0 + 4.0 / 64.0);
    assert_eq!(each(&built(states(Storage::Companded8), &model)), 16.0 + 4.0 / 8.0);
    let halves: Halves<bf16> = BTreeMap::from([("w".to_owned(), ArrayD::zeros(vec![1 << 12]))]);
    let built = states(Storage::Bf16).build(&halves).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(each(&built), 14.0);
    // States in fewer bytes are in a separate buffer, which takes one more binding.
    let two = crate::support::model(&[&[8], &[8]], 1);
    let launches = |cpu: &Optimizer<f32>| plan_for(cpu, 8).unwrap_or_else(|error| panic!("{error}")).launches.len();
    assert_eq!(launches(&self::built(AdamW::new(), &two)), 1);
    assert_eq!(launches(&self::built(states(Storage::F16), &two)), 2);
}

#[test]
fn another_storage_is_noticed() {
    let model = Model::from([("w".to_owned(), ArrayD::zeros(vec![7]))]);
    let with = |storage| built(SGD::new(0.5).momentum(0.5).storage("momentum_buffer", storage), &model);
    let mut device = GpuOptimizer::new(with(Storage::Bf16), client().clone()).expect("it runs there");
    device.change_settings(|opt| *opt = with(Storage::F16));
    assert!(matches!(device.download(), Err(GpuError::Changed { .. })));
    let halves: Halves<f16> = BTreeMap::from([("w".to_owned(), ArrayD::zeros(vec![7]))]);
    let optimizer = SGD::new(0.5).momentum(0.5).storage("momentum_buffer", Storage::Bf16);
    let of_halves = optimizer.build(&halves).unwrap_or_else(|error| panic!("{error}"));
    device.change_settings(|opt| *opt = of_halves.clone());
    assert!(matches!(device.download(), Err(GpuError::Changed { .. })));
    device.change_settings(|opt| *opt = with(Storage::F16));
    let other: Optimizer<f32> = device.change_state(|opt| opt.clone()).expect("it runs there");
    assert_eq!(other.storage("w", "momentum_buffer"), Ok(Storage::F16));
    assert!(device.download().is_ok());
}

/// Weights for evaluation are rounded to the nearest, for any storage of the parameters.
#[test]
fn weights_for_evaluation_are_rounded_as_on_the_host() {
    let rounded = |model: Model| -> Halves<bf16> {
        model.into_iter().map(|(name, array)| (name, array.mapv(bf16::from_f32))).collect()
    };
    let mut on_host = rounded(model(&[&[5000]], 7));
    let build = |model: &Halves<bf16>| -> Optimizer<f32> {
        let optimizer = ScheduleFreeSGD::new().lr(0.5).storage("param", Storage::Bf16Stochastic);
        (optimizer.build(model).unwrap_or_else(|error| panic!("{error}"))).clone()
    };
    let (mut host, mut device) =
        (build(&on_host), GpuOptimizer::new(build(&on_host), client().clone()).expect("it runs there"));
    let of = |model: &Halves<bf16>| client().create_from_slice(&bytes(&model["p000"], bf16::to_ne_bytes));
    let param = of(&on_host);
    for t in 0..3 {
        let grads = rounded(model(&[&[5000]], 100 * t));
        host.step(&mut on_host, &grads).unwrap_or_else(|error| panic!("{error}"));
        device.step(std::slice::from_ref(&param), &[Some(of(&grads))]).unwrap_or_else(|error| panic!("{error}"));
    }
    let expected = host.eval_weights(&on_host).unwrap_or_else(|error| panic!("{error}"));
    let weights = device.eval_weights(&[param]).unwrap_or_else(|error| panic!("{error}"));
    let found = client().read_one(weights[0].clone()).expect("the device reads").to_vec();
    let expected = bytes(&expected["p000"], bf16::to_ne_bytes);
    let other = found.chunks(2).zip(expected.chunks(2)).filter(|(a, b)| a != b).count();
    assert!(other < 50, "{other} of 5000 differ");
}
