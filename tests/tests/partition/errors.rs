//! Mistakes in partitions.

use optim_std::BuildError;

use super::*;

fn message(partition: &Partition) -> String {
    partition.build(&model::<f32>(0)).expect_err("a mistake").to_string()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn every_parameter_has_a_rule_and_every_rule_a_parameter() {
    let muon = || Partition::new().rule("hidden", is_matrix, Muon::new());
    let cases = [
        (
            Partition::new(),
            "no rule of the partition takes `a.bias`, `a.weight`, `b.bias`, `b.weight`, `c.scale`, `c.weight`\n\
             help: give it rules: `.rule(\"hidden\", |p| p.ndim() == 2, Muon::new())`",
        ),
        (
            muon(),
            "no rule of the partition takes `a.bias`, `b.bias`, `c.scale`\n\
             help: end it with `.rest(\"rest\", …)`, an optimizer for all that is left",
        ),
        (
            muon().rule("head", |p| p.name() == "a.weight", Muon::new()).rest("rest", AdamW::new()),
            "rule `head` of the partition takes no parameter\n\
             help: the parameters are `a.bias`, `a.weight`, `b.bias`, `b.weight`, `c.scale`, `c.weight`; the first rule that matches takes one. \
             If there may be none for a rule, call `.optional()` behind it",
        ),
        (
            Partition::new().optional().rest("rest", AdamW::new()),
            "`optional` is called before any rule of the partition\nhelp: call it behind the rule that may take no parameter",
        ),
        (muon().rest("hidden", AdamW::new()), "`hidden` cannot be the name of a rule: another rule has the same name"),
        (
            Partition::new().rest("a.b", AdamW::new()),
            "`a.b` cannot be the name of a rule: names of settings begin with it, as in `rule.lr`, so it must not be empty or contain a dot",
        ),
        (
            muon().rest("rest", AdamW::new().clip_norm(1.0).group("bias", |p| p.ndim() == 1, |h| h.lr(0.1))),
            "rule `rest` of the partition calls `clip_norm`, which is for the whole step\nhelp: call it on the `Partition`, or on the wrapper around it",
        ),
        (
            Partition::new().rest("rest", Accumulate::new(AdamW::new())).clip_norm(1.0),
            "the partition has `clip_norm`, but Accumulate<AdamW> of rule `rest` clips the gradients that it hands on, not those that it is given\n\
             help: call `clip_norm` on the builder of Accumulate<AdamW>, which clips those of its rule",
        ),
        (
            Partition::new().rest("rest", Accumulate::new(AdamW::new()).seed(3).clip_norm(1.0)),
            "rule `rest` of the partition calls `seed`, which is for the whole step\nhelp: call it on the `Partition`, or on the wrapper around it",
        ),
        (
            Partition::new().rule("one", is_matrix, Counted::new()).rest("all", Weighted::new()),
            "the input `weight` is declared as `global` in rule `one` and as `scalar` in rule `all`, but it is given once for both\n\
             help: rename it in one of the optimizers",
        ),
        (
            muon().rest("rest", AdamW::new().group("bias", |p| p.ndim() == 5, |h| h.lr(0.1))),
            "parameter group `rest.bias` matches no parameter\n\
             help: the parameters are `a.bias`, `a.weight`, `b.bias`, `b.weight`, `c.scale`, `c.weight`",
        ),
        (
            muon().rest("rest", AdamW::new().lr(-1.0)),
            "in parameter group `rest`: `lr` of AdamW is -1.0, allowed: at least 0",
        ),
        (muon().rest("rest", AdamW::new()).clip_norm(-1.0), "`clip_norm` is -1.0, allowed: finite and more than 0"),
        (
            Partition::new().rest("all", Muon::new()),
            "in parameter group `all`: Muon cannot update parameter `a.bias` of shape [4]: Muon orthogonalizes matrices: put parameters of fewer than 2 dimensions in another optimizer",
        ),
    ];
    for (partition, expected) in cases {
        assert_eq!(message(&partition), expected);
    }
    let none: Model<f32> = Model::new();
    assert_eq!(muon().rest("rest", AdamW::new()).build(&none).map(drop), Err(BuildError::NoParameters));
}

/// A step with a number of the whole model.
#[optimizer(input <weight: global>)]
#[derive(Debug, Clone)]
struct Counted {}

#[optimizer]
impl Counted {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= input.weight * grad;
    }
}

