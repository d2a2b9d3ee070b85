//! Parameter groups: tags, overrides, factors.

use optim_std::config::{Configure, Document, configure_param_groups};
use optim_std::prelude::*;

use crate::{built, error, model, number};

#[test]
fn patterns_tag_and_override() {
    let optimizer = built(
        "
optimizer:
  AdamW:
    lr: 0.5
    weight_decay: 0.1
    params:
      '*.bias': {tag: small, weight_decay: 0}
      'linear.*': [head, last]
schedulers:
  - LinearLR: {initial_learning_rate: 1.0, end_learning_rate: 0.0, total_iters: 10, param_group_tags: head}
  - ConstantLR: {learning_rate: 0.25, param_group_tags: [null]}
  - ConstantWD: {val: 0.75, param_group_tags: [small]}
",
    )
    .unwrap();
    let infos = optimizer.group_infos();
    let groups: Vec<_> = infos.iter().map(|info| (info.name, info.members.clone(), info.tags.to_vec())).collect();
    let tags = |tags: &[&str]| tags.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        groups,
        [
            ("default", vec!["embedding.weight", "ln_1.weight"], tags(&[])),
            ("*.bias & linear.*", vec!["linear.bias"], tags(&["small", "head", "last"])),
            ("linear.*", vec!["linear.weight"], tags(&["head", "last"])),
        ]
    );
    for (group, lr, weight_decay) in [("default", 0.25, 0.1), ("*.bias & linear.*", 1.0, 0.75), ("linear.*", 1.0, 0.1)]
    {
        assert_eq!((number(&*optimizer, group, "lr"), number(&*optimizer, group, "weight_decay")), (lr, weight_decay));
    }
}

#[test]
fn names_and_shapes_are_enough() {
    let text = "optimizer: {SGD: {lr: 0.5, params: {'*.bias': {tag: small, weight_decay: 0.25}}}}";
    let shapes = optim_std::Shapes::<f32>::new([("linear.weight", &[2, 3][..]), ("linear.bias", &[2])]);
    let optimizer = optim_std::config::Config::parse(text).unwrap().build(&shapes).unwrap();
    assert_eq!(number(&*optimizer, "*.bias", "weight_decay"), 0.25);
    assert!(optimizer.params().map(|param| param.shape().to_vec()).eq([vec![2, 3], vec![2]]));
}

