//! Steps that are recorded once and replayed, weights for evaluation, and states that go to the host and back.

use std::panic::{AssertUnwindSafe, catch_unwind};

use optim_gpu::cubecl::{bytes::Bytes, server::Handle};
use optim_gpu::{GpuError, GpuOptimizer};
use optim_std::prelude::*;
use optim_std::{LoadOptions, Optimizer, OptimizerChanged};

use crate::support::{CLOSE, Model, client, difference, download, model, upload};

const SHAPES: [&[usize]; 3] = [&[5], &[64, 48], &[1500]];

fn write(to: &[Handle], numbers: &Model) {
    for (handle, array) in to.iter().zip(numbers.values()) {
        let bytes = array.iter().flat_map(|x| x.to_ne_bytes()).collect();
        client().write(handle, Bytes::from_bytes_vec(bytes));
    }
}

fn steps_and_replays(build: &dyn Fn(&Model) -> Optimizer<f32>, steps: u64) {
    let start = model(&SHAPES, 7);
    let new = || GpuOptimizer::new(build(&start), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let grads_of = |t: u64| model(&SHAPES, 100 + 10 * t);
    let (mut eager, params) = (new(), upload(&start));
    for t in 1..=steps {
        let grads: Vec<Option<Handle>> = upload(&grads_of(t)).into_iter().map(Some).collect();
        eager.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    }
    let (mut captured, own) = (new(), upload(&start));
    let buffers = upload(&grads_of(1));
    let grads: Vec<Option<Handle>> = buffers.iter().cloned().map(Some).collect();
    // No step has run that could be recorded.
    assert!(matches!(captured.record(&own, &grads), Err(GpuError::Replay)));
    client().graph_prepare().expect("the device prepares");
    captured.step(&own, &grads).unwrap_or_else(|error| panic!("{error}"));
    let _ = download(&own[0]);
    client().start_capture().expect("the device records");
    let recorded = captured.record(&own, &grads).unwrap_or_else(|error| panic!("{error}"));
    let graph = client().stop_capture().expect("the device has recorded");
    for t in 2..=steps {
        write(&buffers, &grads_of(t));
        // SAFETY: all buffers are kept until the end of the test, and only this thread uses them.
        let run = || unsafe { graph.replay() }.map_err(|error| GpuError::Device(error.to_string()));
        captured.replay(&recorded, run).unwrap_or_else(|error| panic!("{error}"));
    }
    for (one, other) in params.iter().zip(&own) {
        let (one, other) = (download(one), download(other));
        assert!(one.iter().zip(&other).all(|(a, b)| a.to_bits() == b.to_bits()), "{:?}", &one[..3]);
    }
    assert_eq!(eager.optimizer().steps(), captured.optimizer().steps());
}

#[test]
fn replayed_steps_have_the_bits_of_eager_ones() {
    let schedule = || CosineDecayLR::new(0.1, 0.001, 900);
    steps_and_replays(&|model| AdamW::new().lr(schedule()).build(model).expect("it builds"), 1000);
    steps_and_replays(&|model| Lamb::new().lr(schedule()).clip_norm(1.0).build(model).expect("it builds"), 100);
}

#[test]
fn a_step_with_another_program_is_not_replayed() {
    let shapes = [SHAPES[0]];
    let start = model(&shapes, 7);
    let cpu = Lookahead::new(AdamW::new().lr(0.01)).k(3).build(&start).expect("it builds");
    let mut optimizer = GpuOptimizer::new(cpu, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&model(&shapes, 8)).into_iter().map(Some).collect();
    optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    // The step runs at once instead of being recorded. The test does not depend on it.
    let recorded = optimizer.record(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    optimizer.replay(&recorded, || Ok(())).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(optimizer.replay(&recorded, || panic!("it is not run")), Err(GpuError::Replay)));
    assert_eq!(optimizer.optimizer().steps(), 2);
    optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    optimizer.replay(&recorded, || Ok(())).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn weights_for_evaluation_are_those_of_the_host() {
    let build = |model: &Model| ScheduleFreeAdamW::new().lr(0.01).build(model).expect("it builds");
    let start = model(&SHAPES, 7);
    let (mut host, mut host_model) = (build(&start), start.clone());
    let mut device = GpuOptimizer::new(build(&start), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let params = upload(&start);
    for t in 1..=20 {
        let grads = model(&SHAPES, 100 + t);
        let uploaded: Vec<Option<Handle>> = upload(&grads).into_iter().map(Some).collect();
        host.step(&mut host_model, &grads).unwrap_or_else(|error| panic!("{error}"));
        device.step(&params, &uploaded).unwrap_or_else(|error| panic!("{error}"));
    }
    let before: Vec<Vec<f32>> = params.iter().map(download).collect();
    let weights = device.eval_weights(&params).unwrap_or_else(|error| panic!("{error}"));
    let expected = host.eval_weights(&host_model).unwrap_or_else(|error| panic!("{error}"));
    for ((found, expected), before) in weights.iter().zip(expected.values()).zip(&before) {
        let expected: Vec<f32> = expected.iter().copied().collect();
        let found = download(found);
        assert!(difference(&found, &expected) < CLOSE);
        assert!(difference(before, &expected) > 100.0 * CLOSE, "they are other weights");
    }
    assert_eq!(before, params.iter().map(download).collect::<Vec<_>>());
}

#[test]
fn states_go_to_the_host_and_back() {
    let build = |model: &Model| Prodigy::new().build(model).expect("it builds");
    let start = model(&SHAPES, 7);
    let new = || GpuOptimizer::new(build(&start), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let (mut straight, mut stopped) = (new(), new());
    let (params, own) = (upload(&start), upload(&start));
    for t in 1..=10 {
        let grads: Vec<Option<Handle>> = upload(&model(&SHAPES, 100 + t)).into_iter().map(Some).collect();
        straight.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
        stopped.step(&own, &grads).unwrap_or_else(|error| panic!("{error}"));
        if t == 5 {
            let dict = stopped.download().unwrap_or_else(|error| panic!("{error}")).state_dict();
            stopped = new();
            let loaded = stopped.change_state(|opt| opt.load_state_dict(&dict, &LoadOptions::default()));
            loaded.unwrap_or_else(|error| panic!("{error}")).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    for (one, other) in params.iter().zip(&own) {
        assert_eq!(download(one), download(other));
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let start = model(&SHAPES, 7);
    let cpu = AdamW::new().lr(0.01).build(&start).expect("it builds");
    let mut optimizer = GpuOptimizer::new(cpu, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    let error = optimizer.step(&params[..2], &grads).expect_err("one is missing");
    assert_eq!(error.to_string(), "2 parameters are given, the optimizer has 3 parameters");
    let swapped = [params[1].clone(), params[0].clone(), params[2].clone()];
    let error = optimizer.step(&swapped, &grads).expect_err("two are exchanged");
    assert_eq!(error.to_string(), "the array of parameter `p000` has 3072 elements, expected: 5");
    let error = optimizer.step_with_inputs(&params, &grads, &[("loss", optim_gpu::GpuInput::Number(1.0))]);
    assert!(error.expect_err("there is no input").to_string().contains("loss"));
    assert_eq!(optimizer.optimizer().steps(), 0);

    let cpu = Shampoo::new().lr(0.01).build(&model(&[&[4, 4]], 1)).expect("it builds");
    let error = GpuOptimizer::new(cpu, client().clone()).expect_err("there is no kernel").to_string();
    assert_eq!(
        error,
        "the step of parameter `p000` calls `inv_root`, which has no kernel: run this optimizer on the host"
    );
    let cpu = AdamW::new().lr(0.01).non_finite(NonFinite::Skip).build(&start).expect("it builds");
    let error = GpuOptimizer::new(cpu, client().clone()).expect_err("it decides by the gradients").to_string();
    assert!(error.contains("`non_finite`"), "{error}");
}

#[test]
fn an_optimizer_of_other_parameters_is_refused() {
    let build = |shapes: &[&[usize]]| AdamW::new().lr(0.01).build(&model(shapes, 7)).expect("it builds");
    let start = model(&SHAPES, 7);
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    let new = || GpuOptimizer::new(build(&SHAPES), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    // Larger parameters, then fewer.
    for others in [&[&[4096_usize][..], &[64, 48], &[1500]][..], &[&[5], &[64, 48]]] {
        let mut optimizer = new();
        optimizer.change_settings(|opt| *opt = build(others));
        assert!(matches!(optimizer.step(&params, &grads), Err(GpuError::Changed { .. })));
        assert!(matches!(optimizer.download(), Err(GpuError::Changed { .. })));
        assert!(matches!(optimizer.change_state(|_| ()), Err(GpuError::Changed { .. })));
        let mut optimizer = new();
        assert!(matches!(optimizer.change_state(|opt| *opt = build(others)), Err(GpuError::Changed { .. })));
        // The optimizer is as it was.
        optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    }
    // The same after a panic.
    let mut optimizer = new();
    let change = AssertUnwindSafe(|| {
        optimizer.change_settings(|opt| {
            *opt = build(&[&[4096], &[64, 48], &[1500]]);
            panic!("on purpose")
        })
    });
    assert!(catch_unwind(change).is_err());
    assert!(matches!(optimizer.step(&params, &grads), Err(GpuError::Changed(OptimizerChanged::Parameters))));
}

/// A mask that the device does not have is refused by steps. No state is lost when it is copied.
#[test]
fn a_mask_in_the_settings_loses_no_state() {
    let start = model(&SHAPES, 7);
    let (params, mut host_model) = (upload(&start), start.clone());
    let given = |seed| upload(&model(&SHAPES, seed)).into_iter().map(Some).collect::<Vec<Option<Handle>>>();
    let mut host = AdamW::new().lr(0.01).build(&start).expect("it builds");
    let mut device = GpuOptimizer::new(host.clone(), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    device.step(&params, &given(100)).unwrap_or_else(|error| panic!("{error}"));
    host.step(&mut host_model, &model(&SHAPES, 100)).expect("it steps");
    let mask = start["p000"].mapv(|x| x > 0.0);
    device.change_settings(|opt| opt.set_mask("p000", &mask)).unwrap_or_else(|error| panic!("{error}"));
    host.set_mask("p000", &mask).expect("it fits");
    let refused = device.step(&params, &given(200));
    assert!(matches!(refused, Err(GpuError::Changed(OptimizerChanged::Masks))));
    let compare = |host: &Optimizer<f32>, found: &Optimizer<f32>| {
        for (name, state) in [("p000", "exp_avg"), ("p000", "exp_avg_sq"), ("p001", "exp_avg"), ("p002", "exp_avg_sq")]
        {
            let expected: Vec<f32> = host.state(name, state).expect("a state").iter().copied().collect();
            assert!(expected.iter().any(|x| *x != 0.0));
            let found = found.state(name, state).expect("a state");
            assert!(difference(found.iter(), &expected) < CLOSE, "{state} of {name}");
        }
    };
    compare(&host, device.download().unwrap_or_else(|error| panic!("{error}")));
    device.change_state(|_| ()).unwrap_or_else(|error| panic!("{error}"));
    compare(&host, device.optimizer());
    device.step(&params, &given(200)).unwrap_or_else(|error| panic!("{error}"));
    host.step(&mut host_model, &model(&SHAPES, 200)).expect("it steps");
    compare(&host, device.download().unwrap_or_else(|error| panic!("{error}")));
    for (param, expected) in params.iter().zip(host_model.values()) {
        let expected: Vec<f32> = expected.iter().copied().collect();
        assert!(difference(&download(param), &expected) < CLOSE);
    }
}

#[test]
fn a_change_that_the_device_refuses_changes_nothing() {
    let start = model(&SHAPES, 7);
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    let cpu = AdamW::new().lr(0.01).build(&start).expect("it builds");
    let mut optimizer = GpuOptimizer::new(cpu, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    let refused = optimizer.change_state(|opt| {
        opt.set_steps(17);
        opt.set_non_finite(NonFinite::Skip);
    });
    assert!(refused.is_err());
    assert_eq!(optimizer.optimizer().steps(), 1);
    optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_recording_outlives_other_plans() {
    let start = model(&SHAPES, 7);
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    let cpu = ScheduleFreeAdamW::new().lr(0.01).build(&start).expect("it builds");
    let mut optimizer = GpuOptimizer::new(cpu, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    let recorded = optimizer.record(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    optimizer.eval_weights(&params).unwrap_or_else(|error| panic!("{error}"));
    optimizer.replay(&recorded, || Ok(())).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(optimizer.launches(), 1);
    // An optimizer with the same programs has other arrays, and an optimizer of another model has other parameters.
    let twin = GpuOptimizer::new(optimizer.optimizer().clone(), client().clone());
    let mut twin = twin.unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(twin.replay(&recorded, || panic!("it is not run")), Err(GpuError::Replay)));
    assert_eq!(twin.optimizer().steps(), 2);
    let larger = ScheduleFreeAdamW::new().lr(0.01).build(&model(&[&[3], &[3], &[3], &[3]], 1)).expect("it builds");
    let mut larger = GpuOptimizer::new(larger, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(larger.replay(&recorded, || panic!("it is not run")), Err(GpuError::Replay)));
    // All arrays are new then.
    optimizer.change_state(|_| ()).unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(optimizer.replay(&recorded, || Ok(())), Err(GpuError::Replay)));
}