/// A step with a number of each parameter.
#[optimizer(input <weight: scalar>)]
#[derive(Debug, Clone)]
struct Weighted {}

#[optimizer]
impl Weighted {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= input.weight * grad;
    }
}

/// A wrapper that clips by itself does so for the gradients of its rule.
#[test]
fn a_wrapper_of_a_rule_clips_for_itself() {
    let start = model::<f32>(100);
    let rule = Accumulate::new(SGD::new(0.1)).k(1).clip_norm(0.25);
    let mut opt = Partition::new().rule("hidden", is_matrix, rule).rest("rest", SGD::new(0.1)).build(&start).unwrap();
    assert_eq!((opt.clip_norm(), opt.value_in("hidden", "clip_norm")), (None, Ok(0.25.into())));
    let (mut stepped, grads) = (start.clone(), model::<f32>(1));
    opt.step(&mut stepped, &grads).unwrap();
    let moved = |matrices| -> f32 {
        let parts = [part(&start, matrices), part(&stepped, matrices)];
        let off = parts[0].iter().zip(&parts[1]).flat_map(|((_, a), (_, b))| a.iter().zip(b));
        off.map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    };
    assert!((moved(true) - 0.025).abs() < 1e-5 && moved(false) > 0.05, "{} {}", moved(true), moved(false));
    let error = opt.set_clip_norm(Some(1.0)).unwrap_err().to_string();
    assert_eq!(error, "Accumulate<SGD> of rule `hidden` clips by itself\nhelp: set `hidden.clip_norm`");
    assert!(opt.set_clip_norm(None).is_ok() && opt.set_clip_value(Some(1.0)).is_err());
    let negative = Accumulate::new(SGD::new(0.1)).clip_norm(-1.0).build(&start).unwrap_err();
    assert_eq!(negative.to_string(), "`clip_norm` is -1.0, allowed: finite and more than 0");
}

/// The names of a partition do not depend on its number of rules.
#[test]
fn one_rule_is_a_partition_too() {
    let mut opt = Partition::new().rest("rest", AdamW::new()).build(&model::<f32>(0)).unwrap();
    assert_eq!((opt.name(), opt.learning_rate_name()), ("Partition", None));
    assert!(opt.set("lr", 0.1).is_err() && opt.set("rest.lr", 0.1).is_ok());
    let dict = opt.state_dict();
    assert_eq!((&*dict.optimizer, dict.groups[0].optimizer.as_deref()), ("Partition", Some("AdamW")));
    let path = std::env::temp_dir().join(format!("optim-partition-{}-one.safetensors", std::process::id()));
    opt.save(&path).unwrap();
    opt.load(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(opt.state_dict(), dict);
}

#[test]
fn a_rule_may_take_nothing_if_it_says_so() {
    let partition = Partition::new()
        .rule("hidden", |p| p.ndim() == 7, Muon::new().group("first", |p| p.ndim() == 7, |h| h.lr(0.5)))
        .optional()
        .rest("rest", AdamW::new());
    let start = model::<f32>(0);
    let mut opt = partition.build(&start).unwrap();
    let names: Vec<&str> = opt.groups().iter().map(optim_std::Group::name).collect();
    assert_eq!(names, ["hidden", "hidden.first", "rest"]);
    opt.schedule(&Tags::all(), "hidden.lr", LinearLR::new(0.1, 0.0, 9)).unwrap();
    let mut stepped = start.clone();
    opt.step(&mut stepped, &model::<f32>(1)).unwrap();
    let mut alone = start.clone();
    AdamW::new().build(&start).unwrap().step(&mut alone, &model::<f32>(1)).unwrap();
    assert_eq!(stepped, alone);
}