#[test]
fn factors_scale_every_kind_of_learning_rate() {
    const SCHEDULE: &str = "LinearLR: {initial_learning_rate: 0.5, end_learning_rate: 0.0, total_iters: 10}";
    for text in [
        "optimizer: {SGD: {lr: 0.5, adjust_learning_rate: {embedding: 0.5, decoder_kernel: 3}}}".to_owned(),
        "optimizer: {SGD: {lr: 0.5, adjust_learning_rate: {'e*': 0.5, linear.weight: 3}}}".to_owned(),
        format!(
            "optimizer: {{SGD: {{lr: {{{SCHEDULE}}}, adjust_learning_rate: {{embedding: 0.5, decoder_kernel: 3}}}}}}"
        ),
        format!(
            "{{optimizer: {{SGD: {{adjust_learning_rate: {{embedding: 0.5, decoder_kernel: 3}}}}}}, schedulers: {{{SCHEDULE}}}}}"
        ),
        format!(
            "{{optimizer: {{SGD: {{params: {{'em*': {{adjust_learning_rate: 0.5}}, '*r.weight': {{adjust_learning_rate: 3}}}}}}}}, \
             schedulers: {{ScalePerParamLR: {{scheduler: {{{SCHEDULE}}}}}}}}}"
        ),
    ] {
        let optimizer = built(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let lrs: Vec<_> = optimizer
            .group_infos()
            .iter()
            .map(|info| (info.adjust_learning_rate, number(&*optimizer, info.name, "lr")))
            .collect();
        assert_eq!(lrs, [(None, 0.5), (Some(0.5), 0.25), (Some(3.0), 1.5)], "{text}");
    }
}

#[test]
fn the_usual_groups() {
    let groups = configure_param_groups(&model(), [("adjust_learning_rate", [("decoder_kernel", 0.5)])]).unwrap().value;
    let config =
        Configure::new().optimizer("AdamW", [("lr", 0.5), ("weight_decay", 0.1)]).unwrap().param_groups(groups);
    let optimizer = config.build(&model()).unwrap();
    let infos = optimizer.group_infos();
    let found: Vec<_> = infos
        .iter()
        .map(|info| {
            (
                info.name,
                info.members.clone(),
                number(&*optimizer, info.name, "lr"),
                number(&*optimizer, info.name, "weight_decay"),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("default", vec![], 0.5, 0.1),
            ("decay, decoder_kernel", vec!["linear.weight"], 0.25, 0.1),
            ("decay", vec!["embedding.weight"], 0.5, 0.1),
            ("no_decay", vec!["linear.bias", "ln_1.weight"], 0.5, 0.0),
        ]
    );
}

#[test]
fn groups_that_cannot_be() {
    assert_eq!(
        error("optimizer: {SGD: {lr: 0.5, params: {'*bios': b}}}"),
        "line 1, column 37, `optimizer.SGD.params.*bios`: `*bios` matches no parameter\n\
         help: the parameters are `embedding.weight`, `linear.bias`, `linear.weight`, `ln_1.weight`"
    );
    let twice = error("optimizer: {SGD: {lr: 0.5, params: {'*bias': {lr: 1}, 'linear*': {lr: 2}}}}");
    assert!(twice.contains("parameter `linear.bias` matches two patterns with different values of `lr`"), "{twice}");
    let untagged =
        error("{optimizer: {SGD: {lr: 0.5}}, schedulers: {ConstantLR: {learning_rate: 1, param_group_tags: [b]}}}");
    assert!(untagged.contains("there are no groups tagged \"b\"\nhelp: no group is tagged"), "{untagged}");
}

/// The values that a second group with a factor was recorded to have.
#[test]
fn the_recorded_factor() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/goldens/sched_ScalePerParamLR.json")).unwrap();
    let recorded: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut compared = 0;
    for config in recorded["configs"].as_array().unwrap() {
        let Some(values) = config["group1_values"].as_array() else { continue };
        let factor = config["group1_adjust_learning_rate"].as_f64().unwrap();
        let arguments = Document::parse(&config["kwargs"].to_string()).unwrap();
        let scheduler = Configure::new().scheduler([("ScalePerParamLR", arguments)]).unwrap().value;
        let mut model = model();
        let grads = model.clone();
        let group = move |h: SGDBuilder| h.adjust_learning_rate(factor);
        let mut optimizer = SGD::new(0.0).group("b", |p| p.name() == "linear.bias", group).build(&model).unwrap();
        scheduler.attach(&mut optimizer).unwrap();
        assert_eq!(optimizer.group("b").unwrap().adjust_learning_rate(), Some(factor));
        for value in values {
            let expected = value.as_f64().unwrap();
            let found = number(&optimizer, "b", "lr");
            assert!((found - expected).abs() <= 1e-6, "{found} {expected}");
            optimizer.step(&mut model, &grads).unwrap();
            compared += 1;
        }
    }
    assert!(compared > 8, "{compared}");
}

#[test]
fn factors_of_ones_own_are_kept_without_one_of_the_group() {
    let schedule = || ScalePerParamLR::new(0.5).adjust_learning_rate(0.5);
    let build = |change: fn(SGDBuilder) -> SGDBuilder| {
        SGD::new(schedule()).group("b", |p| p.name() == "linear.bias", change).build(&model())
    };
    let optimizer = build(|h| h.momentum(0.5)).unwrap();
    assert_eq!((number(&optimizer, "default", "lr"), number(&optimizer, "b", "lr")), (0.25, 0.25));
    let mut optimizer = build(|h| h.adjust_learning_rate(4.0)).unwrap();
    assert_eq!((number(&optimizer, "default", "lr"), number(&optimizer, "b", "lr")), (0.25, 2.0));
    optimizer.set_in("b", "lr", Setting::schedule(ScalePerParamLR::new(3.0))).unwrap();
    assert_eq!(number(&optimizer, "b", "lr"), 12.0);
    let error = build(|h| h.adjust_learning_rate(f64::NAN)).unwrap_err().to_string();
    assert_eq!(error, "in parameter group `b`: `adjust_learning_rate` of SGD is NaN, allowed: a finite number");
}
