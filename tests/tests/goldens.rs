//! The stock optimizers against the numbers of the reference package.

use std::collections::BTreeMap;

use ndarray::{ArrayD, ArrayViewD};
use optim_std::optimizers::{
    ASGD, Adadelta, Adafactor, Adagrad, Adam, AdamW, Adamax, Lamb, Lion, NAdam, RAdam, RMSprop, Rprop, SGD,
};
use optim_std::{Builder, Definition, Float, Optimizer, StateView};
use optim_tests::manifest::{Config, Group, Manifest, Precision, Settings};
use optim_tests::tensors::Tensors;
use optim_tests::{Error, goldens};

/// What a parameter's run ends with, and how it got there.
struct Trace {
    /// After each recorded step.
    params: Vec<ArrayD<f64>>,
    initial_state: BTreeMap<String, ArrayD<f64>>,
    state: BTreeMap<String, ArrayD<f64>>,
}

type Traces = BTreeMap<String, Trace>;

/// Gradients arrive when they are due: the place of a step's gradient in the list, if the parameter has one.
type Due<'a> = dyn Fn(&str, usize) -> Option<usize> + 'a;

fn read(optimizer: &str) -> Result<(Manifest, Tensors), Error> {
    let file = |ending: &str| goldens().join(format!("{optimizer}.{ending}"));
    let (manifest, tensors) = (Manifest::read(&file("json"))?, Tensors::read(&file("safetensors"))?);
    assert_eq!(manifest.optimizer, optimizer);
    assert_eq!(manifest.record_steps.last(), Some(&manifest.steps));
    Ok((manifest, tensors))
}

/// Every configuration of the file, one after another.
fn replay<O: Definition>() {
    let (manifest, tensors) = read(O::NAME).unwrap();
    assert!(!manifest.configs.is_empty());
    for config in &manifest.configs {
        let what = format!("{} `{}` {:?}", O::NAME, config.name, config.precision);
        let due = in_turn(config);
        let traces = run::<O>(&manifest, &tensors, config, &due).unwrap_or_else(|error| panic!("{what}: {error}"));
        for param in manifest.shapes.keys() {
            compare(&what, param, &traces[param], config, &tensors).unwrap();
        }
    }
}

/// A gradient per step, except where there was none.
fn in_turn(config: &Config) -> impl Fn(&str, usize) -> Option<usize> + '_ {
    |param, step| {
        let absent = config.no_grad.get(param).is_some_and(|steps| steps.contains(&(step + 1)));
        (!absent).then_some(step)
    }
}

fn run<O: Definition>(manifest: &Manifest, tensors: &Tensors, config: &Config, due: &Due<'_>) -> Result<Traces, Error> {
    match config.precision {
        Precision::Float32 => run_in::<O, f32>(manifest, tensors, config, due),
        Precision::Float64 | Precision::Float64Mixed => run_in::<O, f64>(manifest, tensors, config, due),
    }
}

fn run_in<O: Definition, T: Float>(
    manifest: &Manifest,
    tensors: &Tensors,
    config: &Config,
    due: &Due<'_>,
) -> Result<Traces, Error> {
    let mut params: BTreeMap<String, ArrayD<T>> = BTreeMap::new();
    for (param, key) in &config.init {
        let init = tensors.get(key)?;
        assert_eq!(init.shape(), &manifest.shapes[param][..], "{param}");
        params.insert(param.clone(), cast(&init));
    }
    let mut optimizer = builder::<O>(&config.settings, &config.groups)?.build(&params)?;
    let initial = states(&optimizer);
    let mut traces: Traces = params
        .keys()
        .map(|param| {
            let initial_state = initial.get(param).cloned().unwrap_or_default();
            (param.clone(), Trace { params: Vec::new(), initial_state, state: BTreeMap::new() })
        })
        .collect();
    // Some parameters may have to wait for their gradients.
    for step in 0..2 * manifest.steps {
        let mut grads: BTreeMap<&str, ArrayD<T>> = BTreeMap::new();
        for (param, key) in &config.grads {
            if let Some(index) = due(param, step).filter(|index| *index < manifest.steps) {
                grads.insert(param, cast(&tensors.entry(key, index)?));
            }
        }
        if grads.is_empty() {
            continue;
        }
        let before = params.clone();
        let report = optimizer.step(&mut params, &grads)?;
        assert_eq!(report.updated, grads.len());
        for (param, trace) in &mut traces {
            match due(param, step) {
                Some(index) if manifest.record_steps.contains(&(index + 1)) => {
                    trace.params.push(params[param].mapv(Float::to_f64));
                }
                Some(_) => {}
                None => assert_eq!(params[param], before[param], "{param} has no gradient"),
            }
        }
    }
    for (param, state) in states(&optimizer) {
        traces.entry(param).and_modify(|trace| trace.state = state);
    }
    Ok(traces)
}

