//! Numbers that a step reports.

use optim_gpu::GpuOptimizer;
use optim_gpu::cubecl::server::Handle;
use optim_std::Engine;
use optim_std::prelude::*;

use crate::support::{Model, client, model, upload};

const BUILT_IN: [&str; 6] = ["grad_norm", "grad_amax", "param_norm", "update_norm", "update_ratio", "cosine"];
const SHAPES: [&[usize]; 3] = [&[5], &[64, 48], &[1500]];

/// The numbers of every second step are those of the host.
fn agrees(names: &[&str], build: &dyn Fn(&Model) -> Engine<f32>) {
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
    let watched = |engine: Engine<f32>| {
        let mut engine = engine;
        engine.watch_every(2, BUILT_IN).unwrap_or_else(|error| panic!("{error}"));
        engine
    };
    let adamw = |model: &Model| AdamW::new().lr(0.01).grad_scale(0.5).build(model).expect("it builds").into_engine();
    agrees(&BUILT_IN, &|model| watched(adamw(model)));
    let lamb = |model: &Model| Lamb::new().lr(0.01).build(model).expect("it builds").into_engine();
    agrees(&BUILT_IN, &|model| watched(lamb(model)));
}

#[test]
fn so_are_the_numbers_that_an_optimizer_declares() {
    for entry in optim_std::optimizers() {
        let build = |model: &Model| {
            let builder = entry.builder().set("lr", 0.01).ok()?;
            let mut engine = (**builder.build(model).ok()?).clone();
            let names = engine.watchable();
            engine.watch_every(2, names.iter().map(String::as_str)).ok()?;
            Some(engine)
        };
        let Some(engine) = build(&model(&SHAPES, 7)) else { continue };
        let names = engine.watchable();
        let own: Vec<&str> = names.iter().map(String::as_str).filter(|name| !BUILT_IN.contains(name)).collect();
        if own.is_empty() || GpuOptimizer::new(engine, client().clone()).is_err() {
            continue;
        }
        println!("{}: {own:?}", entry.name);
        agrees(&own, &|model| build(model).expect("it builds"));
    }
}
