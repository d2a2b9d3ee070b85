//! What every stock optimizer promises: one pass, the reference's arguments, defaults, states and checks of arguments.

use std::collections::BTreeMap;

use ndarray::{ArrayD, Ix2};
use optim_std::{BuildError, Builder, Definition, HyperError, Setting, StateView};
use optim_tests::{WITHOUT_REFERENCE, each_optimizer};

/// Those whose step needs a number of the whole tensor, or a matrix.
const NOT_ELEMENTWISE: [&str; 3] = ["Adafactor", "Lamb", "Muon"];

#[test]
fn elementwise_optimizers_take_one_pass() {
    fn one_pass<O: Definition>(seen: &mut usize) {
        let plan = O::plan();
        let expected = !NOT_ELEMENTWISE.contains(&O::NAME);
        assert_eq!(plan.is_elementwise(), expected, "{plan}");
        if expected {
            *seen += 1;
            assert_eq!(plan.passes.len(), 1, "{plan}");
            assert!(plan.divisions() <= 1 && plan.square_roots() <= 1, "{plan}");
        }
    }
    let mut seen = 0;
    each_optimizer!(one_pass, &mut seen);
    assert_eq!(seen, 12);
}

#[test]
fn every_one_is_found_by_name() {
    fn listed<O: Definition>(names: &mut Vec<&str>) {
        names.push(O::NAME);
    }
    let mut names = Vec::new();
    each_optimizer!(listed, &mut names);
    names.sort_unstable();
    let mut found: Vec<_> = optim_std::optimizers().iter().map(|entry| entry.name).collect();
    found.sort_unstable();
    assert_eq!(found, names);
}

/// Whether the arguments and states are those of the reference. Adafactor's are the paper's.
fn is_the_references<O: Definition>() -> bool {
    O::NAME != "Adafactor" && !WITHOUT_REFERENCE.contains(&O::NAME)
}

fn model() -> BTreeMap<String, ArrayD<f64>> {
    BTreeMap::from([("weight".to_owned(), ArrayD::ones(vec![2, 3]))])
}

fn build<O: Definition>(settings: &[(String, Setting)]) -> Result<(), BuildError> {
    let builder = settings
        .iter()
        .try_fold(Builder::<O>::new(), |builder, (name, value)| builder.set_by_name(name, value.clone()));
    let builder = builder.map_err(|error| BuildError::Hyper { group: "default".to_owned(), error })?;
    builder.build(&model()).map(|_| ())
}

/// The allowed numbers of hyperparameters, as a range; `..` for any finite one.
const LIMITS: &[(&str, &str, &str)] = &[
    ("ASGD", "lr weight_decay", "0.."),
    ("ASGD", "lambd alpha t0", ".."),
    ("Adadelta", "lr weight_decay eps", "0.."),
    ("Adadelta", "rho", "0..=1"),
    ("Adagrad", "lr weight_decay lr_decay initial_accumulator_value eps", "0.."),
    ("Adam", "lr eps", "0.."),
    ("Adam", "betas", "0..1"),
    ("Adam", "weight_decay", ".."),
    ("AdamW", "lr eps", "0.."),
    ("AdamW", "betas", "0..1"),
    ("AdamW", "weight_decay", ".."),
    ("Adamax", "lr eps", "0.."),
    ("Adamax", "betas", "0..1"),
    ("Adamax", "weight_decay", ".."),
    ("Lamb", "lr eps", "0.."),
    ("Lamb", "betas", "0..1"),
    ("Lamb", "weight_decay", ".."),
    ("Lion", "lr weight_decay", "0.."),
    ("Lion", "betas", "0..1"),
    ("NAdam", "lr weight_decay eps momentum_decay", "0.."),
    ("NAdam", "betas", "0..1"),
    ("RAdam", "lr weight_decay eps", "0.."),
    ("RAdam", "betas", "0..1"),
    ("RMSprop", "lr weight_decay eps momentum alpha", "0.."),
    ("Rprop", "lr", "0.."),
    ("Rprop", "etas step_sizes", ".."),
    ("SGD", "lr weight_decay momentum", "0.."),
    ("SGD", "dampening", ".."),
];

