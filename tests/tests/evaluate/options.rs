//! Groups, schedules, clipping, masks and checkpoints of optimizers on a device.

use ndarray::ArrayD;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{Builder, DeviceError, Optimizer, StepError, StepReport, Storage, Watched};

use crate::support::{Model, compare, model, numbers, pair, step};

/// Halves the steps each time.
#[optimizer(state <scale: global = 1.0>, lr_factor(scale))]
#[derive(Debug, Clone)]
struct Halving {
    #[hyper(default = 0.5, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Halving {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.scale = 0.5 * state.scale;
        *param -= self.lr * state.scale * grad;
    }
}

#[test]
fn factors_of_the_learning_rate() {
    let model = small();
    let (mut host, mut on_device) = pair(&Builder::<Halving>::new(), &model);
    let (mut by_kernel, mut by_graph) = (model.clone(), model);
    for factor in [0.5, 0.25, 0.125] {
        let grads = numbers(&by_kernel, 1);
        let rates = [host.step(&mut by_kernel, &grads).unwrap(), step(&mut on_device, &mut by_graph, &grads).unwrap()]
            .map(|report| report.learning_rate_in("default").unwrap());
        assert_eq!(rates, [Some(0.5 * factor); 2]);
        assert_eq!(on_device.optimizer().learning_rate_in("default"), Ok(Some(0.5 * factor)));
    }
    compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-12);
}

fn small() -> Model<f64> {
    model([&vec![4, 3], &vec![3]].into_iter())
}

/// Steps both optimizers and compares them after each step.
#[track_caller]
fn steps<O: Definition>(builder: &Builder<O>, prepare: impl Fn(&mut Optimizer<f64>)) {
    let model = small();
    let mut host = builder.build(&model).unwrap();
    prepare(&mut host);
    let mut on_device = host.clone().on_device(optim_std::evaluate::NdarrayBackend::<f64>::new()).unwrap();
    let (mut by_kernel, mut by_graph) = (model.clone(), model);
    for t in 0..8 {
        let grads = numbers(&by_kernel, t);
        let expected = host.step(&mut by_kernel, &grads).unwrap();
        let found = step(&mut on_device, &mut by_graph, &grads).unwrap();
        watched_alike(&found, &expected);
        assert_eq!((found.applied, found.updated), (expected.applied, expected.updated));
        let norms = found.grad_norm.zip(expected.grad_norm);
        assert_eq!(found.grad_norm.is_some(), expected.grad_norm.is_some());
        assert!(norms.is_none_or(|(found, expected)| (found - expected).abs() <= 1e-12 * expected));
        compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-10);
    }
    assert_eq!(host.values(), on_device.optimizer().values());
}

/// Both report the same numbers.
#[track_caller]
fn watched_alike(found: &StepReport, expected: &StepReport) {
    let all = |report: &StepReport| {
        let watched = report.watched.as_ref()?;
        let mut numbers: Vec<f64> = watched.of_model().map(|(_, value)| value).collect();
        numbers.extend(watched.of_params().map(|(.., value)| value));
        Some(numbers)
    };
    match (all(found), all(expected)) {
        (None, None) => {}
        (Some(found), Some(expected)) => {
            assert_eq!(found.len(), expected.len());
            let alike = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-10 * b.abs().max(1e-3);
            assert!(found.iter().zip(&expected).all(alike), "{found:?} {expected:?}");
        }
        (found, expected) => panic!("{found:?} {expected:?}"),
    }
}

#[test]
fn watched_numbers() {
    let all: Vec<&str> = Watched::names().collect();
    steps(&builder().watch(all.clone()).grad_scale(0.5), |_| {});
    steps(&builder().watch_every(3, all).clip_norm(0.5).clip_value(0.2).grad_scale(3.0), |_| {});
    steps(&builder().clip_norm(0.5), |optimizer| optimizer.watch(["cosine", "grad_amax"]).unwrap());
}

#[test]
fn declared_outputs() {
    let all = ["update_rms", "cosine", "update_norm"];
    steps(&Builder::<StableAdamW>::new().watch(all), |_| {});
    steps(&Builder::<StableAdamW>::new().watch_every(3, ["update_rms"]).clip_norm(0.5), |_| {});
    steps(&Builder::<LARS>::new().watch(["trust_ratio"]), |_| {});
    steps(&Builder::<Prodigy>::new().watch(["d_hat"]), |_| {});
    steps(&Builder::<Lookahead<StableAdamW>>::new().watch(["inner.update_rms"]), |_| {});
    // Names that are not watched, and no watched names.
    steps(&Builder::<Prodigy>::new().watch(["param_norm"]), |_| {});
    steps(&Builder::<LARS>::new(), |optimizer| optimizer.watch_every(2, ["trust_ratio"]).unwrap());
}

fn builder() -> Builder<AdamW> {
    Builder::<AdamW>::new().set("lr", 0.1).unwrap()
}

#[test]
fn groups_and_schedules() {
    let other = Builder::<AdamW>::new().set("weight_decay", 0.5).unwrap();
    let scheduled = builder().set("lr", Setting::schedule(CosineDecayLR::new(0.1, 0.01, 6).warmup(2))).unwrap();
    steps(&scheduled.group("bias", |param| param.name() == "1", other), |_| {});
}

