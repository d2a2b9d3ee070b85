//! Steps with gradients at two points.

use ndarray::ArrayD;
use optim_gpu::cubecl::server::Handle;
use optim_gpu::{GpuError, GpuOptimizer};
use optim_std::prelude::*;
use optim_std::{AnyBuilder, Optimizer, OptimizerEntry, StepError, optimizers, wrappers};

use crate::support::{CLOSE, Model, client, difference, download, model, upload};

const SHAPES: [&[usize]; 3] = [&[5], &[64, 48], &[1500]];

/// A gradient that depends on the parameters.
fn gradients(model: &Model) -> Model {
    model.iter().map(|(name, x)| (name.clone(), x.mapv(|x| 2.0 * x + (3.0 * x).sin()))).collect()
}

fn on_device(params: &[Handle]) -> Model {
    let arrays = params.iter().zip(SHAPES).enumerate().map(|(k, (param, shape))| {
        let array = ArrayD::from_shape_vec(shape.to_vec(), download(param)).expect("as many elements");
        (format!("p{k:03}"), array)
    });
    arrays.collect()
}

fn sam(entry: &OptimizerEntry, adaptive: bool, model: &Model) -> Optimizer<f32> {
    let wrapper = wrappers().iter().find(|known| known.name == "SAM").expect("a wrapper");
    let make = || -> Result<AnyBuilder, Box<dyn std::error::Error>> {
        Ok(wrapper.builder().set("adaptive", adaptive)?.set("rho", 0.1)?.inner(entry.builder().set("lr", 0.01)?)?)
    };
    let made = make().unwrap_or_else(|error| panic!("{error}"));
    (made.build(model).unwrap_or_else(|error| panic!("{error}"))).clone()
}

fn optimizer(name: &str) -> &'static OptimizerEntry {
    optimizers().iter().find(|known| known.name == name).expect("a stock optimizer")
}

#[test]
fn sam_agrees_with_the_host() {
    for (name, adaptive) in [("AdamW", false), ("Lamb", true), ("SGD", true)] {
        let start = model(&SHAPES, 7);
        let mut on_host = start.clone();
        let mut host = sam(optimizer(name), adaptive, &on_host);
        let mut device = GpuOptimizer::new(sam(optimizer(name), adaptive, &start), client().clone()).expect("it runs");
        let params = upload(&start);
        for _ in 0..20 {
            let calls = std::cell::Cell::new(0);
            let expected =
                host.step_with(&mut on_host, |model| Ok::<_, StepError>((model["p000"][0], gradients(model))));
            let found = device.step_with(&params, &[], || {
                calls.set(calls.get() + 1);
                let at = on_device(&params);
                let grads = upload(&gradients(&at)).into_iter().map(Some).collect();
                Ok::<_, GpuError>((at["p000"][0], grads))
            });
            let (expected, found) = (expected.expect("it steps"), found.unwrap_or_else(|error| panic!("{error}")));
            assert!((expected - found).abs() < CLOSE, "{name}: the loss is that of the first call");
            assert_eq!(calls.get(), 2);
        }
        for (param, expected) in params.iter().zip(on_host.values()) {
            let expected: Vec<f32> = expected.iter().copied().collect();
            let far = difference(&download(param), &expected);
            assert!(far < CLOSE, "{name}: {far}");
        }
        let downloaded = device.download().expect("the device reads");
        assert_eq!(downloaded.steps(), 20);
        let of =
            |cpu: &Optimizer<f32>| cpu.state("p001", "start").expect("a state").iter().copied().collect::<Vec<_>>();
        assert!(difference(&of(downloaded), &of(&host)) < CLOSE, "{name}");
    }
}

#[test]
fn a_step_that_fails_restores_all() {
    let start = model(&SHAPES, 7);
    let mut device = GpuOptimizer::new(sam(optimizer("AdamW"), false, &start), client().clone()).expect("it runs");
    let params = upload(&start);
    let given = |model: &Model| -> Vec<Option<Handle>> { upload(&gradients(model)).into_iter().map(Some).collect() };
    device
        .step_with(&params, &[], || Ok::<_, GpuError>(((), given(&on_device(&params)))))
        .unwrap_or_else(|error| panic!("{error}"));
    let bits = |device: &mut GpuOptimizer| {
        let cpu = device.download().expect("the device reads");
        let mut all: Vec<u32> = on_device(&params).values().flatten().map(|x| x.to_bits()).collect();
        cpu.visit_state(|_, _, state| {
            if let optim_std::StateView::Array(array) = state {
                all.extend(array.iter().map(|x| x.to_bits()));
            }
        });
        all
    };
    let before = bits(&mut device);

    let mut calls = 0;
    let result = device.step_with(&params, &[], || {
        calls += 1;
        if calls == 2 { Err(GpuError::Replay) } else { Ok(((), given(&on_device(&params)))) }
    });
    assert!(matches!(result, Err(GpuError::Replay)));
    assert_eq!(bits(&mut device), before, "an error of the closure");

    let mut calls = 0;
    let result = device.step_with(&params, &[], || {
        calls += 1;
        let mut grads = given(&on_device(&params));
        if calls == 2 {
            grads[1] = None;
        }
        Ok::<_, GpuError>(((), grads))
    });
    let message = result.expect_err("a parameter has one gradient").to_string();
    assert!(message.contains("p001"), "{message}");
    assert_eq!(bits(&mut device), before, "a gradient in one call");

    let mut calls = 0;
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        device.step_with(&params, &[], || {
            calls += 1;
            assert!(calls < 2, "on purpose");
            Ok::<_, GpuError>(((), given(&on_device(&params))))
        })
    }));
    assert!(caught.is_err());
    assert_eq!(bits(&mut device), before, "a panic");
    assert_eq!(device.optimizer().steps(), 1);
}

#[test]
fn other_calls_say_what_to_do() {
    let start = model(&SHAPES, 7);
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    let mut device = GpuOptimizer::new(sam(optimizer("SGD"), false, &start), client().clone()).expect("it runs");
    let error = device.step(&params, &grads).expect_err("one gradient").to_string();
    assert!(error.contains("`step_with`"), "{error}");
    assert!(device.record(&params, &grads).is_err());
    assert!(device.look_ahead(&grads, 2).is_err());
    // Without a probe, it is a usual step.
    let build = AdamW::new().build(&start).unwrap_or_else(|error| panic!("{error}"));
    let mut plain = GpuOptimizer::new((build).clone(), client().clone()).expect("it runs");
    let mut calls = 0;
    let loss = plain.step_with(&params, &[], || {
        calls += 1;
        Ok::<_, GpuError>((calls, grads.clone()))
    });
    assert_eq!((loss.unwrap_or_else(|error| panic!("{error}")), plain.optimizer().steps()), (1, 1));
}