/// Numbers in and out of a range of the table.
fn examples(range: &str) -> (&[f64], &[f64]) {
    match range {
        "0.." => (&[0.0, 0.5, 2.0, 1e6], &[-1e-8, -1.0]),
        "0..1" => (&[0.0, 0.5, 0.999_999], &[-1e-8, 1.0, 2.0]),
        "0..=1" => (&[0.0, 0.5, 1.0], &[-1e-8, 1.000_001]),
        _ => (&[-1e6, -0.5, 0.0, 0.5, 2.0, 1e6], &[]),
    }
}

#[test]
fn every_number_has_the_range_of_the_reference() {
    fn in_range<O: Definition>() {
        for (_, names, range) in LIMITS.iter().filter(|(optimizer, ..)| *optimizer == O::NAME) {
            let (allowed, refused) = examples(range);
            for name in names.split(' ') {
                let info = O::HYPERS.iter().find(|info| info.name == name).unwrap();
                // A pair is tried with the number in each of its places.
                let values = |number: f64| match info.type_name {
                    "f64" | "Option<f64>" => vec![Setting::Float(number)],
                    _ => [(number, 0.5), (0.5, number)]
                        .map(|(a, b)| Setting::Tuple(vec![Setting::Float(a), Setting::Float(b)]))
                        .to_vec(),
                };
                let build = |value: Setting| {
                    let mut settings = vec![(name.to_owned(), value)];
                    if name != "lr" && O::HYPERS.iter().any(|info| info.name == "lr" && info.default.is_none()) {
                        settings.push(("lr".to_owned(), Setting::Float(0.1)));
                    }
                    build::<O>(&settings)
                };
                for value in allowed.iter().flat_map(|number| values(*number)) {
                    assert_eq!(build(value.clone()), Ok(()), "{} {name} = {value}", O::NAME);
                }
                for value in refused.iter().chain(&[f64::NAN, f64::INFINITY]).flat_map(|number| values(*number)) {
                    let found = build(value.clone());
                    let Err(BuildError::Hyper { error: HyperError::Range { optimizer, name: own, .. }, .. }) = found
                    else {
                        panic!("{} {name} = {value}: {found:?}", O::NAME)
                    };
                    assert_eq!((optimizer, own), (O::NAME, name));
                }
            }
        }
        // The table has every number of the optimizers that the reference has too.
        let listed: Vec<&str> = LIMITS.iter().filter(|row| row.0 == O::NAME).flat_map(|row| row.1.split(' ')).collect();
        for info in O::HYPERS.iter().filter(|info| info.type_name.contains("f64")) {
            assert!(!is_the_references::<O>() || listed.contains(&info.name), "{} {}", O::NAME, info.name);
        }
    }
    each_optimizer!(in_range);
}

/// Arguments and their defaults; states and what they start with.
const DECLARED: &[(&str, &str, &str)] = &[
    (
        "ASGD",
        "lr=0.01 lambd=0.0001 alpha=0.75 t0=1000000 weight_decay=0 maximize=false",
        "eta:scalar=0.01 mu:scalar=1 ax=0 step:scalar=0",
    ),
    ("Adadelta", "lr=1 rho=0.9 eps=0.000001 weight_decay=0 maximize=false", "square_avg=0 acc_delta=0"),
    (
        "Adagrad",
        "lr=0.01 lr_decay=0 weight_decay=0 initial_accumulator_value=0 eps=0.000001 maximize=false",
        "sum=0 step:scalar=0",
    ),
    (
        "Adam",
        "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 amsgrad=false",
        "exp_avg=0 exp_avg_sq=0 beta1_power:scalar=0.9 beta2_power:scalar=0.999",
    ),
    (
        "AdamW",
        "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 amsgrad=false correct_bias=true",
        "exp_avg=0 exp_avg_sq=0 beta1_power:scalar=0.9 beta2_power:scalar=0.999",
    ),
    (
        "Adamax",
        "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 maximize=false",
        "exp_avg=0 exp_inf=0 beta1_power:scalar=0.9",
    ),
    ("Lamb", "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 adam=false", "exp_avg=0 exp_avg_sq=0"),
    ("Lion", "lr=0.0001 betas=(0.9, 0.99) weight_decay=0", "exp_avg=0"),
    (
        "NAdam",
        "lr=0.002 betas=(0.9, 0.999) eps=0.00000001 weight_decay=0 momentum_decay=0.004",
        "mu_product:scalar=1 exp_avg=0 exp_avg_sq=0 step:scalar=0",
    ),
    ("RAdam", "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0", "exp_avg=0 exp_avg_sq=0 step:scalar=0"),
    ("RMSprop", "lr=0.01 alpha=0.99 eps=0.00000001 weight_decay=0 momentum=0 centered=false", "square_avg=0"),
    ("Rprop", "lr=0.001 etas=(0.5, 1.2) step_sizes=(0.000001, 50)", "prev=0 step_size=0.001"),
    ("SGD", "lr momentum=0 dampening=0 weight_decay=0 nesterov=false maximize=false", ""),
];

