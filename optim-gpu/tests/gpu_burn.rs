//! Modules of burn on a device, compared with the host. With the feature `fusion`, burn delays its operations.

extern crate burn_core as burn;

mod burn_support;

use burn::module::{Module, Param};
use burn::tensor::{DType, Device, Tensor, TensorData};
use burn_optim::GradientsParams;
use optim_gpu::burn::{BurnError, GpuModuleOptimizer, GpuParamOptimizer};
use optim_gpu::{GpuError, GpuInput};
use optim_std::OptimizerChanged;
use optim_std::contrib::{ReduceOnPlateau, SAM, ScheduleFreeAdamW, SophiaG};
use optim_std::prelude::*;
use optim_std::registry::AnyBuilder;

use burn_support::{Host, Net, buffers, download, give, grads_of, numbers, tensor, worst};

/// Runs 20 steps on the device and on the host.
fn compare(builder: impl Into<AnyBuilder>, device: &Device) -> (f32, GpuModuleOptimizer) {
    let builder = builder.into();
    let mut net = Net::new(device);
    let mut host = download(&net);
    let mut cpu = builder.build(&host).expect("builds");
    let mut optimizer = GpuModuleOptimizer::new(builder, &net).expect("runs on the device");
    for t in 0..20 {
        let mut grads = grads_of(&host, t);
        if t % 3 == 1 {
            grads.remove("layers.1.bias");
        }
        cpu.step(&mut host, &grads).expect("steps");
        let given = give(&net, &grads);
        net = optimizer.step(net, given).expect("steps");
    }
    (worst(&download(&net), &host), optimizer)
}

fn check(builder: impl Into<AnyBuilder>) -> GpuModuleOptimizer {
    let (worst, optimizer) = compare(builder, &Device::default());
    println!("{:12} {worst:9.2e} {} launches", optimizer.optimizer().name(), optimizer.launches());
    assert!(worst <= 1e-5, "{worst}");
    optimizer
}

#[test]
fn adamw_with_a_schedule() {
    let mut optimizer = check(AdamW::new().lr(CosineDecayLR::new(1e-2, 1e-4, 20)).weight_decay(0.1));
    assert_eq!(optimizer.launches(), 1, "all parameters go together");
    assert_eq!(optimizer.param_names().nth(1), Some("layers.0.weight"));
    assert_eq!(optimizer.download().expect("reads").steps(), 20);
}

#[test]
fn lamb() {
    check(Lamb::new().lr(1e-2));
}

#[test]
fn adafactor() {
    check(Adafactor::new().lr(1e-2));
}

#[test]
fn partition_with_groups() {
    let recipe = Partition::new()
        .rule("matrices", |p| p.ndim() == 2 && p.name().starts_with("layers."), Lion::new().lr(1e-3))
        .rest("rest", AdamW::new().lr(1e-2).group("no_decay", |p| p.ndim() < 2, |g| g.weight_decay(0.0)));
    let optimizer = check(recipe);
    let groups: Vec<&str> = optimizer.optimizer().groups().iter().map(optim_std::Group::name).collect();
    assert_eq!(groups, ["matrices", "rest", "rest.no_decay"]);
}

#[test]
fn buffers_stay_in_50_runs() {
    let device = Device::default();
    let mut kept = 0;
    let mut count = 0;
    for run in 0..50 {
        let mut net = Net::new(&device);
        let mut host = download(&net);
        let builder = AdamW::new().lr(1e-2);
        let mut cpu = AnyBuilder::from(builder.clone()).build(&host).expect("builds");
        let mut optimizer = GpuModuleOptimizer::new(builder, &net).expect("runs on the device");
        for t in 0..3 {
            let before = buffers(&net);
            let grads = grads_of(&host, 100 * run + t);
            let given = give(&net, &grads);
            net = optimizer.step(net, given).expect("steps");
            let after = buffers(&net);
            count += before.len();
            kept += before.iter().zip(&after).filter(|(before, after)| before == after).count();
            cpu.step(&mut host, &grads).expect("steps");
        }
        let worst = worst(&download(&net), &host);
        assert!(worst <= 1e-5, "{worst} in run {run}");
    }
    assert_eq!(kept, count);
    println!("fusion {}: {kept} of {count} parameters in place", cfg!(feature = "fusion"));
}

