//! `optim_std::burn` on a device: its optimizers step with kernels, one parameter after another. The tests compare with
//! the kernel of the CPU, on copies of the same tensors. With the feature `fusion`, burn delays its operations.

extern crate burn_core as burn;

mod burn_support;

use burn::tensor::{DType, Device, Tensor};
use burn_optim::lr_scheduler::cosine::CosineAnnealingLrSchedulerConfig;
use burn_optim::{GradientsParams, ModuleOptimizer, Optimizer};
use optim_std::Storage;
use optim_std::burn::{
    BurnModuleOptimizer, BurnOptimizer, BurnOptions, BurnStepError, LearningRates, OnError, StepPath,
};
use optim_std::contrib::{Lookahead, SGLD, SOAP};
use optim_std::prelude::*;
use optim_std::registry::AnyBuilder;

use burn_support::{Net, buffers, download, give, grads_of, numbers, tensor, worst};

const CLOSE: f32 = 1e-5;

/// burn's `ModuleOptimizer` takes only modules with autodiff.
fn device() -> Device {
    Device::default().autodiff()
}

fn options(path: StepPath) -> BurnOptions {
    BurnOptions::new().path(path)
}

fn optimizer(builder: impl Into<AnyBuilder>, path: StepPath) -> BurnOptimizer {
    BurnOptimizer::from_any(builder.into(), options(path)).expect("for burn")
}

/// Steps with the gradients and the learning rates of these steps. In some steps, a bias has no gradient.
fn run(optimizer: &mut ModuleOptimizer, mut net: Net, steps: impl IntoIterator<Item = u64>) -> Net {
    let start = download(&net);
    for t in steps {
        let mut grads = grads_of(&start, t);
        if t % 3 == 1 {
            grads.remove("layers.1.bias");
        }
        let given = give(&net, &grads);
        net = optimizer.step(1e-2 / (1.0 + t as f64), net, given);
    }
    net
}

/// Runs 20 steps with the kernels chosen explicitly, with the device's default, and on the CPU.
fn check(builder: impl Into<AnyBuilder>) {
    let builder = builder.into();
    let device = device();
    let expected = download(&run(&mut optimizer(builder.clone(), StepPath::Kernel).init(), Net::new(&device), 0..20));
    assert!(worst(&expected, &download(&Net::new(&device))) > 1e-3, "it moves");
    let mut found = Vec::new();
    for path in [StepPath::Gpu, StepPath::Auto] {
        found.push(download(&run(&mut optimizer(builder.clone(), path).init(), Net::new(&device), 0..20)));
    }
    assert_eq!(found[0], found[1], "the same kernels");
    let worst = worst(&found[0], &expected);
    println!("{worst:9.2e}");
    assert!(worst <= CLOSE, "{worst}");
}

#[test]
fn adamw() {
    check(AdamW::new().weight_decay(0.1));
}

#[test]
fn lamb() {
    check(Lamb::new());
}

/// Both kernels store states in fewer bytes. The graph does not.
#[test]
fn states_in_fewer_bytes() {
    let device = device();
    let run = |storage, path| {
        let adamw = AdamW::new().storage("exp_avg", storage).storage("exp_avg_sq", Storage::Bf16);
        download(&run(&mut optimizer(adamw, path).init(), Net::new(&device), 0..20))
    };
    // A number that differs in its last bit may be rounded to another code.
    let steps = [
        (Storage::Bf16, 1.0 / 128.0),
        (Storage::F16, 1.0 / 1024.0),
        (Storage::Block8, 1.0 / 64.0),
        (Storage::Companded8, 1.0 / 63.0),
    ];
    for (storage, step) in steps {
        let (expected, found) = (run(storage, StepPath::Kernel), run(storage, StepPath::Gpu));
        assert!(worst(&found, &run(Storage::Native, StepPath::Gpu)) > 0.0, "{storage} is used");
        assert_eq!(run(storage, StepPath::Auto), found, "{storage}");
        let worst = worst(&found, &expected);
        println!("{storage}: {worst:9.2e}");
        assert!(worst <= step, "{storage}: {worst}");
    }
    // A step of the graph is an error.
    let keep = options(StepPath::Graph).on_error(OnError::Keep);
    let adamw = AdamW::new().storage("exp_avg", Storage::Block8);
    let by_graph = BurnOptimizer::with_options(adamw, keep).expect("for burn");
    let param = tensor::<1>(&numbers(&[10], 1), &Device::default());
    by_graph.step(1e-2, param.clone(), param, None);
    assert!(matches!(&by_graph.failures().take()[..], [BurnStepError::Device(_)]));
}

