//! Schedules of a built optimizer.

use std::collections::BTreeMap;

use ndarray::{Array1, array};
use optim_std::prelude::*;
use optim_std::schedule::from_fn;
use optim_std::{HyperError, Optimizer, Tags};

type Model = BTreeMap<&'static str, Array1<f64>>;

fn model() -> Model {
    ["head", "body", "bias"].into_iter().map(|name| (name, array![1.0, 2.0])).collect()
}

fn built() -> Optimizer<f64> {
    AdamW::new()
        .group("head", |p| p.name() == "head", |h| h.tag("big").tag("fast"))
        .group("body", |p| p.name() == "body", |h| h.tag("big"))
        .build(&model())
        .unwrap()
}

fn numbers(optimizer: &Optimizer<f64>, hyper: &str) -> Vec<f64> {
    optimizer.value(hyper).unwrap().into_iter().filter_map(|(_, value)| value.as_f64()).collect()
}

#[test]
fn a_schedule_advances_with_every_step_that_happened() {
    let mut optimizer = built();
    optimizer.schedule(&Tags::all(), "lr", from_fn(|step| 0.5_f64.powi(step as i32))).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [1.0, 1.0, 1.0]);
    let mut params = model();
    let grads = model();
    optimizer.step(&mut params, &grads).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.5, 0.5, 0.5]);
    let missing: BTreeMap<&str, Array1<f64>> = BTreeMap::from([("unknown", array![0.0])]);
    assert!(optimizer.step(&mut params, &missing).is_err());
    assert_eq!(numbers(&optimizer, "lr"), [0.5, 0.5, 0.5]);
    let first = &optimizer.values()[1];
    assert_eq!((first.group, &first.values[0]), ("head", &("lr", Setting::Float(0.5))));
    assert_eq!(first.values.len(), AdamW::HYPERS.len());
}

#[test]
fn tags_choose_groups() {
    let mut optimizer = built();
    optimizer.schedule(&Tags::any_of(["fast"]), "lr", from_fn(|_| 0.1)).unwrap();
    optimizer.schedule(&Tags::untagged(), "lr", from_fn(|_| 0.2)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.2, 0.1, 1e-3]);
    let error = optimizer.schedule(&Tags::any_of(["big"]), "lr", from_fn(|_| 0.3)).unwrap_err();
    assert!(matches!(&error, HyperError::TwoSchedules { group, .. } if group == "head"), "{error}");
    // Nothing has changed, not even in the group without a schedule.
    assert_eq!(numbers(&optimizer, "lr"), [0.2, 0.1, 1e-3]);
    let error = optimizer.schedule(&Tags::any_of(["slow"]), "lr", from_fn(|_| 0.3)).unwrap_err();
    assert_eq!(error.to_string(), "there are no groups tagged \"slow\"\nhelp: the tags are `big`, `fast`");
    let attached: Vec<_> = optimizer.schedules().iter().map(|found| (found.group, found.hyper)).collect();
    assert_eq!(attached, [("default", "lr"), ("head", "lr")]);
}

#[test]
fn the_setting_of_one_group_stays() {
    let mut optimizer = built();
    optimizer.set_in("head", "lr", 0.5).unwrap();
    optimizer.schedule(&Tags::all(), "lr", from_fn(|_| 0.1)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.1, 0.5, 0.1]);
    // A schedule counts as a group's own setting, too.
    let mut scheduled = built();
    scheduled.set_in("head", "lr", from_fn(|_| 0.5)).unwrap();
    scheduled.schedule(&Tags::all(), "lr", from_fn(|_| 0.1)).unwrap();
    assert_eq!(numbers(&scheduled, "lr"), [0.1, 0.5, 0.1]);
    let mut copy = optimizer.clone();
    copy.set("weight_decay", 0.25).unwrap();
    copy.schedule(&Tags::all(), "weight_decay", from_fn(|_| 0.5)).unwrap();
    assert_eq!(numbers(&copy, "weight_decay"), [0.5; 3]);
    // `set` applies to every group: afterwards, no group has its own number.
    optimizer.set("lr", 0.25).unwrap();
    optimizer.schedule(&Tags::all(), "lr", from_fn(|_| 0.125)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.125; 3]);
    // A schedule for some groups is as specific as the number, and comes later. `default` keeps the optimizer's settings.
    optimizer.set("lr", 0.25).unwrap();
    optimizer.set_in("body", "lr", 0.5).unwrap();
    optimizer.set_in("default", "lr", 0.75).unwrap();
    optimizer.schedule(&Tags::any_of(["big"]), "lr", from_fn(|_| 0.1)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.75, 0.1, 0.1]);
    let mut optimizer = built();
    optimizer.set_in("default", "lr", 0.75).unwrap();
    optimizer.schedule(&Tags::all(), "lr", from_fn(|_| 0.1)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.1; 3]);
}