#[test]
fn arguments_and_states_are_those_of_the_reference() {
    fn number(value: &Setting) -> String {
        match value {
            Setting::Float(number) => number.to_string(),
            Setting::Bool(flag) => flag.to_string(),
            Setting::Tuple(parts) => format!("({})", parts.iter().map(number).collect::<Vec<_>>().join(", ")),
            other => other.to_string(),
        }
    }
    fn as_declared<O: Definition>() {
        let Some((_, arguments, states)) = DECLARED.iter().find(|(optimizer, ..)| *optimizer == O::NAME) else {
            assert!(!is_the_references::<O>(), "{}", O::NAME);
            return;
        };
        let found = O::HYPERS.iter().map(|info| match info.default {
            Some(default) => format!("{}={}", info.name, number(&default())),
            None => info.name.to_owned(),
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), *arguments, "{}", O::NAME);
        let required = O::HYPERS.iter().filter(|info| info.default.is_none());
        let builder = required.fold(Builder::<O>::new(), |builder, info| builder.set_by_name(info.name, 0.1).unwrap());
        let mut found = Vec::new();
        builder.build(&model()).unwrap().visit_state(|_, state, view| {
            found.push(match view {
                StateView::Scalar(number) => format!("{state}:scalar={number}"),
                StateView::Array(array) => {
                    assert!(array.view().into_dimensionality::<Ix2>().is_ok_and(|array| array.dim() == (2, 3)));
                    format!("{state}={}", array.first().unwrap())
                }
            });
        });
        assert_eq!(found.join(" "), *states, "{}", O::NAME);
    }
    each_optimizer!(as_declared);
}

/// Settings under which further states exist.
#[test]
fn states_under_conditions() {
    fn states<O: Definition>(settings: &[(&str, Setting)], expected: &[&str]) {
        let set = |builder: Builder<O>, (name, value): &(&str, Setting)| builder.set_by_name(name, value.clone());
        let builder = settings.iter().try_fold(Builder::<O>::new(), set).unwrap();
        let mut found = Vec::new();
        builder.build(&model()).unwrap().visit_state(|_, state, _| found.push(state.to_owned()));
        assert_eq!(found, expected, "{} {settings:?}", O::NAME);
    }
    use optim_std::optimizers::{Adam, AdamW, RMSprop, SGD};
    let moments = ["exp_avg", "exp_avg_sq", "max_exp_avg_sq"];
    let powers = ["beta1_power", "beta2_power"];
    states::<Adam>(&[("amsgrad", true.into())], &[&moments[..], &powers].concat());
    states::<AdamW>(&[("amsgrad", true.into())], &[&moments[..], &powers].concat());
    states::<AdamW>(&[("correct_bias", false.into())], &moments[..2]);
    states::<RMSprop>(&[("momentum", 0.9.into())], &["square_avg", "momentum_buffer"]);
    states::<RMSprop>(&[("centered", true.into())], &["square_avg", "grad_avg"]);
    states::<SGD>(&[("lr", 0.1.into()), ("momentum", 0.9.into())], &["momentum_buffer"]);
}

/// Numbers that enter a step may be scheduled, but for those on which states and requirements depend.
#[test]
fn numbers_take_schedules() {
    const FIXED: [&str; 5] =
        ["Adafactor.decay_rate", "Adafactor.beta1", "Rprop.lr", "SGD.dampening", "Adagrad.initial_accumulator_value"];
    fn scheduled<O: Definition>() {
        for info in O::HYPERS.iter().filter(|info| info.type_name.contains("f64")) {
            let name = format!("{}.{}", O::NAME, info.name);
            assert_eq!(info.scheduled, !FIXED.contains(&name.as_str()), "{name}");
        }
    }
    each_optimizer!(scheduled);
}