fn builder<O: Definition>(settings: &Settings, groups: &[Group]) -> Result<Builder<O>, Error> {
    let apply = |builder: Builder<O>, settings: &Settings| {
        settings.iter().try_fold(builder, |builder, (name, value)| builder.set_by_name(name, value.clone()))
    };
    let mut builder = apply(Builder::new(), settings)?;
    for (number, group) in groups.iter().enumerate() {
        let members = group.params.clone();
        let overrides = apply(Builder::new(), &group.settings)?;
        builder = builder.group(
            format!("group{number}"),
            move |param| members.iter().any(|name| name == param.name()),
            overrides,
        );
    }
    Ok(builder)
}

/// Every state of every parameter.
fn states<O: Definition, T: Float>(optimizer: &Optimizer<O, T>) -> BTreeMap<String, BTreeMap<String, ArrayD<f64>>> {
    let mut states: BTreeMap<String, BTreeMap<String, ArrayD<f64>>> = BTreeMap::new();
    optimizer.visit_state(|param, state, view| {
        let array = match view {
            StateView::Scalar(number) => ndarray::arr0(number).into_dyn(),
            StateView::Array(array) => array.mapv(Float::to_f64),
        };
        states.entry(param.to_owned()).or_default().insert(state.to_owned(), array);
    });
    states
}

fn cast<T: Float>(array: &ArrayViewD<'_, f64>) -> ArrayD<T> {
    array.mapv(T::from_f64)
}

fn compare(what: &str, param: &str, trace: &Trace, config: &Config, tensors: &Tensors) -> Result<(), Error> {
    let init = tensors.get(&config.init[param])?;
    let golden = tensors.get(&config.params[param])?;
    assert_eq!(trace.params.len(), golden.len_of(ndarray::Axis(0)), "{what}: recorded steps of `{param}`");
    let moved = movement(&golden.outer_iter().next_back().ok_or("nothing recorded")?, &init);
    for (record, golden) in golden.outer_iter().enumerate() {
        assert_close(
            &format!("{what}: `{param}`, record {record}"),
            &trace.params[record].view(),
            &golden,
            moved,
            config.precision,
        );
    }
    let empty = BTreeMap::new();
    let expected = config.state.get(param).unwrap_or(&empty);
    let names: Vec<&String> = trace.state.keys().collect();
    assert_eq!(names, expected.keys().collect::<Vec<_>>(), "{what}: states of `{param}`");
    for (state, key) in expected {
        let golden = numbers(tensors.get(key)?, &trace.state[state]);
        let moved = movement(&golden, &trace.initial_state[state].view());
        assert_close(
            &format!("{what}: `{state}` of `{param}`"),
            &trace.state[state].view(),
            &golden,
            moved,
            config.precision,
        );
    }
    Ok(())
}

/// A golden state; the files keep the number of a scalar state as an array of one.
fn numbers<'a>(golden: ArrayViewD<'a, f64>, found: &ArrayD<f64>) -> ArrayViewD<'a, f64> {
    if found.ndim() == 0 && golden.shape() == [1] { golden.index_axis_move(ndarray::Axis(0), 0) } else { golden }
}

