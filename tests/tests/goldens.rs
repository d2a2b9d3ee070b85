//! The project's recordings, and others derived from them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use ndarray::{ArrayD, Axis};
use optim_tests::conformance::json::parse;
use optim_tests::conformance::manifest::{Config, Group, Manifest, Outline};
use optim_tests::conformance::tensors::Tensors;
use optim_tests::conformance::{Outcome, Verdict, optimizer, replay};
use optim_tests::goldens;
use optim_tests::stock::{row, rows};
use serde_json::Value as Json;

/// The number of cases in a file.
fn cases(json: &Json) -> usize {
    // The lists in `config_cases.json`. In a manifest, `optimizer` is a name.
    let lists = ["optimizer", "lr_scheduler", "trainer_scheduler"].map(|list| json.get(list).and_then(Json::as_array));
    if lists.iter().any(Option::is_some) {
        return lists.into_iter().flatten().map(Vec::len).sum();
    }
    let list = json.get("configs").unwrap_or(json).as_array();
    list.map_or(1, Vec::len)
}

#[test]
fn every_case_is_as_recorded() {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let summary = replay(&goldens(), "", &mut |outcome: Outcome| {
        assert_ne!(outcome.verdict, Verdict::Fail, "{outcome}");
        *found.entry(outcome.file).or_default() += 1;
    })
    .unwrap();
    assert_eq!(summary.failed, 0);
    assert_eq!(summary.passed, found.values().sum::<usize>());

    for file in fs::read_dir(goldens()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let name = path.file_name().unwrap().to_str().unwrap();
            let json = parse(&fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(found.get(name), Some(&cases(&json)), "{name}");
        }
    }
    for (entry, row) in rows() {
        assert_eq!(found.contains_key(&format!("{}.json", entry.name)), row.recorded, "{}", entry.name);
    }
}

/// Recordings of optimizers with other settings, `goldens/settings`.
#[test]
fn every_setting_is_as_recorded() {
    let mut files = BTreeSet::new();
    let summary = replay(&goldens().join("settings"), "", &mut |outcome: Outcome| {
        assert_ne!(outcome.verdict, Verdict::Fail, "{outcome}");
        files.insert(outcome.file);
    })
    .unwrap();
    assert_eq!((summary.failed, files.len()), (0, 21));
    assert!(summary.passed >= 100, "{summary}");
}

/// Every manifest with recorded gradients, with its tensors.
fn manifests() -> Vec<(Manifest, Tensors)> {
    let paths = fs::read_dir(goldens()).unwrap().map(|file| file.unwrap().path());
    let mut manifests = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "safetensors")) {
        let json = parse(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        manifests.push((Manifest::read(&json).unwrap(), Tensors::read(&path).unwrap()));
    }
    // Gradients of a problem are not recorded.
    manifests.retain(|(manifest, _)| !manifest.outline.quadratic);
    assert!(manifests.len() >= 5);
    manifests
}

/// The recordings of optimizers that step each parameter independently.
fn alone() -> impl Iterator<Item = (Manifest, Tensors)> {
    manifests().into_iter().filter(|(manifest, _)| !row(&manifest.optimizer).together)
}

fn configs(manifest: &Manifest) -> Vec<&Config> {
    manifest.configs.iter().map(|(_, config)| config.as_ref().unwrap()).collect()
}

/// Parameters are independent: if two runs become two groups of one optimizer, each parameter gets the numbers of its
/// run.
#[test]
fn groups_have_their_own_settings() {
    // With one parameter there is only one group.
    for (manifest, tensors) in alone().filter(|(manifest, _)| manifest.outline.shapes.len() > 1) {
        let configs = configs(&manifest);
        let mut pairs = 0;
        for (place, first) in configs.iter().enumerate() {
            // Both runs must have the same inputs.
            let alike = |other: &&&Config| {
                other.precision == first.precision && other.init == first.init && other.grads == first.grads
            };
            let Some(second) = configs[place + 1..].iter().find(alike) else { continue };
            pairs += 1;
            let names: Vec<String> = manifest.outline.shapes.keys().cloned().collect();
            let (some, others) = names.split_at(1);
            let mut both = Config {
                settings: configs[0].settings.iter().filter(|(name, _)| name == "lr").cloned().collect(),
                groups: vec![
                    Group { params: some.to_vec(), settings: first.settings.clone(), ..Group::default() },
                    Group { params: others.to_vec(), settings: second.settings.clone(), ..Group::default() },
                ],
                ..(*first).clone()
            };
            for param in others {
                both.params.insert(param.clone(), second.params[param].clone());
                both.eval.extend(second.eval.get(param).map(|key| (param.clone(), key.clone())));
                both.state.insert(param.clone(), second.state.get(param).cloned().unwrap_or_default());
            }
            let what = format!("{} `{}` with `{}`", manifest.optimizer, first.name, second.name);
            optimizer::run(&manifest.optimizer, &manifest.outline, &both, &tensors)
                .unwrap_or_else(|error| panic!("{what}: {error}"));
        }
        assert!(pairs > 0, "{}", manifest.optimizer);
    }
}

