//! Outputs of wrappers around a partition, and of the partition's rules.

use optim_std::AnyBuilder;
use optim_std::author::*;
use optim_std::contrib::{LARS, StableAdamW};
use optim_std::evaluate::NdarrayBackend;
use optim_std::prelude::*;

use super::lists::Listing;
use super::*;

/// Scales gradients by their joint norm, and reports it. A number of the whole model is between numbers that only outputs need.
#[optimizer(output <own: scalar, before: global, after: global>)]
#[derive(Debug, Clone, PartialEq)]
struct Scaled<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Scaled<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        output.own = grad.norm();
        output.before = grad.global_sum();
        let scaled = grad / (grad.global_norm() + 1e-6);
        self.inner.step(param, scaled);
        output.after = scaled.abs().global_amax();
    }
}

/// Changes nothing, and reports a number of the whole model.
#[optimizer(output <joint: global>)]
#[derive(Debug, Clone, PartialEq)]
struct Telling<O: Definition> {
    inner: O,
}

#[optimizer]
impl<O: Definition> Telling<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        self.inner.step(param, grad);
        output.joint = grad.global_norm();
    }
}

/// Keeps scratch between phases only for an output.
#[optimizer(output <spread: global>)]
#[derive(Debug, Clone, PartialEq)]
struct Spreading {}

#[optimizer]
impl Spreading {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        *param -= 0.1 * grad;
        let sorted = grad - grad.quantile(0.5);
        let joint = sorted.global_norm();
        output.spread = (sorted / joint).quantile(0.25).global_sum();
    }
}

#[track_caller]
fn close(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-12 * expected.abs().max(1.0), "{found} {expected}");
}

fn model(seed: usize) -> Model<f64> {
    let shapes: [(&str, &[usize]); 4] = [("a", &[7, 5]), ("b", &[5]), ("c", &[2, 3]), ("d", &[3])];
    let named = shapes.iter().enumerate();
    named.map(|(place, (name, shape))| ((*name).to_owned(), array(shape, 100 * seed + place))).collect()
}

fn partition(rules: [AnyBuilder; 2]) -> Partition {
    let [wide, rest] = rules;
    Partition::new().rule("wide", |p| p.ndim() == 2, wide).rest("rest", rest)
}

fn rules() -> [AnyBuilder; 2] {
    [StableAdamW::new().lr(0.1).into(), StableAdamW::new().lr(0.2).into()]
}

/// Numbers that the wrapper or the optimizer of one rule reports cover all parameters. The step does not depend on the
/// watched names.
#[test]
fn rules_meet_at_the_numbers_of_the_wrapper_whoever_is_watched() {
    let start = model(0);
    let watched: [&[&str]; 7] = [
        &[],
        &["wide.inner.update_rms"],
        &["own"],
        &["before"],
        &["after", "cosine"],
        &["wide.inner.update_rms", "own"],
        &["rest.inner.update_rms"],
    ];
    let mut models = watched.map(|_| start.clone());
    let mut optimizers =
        watched.map(|names| Scaled::new(partition(rules())).watch(names.iter().copied()).build(&start).unwrap());
    for step in 1..=4 {
        let grads = model(step);
        let reports: Vec<optim_std::StepReport> =
            optimizers.iter_mut().zip(&mut models).map(|(opt, model)| opt.step(model, &grads).unwrap()).collect();
        assert!(models.iter().all(|model| *model == models[0]), "step {step}");
        let all = || grads.values().flatten();
        let norm = all().map(|x| x * x).sum::<f64>().sqrt();
        let of = |place: usize| reports[place].watched.as_ref().unwrap();
        for (name, grad) in &grads {
            close(of(2).param(name, "own"), grad.iter().map(|x| x * x).sum::<f64>().sqrt());
            close(of(5).param(name, "own"), of(2).param(name, "own").unwrap());
        }
        close(of(3).model("before"), all().sum());
        close(of(4).model("after"), all().map(|x| x.abs()).fold(0.0, f64::max) / (norm + 1e-6));
        assert!(of(1).param("a", "wide.inner.update_rms").is_some());
        assert!(of(6).param("b", "rest.inner.update_rms").is_some());
    }
}