/// Largest difference; how far a tensor came.
fn movement(a: &ArrayViewD<'_, f64>, b: &ArrayViewD<'_, f64>) -> f64 {
    assert_eq!(a.shape(), b.shape());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[track_caller]
fn assert_close(
    what: &str,
    found: &ArrayViewD<'_, f64>,
    golden: &ArrayViewD<'_, f64>,
    moved: f64,
    precision: Precision,
) {
    assert_eq!(found.shape(), golden.shape(), "{what}");
    for (place, (a, b)) in found.iter().zip(golden).enumerate() {
        let allowed = match precision {
            Precision::Float64 => 1e-11 * b.abs(),
            Precision::Float32 | Precision::Float64Mixed => 2e-6 * b.abs().max(1.0) + 5e-5 * moved,
        };
        // Not `>`: a NaN is no success.
        assert!(
            (a - b).abs() <= allowed,
            "{what}, element {place}: {a:?}, reference {b:?}, difference {:e} of {allowed:e}",
            (a - b).abs()
        );
    }
}

#[test]
fn asgd() {
    replay::<ASGD>();
}

#[test]
fn adadelta() {
    replay::<Adadelta>();
}

#[test]
fn adafactor() {
    replay::<Adafactor>();
}

#[test]
fn adagrad() {
    replay::<Adagrad>();
}

#[test]
fn adam() {
    replay::<Adam>();
}

#[test]
fn adamw() {
    replay::<AdamW>();
}

#[test]
fn adamax() {
    replay::<Adamax>();
}

#[test]
fn lamb() {
    replay::<Lamb>();
}

#[test]
fn lion() {
    replay::<Lion>();
}

#[test]
fn nadam() {
    replay::<NAdam>();
}

#[test]
fn radam() {
    replay::<RAdam>();
}

#[test]
fn rmsprop() {
    replay::<RMSprop>();
}

#[test]
fn rprop() {
    replay::<Rprop>();
}

#[test]
fn sgd() {
    replay::<SGD>();
}

/// Parameters are independent of each other: two configurations as two groups of one optimizer give each parameter
/// the numbers of its own.
fn two_groups<O: Definition>() {
    let (manifest, tensors) = read(O::NAME).unwrap();
    let mut pairs = 0;
    for (place, first) in manifest.configs.iter().enumerate() {
        // Inputs belong to a run: both must have the same.
        let alike = |other: &&Config| {
            other.precision == first.precision && other.init == first.init && other.grads == first.grads
        };
        let Some(second) = manifest.configs[place + 1..].iter().find(alike) else { continue };
        pairs += 1;
        let names: Vec<String> = manifest.shapes.keys().cloned().collect();
        let (some, others) = names.split_at(1);
        let both = Config {
            settings: manifest.configs[0].settings.iter().filter(|(name, _)| name == "lr").cloned().collect(),
            groups: vec![
                Group { params: some.to_vec(), settings: first.settings.clone() },
                Group { params: others.to_vec(), settings: second.settings.clone() },
            ],
            ..first.clone()
        };
        let traces = run::<O>(&manifest, &tensors, &both, &in_turn(first)).unwrap();
        let what = format!("{} `{}` with `{}`", O::NAME, first.name, second.name);
        for param in some {
            compare(&what, param, &traces[param], first, &tensors).unwrap();
        }
        for param in others {
            compare(&what, param, &traces[param], second, &tensors).unwrap();
        }
    }
    assert!(pairs > 0);
}

#[test]
fn groups_have_their_own_settings() {
    two_groups::<ASGD>();
    two_groups::<Adadelta>();
    two_groups::<Adafactor>();
    two_groups::<Adagrad>();
    two_groups::<Adam>();
    two_groups::<AdamW>();
    two_groups::<Adamax>();
    two_groups::<Lamb>();
    two_groups::<Lion>();
    two_groups::<NAdam>();
    two_groups::<RAdam>();
    two_groups::<RMSprop>();
    two_groups::<Rprop>();
    two_groups::<SGD>();
}

/// A step without a gradient for a parameter is none for that parameter: not for its state, not for its step count.
fn waiting<O: Definition>() {
    let (manifest, tensors) = read(O::NAME).unwrap();
    for config in &manifest.configs {
        let what = format!("{} `{}` {:?}, gradients now and then", O::NAME, config.name, config.precision);
        // The first parameter has its gradients in the second half of twice as many steps, the second one in every
        // other step, the others from the start and then none.
        let names: Vec<&String> = manifest.shapes.keys().collect();
        let due = |param: &str, step: usize| {
            let place = match names.iter().position(|name| *name == param) {
                Some(0) => step.checked_sub(manifest.steps),
                Some(1) => step.is_multiple_of(2).then_some(step / 2),
                _ => Some(step),
            };
            place.filter(|place| *place < manifest.steps)
        };
        let traces = run::<O>(&manifest, &tensors, config, &due).unwrap();
        for param in manifest.shapes.keys() {
            compare(&what, param, &traces[param], config, &tensors).unwrap();
        }
    }
}

#[test]
fn missing_gradients_change_nothing() {
    waiting::<ASGD>();
    waiting::<Adadelta>();
    waiting::<Adafactor>();
    waiting::<Adagrad>();
    waiting::<Adam>();
    waiting::<AdamW>();
    waiting::<Adamax>();
    waiting::<Lamb>();
    waiting::<Lion>();
    waiting::<NAdam>();
    waiting::<RAdam>();
    waiting::<RMSprop>();
    waiting::<Rprop>();
    waiting::<SGD>();
}