#[test]
fn lion() {
    check(Lion::new());
}

#[test]
fn random_numbers_are_those_of_the_cpu() {
    check(SGLD::new().seed(7));
}

#[test]
fn a_wrapper() {
    check(Lookahead::new(AdamW::new()).k(3));
}

#[test]
fn products_of_matrices() {
    // Muon only takes matrices.
    let device = device();
    let of = |path| {
        let recipe = Partition::new()
            .rule("matrices", |p| p.ndim() == 2, Muon::new().lr(0.02))
            .rest("rest", AdamW::new().lr(1e-2));
        let options = options(path).learning_rates(LearningRates::Factor);
        let optimizer = BurnModuleOptimizer::with_options(recipe, options, &Net::new(&device)).expect("for burn");
        download(&run(&mut optimizer.init(), Net::new(&device), 0..20))
    };
    let worst = worst(&of(StepPath::Gpu), &of(StepPath::Kernel));
    println!("{worst:9.2e}");
    assert!(worst <= CLOSE, "{worst}");
}

/// Parameters by name: rules, groups, random numbers and watched numbers.
#[test]
fn a_module_by_name() {
    let device = device();
    let of = |path| {
        let recipe = Partition::new()
            .rule("matrices", |p| p.ndim() == 2, SGLD::new().lr(1e-2))
            .rest("rest", Lamb::new().lr(1e-2).group("no_decay", |p| p.ndim() < 2, |g| g.weight_decay(0.0)))
            .watch_every(4, ["update_ratio", "grad_norm"]);
        let options = options(path).learning_rates(LearningRates::Factor);
        let optimizer = BurnModuleOptimizer::with_options(recipe, options, &Net::new(&device)).expect("for burn");
        let net = run(&mut optimizer.init(), Net::new(&device), [0, 2, 3, 5]);
        let watched = optimizer.take_watched();
        (download(&net), watched)
    };
    let ((found, watched), (expected, on_cpu)) = (of(StepPath::Auto), of(StepPath::Kernel));
    let worst = worst(&found, &expected);
    assert!(worst <= CLOSE, "{worst}");
    assert_eq!(watched.is_some(), on_cpu.is_some());
    let (watched, on_cpu) = (watched.expect("the first step is watched"), on_cpu.expect("the same"));
    for name in ["update_ratio", "grad_norm"] {
        let (found, expected) = (watched.model(name).expect("is there"), on_cpu.model(name).expect("is there"));
        assert!((found - expected).abs() <= 1e-5 * expected, "{name}: {found} and {expected}");
    }
}

#[test]
fn buffers_stay_in_50_runs() {
    let device = device();
    let (mut kept, mut count) = (0, 0);
    for run in 0..50 {
        let mut net = Net::new(&device);
        let start = download(&net);
        let mut optimizer = optimizer(AdamW::new(), StepPath::Auto).init();
        for t in 0..3 {
            let before = buffers(&net);
            let given = give(&net, &grads_of(&start, 100 * run + t));
            net = optimizer.step(1e-2, net, given);
            let after = buffers(&net);
            count += before.len();
            kept += before.iter().zip(&after).filter(|(before, after)| before == after).count();
        }
        assert!(download(&net).iter().all(|(name, array)| *array != start[name]));
    }
    assert_eq!(kept, count);
    println!("fusion {}: {kept} of {count} parameters in place", cfg!(feature = "fusion"));
}

/// A step changes no clone of the module and no clone of a tensor.
#[test]
fn what_is_shared_stays() {
    let device = device();
    let mut optimizer = optimizer(AdamW::new(), StepPath::Auto).init();
    let net = Net::new(&device);
    let start = download(&Net::new(&device));
    // Nothing waits for the device between making, sharing and stepping.
    let clone = net.clone();
    let given = give(&net, &grads_of(&start, 5));
    let net = optimizer.step(1e-2, net, given);
    let moved = download(&net);
    assert_eq!(download(&clone), start);
    assert!(moved.iter().all(|(name, array)| *array != start[name]));

    let (weight, before) = (net.layers[0].weight.val(), buffers(&net));
    let lazy = net.layers[2].bias.val().inner() * 2.0;
    let kept = weight.clone().into_data();
    let given = give(&net, &grads_of(&start, 6));
    let net = optimizer.step(1e-2, net, given);
    weight.into_data().assert_eq(&kept, true);
    let doubled = lazy.into_data().try_into_vec::<f32>().expect("f32");
    assert!(doubled.into_iter().eq(moved["layers.2.bias"].iter().map(|x| 2.0 * x)));
    let changed = before.iter().zip(buffers(&net)).map(|(before, after)| *before != after).collect::<Vec<_>>();
    assert!(changed[1], "the weight of the first layer has another buffer");
    assert!(!changed[0] && !changed[2] && !changed[3], "{changed:?}");
}

