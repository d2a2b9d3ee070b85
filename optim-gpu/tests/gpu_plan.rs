//! The launches of a step, in the plan and in the step itself.

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_gpu::cubecl::{self, prelude::Client, server::Handle};
use optim_gpu::{GpuOptimizer, LaunchKind, bindings, plan_for};
use optim_std::Optimizer;

type Model = BTreeMap<String, ArrayD<f32>>;

/// A model with different numbers in each parameter.
fn model(shapes: &[Vec<usize>]) -> Model {
    let numbers = |k: usize, shape: &[usize]| {
        let elements = (0..shape.iter().product()).map(|i: usize| ((31 * k + 7 * i) % 97) as f32 / 97.0 - 0.4);
        ArrayD::from_shape_vec(shape, elements.collect()).expect("there are as many numbers as elements")
    };
    shapes.iter().enumerate().map(|(k, shape)| (format!("p{k:04}"), numbers(k, shape))).collect()
}

fn optimizer(name: &str, model: &Model) -> Optimizer<f32> {
    let entry = optim_std::optimizers().iter().find(|entry| entry.name == name).expect("it is known");
    let made = entry.builder().set("lr", 0.01).expect("it has a learning rate").build(model).expect("it builds");
    (made).clone()
}

/// A step has as few launches as the bindings allow.
#[test]
fn many_small_parameters() {
    let model = model(&vec![vec![100]; 1000]);
    for (name, bindings, launches, kernels) in [
        ("AdamW", 1024, 8, 1),
        ("Lion", 1024, 8, 1),
        // 13 parameters per launch, as on lavapipe. The last launch has 12, and kernels for 12 slots exist.
        ("AdamW", 31, 77, 1),
        // 14 parameters per launch. The last launch has 6, and so 8 slots.
        ("AdamW", 32, 72, 2),
        // The bindings that WebGPU guarantees.
        ("AdamW", 7, 1000, 1),
        // Two passes with arithmetic between them.
        ("Lamb", 1024, 24, 3),
        ("Lamb", 31, 231, 3),
        ("Lamb", 7, 3000, 3),
    ] {
        let plan = plan_for(&optimizer(name, &model), bindings).expect("it can run on a device");
        assert_eq!((plan.launches.len(), plan.kernels), (launches, kernels), "{name} with {bindings} bindings\n{plan}");
        let passes = plan.launches.iter().filter(|launch| launch.kind == LaunchKind::Pass);
        assert!(passes.clone().all(|launch| 2 * launch.params.len() + 4 <= bindings || launch.params.len() == 1));
        println!("{plan}");
    }
}

/// Passes move as many bytes as on the host if the passes are the same. Reductions that keep axes are separate launches.
#[test]
fn bytes() {
    let model = model(&[vec![64, 48], vec![48], vec![2, 3, 4]]);
    let mut others = Vec::new();
    for entry in optim_std::optimizers() {
        let Ok(Ok(made)) = entry.builder().set("lr", 0.01).map(|builder| builder.build(&model)) else { continue };
        let Ok(plan) = plan_for(&made, 1024) else { continue };
        let host: usize = made.params().map(|param| made.plan(param.name()).expect("it has a plan").bytes(4)).sum();
        if plan.bytes() != host as u64 {
            others.push(entry.name);
        }
    }
    // Some optimizers reduce to axes. For others, the first step differs from later ones, and the host's plan has the
    // largest number of bytes. Only the host counts products.
    let (to_axes, first) =
        (["Adafactor", "AdamMini", "AdamP", "CAME", "SM3"], ["ADOPT", "Adan", "NovoGrad", "SophiaG"]);
    others.retain(|name| !to_axes.contains(name) && !first.contains(name) && *name != "SCION");
    assert!(others.is_empty(), "{others:?}");
}

fn upload(client: &Client, model: &Model) -> Vec<Handle> {
    let bytes = |array: &ArrayD<f32>| array.iter().flat_map(|x| x.to_ne_bytes()).collect::<Vec<u8>>();
    model.values().map(|array| client.create_from_slice(&bytes(array))).collect()
}

fn download(client: &Client, handle: &Handle) -> Vec<f32> {
    let bytes = client.read_one(handle.clone()).expect("the device reads");
    bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().expect("four bytes"))).collect()
}

/// A device, with more parameters than a launch takes, some without elements.
#[test]
fn on_a_device() {
    let client = cubecl::Device::default().client();
    let bindings = bindings(&client);
    println!("{}: {bindings} bindings", client.name());
    let shapes: Vec<Vec<usize>> = (0..300).map(|k| if k % 7 == 3 { vec![0] } else { vec![100] }).collect();
    let mut host_model = model(&shapes);
    let mut host = optimizer("AdamW", &host_model);
    let planned = plan_for(&host, bindings).expect("it can run on a device");
    println!("{planned}");
    let params = upload(&client, &host_model);
    let grads: Vec<Option<Handle>> = upload(&client, &host_model).into_iter().map(Some).collect();
    let grads_model = host_model.clone();
    let mut device = GpuOptimizer::new(host.clone(), client.clone()).expect("it can run on a device");
    device.step(&params, &grads).expect("the device steps");
    host.step(&mut host_model, &grads_model).expect("the host steps");
    assert_eq!(device.launches(), planned.launches.len());
    for (param, (name, expected)) in params.iter().zip(&host_model) {
        let found = download(&client, param);
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-6);
        assert!(close, "{name}: {found:?}");
    }
}
