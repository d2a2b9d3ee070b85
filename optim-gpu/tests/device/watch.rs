//! Numbers that a step reports.

use optim_gpu::GpuOptimizer;
use optim_gpu::cubecl::server::Handle;
use optim_std::Optimizer;
use optim_std::prelude::*;

use crate::support::{Model, client, model, upload};

const BUILT_IN: [&str; 6] = ["grad_norm", "grad_amax", "param_norm", "update_norm", "update_ratio", "cosine"];
const SHAPES: [&[usize]; 3] = [&[5], &[64, 48], &[1500]];

/// Checks the numbers of every second step against the host.
fn agrees(names: &[&str], build: &dyn Fn(&Model) -> Optimizer<f32>) {
    let start = model(&SHAPES, 7);
    let (mut host, mut host_model) = (build(&start), start.clone());
    let mut device = GpuOptimizer::new(build(&start), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let params = upload(&start);
    for t in 1..=6 {
        let grads = model(&SHAPES, 100 + t);
        let uploaded: Vec<Option<Handle>> = upload(&grads).into_iter().map(Some).collect();
        let expected = host.step(&mut host_model, &grads).unwrap_or_else(|error| panic!("{error}"));
        let found = device.step(&params, &uploaded).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.watched.is_some(), t % 2 == 0);
        let (Some(expected), Some(found)) = (expected.watched, found.watched) else { continue };
        for name in names {
            let pairs = start.keys().map(|param| (expected.param(param, name), found.param(param, name)));
            for (expected, found) in pairs.chain([(expected.model(name), found.model(name))]) {
                let (Some(expected), Some(found)) = (expected, found) else {
                    assert_eq!(expected, found, "{name}");
                    continue;
                };
                assert!((expected - found).abs() <= 2e-5 * expected.abs(), "{name} in step {t}: {expected}, {found}");
            }
        }
    }
}

#[test]
fn watched_numbers_are_those_of_the_host() {
    let watched = |optimizer: Optimizer<f32>| {
        let mut optimizer = optimizer;
        optimizer.watch_every(2, BUILT_IN).unwrap_or_else(|error| panic!("{error}"));
        optimizer
    };
    let adamw = |model: &Model| AdamW::new().lr(0.01).grad_scale(0.5).build(model).expect("it builds");
    agrees(&BUILT_IN, &|model| watched(adamw(model)));
    let lamb = |model: &Model| Lamb::new().lr(0.01).build(model).expect("it builds");
    agrees(&BUILT_IN, &|model| watched(lamb(model)));
}

#[test]
fn so_are_the_numbers_that_an_optimizer_declares() {
    for entry in optim_std::optimizers() {
        let build = |model: &Model| {
            let builder = entry.builder().set("lr", 0.01).ok()?;
            let mut optimizer = builder.build(model).ok()?;
            let names = optimizer.watchable();
            optimizer.watch_every(2, names.iter().map(String::as_str)).ok()?;
            Some(optimizer)
        };
        let Some(optimizer) = build(&model(&SHAPES, 7)) else { continue };
        let names = optimizer.watchable();
        let own: Vec<&str> = names.iter().map(String::as_str).filter(|name| !BUILT_IN.contains(name)).collect();
        if own.is_empty() || GpuOptimizer::new(optimizer, client().clone()).is_err() {
            continue;
        }
        println!("{}: {own:?}", entry.name);
        agrees(&own, &|model| build(model).expect("it builds"));
    }
}

#[test]
fn the_norm_of_the_gradients_is_that_of_the_host() {
    let build = |model: &Model| {
        let mut optimizer = AdamW::new().lr(0.01).grad_scale(0.5).clip_norm(1.0).build(model).expect("it builds");
        optimizer.watch_every(2, ["update_norm"]).unwrap_or_else(|error| panic!("{error}"));
        optimizer
    };
    let start = model(&SHAPES, 7);
    let (mut host, mut host_model) = (build(&start), start.clone());
    let mut device = GpuOptimizer::new(build(&start), client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let norm = |device: &GpuOptimizer| device.grad_norm().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(norm(&device), None);
    let params = upload(&start);
    let is_close = |found: Option<f64>, expected: Option<f64>| {
        let (found, expected) = (found.expect("a norm"), expected.expect("a norm"));
        assert!((found - expected).abs() <= 1e-5 * expected, "{expected}, {found}");
    };
    for t in 1..=4 {
        // The last gradients are not clipped.
        let grads: Model =
            model(&SHAPES, 100 + t).into_iter().map(|(name, grad)| (name, grad / 10_f32.powi(t as i32))).collect();
        let uploaded: Vec<Option<Handle>> = upload(&grads).into_iter().map(Some).collect();
        let expected = host.step(&mut host_model, &grads).unwrap_or_else(|error| panic!("{error}")).grad_norm;
        let found = device.step(&params, &uploaded).unwrap_or_else(|error| panic!("{error}")).grad_norm;
        assert_eq!(found.is_some(), t % 2 == 0, "only a step that is watched waits for it");
        is_close(found.or(expected), expected);
        is_close(norm(&device), expected);
        let weights = device.eval_weights(&params).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(weights.len(), SHAPES.len());
        is_close(norm(&device), expected);
    }
    // A parameter has an input only in a step that needs it.
    device.change_settings(|optimizer| optimizer.set_clip_norm(None)).unwrap_or_else(|error| panic!("{error}"));
    is_close(norm(&device), host.last_report().and_then(|report| report.grad_norm));
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    for _ in 0..2 {
        assert_eq!(device.step(&params, &grads).unwrap_or_else(|error| panic!("{error}")).grad_norm, None);
        assert_eq!(norm(&device), None);
    }
}
