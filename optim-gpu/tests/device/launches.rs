//! The number of launches of a step, and models of many parameters.

use optim_gpu::GpuOptimizer;
use optim_gpu::cubecl::server::Handle;
use optim_std::Optimizer;
use optim_std::prelude::*;

use crate::support::{CLOSE, Model, client, compare, download, model, upload};

/// The function that builds an optimizer.
type Build<'a> = &'a dyn Fn(&Model) -> Optimizer<f32>;

/// The shapes of the 161 parameters of ResNet-50 (He et al. 2016). Each axis of channels is divided by 8, so that a software device takes seconds.
fn resnet50() -> Vec<Vec<usize>> {
    const SMALLER: usize = 8;
    let mut shapes = vec![vec![64, 3, 7, 7], vec![64], vec![64]];
    let mut inputs = 64;
    for (width, blocks) in [(64, 3), (128, 4), (256, 6), (512, 3)] {
        for block in 0..blocks {
            for (out, into, side) in [(width, inputs, 1), (width, width, 3), (4 * width, width, 1)] {
                shapes.extend([vec![out, into, side, side], vec![out], vec![out]]);
            }
            if block == 0 {
                shapes.extend([vec![4 * width, inputs, 1, 1], vec![4 * width], vec![4 * width]]);
            }
            inputs = 4 * width;
        }
    }
    shapes.extend([vec![1000, 2048], vec![1000]]);
    let smaller = |n: usize| if n >= SMALLER * 2 { n / SMALLER } else { n };
    shapes.into_iter().map(|shape| shape.into_iter().map(smaller).collect()).collect()
}

#[test]
fn all_shapes_of_a_network_agree() {
    let shapes = resnet50();
    assert_eq!(shapes.len(), 161);
    let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    let lamb = |model: &Model| Lamb::new().lr(0.01).build(model).expect("it builds");
    let adafactor = |model: &Model| Adafactor::new().lr(0.01).build(model).expect("it builds");
    let adamw = |model: &Model| AdamW::new().lr(0.01).build(model).expect("it builds");
    let all: [(&str, Build<'_>); 3] = [("AdamW", &adamw), ("Lamb", &lamb), ("Adafactor", &adafactor)];
    for (name, build) in all {
        let compared = compare(build, &shapes, 3, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
        println!("{name}: {compared:?}");
        assert!(compared.params < CLOSE && compared.states < CLOSE, "{name}: {compared:?}");
    }
}

#[test]
fn long_columns_and_rows_agree() {
    // More rows than one block has, and more blocks than are reduced at once.
    let shapes: [&[usize]; 4] = [&[5000, 3], &[3, 5000], &[130, 300], &[2, 129, 5]];
    for name in ["Adafactor", "CAME", "SM3", "NovoGrad"] {
        let entry = optim_std::optimizers().iter().find(|entry| entry.name == name).expect("a stock optimizer");
        let build = |model: &Model| {
            let builder = entry.builder().set("lr", 0.01).expect("it has a learning rate");
            (builder.build(model).expect("it builds")).clone()
        };
        let compared = compare(&build, &shapes, 5, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
        assert!(compared.params < CLOSE && compared.states < CLOSE, "{name}: {compared:?}");
    }
}

#[test]
fn small_parameters_share_launches() {
    let shapes = vec![&[100_usize][..]; 1000];
    let start = model(&shapes, 7);
    let cpu = AdamW::new().lr(0.01).build(&start).expect("it builds");
    let mut optimizer = GpuOptimizer::new(cpu, client().clone()).unwrap_or_else(|error| panic!("{error}"));
    let params = upload(&start);
    let grads: Vec<Option<Handle>> = upload(&start).into_iter().map(Some).collect();
    optimizer.step(&params, &grads).unwrap_or_else(|error| panic!("{error}"));
    // As many parameters as a launch takes, if each needs two bindings and the launch four more.
    let bindings = client().properties().hardware.max_bindings as usize;
    let slots = ((bindings - 4) / 2).min(128);
    assert_eq!(optimizer.launches(), 1000_usize.div_ceil(slots));
}

#[test]
fn parameters_in_one_buffer_share_all_launches() {
    let shapes = [&[100_usize][..], &[3, 4], &[0, 2], &[64, 48], &[7]];
    let start = model(&shapes, 7);
    let build = || {
        let cpu = Lamb::new().lr(0.01).clip_norm(0.5).build(&start).expect("it builds");
        GpuOptimizer::new(cpu, client().clone()).unwrap_or_else(|error| panic!("{error}"))
    };
    let joined = |model: &Model| -> Handle {
        let bytes: Vec<u8> = model.values().flatten().flat_map(|x| x.to_ne_bytes()).collect();
        client().create_from_slice(&bytes)
    };
    let (mut apart, mut together) = (build(), build());
    let (params, all) = (upload(&start), joined(&start));
    for t in 0..5 {
        let grads = model(&shapes, 100 + t);
        let uploaded: Vec<Option<Handle>> = upload(&grads).into_iter().map(Some).collect();
        apart.step(&params, &uploaded).unwrap_or_else(|error| panic!("{error}"));
        together.step_together(&all, &joined(&grads)).unwrap_or_else(|error| panic!("{error}"));
    }
    let expected: Vec<f32> = params
        .iter()
        .zip(start.values())
        .flat_map(|(handle, array)| download(handle)[..array.len()].to_vec())
        .collect();
    assert_eq!(download(&all), expected);
    // Four launches for the norm of all gradients and its factor, three for the step. The array without elements has separate kernels.
    assert_eq!(together.launches(), 8);
    let short = client().create_from_slice(&[0; 16]);
    assert!(together.step_together(&short, &all).is_err());
}
