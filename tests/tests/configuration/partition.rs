//! Several optimizers in one document.

use super::*;

const RECIPE: &str = "
optimizer:
  Partition:
    - hidden: {match: '*.weight', except: ['embed*', 'ln_*'], ndim: 2, Muon: {lr: 0.02}}
    - rest:
        AdamW:
          lr: {CosineDecayLR: {initial_learning_rate: 0.5, end_learning_rate: 0.0, total_iters: 10}}
          params: {'*bias': {tags: small, weight_decay: 0.0}}
schedulers: {LinearLR: {initial_learning_rate: 0.25, end_learning_rate: 0.0, total_iters: 10, param_group_key: hidden.lr}}
clip_norm: 1.0
spikes: {scale: 8.0, window: 16}
";

#[test]
fn rules_take_parameters_by_name_and_number_of_axes() {
    let optimizer = built(RECIPE).unwrap();
    assert_eq!((optimizer.name(), optimizer.clip_norm()), ("Partition", Some(1.0)));
    assert_eq!(optimizer.spikes(), Some(optim_std::Spikes::scale(8.0).window(16)));
    let groups: Vec<(&str, Vec<&str>)> =
        optimizer.group_infos().into_iter().map(|info| (info.name, info.members)).collect();
    let rest = vec!["embedding.weight", "ln_1.weight"];
    assert_eq!(groups, [("hidden", vec!["linear.weight"]), ("rest", rest), ("rest.*bias", vec!["linear.bias"])]);
    assert_eq!(number(&optimizer, "hidden", "lr"), 0.25);
    assert_eq!((number(&optimizer, "rest", "lr"), number(&optimizer, "rest.*bias", "weight_decay")), (0.5, 0.0));
    assert_eq!(optimizer.group("rest.*bias").unwrap().tags(), ["small"]);

    let config = Config::parse(RECIPE).unwrap();
    assert_eq!(config.entries().map(|entry| entry.name).collect::<Vec<_>>(), ["Muon", "AdamW"]);
    assert_eq!(config.schedules().map(|schedule| schedule.hyper().to_owned()).collect::<Vec<_>>(), ["hidden.lr"]);
    assert_eq!(config.arguments().map(|(name, _)| name.into_owned()).collect::<Vec<_>>(), ["hidden.lr", "rest.lr"]);
}

#[test]
fn numbers_are_watched() {
    for (watch, expected) in [
        ("cosine", [true, true]),
        ("[grad_norm, cosine]", [true, true]),
        ("{every: 2, numbers: cosine}", [false, true]),
        ("null", [false, false]),
    ] {
        let mut optimizer = built(&format!("{RECIPE}\nwatch: {watch}")).unwrap();
        let mut params = model();
        let watched = expected.map(|_| optimizer.step(&mut params, &model()).unwrap().watched);
        assert_eq!(watched.each_ref().map(Option::is_some), expected, "{watch}");
        let cosine = watched[1].as_ref().and_then(|watched| watched.param("linear.weight", "cosine"));
        assert_eq!(cosine.is_some(), expected[1]);
    }
}

#[test]
fn declared_outputs_are_watched() {
    let steps = |text: &str| {
        let mut optimizer = built(text)?;
        Ok::<_, ConfigError>(optimizer.step(&mut model(), &model()).unwrap().watched.unwrap())
    };
    let watched = steps("optimizer: {StableAdamW: {lr: 0.1}}\nwatch: update_rms").unwrap();
    assert!(watched.param("linear.bias", "update_rms").is_some());
    let recipe = "optimizer:\n  Partition:\n    - hidden: {match: linear.weight, LARS: {lr: 0.1}}\n    - rest: {StableAdamW: {lr: 0.1}}\n";
    let watched = steps(&format!("{recipe}watch: [hidden.trust_ratio, rest.update_rms]")).unwrap();
    assert!(watched.param("linear.weight", "hidden.trust_ratio").is_some());
    assert!(watched.param("linear.bias", "rest.update_rms").is_some());
    let error = steps(&format!("{recipe}watch: trust_ratio")).unwrap_err().to_string();
    assert!(error.contains("did you mean `hidden.trust_ratio`?"), "{error}");
}

