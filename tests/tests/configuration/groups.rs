//! Parameter groups: tags, overrides, factors.

use optim_std::config::{Config, Configure, Document, ParamGroup, configure_param_groups};
use optim_std::prelude::*;
use optim_std::{Optimizer, Tags};

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
        assert_eq!((number(&optimizer, group, "lr"), number(&optimizer, group, "weight_decay")), (lr, weight_decay));
    }
}

#[test]
fn names_and_shapes_are_enough() {
    let text = "optimizer: {SGD: {lr: 0.5, params: {'*.bias': {tag: small, weight_decay: 0.25}}}}";
    let shapes = optim_std::Shapes::<f32>::new([("linear.weight", &[2, 3][..]), ("linear.bias", &[2])]);
    let optimizer = Config::parse(text).unwrap().build(&shapes).unwrap();
    assert_eq!(number(&optimizer, "*.bias", "weight_decay"), 0.25);
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
            .map(|info| (info.adjust_learning_rate, number(&optimizer, info.name, "lr")))
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
                number(&optimizer, info.name, "lr"),
                number(&optimizer, info.name, "weight_decay"),
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

/// The recorded values of a second group with a factor.
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

/// A number of the groups `default`, `embedding*` and `linear*` in the first two steps.
fn numbers(optimizer: &mut Optimizer<f32>, hyper: &str) -> [[f64; 3]; 2] {
    let (mut model, grads) = (model(), model());
    [(); 2].map(|()| {
        let now = ["default", "embedding*", "linear*"].map(|group| number(optimizer, group, hyper));
        optimizer.step(&mut model, &grads).unwrap();
        now
    })
}

#[test]
fn the_more_specific_of_a_setting_and_a_schedule_wins() {
    const CURVE: &str = "{LinearLR: {initial_learning_rate: 1, end_learning_rate: 0, total_iters: 4}}";
    const TAGGED: &str =
        "{LinearLR: {initial_learning_rate: 1, end_learning_rate: 0, total_iters: 4, param_group_tags: [t]}}";
    const OWN: &str = "{LinearLR: {initial_learning_rate: 8, end_learning_rate: 0, total_iters: 4}}";
    let curve = || LinearLR::new(1.0, 0.0, 4);
    type Change = fn(SGDBuilder) -> SGDBuilder;
    let number: Change = |h| h.lr(0.25);
    let own: Change = |h| h.lr(LinearLR::new(8.0, 0.0, 4));
    let tagged: Change = |h| h.lr(0.25).tag("t");
    let by_all = [[1.0, 0.25, 1.0], [0.75, 0.25, 0.75]];
    for (groups, texts, change, tags, expected) in [
        // A number of the group, and a schedule for all groups.
        ("{lr: 0.25}", [CURVE, ""], number, Tags::all(), by_all),
        ("{lr: 0.25}", ["", CURVE], number, Tags::all(), by_all),
        // A schedule of the group, and a schedule for all groups.
        (&format!("{{lr: {OWN}}}"), [CURVE, ""], own, Tags::all(), [[1.0, 8.0, 1.0], [0.75, 6.0, 0.75]]),
        // A number of the group, and a schedule for this group.
        ("{lr: 0.25, tags: t}", [TAGGED, ""], tagged, Tags::any_of(["t"]), [[0.5, 1.0, 0.5], [0.5, 0.75, 0.5]]),
    ] {
        let [schedulers, learning_rate] = texts;
        let rate = if learning_rate.is_empty() { "lr: 0.5".to_owned() } else { format!("learning_rate: {CURVE}") };
        let text = format!(
            "{{optimizer: {{SGD: {{{rate}, params: {{'embedding*': {groups}, 'linear*': other}}}}}}, schedulers: [{schedulers}]}}"
        );
        let mut by_file = built(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(numbers(&mut by_file, "lr"), expected, "{text}");

        let builder = |lr: SGDBuilder| {
            lr.group("embedding*", |p| p.name().starts_with("embedding"), change).group(
                "linear*",
                |p| p.name().starts_with("linear"),
                |h| h.tag("other"),
            )
        };
        let mut attached = builder(SGD::new(0.5)).build(&model()).unwrap();
        attached.schedule(&tags, "lr", curve()).unwrap();
        assert_eq!(numbers(&mut attached, "lr"), expected, "{text}");
        if tags.is_all() {
            let mut given = builder(SGD::new(curve())).build(&model()).unwrap();
            assert_eq!(numbers(&mut given, "lr"), expected, "{text}");
        }
    }
}

#[test]
fn settings_of_groups_from_rust_and_inside_of_wrappers_are_their_own() {
    let rate = |params: &[&str], name: &str| ParamGroup {
        name: name.to_owned(),
        params: params.iter().map(ToString::to_string).collect(),
        settings: vec![("lr".to_owned(), 0.25.into())],
        ..ParamGroup::default()
    };
    let scheduled = "{optimizer: {SGD: {lr: 0.5}}, schedulers: {ConstantLR: {learning_rate: 1}}}";
    let config = || Config::parse(scheduled).unwrap();
    let optimizer = config().param_groups([rate(&["linear.bias"], "bias")]).build(&model()).unwrap();
    assert_eq!((number(&optimizer, "default", "lr"), number(&optimizer, "bias", "lr")), (1.0, 0.25));
    // If no parameter is left for the schedule, it is an error.
    let all: Vec<&str> = model().into_keys().collect();
    let error = config().param_groups([rate(&all, "all")]).build(&model()).unwrap_err();
    assert!(
        error.to_string().ends_with(
            "`schedulers.ConstantLR`: every parameter group has its own `lr` of SGD, so a schedule for all groups changes nothing\n\
             help: name the groups of the schedule by their tags, or set no `lr` in the groups"
        ),
        "{error}"
    );
    // One number of a tuple becomes part of the group's own tuple.
    let betas = "{optimizer: {AdamW: {params: {'embedding*': {betas: [0.5, 0.75]}, 'linear*': x}}}, \
                 schedulers: {ConstantLR: {learning_rate: 0.25, param_group_key: betas.0}}}";
    let optimizer = built(betas).unwrap();
    let betas = |group| optimizer.value_in(group, "betas").unwrap();
    assert_eq!((betas("embedding*"), betas("linear*")), ((0.5, 0.75).into(), (0.25, 0.999).into()));
    let wrapped = "{optimizer: {Lookahead: {inner: {SGD: {lr: 0.5, params: {'linear*': {lr: 0.25}}}}, \
                   params: {'embedding*': {inner.lr: 0.125}}}}, \
                   schedulers: {ConstantLR: {learning_rate: 1, param_group_key: inner.lr}}}";
    let optimizer = built(wrapped).unwrap();
    let rates = ["default", "embedding*", "linear*"].map(|group| number(&optimizer, group, "inner.lr"));
    assert_eq!(rates, [1.0, 0.125, 0.25]);
}