/// A step changes no clone of the module, no clone of a tensor and no view of one.
#[test]
fn what_is_shared_stays() {
    let device = Device::default();
    let mut optimizer = GpuModuleOptimizer::new(AdamW::new().lr(1e-2), &Net::new(&device)).expect("runs");
    let start = download(&Net::new(&device));
    let grads = grads_of(&start, 5);
    // Nothing waits for the device between making, sharing and stepping.
    let net = Net::new(&device);
    let clone = net.clone();
    let given = give(&net, &grads);
    let net = optimizer.step(net, given).expect("steps");
    let moved = download(&net);
    assert_eq!(download(&clone), start);
    assert!(moved.iter().all(|(name, array)| *array != start[name]));

    // A tensor, and a view of a part. The step changes all other parameters in place.
    let tensor = net.layers[0].weight.val();
    let view = net.layers[1].weight.val().reshape([7, 30]).narrow(0, 0, 2);
    let (kept, part) = (tensor.clone().into_data(), view.clone().into_data());
    let before = buffers(&net);
    // No code has read these tensors, so fusion has not computed them yet.
    let (alias, lazy) = (net.layers[2].weight.val().reshape([64 * 48]), net.layers[2].bias.val() * 2.0);
    let given = give(&net, &grads);
    let net = optimizer.step(net, given).expect("steps");
    tensor.into_data().assert_eq(&kept, true);
    view.into_data().assert_eq(&part, true);
    let numbers = |data: TensorData| data.try_into_vec::<f32>().expect("f32");
    assert!(numbers(alias.into_data()).iter().eq(&moved["layers.2.weight"]));
    assert!(numbers(lazy.into_data()).into_iter().eq(moved["layers.2.bias"].iter().map(|x| 2.0 * x)));
    let changed = before.iter().zip(buffers(&net)).map(|(before, after)| *before != after).collect::<Vec<_>>();
    assert!(changed[1], "the weight of the first layer has another buffer");
    assert!(changed[5], "and that of which there is an alias");
    assert!(!changed[0] && !changed[2] && !changed[6], "{changed:?}");
    assert!(download(&net).iter().all(|(name, array)| *array != moved[name]));
}

/// A gradient may be the parameter itself, and neither has to be in C order.
#[test]
fn aliases_and_strides() {
    let device = Device::default();
    let mut net = Net::new(&device);
    net.layers[0].weight =
        net.layers[0].weight.clone().map(|_| tensor::<2>(&numbers(&[30, 20], 3), &device).transpose());
    let mut host = download(&net);
    let builder = SGD::new(0.1);
    let mut cpu = AnyBuilder::from(builder.clone()).build(&host).expect("builds");
    let mut optimizer = GpuModuleOptimizer::new(builder, &net).expect("runs");
    for _ in 0..3 {
        let mut given = GradientsParams::new();
        given.register::<2>(net.layers[0].weight.id, net.layers[0].weight.val());
        given.register::<2>(net.layers[1].weight.id, tensor::<2>(&numbers(&[7, 30], 8), &device).transpose());
        let turned = numbers(&[7, 30], 8).reversed_axes();
        let grads = Host::from([
            ("layers.0.weight".to_owned(), host["layers.0.weight"].clone()),
            ("layers.1.weight".to_owned(), turned),
        ]);
        cpu.step(&mut host, &grads).expect("steps");
        net = optimizer.step(net, given).expect("steps");
    }
    let worst = worst(&download(&net), &host);
    assert!(worst <= 1e-6, "{worst}");
}