#[test]
fn scaling_and_clipping() {
    steps(&builder().grad_scale(0.5), |_| {});
    steps(&builder().clip_value(0.25), |_| {});
    steps(&builder().clip_norm(0.5).grad_scale(3.0), |_| {});
    steps(&builder().clip_norm(1e9), |_| {});
}

/// A wrapper clips the gradients for its inner optimizer.
#[test]
fn clipping_inside_of_a_wrapper() {
    let builder = |clip: fn(Builder<Accumulate<AdamW>>) -> Builder<Accumulate<AdamW>>| {
        clip(Builder::new().set("inner.lr", 0.1).unwrap().set("k", 2_usize).unwrap())
    };
    steps(&builder(|builder| builder.clip_norm(0.5).grad_scale(3.0)), |_| {});
    steps(&builder(|builder| builder.clip_value(0.25)), |_| {});
}

#[test]
fn other_storage_is_refused() {
    let model = small();
    for storage in [Storage::Bf16, Storage::Bf16Stochastic, Storage::F16, Storage::Block8, Storage::Companded8] {
        let host = builder().storage("exp_avg_sq", storage).build(&model).unwrap();
        let refused = host.on_device(optim_std::evaluate::NdarrayBackend::<f64>::new()).err().unwrap();
        let expected = format!(
            "the step of parameter `0` cannot be recorded: `exp_avg_sq` is stored as {storage}, but a graph keeps it as f64\nhelp: "
        );
        assert!(refused.to_string().starts_with(&expected), "{refused}");
    }
}

#[test]
fn masks() {
    steps(&builder().clip_norm(0.5).watch(["param_norm", "update_norm", "cosine"]), |optimizer| {
        let mask = ArrayD::from_shape_fn(vec![4, 3], |place| (place[0] + place[1]) % 2 == 0);
        optimizer.set_mask("0", &mask).unwrap();
    });
}

#[test]
fn gradients_that_are_not_finite() {
    for (policy, fails) in [(NonFinite::Error, true), (NonFinite::Skip, false)] {
        let model = small();
        let (_, mut on_device) = pair(&builder().non_finite(policy), &model);
        let mut after = model.clone();
        let mut grads = numbers(&model, 1);
        grads.get_mut("1").unwrap()[1] = f64::NAN;
        match step(&mut on_device, &mut after, &grads) {
            Err(DeviceError::Step(StepError::NonFinite { param })) if fails => assert_eq!(param, "1"),
            Ok(report) if !fails => {
                let found: Vec<String> = report.not_finite.iter().map(ToString::to_string).collect();
                assert_eq!((report.applied, found), (false, vec!["the gradient of `1`".to_owned()]));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(after, model);
        assert_eq!(on_device.optimizer().steps(), 0);
        assert!(step(&mut on_device, &mut after, &numbers(&model, 2)).unwrap().applied);
    }
}

#[test]
fn parameters_that_are_not_finite() {
    let mut model = small();
    let scheduled = builder().set("lr", Setting::schedule(CosineDecayLR::new(0.1, 0.01, 6))).unwrap();
    let (_, mut on_device) = pair(&scheduled.non_finite(NonFinite::Strict), &model);
    let grads = numbers(&model, 1);
    let report = step(&mut on_device, &mut model.clone(), &grads).unwrap();
    let lr = on_device.optimizer().value_in("default", "lr");
    assert_ne!(report.value_in("default", "lr"), lr, "that of the coming step");
    model.get_mut("1").unwrap()[1] = f64::INFINITY;
    match step(&mut on_device, &mut model, &grads) {
        Err(DeviceError::Step(StepError::NonFiniteParameter { param })) => assert_eq!(param, "1"),
        other => panic!("{other:?}"),
    }
}

/// A checkpoint of states on a device continues on the host, and the other way round.
#[test]
fn checkpoints_go_both_ways() {
    let model = small();
    let (mut host, mut on_device) = pair(&builder(), &model);
    let (mut by_kernel, mut by_graph) = (model.clone(), model);
    for t in 0..3 {
        step(&mut on_device, &mut by_graph, &numbers(&by_kernel, t)).unwrap();
    }
    host.load_state_dict(&on_device.download().unwrap().state_dict(), &LoadOptions::default()).unwrap();
    by_kernel.clone_from(&by_graph);
    assert_eq!(host.steps(), 3);
    host.step(&mut by_kernel, &numbers(&by_graph, 3)).unwrap();
    let grads = numbers(&by_graph, 3);
    step(&mut on_device, &mut by_graph, &grads).unwrap();
    compare(&host, &mut on_device, &by_kernel, &by_graph, 1e-12);

    let (_, mut fresh) = pair(&builder(), &by_graph);
    fresh
        .change_state(|optimizer| optimizer.load_state_dict(&host.state_dict(), &LoadOptions::default()))
        .unwrap()
        .unwrap();
    compare(&host, &mut fresh, &by_kernel, &by_graph, 1e-12);
    // Settings change without the states.
    fresh.change_settings(|optimizer| optimizer.set("lr", 0.0)).unwrap();
    let before = by_graph.clone();
    let grads = numbers(&before, 9);
    step(&mut fresh, &mut by_graph, &grads).unwrap();
    assert_eq!(before, by_graph);
}