/// If a wrapper uses numbers of the whole model only for its output, they cover all rules.
#[test]
fn a_number_that_is_only_an_output_is_of_all_rules() {
    let start = model(0);
    let mut opt = Telling::new(partition(rules())).watch(["joint"]).build(&start).unwrap();
    assert!(!opt.is_of_whole_model());
    let (mut stepped, mut plain) = (start.clone(), start.clone());
    let mut without = partition(rules()).build(&start).unwrap();
    for step in 1..=3 {
        let grads = model(step);
        let found = opt.step(&mut stepped, &grads).unwrap().watched.unwrap().model("joint").unwrap();
        let expected = grads.values().flatten().map(|x| x * x).sum::<f64>().sqrt();
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
        without.step(&mut plain, &grads).unwrap();
    }
    assert_eq!(stepped, plain);
}

/// Devices report the same numbers.
#[test]
fn devices_report_the_same() {
    let start = model(0);
    for names in [&["own", "before"][..], &["after", "wide.inner.update_rms"], &["wide.inner.update_rms"]] {
        let scaled = Scaled::new(partition(rules())).watch(names.iter().copied());
        same_on_a_device(|| scaled.clone().build(&start).unwrap());
    }
    let listing = Listing::new().k(2).watch(["sizes", "totals", "axes.1", "whole"]);
    same_on_a_device(|| listing.clone().build(&start).unwrap());
}

fn same_on_a_device(build: impl Fn() -> Optimizer<f64>) {
    let start = model(0);
    let (mut host, mut on) = (build(), build().on_device(NdarrayBackend::<f64>::new()).unwrap());
    let tensor = |on: &optim_std::OnDevice<NdarrayBackend<f64>, f64>, array: &ArrayD<f64>, place: usize| {
        let shape = on.shape(place).unwrap();
        Some(array.clone().into_shape_with_order(shape).unwrap().into_shared())
    };
    let mut model_on_host = start.clone();
    let mut tensors: Vec<_> = start.values().enumerate().map(|(place, array)| tensor(&on, array, place)).collect();
    for step in 1..=3 {
        let grads = model(step);
        let expected = host.step(&mut model_on_host, &grads).unwrap().watched.unwrap();
        let grads: Vec<_> = grads.values().enumerate().map(|(place, grad)| tensor(&on, grad, place)).collect();
        let (made, report) = on.step(&tensors, &grads).unwrap();
        tensors = made;
        let found = report.watched.unwrap();
        let all = |watched: &Watched| {
            let of_params = watched.of_params().map(|(param, name, value)| (format!("{param} {name}"), value));
            of_params.chain(watched.of_model().map(|(name, value)| (name.to_owned(), value))).collect::<Vec<_>>()
        };
        let (found, expected) = (all(&found), all(&expected));
        assert!(!expected.is_empty() && found.len() == expected.len(), "{found:?} {expected:?}");
        for ((name, found), (expected_name, expected)) in found.iter().zip(&expected) {
            assert_eq!(name, expected_name);
            assert!((found - expected).abs() < 1e-10 * expected.abs().max(1.0), "{name} {found} {expected}");
        }
    }
}

/// An output of the wrapper has one name, for any names of rules. Outputs of a rule begin with the rule's name.
#[test]
fn outputs_of_the_wrapper_are_called_as_it_calls_them() {
    let start = model(0);
    let mut opt = Scaled::new(partition(rules())).build(&start).unwrap();
    let watchable = opt.watchable();
    assert_eq!(watchable[ALL.len()..], ["own", "before", "after", "wide.inner.update_rms", "rest.inner.update_rms"]);
    let error = opt.watch(["wide.own"]).unwrap_err().to_string();
    assert!(error.starts_with("no number `wide.own` can be watched"), "{error}");
}

/// Memory that only watched steps need is freed when no number is watched any more.
#[test]
fn scratch_of_watched_steps_is_given_back() {
    let start = model(0);
    let mut opt = Spreading::new().build(&start).unwrap();
    let mut stepped = start.clone();
    for names in [&["spread"][..], &["spread", "cosine"], &[]] {
        opt.watch(names.iter().copied()).unwrap();
        assert_eq!(opt.phase_bytes(), 0);
        opt.step(&mut stepped, &start).unwrap();
        assert_eq!(opt.phase_bytes() > 0, !names.is_empty(), "{names:?}");
    }
}

/// A rule without parameters still has its outputs. The list of an optimizer does not depend on the model.
#[test]
fn rules_without_parameters_have_their_outputs() {
    let start = model(0);
    let build = |names: &'static [&str]| {
        let none = Partition::new().rule("none", |p| p.ndim() == 7, LARS::new()).optional();
        none.rest("rest", StableAdamW::new()).watch(names.iter().copied()).build(&start)
    };
    let opt = build(&["none.trust_ratio", "rest.update_rms"]).unwrap();
    assert_eq!(opt.watchable()[ALL.len()..], ["none.trust_ratio", "rest.update_rms"]);
}
