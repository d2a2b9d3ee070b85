//! Settings, schedules and groups, named after rules.

use optim_std::{HyperError, Setting};

use super::*;

fn built() -> Optimizer<f32> {
    let rest = AdamW::new().lr(optim_std::schedule::from_fn(|step| 0.1 / (step + 1) as f64)).group(
        "bias",
        |p| p.name().ends_with("bias"),
        |h| h.weight_decay(0.0).tag("bias"),
    );
    let partition = Partition::new().rule("hidden", is_matrix, Muon::new().lr(0.02).tag("matrices")).rest("rest", rest);
    partition.clip_norm(1.0).build(&model::<f32>(100)).unwrap()
}

#[test]
fn settings_begin_with_the_rule() {
    let mut opt = built();
    assert_eq!(opt.name(), "Partition");
    assert_eq!(opt.value("hidden.lr"), Ok(vec![("hidden", 0.02.into())]));
    assert_eq!(opt.value("rest.lr"), Ok(vec![("rest", 0.1.into()), ("rest.bias", 0.1.into())]));
    assert_eq!(opt.value_in("rest.bias", "weight_decay"), Ok(0.0.into()));
    opt.set("rest.weight_decay", 0.25).unwrap();
    opt.set_in("rest.bias", "eps", 1e-4).unwrap();
    assert_eq!(opt.value("rest.weight_decay"), Ok(vec![("rest", 0.25.into()), ("rest.bias", 0.25.into())]));
    assert_eq!(opt.value_in("rest.bias", "eps"), Ok(1e-4.into()));
    assert_eq!(opt.value_in("hidden", "weight_decay"), built().value_in("hidden", "weight_decay"));

    let unknown = opt.set("lr", 1.0).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "`lr` is no hyperparameter of a rule of the partition\nhelp: there are `hidden.lr`, `rest.lr`"
    );
    let misspelt = opt.value("hiden.lr").unwrap_err();
    assert_eq!(
        misspelt.to_string(),
        "`hiden.lr` is no hyperparameter of a rule of the partition\nhelp: did you mean `hidden.lr`?"
    );
    assert!(matches!(opt.set("hidden.beta", 1.0), Err(HyperError::Unknown { optimizer: "Muon", .. })));
    assert!(matches!(opt.value_in("default", "lr"), Err(HyperError::UnknownGroup { .. })));
}

#[test]
fn schedules_and_reports_are_those_of_each_rule() {
    let mut opt = built();
    let mut model = model::<f32>(100);
    let grads = model.clone();
    opt.schedule(&Tags::all(), "hidden.lr", optim_std::schedule::from_fn(|step| 0.5_f64.powi(step as i32))).unwrap();
    let known: Vec<(&str, &str)> = opt.schedules().iter().map(|schedule| (schedule.group, schedule.hyper)).collect();
    assert_eq!(known, [("hidden", "lr"), ("rest", "lr"), ("rest.bias", "lr")]);
    opt.step(&mut model, &grads).unwrap();
    let report = opt.step(&mut model, &grads).unwrap();
    assert_eq!(report.value_in("hidden", "lr"), Ok(0.5.into()));
    assert_eq!(report.value("rest.lr"), Ok(vec![("rest", 0.05.into()), ("rest.bias", 0.05.into())]));
    assert_eq!(report.learning_rate_in("rest.bias"), Ok(Some(0.05)));
    assert!(report.value("lr").unwrap_err().to_string().ends_with("there are `hidden.lr`, `rest.lr`"));
    assert_eq!(report.values().iter().map(|group| group.group).collect::<Vec<_>>(), ["hidden", "rest", "rest.bias"]);
    assert!(report.grad_norm.is_some_and(|norm| norm > 1.0));
    assert_eq!(opt.learning_rate_in("hidden"), Ok(Some(0.25)));
    assert_eq!(opt.learning_rate_name(), None);

    // Tags are looked up in the groups of the rule.
    let only = Tags::any_of(["matrices"]);
    assert!(matches!(
        opt.schedule(&only, "rest.eps", optim_std::schedule::from_fn(|_| 0.1)),
        Err(HyperError::NoGroup { .. })
    ));
    assert_eq!(opt.group("rest.bias").unwrap().optimizer(), "AdamW");
    let members: Vec<Vec<&str>> = opt.group_infos().into_iter().map(|info| info.members).collect();
    assert_eq!(members, [vec!["a.weight", "b.weight", "c.weight"], vec!["c.scale"], vec!["a.bias", "b.bias"]]);
}

#[test]
fn a_learning_rate_that_is_found_multiplies_that_of_its_rule() {
    let plateau = ReduceOnPlateau::new(AdamW::new().lr(0.5)).factor(0.5).patience(1_usize);
    let partition = Partition::new().rule("hidden", is_matrix, Muon::new().lr(0.5)).rest("rest", plateau);
    let start = model::<f32>(100);
    let mut opt = partition.build(&start).unwrap();
    let (mut model, grads) = (start.clone(), start);
    for _ in 0..4 {
        let inputs = inputs(&opt, &grads);
        opt.with_inputs(&inputs).step(&mut model, &grads).unwrap();
    }
    let report = opt.last_report().unwrap();
    assert_eq!(report.learning_rate_in("hidden"), Ok(Some(0.5)));
    assert!(report.learning_rate_in("rest").unwrap().is_some_and(|rate| rate < 0.5));
    assert!(opt.global("rest.scale").unwrap() < 1.0);
    assert!(matches!(opt.value_in("rest", "inner.lr"), Ok(Setting::Float(0.5))));
}