#[test]
fn it_steps_as_the_same_partition_in_rust() {
    use optim_std::prelude::*;
    let mut written = built(RECIPE).unwrap();
    let hidden = |p: &optim_std::ParamInfo<'_>| p.name() == "linear.weight";
    let rest = AdamW::new().lr(CosineDecayLR::new(0.5, 0.0, 10)).group(
        "*bias",
        |p| p.name().ends_with("bias"),
        |h| h.weight_decay(0.0),
    );
    let partition = Partition::new().rule("hidden", hidden, Muon::new().lr(LinearLR::new(0.25, 0.0, 10)));
    let mut coded = partition.rest("rest", rest).clip_norm(1.0).build(&model()).unwrap();
    let (mut a, mut b, grads) = (model(), model(), model());
    for _ in 0..3 {
        written.step(&mut a, &grads).unwrap();
        coded.step(&mut b, &grads).unwrap();
    }
    assert_eq!(a, b);
    assert_ne!(a, model());
}

#[test]
fn wrappers_lists_of_axes_factors_and_groups_of_the_program() {
    use optim_std::config::{Configure, Document, configure_param_groups};
    let text = "
optimizer:
  Partition:
    - empty: {ndim: [0, 7], optional: true, SGD: {learning_rate: {LinearLR: {initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 9}}, params: {'*bias': small}}}
    - wrapped: {match: linear*, Lookahead: {inner: {AdamW: {lr: 0.1, weight_decay: 0.5}}, adjust_learning_rate: {linear.bias: 0.5}}}
    - rest: {AdamW: {lr: 0.2, weight_decay: 0.5}}
";
    let groups = configure_param_groups(&model(), Document::parse("{}").unwrap()).unwrap().value;
    let config = Configure::new().trainer(Document::parse(text).unwrap()).unwrap();
    let optimizer = config.build(&model()).unwrap();
    assert_eq!(number(&optimizer, "wrapped.linear.bias", "inner.lr"), 0.05);
    assert_eq!(number(&optimizer, "wrapped", "inner.lr"), 0.1);
    let without = text
        .replace(", adjust_learning_rate: {linear.bias: 0.5}", "")
        .replace("Lookahead: {inner: {AdamW: {lr: 0.1, weight_decay: 0.5}}}", "AdamW: {lr: 0.1, weight_decay: 0.5}");
    let config = Configure::new().trainer(Document::parse(&without).unwrap()).unwrap().param_groups(groups);
    let optimizer = config.build(&model()).unwrap();
    assert_eq!(number(&optimizer, "wrapped.no_decay", "weight_decay"), 0.0);
    assert_eq!(number(&optimizer, "rest.no_decay", "weight_decay"), 0.0);
    assert_eq!(number(&optimizer, "rest.decay", "weight_decay"), 0.5);
}

#[test]
fn groups_of_the_program_are_of_some_rule() {
    use optim_std::config::ParamGroup;
    let group = ParamGroup { name: "lost".to_owned(), params: vec!["no.such".to_owned()], ..ParamGroup::default() };
    let config = Config::parse("optimizer: {Partition: [{rest: {AdamW: {lr: 0.1}}}]}").unwrap().param_groups([group]);
    let error = config.build(&model()).unwrap_err().to_string();
    assert!(error.contains("parameter group `lost` matches no parameter"), "{error}");
}

const AROUND: &str = "
optimizer:
  Ema:
    decay: 0.5
    storage: {average: bf16}
    inner:
      Accumulate:
        k: 2
        inner:
          Partition:
            - hidden: {match: '*.weight', except: ['embed*', 'ln_*'], ndim: 2, Muon: {lr: 0.02, views: {flat: {shape: [-1, 1]}}}}
            - rest:
                AdamW:
                  lr: {CosineDecayLR: {initial_learning_rate: 0.5, end_learning_rate: 0.0, total_iters: 10}}
                  storage: {exp_avg: bf16}
                  params: {'*bias': {tags: small, weight_decay: 0.0, adjust_learning_rate: 0.5}}