#[test]
fn autodiff_with_a_scheduler_of_burn() {
    let device = device().gradient_checkpointing();
    let of = |path| {
        let mut scheduler = CosineAnnealingLrSchedulerConfig::new(2e-2, 30).init().expect("allowed");
        let mut optimizer = optimizer(AdamW::new().weight_decay(0.0), path).init();
        let mut net = Net::new(&device);
        let inputs = tensor::<2>(&numbers(&[16, 20], 77), &device);
        let mut losses = Vec::new();
        for _ in 0..30 {
            let loss = net.loss(inputs.clone());
            let before = buffers(&net);
            let grads = GradientsParams::from_grads(loss.backward(), &net);
            losses.push(loss.into_scalar::<f32>());
            net = optimizer.step(scheduler.step(), net, grads);
            if path == StepPath::Auto {
                assert_eq!(before, buffers(&net), "in place");
            }
            assert!(net.layers[0].weight.val().is_require_grad());
        }
        (download(&net), losses)
    };
    let ((found, losses), (expected, _)) = (of(StepPath::Auto), of(StepPath::Kernel));
    println!("loss {:?} to {:?}", losses[0], losses[29]);
    assert!(losses[29] < 0.5 * losses[0], "{losses:?}");
    // The gradients differ too, because their parameters do.
    let worst = worst(&found, &expected);
    assert!(worst <= 1e-4, "{worst}");
}

/// A record of one path resumes on the other, as from one device to another.
#[test]
fn records_go_from_path_to_path() {
    let device = device();
    let paths = [StepPath::Gpu, StepPath::Kernel, StepPath::Graph];
    for builder in [AnyBuilder::from(Lamb::new()), SGLD::new().into(), Lookahead::new(AdamW::new()).k(3).into()] {
        let of = |path| optimizer(builder.clone(), path).init();
        let expected = download(&run(&mut of(StepPath::Kernel), Net::new(&device), 0..7));
        let pairs = paths.into_iter().flat_map(|from| paths.map(|to| (from, to)));
        for (from, to) in pairs.filter(|(from, to)| [*from, *to].contains(&StepPath::Gpu)) {
            let mut first = of(from);
            let net = run(&mut first, Net::new(&device), 0..4);
            let record = first.to_record();
            // The first optimizer continues too: making a record does not change it.
            let (at, clone) = (download(&net), net.clone());
            let second = download(&run(&mut of(to).load_record(record), net, 4..7));
            let tolerance = if to == StepPath::Graph || from == StepPath::Graph { 1e-4 } else { CLOSE };
            assert!(worst(&second, &expected) <= tolerance, "{from:?} to {to:?}: {}", worst(&second, &expected));
            assert_eq!(download(&clone), at);
            let first = download(&run(&mut first, clone, 4..7));
            assert!(worst(&first, &expected) <= tolerance, "{from:?}");
        }
    }
}

/// A clone of an optimizer has its own state.
#[test]
fn clones() {
    let device = device();
    let mut first = optimizer(AdamW::new(), StepPath::Gpu).init();
    let net = run(&mut first, Net::new(&device), 0..3);
    let mut second = first.clone();
    let other = run(&mut second, net.clone(), 10..13);
    let (once, other) = (download(&run(&mut first, net.clone(), 3..6)), download(&other));
    assert!(worst(&once, &other) > 1e-4);
    let mut alone = optimizer(AdamW::new(), StepPath::Gpu).init();
    let net = run(&mut alone, Net::new(&device), 0..3);
    assert_eq!(once, download(&run(&mut alone, net, 3..6)));
}

/// Each thread has its own stream on a device.
#[test]
fn threads() {
    let mut net = Net::new(&device());
    let expected = download(&run(&mut optimizer(Lamb::new(), StepPath::Kernel).init(), net.clone(), 0..6));
    let mut stepping = optimizer(Lamb::new(), StepPath::Gpu).init();
    for t in 0..6 {
        net = std::thread::scope(|scope| {
            let stepping = &mut stepping;
            scope.spawn(move || run(stepping, net, [t])).join().expect("no panic")
        });
    }
    let worst = worst(&download(&net), &expected);
    assert!(worst <= CLOSE, "{worst}");
}