#[test]
fn autodiff() {
    let device = Device::default().autodiff().gradient_checkpointing();
    let mut net = Net::new(&device);
    let strategy = net.scale.val().gradient_checkpointing_strategy();
    let conv = download(&net)["conv"].clone();
    let mut optimizer = GpuModuleOptimizer::new(AdamW::new().weight_decay(0.0), &net).expect("runs");
    let inputs = tensor::<2>(&numbers(&[16, 20], 77), &device);
    let mut losses = Vec::new();
    for t in 0..30 {
        optimizer.set_learning_rate(2e-2 / f64::from(t + 1).sqrt()).expect("allowed");
        let loss = net.loss(inputs.clone());
        let before = buffers(&net);
        let grads = GradientsParams::from_grads(loss.backward(), &net);
        losses.push(loss.into_scalar::<f32>());
        net = optimizer.step(net, grads).expect("steps");
        assert_eq!(before, buffers(&net), "in place");
        assert!(net.layers[0].weight.val().is_require_grad());
        assert_eq!(net.scale.val().gradient_checkpointing_strategy(), strategy);
    }
    println!("loss {:?} to {:?}", losses[0], losses[29]);
    assert!(losses[29] < 0.5 * losses[0], "{losses:?}");
    assert_eq!(download(&net)["conv"], conv, "without a gradient");
    assert_eq!(optimizer.report().expect("stepped").updated, 5);
}

/// Each thread has its own stream on a device.
#[test]
fn threads() {
    let mut net = Net::new(&Device::default());
    let mut host = download(&net);
    let builder = AdamW::new().lr(1e-2);
    let mut cpu = AnyBuilder::from(builder.clone()).build(&host).expect("builds");
    let mut optimizer = GpuModuleOptimizer::new(builder, &net).expect("runs");
    for t in 0..10 {
        let grads = grads_of(&host, t);
        cpu.step(&mut host, &grads).expect("steps");
        let given = give(&net, &grads);
        let stepped = std::thread::scope(|scope| {
            let optimizer = &mut optimizer;
            scope.spawn(move || optimizer.step(net, given).map_err(|refused| refused.error)).join()
        });
        net = stepped.expect("no panic").expect("steps");
    }
    let worst = worst(&download(&net), &host);
    assert!(worst <= 1e-5, "{worst}");
}

/// Every error has the module and the gradients.
#[test]
fn errors() {
    let device = Device::default();
    let net = Net::new(&device);
    let start = download(&net);
    let mut optimizer = GpuModuleOptimizer::new(AdamW::new().lr(1e-2), &net).expect("runs");
    let mut grads = GradientsParams::new();
    grads.register::<1>(net.scale.id, Tensor::zeros([2], &device));
    let refused = optimizer.step(net, grads).expect_err("the shape");
    assert!(
        matches!(&refused.error, BurnError::Shape { what: "gradient", param, .. } if param == "scale"),
        "{refused}"
    );
    assert_eq!(refused.grads.len(), 1);
    let mut net = refused.module;
    let layer = net.layers.pop();
    let refused = optimizer.step(net, GradientsParams::new()).expect_err("other parameters");
    assert!(matches!(&refused.error, BurnError::Parameters { .. }), "{refused}");
    println!("{refused}");
    let mut net = refused.module;
    net.layers.extend(layer);
    assert_eq!(download(&net), start);
    let refused = optimizer.set_learning_rate(-1.0).expect_err("negative");
    println!("{refused}");
    assert!(matches!(refused, BurnError::Hyper(_)));
    assert_eq!(optimizer.optimizer().steps(), 0);
    let mut grads = GradientsParams::new();
    grads.register::<1>(net.scale.id, Tensor::zeros([1], (&device, DType::F16)));
    let refused = optimizer.step(net, grads).expect_err("the type");
    assert!(matches!(&refused.error, BurnError::DType { what: "gradient", .. }), "{refused}");
    println!("{refused}");
    let net = refused.module;
    let given = give(&net, &grads_of(&start, 1));
    let net = optimizer.step(net, given).expect("steps");
    assert_ne!(download(&net), start);
}

