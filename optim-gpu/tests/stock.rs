//! All stock and contributed optimizers on a device, against the same on the host.

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_gpu::cubecl::{self, prelude::Client, server::Handle};
use optim_gpu::{GpuError, GpuOptimizer};
use optim_std::{Engine, OptimizerEntry};

type Model = BTreeMap<String, ArrayD<f32>>;

fn client() -> Client {
    cubecl::Device::default().client()
}

/// Numbers in [-1, 1) that depend on the seed alone.
fn numbers(shape: &[usize], seed: u64) -> ArrayD<f32> {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    ArrayD::from_shape_fn(shape, |_| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    })
}

fn model(shapes: &[&[usize]], seed: u64) -> Model {
    let named = shapes.iter().enumerate().map(|(k, shape)| (format!("p{k}"), numbers(shape, seed + k as u64)));
    named.collect()
}

fn bytes(array: &ArrayD<f32>) -> Vec<u8> {
    array.iter().flat_map(|x| x.to_ne_bytes()).collect()
}

fn upload(client: &Client, model: &Model) -> Vec<Handle> {
    model.values().map(|array| client.create_from_slice(&bytes(array))).collect()
}

fn download(client: &Client, handle: &Handle) -> Vec<f32> {
    let bytes = client.read_one(handle.clone()).expect("the device reads");
    bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().expect("four bytes"))).collect()
}

/// The largest difference of a parameter or a state, of what a step on the host changes.
fn run(client: &Client, entry: &OptimizerEntry, shapes: &[&[usize]]) -> Result<(f32, usize, bool), String> {
    let build = |model: &Model| -> Result<Engine<f32>, String> {
        let builder = entry.builder().set("lr", 0.01).map_err(|error| format!("refused: {error}"))?;
        let made = builder.build(model).map_err(|error| format!("refused: {error}"))?;
        Ok((**made).clone())
    };
    let mut host_model = model(shapes, 7);
    let start = host_model.clone();
    let mut host = build(&host_model)?;
    let device = || -> Result<_, String> {
        let made = GpuOptimizer::new(build(&start)?, client.clone()).map_err(|error| format!("refused: {error}"))?;
        Ok((made, upload(client, &start)))
    };
    let ((mut first, params), (mut second, repeated)) = (device()?, device()?);
    for t in 0..20 {
        let grads = model(shapes, 100 + 10 * t);
        host.step(&mut host_model, &grads).map_err(|error| format!("refused: {error}"))?;
        let uploaded: Vec<Option<Handle>> = upload(client, &grads).into_iter().map(Some).collect();
        first.step(&params, &uploaded).map_err(|error: GpuError| format!("refused: {error}"))?;
        second.step(&repeated, &uploaded).map_err(|error: GpuError| format!("refused: {error}"))?;
    }
    let mut worst = 0.0_f32;
    let mut same = true;
    for (k, (name, expected)) in host_model.iter().enumerate() {
        let (found, again) = (download(client, &params[k]), download(client, &repeated[k]));
        same &= found.iter().zip(&again).all(|(a, b)| a.to_bits() == b.to_bits());
        let moved = expected.iter().zip(&start[name]).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let scale = expected.iter().map(|x| x.abs()).fold(moved, f32::max).max(f32::MIN_POSITIVE);
        for (a, b) in found.iter().zip(expected) {
            let difference = if a.is_nan() == b.is_nan() { (a - b).abs() } else { f32::INFINITY };
            worst = worst.max(if b.is_nan() { 0.0 } else { difference / scale });
        }
    }
    Ok((worst, first.launches(), same))
}

#[test]
fn stock_optimizers() {
    let client = client();
    println!("{}", client.properties().identity.name);
    let shapes: [&[usize]; 6] = [&[5], &[3, 4], &[2, 3, 4], &[64, 48], &[1500], &[1]];
    for entry in optim_std::optimizers() {
        match run(&client, entry, &shapes) {
            Ok((worst, launches, same)) => {
                println!("{:16} {worst:9.2e} {launches:4} launches, same bits {same}", entry.name);
            }
            Err(error) => println!("{:16} {error}", entry.name),
        }
    }
}