/// The steps, counted from 1, in which a parameter has gradients, in a run of twice as many steps: in the second half;
/// in every second step, then in every step; or from the start.
fn arrivals(role: usize, steps: usize) -> Vec<usize> {
    match role {
        0 => (steps + 1..=2 * steps).collect(),
        1 => (0..steps).map(|place| if place < steps / 2 { 2 * place + 1 } else { place + 1 + steps }).collect(),
        _ => (1..=steps).collect(),
    }
}

/// The same run with later gradients. Where there is no gradient, the array has NaN.
fn delayed(outline: &Outline, config: &Config, tensors: &Tensors, rotation: usize) -> (Outline, Config, Tensors) {
    assert!(config.no_grad.is_empty());
    let steps = outline.steps;
    let arrivals: BTreeMap<&String, Vec<usize>> = outline
        .shapes
        .keys()
        .enumerate()
        .map(|(place, param)| (param, arrivals((place + rotation) % outline.shapes.len(), steps)))
        .collect();
    // The number of gradients so far, and the index of the corresponding record. Before its first gradient, the parameter has not moved.
    let come = |param: &String, step: usize| arrivals[param].iter().filter(|arrival| **arrival <= step).count();
    let record = |count: usize| outline.record_steps.iter().position(|step| *step == count);
    let known = |step: &usize| {
        outline.shapes.keys().map(|param| come(param, *step)).all(|count| count == 0 || record(count).is_some())
    };
    let record_steps: Vec<usize> = (0..=2 * steps).filter(known).collect();
    assert!(record_steps.len() > 5 && record_steps.ends_with(&[2 * steps]));

    let (mut config, mut derived) = (config.clone(), Tensors::default());
    for param in outline.shapes.keys() {
        let get = |key: &String| tensors.get(key).unwrap();
        let (init, grads, params) = (get(&config.init[param]), get(&config.grads[param]), get(&config.params[param]));
        let no_grad = (1..=2 * steps).filter(|step| !arrivals[param].contains(step)).collect();
        let mut late = ArrayD::from_elem([&[2 * steps], init.shape()].concat(), f64::NAN);
        for (grad, arrival) in grads.outer_iter().zip(&arrivals[param]) {
            late.index_axis_mut(Axis(0), arrival - 1).assign(&grad);
        }
        let recorded = |values: &ArrayD<f64>| {
            let rows = record_steps.iter().map(|step| match record(come(param, *step)) {
                Some(row) => values.index_axis(Axis(0), row),
                None => init.view(),
            });
            ndarray::stack(Axis(0), &rows.collect::<Vec<_>>()).unwrap()
        };
        for state in config.state.get(param).into_iter().flat_map(BTreeMap::values) {
            derived.insert(state, get(state).to_owned());
        }
        derived.insert(&config.init[param], init.to_owned());
        let eval = config.eval.get(param).map(|key| recorded(&get(key).to_owned()));
        let eval = eval.map(|eval| (&mut config.eval, "eval", eval));
        let params = recorded(&params.to_owned());
        let all = [(&mut config.grads, "grads", late), (&mut config.params, "params", params)];
        for (keys, name, array) in all.into_iter().chain(eval) {
            let key = format!("delayed/{name}/{param}");
            derived.insert(&key, array);
            keys.insert(param.clone(), key);
        }
        config.no_grad.insert(param.clone(), no_grad);
    }
    (Outline { steps: 2 * steps, record_steps, ..outline.clone() }, config, derived)
}

/// A step without a gradient for a parameter does not count for it: neither for its state, nor for its step count.
#[test]
fn missing_gradients_change_nothing() {
    for (manifest, tensors) in alone() {
        for config in configs(&manifest) {
            for rotation in 0..manifest.outline.shapes.len() {
                let (outline, config, tensors) = delayed(&manifest.outline, config, &tensors, rotation);
                let what = format!("{} `{}` {:?}, {rotation}", manifest.optimizer, config.name, config.precision);
                optimizer::run(&manifest.optimizer, &outline, &config, &tensors)
                    .unwrap_or_else(|error| panic!("{what}: {error}"));
            }
        }
    }
}

/// Every recorded tensor counts: if one number is altered, the run fails and reports the place.
#[test]
fn altered_numbers_are_found() {
    for (manifest, mut tensors) in manifests() {
        for config in configs(&manifest).into_iter().take(3) {
            let states = config.state.iter().flat_map(|(param, keys)| keys.values().map(move |key| (param, key)));
            for (param, key) in config.params.iter().chain(states) {
                let recorded = tensors.get(key).unwrap().to_owned();
                let mut altered = recorded.clone();
                *altered.last_mut().unwrap() += 1.0;
                tensors.insert(key, altered);
                let error =
                    optimizer::run(&manifest.optimizer, &manifest.outline, config, &tensors).unwrap_err().to_string();
                assert!(error.contains(param.as_str()) && error.contains("1 of "), "{key}: {error}");
                tensors.insert(key, recorded);
            }
        }
    }
}