/// A probe needs gradients at two points. A step in burn's buffers gets only one.
#[test]
fn probes_are_refused() {
    let device = Device::default();
    let net = Net::new(&device);
    let error = GpuModuleOptimizer::new(SAM::new(AdamW::new()), &net).expect_err("a probe");
    assert!(matches!(error, BurnError::Probe { optimizer: "SAM<AdamW>" }), "{error}");
    let text = error.to_string();
    assert!(text.contains("needs gradients at two points") && text.contains("`GpuOptimizer::step_with`"), "{text}");

    let model = Host::from([("w".to_owned(), numbers(&[4, 3], 1))]);
    let cpu = SAM::new(AdamW::new()).build(&model).expect("builds");
    let error = GpuParamOptimizer::new(cpu, &tensor::<2>(&model["w"], &device)).expect_err("a probe");
    assert!(matches!(error, BurnError::Probe { optimizer: "SAM<AdamW>" }), "{error}");
}

#[test]
fn a_mask_of_one_parameter() {
    let device = Device::default();
    let model = Host::from([("w".to_owned(), numbers(&[4, 3], 1))]);
    let cpu = AdamW::new().build(&model).expect("builds");
    let param = tensor::<2>(&model["w"], &device);
    let mut optimizer = GpuParamOptimizer::new(cpu, &param).expect("runs");
    let grad = || tensor::<2>(&numbers(&[4, 3], 2), &device);
    let (param, report) = optimizer.step(param, grad());
    report.expect("steps");
    let mask = model["w"].mapv(|x| x > 0.0);
    optimizer.change_settings(|opt| opt.set_mask("w", &mask)).expect("fits");
    let (param, refused) = optimizer.step(param, grad());
    let refused = refused.expect_err("the device does not have the mask");
    assert!(matches!(refused, BurnError::Gpu(GpuError::Changed(OptimizerChanged::Masks))), "{refused}");
    optimizer.change_state(|_| ()).expect("runs");
    let found = optimizer.to_optimizer().expect("reads");
    let state = found.state("w", "exp_avg").expect("a state");
    assert!(state.iter().zip(&mask).all(|(x, kept)| (*x != 0.0) == *kept));
    let (_, report) = optimizer.step(param, grad());
    report.expect("steps");
}

#[derive(Module, Debug)]
struct Odd {
    empty: Param<Tensor<2>>,
    first: Param<Tensor<1>>,
    /// The same parameter as `first`: its gradient is used once, as in burn's own optimizers.
    again: Param<Tensor<1>>,
    scalar: Param<Tensor<1>>,
}

#[test]
fn empty_and_tied_parameters() {
    let device = Device::default();
    let first = Param::from_tensor(tensor::<1>(&numbers(&[10], 1), &device));
    let again = first.clone();
    let empty = Param::from_tensor(Tensor::zeros([0, 3], &device));
    let scalar = Param::from_tensor(Tensor::ones([1], &device));
    let odd = Odd { empty, first, again, scalar };
    let mut host = download(&odd);
    let mut grads = grads_of(&host, 3);
    let given = give(&odd, &grads);
    // The gradient that was registered last for the parameter.
    let of_both = grads.remove("again").expect("is there");
    grads.insert("first".to_owned(), of_both);
    let mut cpu = AnyBuilder::from(AdamW::new()).build(&host).expect("builds");
    let mut optimizer = GpuModuleOptimizer::new(AdamW::new(), &odd).expect("runs");
    let odd = optimizer.step(odd, given).expect("steps");
    cpu.step(&mut host, &grads).expect("steps");
    let found = download(&odd);
    assert!(worst(&found, &host) <= 1e-6);
    assert_eq!(found["empty"].len(), 0);
    assert_eq!(download(&optimizer.eval_weights(&odd).expect("runs")), found);
    assert_ne!(found["first"], found["again"]);
}