schedulers:
  - {LinearLR: {initial_learning_rate: 0.25, end_learning_rate: 0.0, total_iters: 10, param_group_key: hidden.lr}}
  - {LinearLR: {initial_learning_rate: 0.5, end_learning_rate: 0.9, total_iters: 4, param_group_key: decay}}
  - {LinearLR: {initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 4, param_group_key: rest.inner.inner.weight_decay, param_group_tags: small}}
clip_norm: 1.0
";

#[test]
fn wrappers_may_be_around_a_partition() {
    use optim_std::prelude::*;
    let mut written = built(AROUND).unwrap();
    let hidden = |p: &optim_std::ParamInfo<'_>| p.name() == "linear.weight";
    let muon = Muon::new().lr(LinearLR::new(0.25, 0.0, 10)).view("flat", |_| true, |p| [p.len(), 1]);
    let rest = AdamW::new().lr(CosineDecayLR::new(0.5, 0.0, 10)).storage("exp_avg", optim_std::Storage::Bf16).group(
        "*bias",
        |p| p.name().ends_with("bias"),
        |h| {
            h.weight_decay(LinearLR::new(0.1, 0.0, 4))
                .lr(ScalePerParamLR::new(CosineDecayLR::new(0.5, 0.0, 10)))
                .adjust_learning_rate(0.5)
        },
    );
    let partition = Partition::new().rule("hidden", hidden, muon).rest("rest", rest);
    let coded = Ema::new(Accumulate::new(partition).k(2)).decay(LinearLR::new(0.5, 0.9, 4)).clip_norm(1.0);
    let mut coded = coded.storage("average", optim_std::Storage::Bf16).build(&model()).unwrap();
    assert_eq!((written.name(), coded.name()), ("Ema<Accumulate<Partition>>", "Ema<Accumulate<Partition>>"));
    let (mut a, mut b) = (model(), model());
    for step in 1_u8..=6 {
        let grads: BTreeMap<_, _> = model().into_iter().map(|(name, grad)| (name, grad * f32::from(step))).collect();
        let reports = [written.step(&mut a, &grads).unwrap(), coded.step(&mut b, &grads).unwrap()];
        assert_eq!(reports[0].grad_norm, reports[1].grad_norm);
        assert_eq!(reports[0].values(), reports[1].values());
    }
    assert_eq!((&a, written.eval_weights(&a).unwrap()), (&b, coded.eval_weights(&b).unwrap()));
    assert_ne!(a, model());
    assert_eq!(written.state_dict().params, coded.state_dict().params);

    let config = Config::parse(AROUND).unwrap();
    assert_eq!(config.entries().map(|entry| entry.name).collect::<Vec<_>>(), ["Ema", "Accumulate", "Muon", "AdamW"]);
    let schedules: Vec<String> = config.schedules().map(|schedule| schedule.hyper().to_owned()).collect();
    assert_eq!(schedules, ["decay", "hidden.inner.inner.lr", "rest.inner.inner.weight_decay"]);
    let arguments: Vec<String> = config.arguments().map(|(name, _)| name.into_owned()).collect();
    assert_eq!(arguments, ["decay", "inner.k", "hidden.inner.inner.lr", "rest.inner.inner.lr"]);
}

#[test]
fn the_older_form_takes_a_partition_inside_too() {
    let text = "{optimizer: {optimizer_type: Ema, decay: 0.25, inner: {Partition: [{rest: {SGD: {lr: 0.5}}}]}}}";
    let optimizer = built(text).unwrap();
    assert_eq!((optimizer.name(), number(&optimizer, "rest", "decay")), ("Ema<Partition>", 0.25));
    assert_eq!(number(&optimizer, "rest", "inner.lr"), 0.5);
}

