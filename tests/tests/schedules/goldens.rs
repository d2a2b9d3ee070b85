//! Every stock schedule against the numbers of the reference package, made by name from the recorded arguments.

use std::sync::Arc;

use optim_std::prelude::*;
use optim_tests::goldens;
use serde_json::{Map, Value as Json};

use super::by_name::make;

/// Relative to the largest value of a schedule.
const TOLERANCE: f64 = 1e-12;

/// A `lambda` of the recorded configurations, which are Python.
fn lambda(text: &str) -> fn(f64) -> f64 {
    match text {
        "0.95**e" => |e| 0.95_f64.powf(e),
        "0.9**e" => |e| 0.9_f64.powf(e),
        "0.5+0*e" => |_| 0.5,
        "1/(1+e)" => |e| 1.0 / (1.0 + e),
        other => panic!("`{other}` is not known here"),
    }
}

fn numbers(values: &Json) -> Vec<f64> {
    values.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

/// Whether the reference's value counts at this step; past the end of these two it is wrong.
fn counts(arguments: &Map<String, Json>, name: &str, step: usize) -> bool {
    let number = |name: &str| arguments.get(name).and_then(Json::as_u64);
    if arguments.get("cycle") == Some(&Json::Bool(true)) {
        return step as u64 <= number("total_iters").unwrap();
    }
    name != "OneCycleLR" || (step as u64) < number("total_steps").unwrap_or(1000)
}

fn close(found: f64, expected: f64, largest: f64, what: &str) {
    assert!((found - expected).abs() <= TOLERANCE * largest, "{what}: {found:?} instead of {expected:?}");
}

fn compare(name: &str, config: &Json) {
    let arguments = config["kwargs"].as_object().unwrap();
    let what = format!("{name} `{}`", config["name"].as_str().unwrap());
    let schedule: Arc<dyn Schedule> = match config.get("lambdas") {
        None => make(name, arguments).unwrap_or_else(|error| panic!("{what}: {error}")),
        Some(lambdas) => {
            let lambdas: Vec<_> =
                lambdas.as_array().unwrap().iter().map(|text| lambda(text.as_str().unwrap())).collect();
            Arc::new(LambdaLR::new(arguments["initial_learning_rate"].as_f64().unwrap()).lambdas(lambdas))
        }
    };
    let expected = numbers(&config["values_f64"]);
    let largest = expected.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let graph = schedule.graph().unwrap();
    for (step, &value) in expected.iter().enumerate().filter(|(step, _)| counts(arguments, name, *step)) {
        close(schedule.at(step as u64), value, largest, &format!("{what} at step {step}"));
        close(graph.value_at(step as f64).unwrap(), value, largest, &format!("graph of {what} at step {step}"));
    }
    if let Some(factor) = config.get("group1_adjust_learning_rate") {
        let group = schedule.for_group(factor.as_f64().unwrap()).unwrap();
        for (step, value) in numbers(&config["group1_values"]).into_iter().enumerate() {
            // These were recorded in single precision only.
            assert!((group.at(step as u64) - value).abs() <= 1e-7, "{what} at step {step}");
        }
    }
}

#[test]
fn the_numbers_of_the_reference() {
    let mut files = 0;
    for entry in std::fs::read_dir(goldens()).unwrap() {
        let path = entry.unwrap().path();
        let Some(name) = path.file_stem().and_then(|stem| stem.to_str()?.strip_prefix("sched_")) else { continue };
        let manifest: Json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        for config in manifest["configs"].as_array().unwrap() {
            compare(name, config);
        }
        files += 1;
    }
    assert_eq!(files, 23);
}