/// A number, and tensors where they are due.
#[test]
fn inputs() {
    let device = Device::default();
    let builder = ReduceOnPlateau::new(SophiaG::new().lr(1e-2).k(3)).patience(1);
    let mut net = Net::new(&device);
    let mut host = download(&net);
    let mut cpu = builder.clone().build(&host).expect("builds");
    let mut optimizer = GpuModuleOptimizer::new(builder, &net).expect("runs");
    for t in 0..12 {
        let (grads, hessian) = (grads_of(&host, t), grads_of(&host, 100 + t));
        let (given, tensors) = (give(&net, &grads), give(&net, &hessian));
        // The number falls, then it stays constant.
        let number = if t < 8 { 2.0 - 0.1 * t as f64 } else { 2.0 };
        let loss = ("loss", GpuInput::Number(number));
        if t == 2 {
            let refused = optimizer.step_with_inputs(net, given, &[loss]).expect_err("the tensors are due");
            assert!(
                matches!(
                    &refused.error,
                    BurnError::Gpu(GpuError::MissingInput { input: "inner.hessian", global: false, .. })
                ),
                "{refused}"
            );
            let help = "help: pass it in the `inputs` of the step, as an array for each parameter";
            assert!(refused.to_string().ends_with(help), "{refused}");
            let (given, wrong) = (refused.grads, ("inner.hessian", GpuInput::Number(1.0)));
            let refused = optimizer.step_with_inputs(refused.module, given, &[loss, wrong]).expect_err("not a number");
            assert!(matches!(&refused.error, BurnError::Gpu(GpuError::InputKind { .. })), "{refused}");
            assert!(refused.to_string().ends_with("help: give it as an array for each parameter"), "{refused}");
            let mut turned = give(&refused.module, &hessian);
            turned.register::<2>(refused.module.layers[0].weight.id, Tensor::zeros([30, 20], &device));
            let wrong = ("inner.hessian", GpuInput::Arrays(&turned));
            let refused =
                optimizer.step_with_inputs(refused.module, refused.grads, &[loss, wrong]).expect_err("the shape");
            assert!(matches!(&refused.error, BurnError::Shape { what: "input", .. }), "{refused}");
            net = refused.module;
        }
        let given = give(&net, &grads);
        let all = [loss, ("inner.hessian", GpuInput::Arrays(&tensors))];
        let inputs = Inputs::new().number("loss", number);
        let (inputs, of_module) = match t % 3 {
            2 => (inputs.tensors("inner.hessian", &hessian), &all[..]),
            _ => (inputs, &all[..1]),
        };
        cpu.with_inputs(&inputs).step(&mut host, &grads).expect("steps");
        net = optimizer.step_with_inputs(net, given, of_module).expect("steps");
    }
    let worst = worst(&download(&net), &host);
    println!("{worst:9.2e}");
    assert!(worst <= 1e-5, "{worst}");
}

/// The weights for evaluation agree with the host. The module does not change.
#[test]
fn weights_for_evaluation() {
    let device = Device::default().autodiff();
    let mut net = Net::new(&device);
    let mut host = download(&net);
    let builder = ScheduleFreeAdamW::new().lr(1e-2);
    let mut cpu = builder.clone().build(&host).expect("builds");
    let mut optimizer = GpuModuleOptimizer::new(builder, &net).expect("runs");
    for t in 0..10 {
        let mut grads = grads_of(&host, t);
        grads.remove("conv");
        cpu.step(&mut host, &grads).expect("steps");
        let given = give(&net, &grads);
        net = optimizer.step(net, given).expect("steps");
    }
    let before = (download(&net), buffers(&net));
    let weights = optimizer.eval_weights(&net).expect("runs");
    assert!(weights.scale.val().is_require_grad());
    let (found, expected) = (download(&weights), cpu.eval_weights(&host).expect("has some"));
    let away = worst(&found, &expected);
    println!("{away:9.2e}");
    assert!(away <= 1e-5, "{away}");
    assert!(worst(&found, &before.0) > 1e-3, "they are not the parameters");
    assert_eq!((download(&net), buffers(&net)), before);
    // An optimizer without an `eval` returns copies.
    let mut copying = GpuModuleOptimizer::new(AdamW::new(), &net).expect("runs");
    assert_eq!(download(&copying.eval_weights(&net).expect("runs")), before.0);
}
