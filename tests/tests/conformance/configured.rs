//! The program detects altered recordings of configurations.

use std::{env, fs};

use optim_tests::conformance::{Verdict, replay};
use optim_tests::goldens;
use serde_json::{Value as Json, json};

/// The cases that fail if the project's recording is altered.
fn failures(name: &str, alter: impl FnOnce(&mut Json)) -> Vec<String> {
    let mut json: Json =
        serde_json::from_str(&fs::read_to_string(goldens().join("config_cases.json")).unwrap()).unwrap();
    alter(&mut json);
    let folder = env::temp_dir().join(format!("optim-configured-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config_cases.json"), json.to_string()).unwrap();
    let mut failed = Vec::new();
    let summary = replay(&folder, "", &mut |outcome| {
        if outcome.verdict == Verdict::Fail {
            failed.push(outcome.case);
        }
    });
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(summary.unwrap().failed, failed.len());
    failed
}

/// The outcome in the release that counts.
fn outcome<'j>(json: &'j mut Json, list: &str, name: &str) -> &'j mut Json {
    let cases = json[list].as_array_mut().unwrap();
    let case = cases.iter_mut().find(|case| case["name"] == name).unwrap();
    let release = if case["outcome"].get("2.0.3").is_some() { "2.0.3" } else { "2.3.1" };
    &mut case["outcome"][release]
}

#[test]
fn altered_outcomes_are_found() {
    assert_eq!(failures("as-recorded", |_| {}), [""; 0]);
    let altered = [
        ("optimizer", "alias_betas", "/group/betas/1", json!(0.7)),
        ("optimizer", "sgd", "/result", json!("Adam")),
        ("optimizer", "sgd", "/warnings", json!(1)),
        ("optimizer", "unknown_kwarg_warns", "/warnings", json!(0)),
        ("optimizer", "unknown_type", "", json!({"result": "Adam", "warnings": 0})),
        ("optimizer", "sgd", "", json!({"error": "ValueError"})),
        ("optimizer", "learning_rate_int_ignored", "/group/eps", json!(1e-3)),
        ("lr_scheduler", "list_seq_adjust", "/lr_group1/5", json!(0.06)),
        ("lr_scheduler", "list_seq_three", "/milestones/1", json!(6)),
        ("lr_scheduler", "none", "/result", json!("ConstantLR")),
        ("lr_scheduler", "warm_restarts", "/lr_group0/1", json!(0.1)),
        ("trainer_scheduler", "wd", "/weight_decay_group0/2", json!(0.06)),
        ("trainer_scheduler", "wd", "/result", json!("StepWD")),
    ];
    for (place, (list, name, pointer, value)) in altered.into_iter().enumerate() {
        let failed = failures(&place.to_string(), |json| {
            *outcome(json, list, name).pointer_mut(pointer).unwrap() = value.clone();
        });
        assert_eq!(failed, [format!("{list} {name}")], "{pointer} {value}");
    }
}