#[test]
fn mistakes_in_wrapped_partitions_say_what_to_write() {
    let ema = |more: &str, rules: &str| format!("optimizer: {{Ema: {{{more}inner: {{Partition: [{rules}]}}}}}}");
    let rest = "{rest: {AdamW: {lr: 0.1}}}";
    for (text, expected) in [
        (
            ema("decay: 2.0, ", rest),
            "line 1, column 26, `optimizer.Ema.decay`: `decay` of Ema is 2.0, allowed: at least 0 and at most 1",
        ),
        (
            ema("", "{rest: {AdamW: {lr: -1.0}}}"),
            "`optimizer.Ema.inner.Partition[0].rest.AdamW.lr`: `lr` of AdamW is -1.0, allowed: at least 0",
        ),
        (
            ema("params: {'*bias': {decay: 0.5}}, ", rest),
            "`optimizer.Ema.params`: `params` has no effect here\nhelp: write it among the arguments of an optimizer in the rules of the partition",
        ),
        (ema("views: {flat: {shape: [-1]}}, ", rest), "`optimizer.Ema.views`: `views` has no effect here"),
        (ema("learning_rate: 0.1, ", rest), "`optimizer.Ema.learning_rate`: Ema has no argument `learning_rate`"),
        (
            ema("storage: {inner.exp_avg: bf16}, ", "{rest: {SGD: {lr: 0.1}}}"),
            "in parameter group `rest`: Ema<SGD> has no state `inner.exp_avg`",
        ),
        (
            format!("optimizer: {{Partition: [{{rest: {{Partition: [{rest}]}}}}]}}"),
            "`optimizer.Partition[0].rest.Partition`: rule `rest` of the partition has Partition, but a partition cannot be in another one",
        ),
        (
            format!("optimizer: {{Partition: [{{rest: {{Ema: {{inner: {{Partition: [{rest}]}}}}}}}}]}}"),
            "`optimizer.Partition[0].rest.Ema`: rule `rest` of the partition has Ema<Partition>, but a partition cannot be in another one",
        ),
        (
            format!(
                "{}\nschedulers: {{LinearLR: {{initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 9}}}}",
                ema("", rest)
            ),
            "`lr` is no hyperparameter of a rule of the partition\nhelp: there are `rest.inner.lr`",
        ),
        (
            format!(
                "{}\nschedulers: {{LinearLR: {{initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 9, param_group_key: hidden.lr}}}}",
                ema("", rest)
            ),
            "`hidden.lr` is no hyperparameter of a rule of the partition",
        ),
        (format!("{}\nlr: 0.1", ema("", rest)), "`lr`: `lr` has no effect here"),
    ] {
        let found = error(&text);
        assert!(found.contains(expected), "{text}:\n{found}\nexpected:\n{expected}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn mistakes_say_what_to_write() {
    let partition = |rules: &str| format!("optimizer: {{Partition: [{rules}]}}");
    let rest = "{rest: {AdamW: {lr: 0.1}}}";
    for (text, expected) in [
        (
            partition("{hidden: {ndim: 2}}"),
            "line 1, column 34, `optimizer.Partition[0].hidden`: `the optimizer` is missing: the name of one optimizer besides `match`, `except`, `ndim` and `optional`: `{Muon: {lr: 0.02}}`",
        ),
        (
            partition("{hidden: {Muon: {lr: 0.1}, AdamW: {lr: 0.1}}}"),
            "expected the name of one optimizer besides `match`, `except`, `ndim` and `optional`: `{Muon: {lr: 0.02}}`, found a mapping",
        ),
        (
            partition(&format!("{{hidden: {{clip_norm: 1.0, Muon: {{lr: 0.1}}}}}}, {rest}")),
            "`optimizer.Partition[0].hidden.clip_norm`: `clip_norm` has no effect here\nhelp: write it next to `optimizer`",
        ),
        (
            "optimizer: {SGD: {lr: 0.1}}\nspikes: 10".to_owned(),
            "`spikes`: expected `{skip: 10.0}` or `{scale: 10.0}`, with `window: 64` if you like, found the number 10",
        ),
        ("optimizer: {SGD: {lr: 0.1}}\nspikes: {skip: 9, scale: 9}".to_owned(), "expected `{skip: 10.0}` or"),
        ("optimizer: {SGD: {lr: 0.1}}\nspikes: {skip: 9, size: 9}".to_owned(), "spikes has no key `size`"),
        (
            "optimizer: {SGD: {lr: 0.1}}\nspikes: {skip: 0.5}".to_owned(),
            "`spikes` allows norms up to 0.5 times the median, allowed: a finite number above 1",
        ),
        (
            "optimizer: {SGD: {lr: 0.1}}\nspikes: {skip: 9, window: 0}".to_owned(),
            "`spikes` compares the norms of 0 steps, allowed: 1 to 65536",
        ),
        (
            "optimizer: {SGD: {lr: 0.1}}\nwatch: {every: 10}".to_owned(),
            "expected names of numbers, or `{every: 100, numbers",
        ),
        ("optimizer: {SGD: {lr: 0.1}}\nwatch: {evry: 10}".to_owned(), "watch has no key `evry`"),
        (
            "optimizer: {SGD: {lr: 0.1}}\nwatch: [cosine, loss]".to_owned(),
            "line 2, column 17, `watch[1]`: no number `loss` can be watched\nhelp: there are `grad_norm`,",
        ),
        (
            "optimizer: {SGD: {lr: 0.1}}\nwatch: cosin".to_owned(),
            "line 2, column 8, `watch`: no number `cosin` can be watched\nhelp: did you mean `cosine`?",
        ),
        (
            "optimizer: {SGD: {lr: 0.1}}\nwatch: {every: 5, numbers: [cosin]}".to_owned(),
            "line 2, column 29, `watch.numbers[0]`: no number `cosin` can be watched",
        ),
        (
            "optimizer: {SGD: {lr: 0.1}}\nwatch: {every: 0, numbers: cosine}".to_owned(),
            "line 2, column 16, `watch.every`: numbers cannot be watched every 0 steps",
        ),
        (partition("{hidden: {ndim: two, Muon: {lr: 0.1}}}"), "expected a number of axes, or a list of numbers, found"),
        (partition("{hidden: {Muno: {lr: 0.1}}}"), "did you mean `Muon`?"),
        (
            "optimizer: {Partition: {hidden: {Muon: {lr: 0.1}}}}".to_owned(),
            "expected a list of rules: each a mapping from its name to an optimizer, found a mapping",
        ),
        (
            partition("{hidden: {match: head*, Muon: {lr: 0.1}}}, {rest: {AdamW: {lr: 0.1}}}"),
            "rule `hidden` of the partition takes no parameter",
        ),
        (
            partition("{hidden: {match: lin*, AdamW: {lr: 0.1}}}"),
            "no rule of the partition takes `embedding.weight`, `ln_1.weight`",
        ),
        (
            partition("{all: {AdamW: {lr: -1.0}}}"),
            "line 1, column 44, `optimizer.Partition[0].all.AdamW.lr`: `lr` of AdamW is -1.0, allowed: at least 0",
        ),
        (
            format!(
                "{}\nschedulers: {{LinearLR: {{initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 9}}}}",
                partition(rest)
            ),
            "`lr` is no hyperparameter of a rule of the partition\nhelp: there are `rest.lr`",
        ),
        (format!("optimizer: {{Partition: [{rest}], AdamW: {{lr: 0.1}}}}"), "expected one optimizer"),
        (partition("{hidden: {SGD: {momentum: 0.9}}}"), "`lr` is missing: the learning rate, or a schedule for it"),
    ] {
        let found = error(&text);
        assert!(found.contains(expected), "{text}:\n{found}\nexpected:\n{expected}");
    }
}