#[test]
fn one_number_of_a_tuple() {
    let mut optimizer = built();
    optimizer.schedule(&Tags::all(), "betas.0", from_fn(|step| 0.9 - 0.1 * step as f64)).unwrap();
    optimizer.step(&mut model(), &model()).unwrap();
    let betas = optimizer.value_in("head", "betas").unwrap();
    assert_eq!(betas, Setting::Tuple(vec![Setting::Float(0.9 - 0.1), Setting::Float(0.999)]));
    assert_eq!(optimizer.schedules()[0].component, Some(0));
    for (wrong, message) in [
        (
            "betas",
            "`betas` of AdamW is several numbers, and a schedule gives one\nhelp: there are `betas.0`, `betas.1`",
        ),
        ("betas.2", "`betas.2` of AdamW does not exist\nhelp: there are `betas.0`, `betas.1`"),
        ("lr.0", "`lr.0` of AdamW does not exist: it is a single number"),
        ("amsgrad", "`amsgrad` of AdamW is fixed before training and can't have a schedule"),
        ("beta", "AdamW has no hyperparameter `beta`\nhelp: did you mean `betas`?"),
    ] {
        let error = optimizer.schedule(&Tags::all(), wrong, from_fn(|_| 0.5)).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn set_takes_one_number_of_a_tuple() {
    let mut optimizer = built();
    optimizer.set("betas.0", 0.5).unwrap();
    optimizer.set_in("head", "betas.1", 0.75).unwrap();
    assert_eq!(optimizer.value_in("head", "betas").unwrap(), (0.5, 0.75).into());
    assert_eq!(optimizer.value_in("body", "betas").unwrap(), (0.5, 0.999).into());
    // The group now has its own setting.
    optimizer.schedule(&Tags::all(), "betas.0", from_fn(|_| 0.25)).unwrap();
    assert_eq!(optimizer.value_in("head", "betas").unwrap(), (0.5, 0.75).into());
    assert_eq!(optimizer.value_in("body", "betas").unwrap(), (0.25, 0.999).into());
    // A number replaces the schedule of that number. The group still has its own tuple.
    optimizer.set("betas.0", 0.125).unwrap();
    assert!(optimizer.schedules().is_empty());
    optimizer.schedule(&Tags::all(), "betas.1", from_fn(|_| 0.0625)).unwrap();
    assert_eq!(optimizer.value_in("head", "betas").unwrap(), (0.125, 0.75).into());
    assert_eq!(optimizer.value_in("body", "betas").unwrap(), (0.125, 0.0625).into());
    optimizer.set("betas.1", 0.999).unwrap();
    let before = optimizer.values().iter().map(|group| group.values.clone()).collect::<Vec<_>>();
    for (wrong, value, message) in [
        ("betas.2", 0.5, "`betas.2` of AdamW does not exist\nhelp: there are `betas.0`, `betas.1`"),
        ("betas.x", 0.5, "`betas.x` of AdamW does not exist\nhelp: there are `betas.0`, `betas.1`"),
        ("lr.0", 0.5, "`lr.0` of AdamW does not exist: it is a single number"),
        ("beta", 0.5, "AdamW has no hyperparameter `beta`\nhelp: did you mean `betas`?"),
        ("betas.0", 1.5, "`betas` of AdamW is (1.5, 0.999)"),
    ] {
        let error = optimizer.set(wrong, value).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
        let error = optimizer.set_in("body", wrong, value).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    assert!(matches!(optimizer.set("betas.0", "fast").unwrap_err(), HyperError::Type { name: "betas", .. }));
    assert_eq!(before, optimizer.values().iter().map(|group| group.values.clone()).collect::<Vec<_>>());
}

#[test]
fn set_takes_schedules() {
    let mut optimizer = built();
    optimizer.set("lr", from_fn(|step| 0.5 + step as f64)).unwrap();
    optimizer.set("betas", (from_fn(|_| 0.25), 0.75)).unwrap();
    optimizer.set_in("body", "betas.1", from_fn(|_| 0.125)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.5; 3]);
    assert_eq!(optimizer.value_in("head", "betas").unwrap(), (0.25, 0.75).into());
    assert_eq!(optimizer.value_in("body", "betas").unwrap(), (0.25, 0.125).into());
    let error = optimizer.set("amsgrad", from_fn(|_| 0.0)).unwrap_err();
    assert!(matches!(error, HyperError::NotScheduled { name: "amsgrad", .. }), "{error}");
    // Two optimizers can share one schedule as their setting.
    let shared: std::sync::Arc<dyn Schedule> = std::sync::Arc::new(from_fn(|_| 0.5));
    let both = [Setting::from(std::sync::Arc::clone(&shared)), Setting::schedule(std::sync::Arc::clone(&shared))];
    assert!(both.iter().all(|setting| *setting == Setting::Scheduled(std::sync::Arc::clone(&shared))), "{both:?}");
}

#[test]
fn a_value_that_is_not_allowed_changes_nothing() {
    let mut optimizer = built();
    let error = optimizer.schedule(&Tags::all(), "lr", from_fn(|_| -1.0)).unwrap_err();
    assert!(matches!(error, HyperError::Range { .. }), "{error}");
    assert!(optimizer.schedules().is_empty());
    // A number replaces a schedule, and a schedule a number.
    optimizer.schedule(&Tags::all(), "lr", from_fn(|_| 0.5)).unwrap();
    optimizer.set("lr", 0.25).unwrap();
    optimizer.schedule(&Tags::all(), "lr", from_fn(|_| 0.125)).unwrap();
    assert_eq!(numbers(&optimizer, "lr"), [0.125; 3]);
}

#[test]
fn optimizers_of_any_kind_take_schedules() {
    let mut optimizer = built();
    optimizer.schedule(&Tags::all(), "weight_decay", std::sync::Arc::new(from_fn(|_| 0.5))).unwrap();
    assert_eq!(optimizer.schedules().len(), 3);
    assert!(optimizer.values().iter().all(|group| group.values.contains(&("weight_decay", Setting::Float(0.5)))));
}

#[test]
fn a_report_has_the_settings_of_its_step() {
    let mut optimizer = built();
    optimizer.schedule(&Tags::any_of(["big"]), "lr", from_fn(|step| 0.5 - 0.125 * step as f64)).unwrap();
    optimizer.schedule(&Tags::any_of(["fast"]), "betas.1", from_fn(|step| 0.5 + 0.25 * step as f64)).unwrap();
    let (mut params, grads) = (model(), model());
    let first = optimizer.step(&mut params, &grads).unwrap();
    optimizer.set_in("default", "lr", 0.75).unwrap();
    let second = optimizer.step(&mut params, &grads).unwrap();
    assert_eq!(first.value("lr").unwrap(), [("default", 1e-3.into()), ("head", 0.5.into()), ("body", 0.5.into())]);
    assert_eq!(second.value("lr").unwrap(), [("default", 0.75.into()), ("head", 0.375.into()), ("body", 0.375.into())]);
    assert_eq!(second.value_in("head", "betas"), Ok((0.9, 0.75).into()));
    assert_eq!(second.value_in("body", "betas"), Ok((0.9, 0.999).into()));
    // The optimizer returns the values of the next step.
    assert_eq!(optimizer.value_in("head", "lr"), Ok(0.25.into()));
    assert_eq!(optimizer.last_report(), Some(&second));
    let all = second.values();
    assert_eq!((all[1].group, &all[1].values[0]), ("head", &("lr", Setting::Float(0.375))));
    assert_eq!(all[1].values.len(), AdamW::HYPERS.len());
    let unknown = second.value_in("haed", "lr").unwrap_err().to_string();
    assert_eq!(unknown, optimizer.value_in("haed", "lr").unwrap_err().to_string());
    assert_eq!(second.value("lrr"), optimizer.value("lrr").map(|_| Vec::new()));
}

/// A group whose change was taken back does not count as one with its own setting.
#[test]
fn changes_together_are_all_or_none() {
    let biases = |param: &optim_std::ParamInfo<'_>| param.name().ends_with("bias");
    let mut optimizer = AdamW::new().group("biases", biases, |h| h.weight_decay(0.0)).build(&model()).unwrap();
    let refused = optimizer.set_together([("biases", "lr", 0.25.into()), ("default", "lr", (-1.0).into())]);
    assert!(matches!(refused.unwrap_err(), HyperError::Range { name: "lr", .. }));
    assert_eq!(optimizer.value_in("biases", "lr").unwrap(), 1e-3.into());
    optimizer.schedule(&Tags::all(), "lr", from_fn(|_| 0.5)).unwrap();
    assert_eq!(optimizer.value_in("biases", "lr").unwrap(), 0.5.into());
    let curve = Setting::schedule(from_fn(|_| 0.125));
    optimizer.set_together([("biases", "lr", 0.25.into()), ("default", "lr", curve)]).unwrap();
    assert_eq!(optimizer.value_in("biases", "lr").unwrap(), 0.25.into());
    assert_eq!(optimizer.value_in("default", "lr").unwrap(), 0.125.into());
}