/// SOAP needs eigenvectors, which no kernel computes.
#[test]
fn decompositions_are_steps_of_the_graph() {
    let device = Device::default();
    let param = || tensor::<2>(&numbers(&[6, 4], 1), &device);
    let grad = |t: u64| tensor::<2>(&numbers(&[6, 4], 10 + t), &device);
    let of = |path| {
        let optimizer = optimizer(SOAP::new(), path);
        let (mut param, mut state) = (param(), None);
        for t in 0..5 {
            (param, state) = optimizer.step(1e-2, param, grad(t), state);
        }
        (param.into_data(), format!("{state:?}"))
    };
    let ((found, state), (expected, graph)) = (of(StepPath::Auto), of(StepPath::Graph));
    found.assert_eq(&expected, true);
    assert_eq!(state, graph);

    // An optimizer with the kernels chosen explicitly returns an error.
    let keep = options(StepPath::Gpu).on_error(OnError::Keep);
    let optimizer = BurnOptimizer::with_options(SOAP::new(), keep).expect("for burn");
    let (after, state) = optimizer.step(1e-2, param(), grad(0), None);
    after.clone().into_data().assert_eq(&param().into_data(), true);
    let failures = optimizer.failures().take();
    println!("{failures:?}");
    assert!(matches!(&failures[..], [BurnStepError::Gpu(_)]));
    // The next step returns it too.
    optimizer.step(1e-2, after, grad(1), state);
    assert!(matches!(&optimizer.failures().take()[..], [BurnStepError::Gpu(_)]));
}

#[test]
fn errors() {
    let device = Device::default();
    let keep = options(StepPath::Auto).on_error(OnError::Keep);
    let optimizer = BurnOptimizer::with_options(AdamW::new(), keep).expect("for burn");
    let param = || tensor::<1>(&numbers(&[10], 1), &device);
    let (one, state) = optimizer.step(1e-2, param(), param(), None);
    let before = one.clone().into_data();
    // The learning rate is not allowed, then the shape. The parameter and its state do not change.
    let (one, state) = optimizer.step(-1.0, one, param(), state);
    let (one, state) = optimizer.step(1e-2, one, Tensor::zeros([3], &device), state);
    one.clone().into_data().assert_eq(&before, true);
    let failures = optimizer.failures().take();
    assert!(matches!(&failures[..], [BurnStepError::Hyper(_), BurnStepError::Shape { .. }]), "{failures:?}");
    let (one, _) = optimizer.step(1e-2, one, param(), state);
    let (twice, _) = (0..2).fold((param(), None), |(x, state), _| optimizer.step(1e-2, x, param(), state));
    one.into_data().assert_eq(&twice.into_data(), true);

    // A record of another optimizer.
    let lion = BurnOptimizer::with_options(Lion::new(), keep).expect("for burn");
    let mut other = optimizer.init();
    let net = run(&mut other, Net::new(&self::device()), [0]);
    let before = download(&net);
    let net = run(&mut lion.init().load_record(other.to_record()), net, [0]);
    assert_eq!(download(&net), before);
    assert!(lion.failures().take().iter().all(|error| matches!(error, BurnStepError::Record(_))));
    assert!(optimizer.failures().is_empty());
}

/// Elements of 16 bits are computed in `f32`, and elements of 64 bits by the graph.
#[test]
fn other_elements() {
    let device = Device::default();
    let data = |seed| tensor::<1>(&numbers(&[50], seed), &device).into_data().convert_dtype(DType::F16);
    let tensor = |seed| Tensor::<1>::from_data(data(seed), (&device, DType::F16));
    let of = |path| {
        let optimizer = optimizer(AdamW::new(), path);
        let step = |(x, state), t| optimizer.step(1e-2, x, tensor(t), state);
        let (after, _) = (2..6).fold((tensor(1), None), step);
        assert_eq!(after.dtype(), DType::F16);
        after.into_data()
    };
    of(StepPath::Gpu).assert_eq(&of(StepPath::Kernel), true);
}

#[test]
fn a_parameter_without_elements() {
    let device = Device::default();
    let empty = || Tensor::<2>::zeros([0, 3], &device);
    let (after, state) = optimizer(AdamW::new(), StepPath::Auto).step(1e-2, empty(), empty(), None);
    assert_eq!(after.dims(), [0, 3]);
    assert!(state.is_some());
}
