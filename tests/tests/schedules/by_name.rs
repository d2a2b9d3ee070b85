//! Schedules from JSON, `{"LinearLR": {"initial_learning_rate": 0.1, …}}`, and wrong names.

use std::sync::Arc;

use optim_std::{HyperError, Schedule, Setting, scheduler_named, schedulers};
use serde_json::{Map, Value as Json, json};

/// The schedule with this name and these arguments.
pub(crate) fn make(name: &str, arguments: &Map<String, Json>) -> Result<Arc<dyn Schedule>, HyperError> {
    let arguments: Vec<(&str, Setting)> = arguments
        .iter()
        .map(|(name, value)| Ok((name.as_str(), setting(value)?)))
        .collect::<Result<_, HyperError>>()?;
    scheduler_named(name)?.make(name, &arguments)
}

fn setting(value: &Json) -> Result<Setting, HyperError> {
    Ok(match value {
        Json::Null => Setting::None,
        Json::Bool(value) => Setting::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Setting::Int(whole.into()),
            None => Setting::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Setting::Choice(text.clone()),
        Json::Array(items) => Setting::Tuple(items.iter().map(setting).collect::<Result<_, _>>()?),
        Json::Object(object) => match object.iter().next() {
            Some((name, Json::Object(arguments))) => Setting::Scheduled(make(name, arguments)?),
            _ => Setting::None,
        },
    })
}

fn error(name: &str, arguments: &Json) -> String {
    make(name, arguments.as_object().expect("an object")).expect_err("an error").to_string()
}

#[test]
fn names_are_found_in_any_case_with_or_without_lr() {
    for name in ["CosineDecayLR", "cosinedecaylr", "CosineDecay", "cosinedecay"] {
        assert_eq!(scheduler_named(name).unwrap().name(), "CosineDecayLR");
    }
    assert_eq!(scheduler_named("CosineDecayWD").unwrap().name(), "CosineDecayLR");
    assert_eq!(scheduler_named("chained").unwrap().name(), "ChainedScheduler");
    assert_eq!(scheduler_named("CosineAnnealingWarmRestartsLR").unwrap().name(), "CosineAnnealingWarmRestarts");
    assert_eq!(schedulers().len(), 21);
    let error = scheduler_named("CosinDecayLR").unwrap_err().to_string();
    assert_eq!(error, "there is no schedule `CosinDecayLR`\nhelp: did you mean `CosineDecayLR`?");
    assert!(["", "lr", "wd", "x"].iter().all(|name| scheduler_named(name).is_err()));
}

#[test]
fn no_two_schedules_and_no_two_arguments_share_a_name() {
    let names: Vec<&str> = schedulers().iter().flat_map(|entry| entry.names().iter().copied()).collect();
    for name in &names {
        let meant = schedulers().iter().filter(|entry| entry.position(name).is_some());
        assert_eq!(meant.count(), 1, "{name}");
    }
    for entry in schedulers() {
        assert!(!entry.doc().is_empty());
        for info in entry.arguments() {
            let owners = entry.arguments().iter().filter(|other| other.is_called(info.name));
            assert_eq!(owners.count(), 1, "{} of {}", info.name, entry.name());
            assert!(!info.doc.is_empty(), "{} of {}", info.name, entry.name());
        }
    }
}

#[test]
fn arguments_of_both_families_are_taken_and_errors_use_the_family_that_was_named() {
    let wd = json!({ "initial_val": 0.1, "end_val": 0.01, "total_iters": 5 });
    let lr = json!({ "initial_learning_rate": 0.1, "end_learning_rate": 0.01, "total_iters": 5 });
    let values = |name, arguments: &Json| make(name, arguments.as_object().unwrap()).unwrap().at(3);
    assert_eq!(values("LinearWD", &wd), values("LinearLR", &lr));
    assert_eq!(values("LinearWD", &lr), values("LinearLR", &wd));

    let zero = json!({ "initial_val": 0.1, "end_val": 0.01, "total_iters": 0 });
    assert_eq!(error("LinearWD", &zero), "`total_iters` of LinearWD is 0, allowed: at least 1");
    let text = json!({ "initial_val": "x", "end_val": 0.01, "total_iters": 1 });
    assert_eq!(error("LinearWD", &text), "`initial_val` of LinearWD cannot be x: expected a number");
    let nan = json!({ "initial_val": 0.1, "end_val": null, "total_iters": 1 });
    assert_eq!(error("linear", &nan), "`end_learning_rate` of LinearLR cannot be none: expected a number");
    let missing = json!({ "end_val": 0.01, "total_iters": 1 });
    assert_eq!(error("LinearWD", &missing), "`initial_val` of LinearWD has no default and was not given");
    let twice = json!({ "initial_val": 0.1, "initial_learning_rate": 0.1, "end_val": 0.01, "total_iters": 1 });
    assert_eq!(
        error("LinearLR", &twice),
        "`initial_learning_rate` of LinearLR is given twice\nhelp: use one of its names"
    );
    let unknown = json!({ "initial_learning_rat": 0.1 });
    assert_eq!(
        error("LinearLR", &unknown),
        "LinearLR has no argument `initial_learning_rat`\nhelp: did you mean `initial_learning_rate`?"
    );
    let t_max = json!({ "initial_learning_rate": 0.1, "T_max": 0 });
    assert_eq!(error("CosineAnnealingLR", &t_max), "`T_max` of CosineAnnealingLR is 0, allowed: at least 1");
}

#[test]
fn a_schedule_goes_to_data_and_back() {
    let arguments = json!({
        "schedulers": [
            { "LinearLR": { "initial_learning_rate": 0.0, "end_learning_rate": 0.1, "total_iters": 5 } },
            { "CyclicLR": { "base_lr": 0.1, "max_lr": 0.4, "mode": "triangular2" } },
            0.25,
        ],
        "milestones": [5, 9],
    });
    let schedule = make("SequentialLR", arguments.as_object().unwrap()).unwrap();
    let entry = scheduler_named(schedule.name().unwrap()).unwrap();
    let again = entry.make(entry.name(), &schedule.arguments()).unwrap();
    assert_eq!(Setting::Scheduled(Arc::clone(&schedule)), Setting::Scheduled(Arc::clone(&again)));
    assert_eq!(schedule.at(7), again.at(7));
    assert_eq!(schedule.arguments()[1], ("milestones", Setting::Tuple(vec![Setting::Int(5), Setting::Int(9)])));
}
