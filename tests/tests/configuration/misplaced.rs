//! Our keys next to `optimizer`, and keys that belong elsewhere.

use optim_std::author::*;
use optim_std::config::{Config, Configure, Document, Problem};
use optim_std::prelude::*;

use crate::{built, error, model};

/// The movement of every element in a step with a learning rate of 1 and gradients of norm 8.
fn moved(text: &str) -> f32 {
    let mut optimizer = built(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut model = model();
    // 16 elements of 2.
    let mut grads = model.clone();
    grads.values_mut().for_each(|array| array.fill(2.0));
    let before = model["linear.bias"][[0, 0]];
    optimizer.step(&mut model, &grads).unwrap();
    before - model["linear.bias"][[0, 0]]
}

#[test]
fn options_for_gradients_stand_beside_the_optimizer() {
    assert_eq!(moved("optimizer: {SGD: {lr: 1}}"), 2.0);
    for text in [
        "{optimizer: {SGD: {lr: 1}}, clip_norm: 1.0}",
        "{optimizer: {optimizer_type: SGD, lr: 1}, clip_norm: 1}",
        "init: {clip_norm: 1, optimizer: {SGD: {lr: 1}}}",
        "trainer: {init: {optimizer: {SGD: {lr: 1}}, clip_norm: 1.0, seed: 1}}",
    ] {
        assert!((moved(text) - 0.25).abs() < 1e-6, "{text}: {}", moved(text));
    }
    assert_eq!(moved("{optimizer: {SGD: {lr: 1}}, clip_norm: null, clip_value: 0.5}"), 0.5);
    assert_eq!(moved("{optimizer: {SGD: {lr: 1}}, grad_scale: 0.25, non_finite: strict}"), 0.5);
    for (value, expected) in [
        ("clip_norm: 0", "`clip_norm`: expected a finite number above 0, found the number 0"),
        ("clip_norm: .nan", "`clip_norm`: expected a finite number above 0, found the number NaN"),
        ("clip_value: big", "`clip_value`: expected a finite number above 0, found the text \"big\""),
        ("non_finite: true", "`non_finite`: expected `off`, `error`, `skip` or `strict`, found `true`"),
        ("clip_nrm: 1", "`clip_nrm`: the configuration has no key `clip_nrm`\nhelp: did you mean `clip_norm`?"),
    ] {
        let said = error(&format!("{{optimizer: {{SGD: {{lr: 1}}}}, {value}}}"));
        assert!(said.ends_with(expected), "{said}");
    }
}

#[test]
fn keys_in_the_wrong_place_are_told_where_they_belong() {
    let optimizer = "write it among the arguments of the optimizer: `optimizer: {AdamW: {lr: 0.001}}`";
    let beside = "write it next to `optimizer`";
    let schedule = "write it among the arguments of a schedule: `{CosineDecayLR: {…, warmup: 100}}`";
    let schedulers = "write it in an entry of `schedulers`";
    for (text, path, help) in [
        ("{optimizer: {AdamW: }, lr: 0.1}", "lr", optimizer),
        ("{learning_rate: 0.1, optimizer: {AdamW: }}", "learning_rate", optimizer),
        ("{trainer: {init: {optimizer: {AdamW: }, weight_decay: 0.1}}}", "trainer.init.weight_decay", optimizer),
        ("{trainer: {init: {optimizer: {AdamW: }}}, betas: [0.9, 0.9]}", "betas", optimizer),
        (
            "{trainer: {init: {optimizer: {AdamW: }}}, schedulers: {ConstantLR: {learning_rate: 1}}}",
            "schedulers",
            beside,
        ),
        ("{trainer: {init: {optimizer: {AdamW: }}, clip_norm: 1}}", "trainer.clip_norm", beside),
        ("{trainer: {init: {optimizer: {AdamW: }}}, optimizer: {SGD: {lr: 1}}}", "optimizer", beside),
        ("{init: {optimizer: {AdamW: }}, clip_value: 1}", "clip_value", beside),
        ("{optimizer: {AdamW: {clip_norm: 1}}}", "optimizer.AdamW.clip_norm", beside),
        ("{optimizer: {AdamW: , clip_norm: 1}}", "optimizer.clip_norm", beside),
        ("{optimizer: {optimizer_type: AdamW, schedulers: []}}", "optimizer.schedulers", beside),
        (
            "{optimizer: {AdamW: {params: {'*bias': {grad_scale: 1}}}}}",
            "optimizer.AdamW.params.*bias.grad_scale",
            beside,
        ),
        ("{optimizer: {AdamW: }, warmup: 100}", "warmup", schedule),
        ("{optimizer: {AdamW: {warmup: 100}}}", "optimizer.AdamW.warmup", schedule),
        ("{optimizer: {AdamW: }, param_group_tags: a}", "param_group_tags", schedulers),
    ] {
        let wrong = Config::parse(text).expect_err(text);
        assert_eq!((wrong.place().path(), wrong.place().line()), (path, Some(1)), "{text}");
        let key = path.rsplit('.').next().unwrap();
        assert!(matches!(wrong.problem(), Problem::Misplaced { key: found, .. } if found == key), "{text}: {wrong}");
        assert!(wrong.to_string().ends_with(&format!("`{key}` has no effect here\nhelp: {help}")), "{text}: {wrong}");
        // In lenient mode it is a warning, at the same place.
        let config = Configure::new()
            .lenient()
            .trainer(Document::parse(text).unwrap())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(config.warnings().iter().any(|warning| warning.place() == wrong.place()), "{text}");
        assert!(config.build(&model()).is_ok());
    }
    // Keys of other programs next to the optimizer are allowed.
    assert!(built("{optimizer: {AdamW: }, steps: 10, model: {lr: 1}, seed: 3, trainer_name: x, alpha: 1}").is_ok());
}

#[test]
fn misspelt_keys_beside_the_optimizer_are_told_their_name_and_place() {
    let (optimizer, schedule, schedulers) =
        ("among the arguments of the optimizer", "among the arguments of a schedule", "in an entry of `schedulers`");
    for (mapping, key, meant, place) in [
        ("{optimizer: {AdamW: }, KEY: 1}", "weight_decy", "weight_decay", optimizer),
        ("{optimizer: {AdamW: }, KEY: 1}", "weight-decay", "weight_decay", optimizer),
        ("{optimizer: {AdamW: }, KEY: 1}", "LR", "lr", optimizer),
        ("{optimizer: {SGD: {momentum: 0.9}}, KEY: 1}", "learning_rat", "learning_rate", optimizer),
        ("{optimizer: {optimizer_type: SGD, lr: 1}, KEY: 1}", "momentun", "momentum", optimizer),
        ("{trainer: {init: {optimizer: {SGD: {lr: 1}}, KEY: 1}}}", "nestrov", "nesterov", optimizer),
        ("{optimizer: {Lookahead: {inner: {AdamW: }}}, KEY: 1}", "amsgard", "amsgrad", optimizer),
        ("{optimizer: {AdamW: }, KEY: 1}", "warmpu", "warmup", schedule),
        ("{init: {optimizer: {AdamW: }}, KEY: 1}", "inital_learning_rate", "initial_learning_rate", schedule),
        ("{optimizer: {AdamW: }, KEY: 1}", "param_group_tag", "param_group_tags", schedulers),
        ("{trainer: {init: {optimizer: {AdamW: }}}, KEY: 1}", "wieght_decay", "weight_decay", optimizer),
        ("{trainer: {init: {optimizer: {AdamW: }}, KEY: 1}}", "schedulrs", "schedulers", "next to `optimizer`"),
    ] {
        let text = mapping.replace("KEY", key);
        let said = error(&text);
        let help = format!("`{key}` has no effect here\nhelp: did you mean `{meant}`? write it {place}");
        assert!(said.contains(&help), "{text}: {said}");
        let lenient = Configure::new().lenient().trainer(Document::parse(&text).unwrap()).unwrap();
        assert!(lenient.warnings().iter().any(|warning| warning.to_string().contains(meant)), "{text}");
    }
    // Every argument of the optimizer, with each of its names.
    for (optimizer, key) in [
        ("AdamW: ", "amsgrad"),
        ("AdamW: ", "beta1"),
        ("SGD: {lr: 1}", "dampening"),
        ("SGD: {lr: 1}", "weight_decay_rate"),
        ("RMSprop: ", "alpha"),
        ("Lookahead: {inner: {SGD: {lr: 1}}}", "k"),
        ("Lookahead: {inner: {SGD: {lr: 1}}}", "nesterov"),
    ] {
        let said = error(&format!("{{optimizer: {{{optimizer}}}, {key}: 1}}"));
        assert!(said.contains(&format!("`{key}` has no effect here\nhelp: write it among the arguments")), "{said}");
    }
    // Other parts of a program have their own names. Some of them are similar to ours.
    for others in [
        "model: {lr: 1}, trainer_name: x, grad_scaler: {init_scale: 1}, precision: {}, loop: {max_steps: 1}",
        "alpha: 1, nesterov: true, k: 5, rank: 0, gamma: 0.9, centered: true",
        "meta: {}, data: {}, state: x, stage: 1, task: x, epochs: 3, steps: 3, batch_size: 8, seed: 1, device: cpu",
        "actor: {}, critic: {}, minimize: loss, loggers: [], callbacks: [], checkpoint: {}, sparsity: {}",
    ] {
        for text in [
            format!("{{optimizer: {{AdamW: }}, {others}}}"),
            format!("{{trainer: {{init: {{optimizer: {{AdamW: }}, {others}}}, fit: {{}}, validate: {{}}}}}}"),
        ] {
            let config = Config::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(config.warnings().is_empty(), "{text}");
        }
    }
}

#[test]
fn names_of_other_libraries_are_told_ours() {
    for (theirs, ours) in [
        ("clip_grad_norm", "clip_norm"),
        ("gradient_clip_val", "clip_norm"),
        ("max_grad_norm", "clip_norm"),
        ("max_gradient_norm", "clip_norm"),
        ("clip_grad_value", "clip_value"),
        ("max_gradient_value", "clip_value"),
        ("grad_clip", "clip_norm"),
        ("clipvalue", "clip_value"),
        ("lr_schedule", "schedulers"),
        ("lr_scheduler", "schedulers"),
        ("lr_scheduler_type", "schedulers"),
    ] {
        for text in [
            format!("{{optimizer: {{AdamW: {{lr: 0.1}}}}, {theirs}: 1}}"),
            format!("{{trainer: {{init: {{optimizer: {{AdamW: {{lr: 0.1}}}}, {theirs}: 1}}}}}}"),
            format!("{{trainer: {{init: {{optimizer: {{AdamW: {{lr: 0.1}}}}}}}}, {theirs}: 1}}"),
            format!("{{optimizer: {{AdamW: {{lr: 0.1, {theirs}: 1}}}}}}"),
        ] {
            let wrong = error(&text);
            assert!(wrong.contains(&format!("`{theirs}` has no effect here")), "{text}: {wrong}");
            assert!(wrong.contains(&format!("help: write `{ours}: ")), "{text}: {wrong}");
        }
    }
}

/// A schedule that has an argument with the same name.
#[scheduler]
#[derive(Debug, Clone)]
struct RampLR {
    peak: f64,
    #[hyper(default = 4, range = 1..)]
    warmup: u64,
}

#[scheduler]
impl RampLR {
    fn value(&self, t: Scalar) -> Scalar {
        self.peak * (t / self.warmup as f64).min(1.0)
    }
}

fn values(text: &str, steps: &[u64]) -> Vec<f64> {
    let read = optim_std::config::configure_lr_scheduler(Document::parse(text).unwrap(), false);
    let schedule = read.unwrap_or_else(|error| panic!("{text}: {error}")).value.expect("a schedule");
    schedule.validate().unwrap();
    steps.iter().map(|step| schedule.at(*step)).collect()
}

#[test]
fn a_warm_up_for_any_schedule() {
    let decay = "initial_learning_rate: 1, end_learning_rate: 0, total_iters: 4";
    for text in [
        format!("{{LinearLR: {{{decay}, warmup: 2}}}}"),
        format!("{{scheduler: Linear, {decay}, warmup: 2}}"),
        format!("{{LinearLR: {{{decay}, warmup: {{steps: 2}}}}}}"),
        format!("[{{LinearLR: {{{decay}, warmup: {{steps: 2, initial: 0}}}}}}]"),
        format!("{{WarmupLR: {{scheduler: {{LinearLR: {{{decay}}}}}, warmup_steps: 2}}}}"),
        "{LinearWD: {initial_val: 1, end_val: 0, total_iters: 4, warmup: 2}}".to_owned(),
        format!("{{ScalePerParamLR: {{scheduler: {{LinearLR: {{{decay}}}}}, warmup: 2}}}}"),
    ] {
        assert_eq!(values(&text, &[0, 1, 2, 4, 6, 9]), [0.0, 0.5, 1.0, 0.5, 0.0, 0.0], "{text}");
    }
    assert_eq!(
        values(&format!("{{LinearLR: {{{decay}, warmup: {{steps: 2, initial: 0.5}}}}}}"), &[0, 1, 2]),
        [0.5, 0.75, 1.0]
    );
    for none in ["0", "null", "{steps: 0}"] {
        assert_eq!(values(&format!("{{LinearLR: {{{decay}, warmup: {none}}}}}"), &[0, 2]), [1.0, 0.5], "{none}");
    }
    // In a sequence, the next schedule starts after the warm-up, too.
    let list = format!("[{{LinearLR: {{{decay}, warmup: 2}}}}, {{ConstantLR: {{learning_rate: 3, warmup: 2}}}}]");
    assert_eq!(values(&list, &[1, 2, 5, 6, 7, 8]), [0.5, 1.0, 0.25, 0.0, 1.5, 3.0]);
    let milestones =
        format!("{{SequentialLR: {{schedulers: [{{LinearLR: {{{decay}, warmup: 2}}}}, 3], milestones: [6]}}}}");
    assert_eq!(values(&milestones, &[5, 6]), [0.25, 3.0]);
    // If a schedule has an argument with this name, the key sets that argument.
    assert_eq!(values("{Ramp: {peak: 8, warmup: 8}}", &[1, 8]), [1.0, 8.0]);
}

#[test]
fn a_warm_up_of_a_document() {
    let text = "
optimizer: {SGD: {momentum: 0.9, params: {'*bias': {tags: small}}, adjust_learning_rate: {embedding: 0.5}}}
schedulers:
  - CosineDecayLR: {initial_learning_rate: 1.0, end_learning_rate: 0.0, total_iters: 10, warmup: 4}
";
    let mut optimizer = built(text).unwrap();
    let mut model = model();
    let grads = model.clone();
    optimizer.step(&mut model, &grads).unwrap();
    let lr = |group: &str| crate::number(&optimizer, group, "lr");
    assert_eq!((lr("default"), lr("*bias")), (0.25, 0.25));
    // The factor of a group also applies to the warm-up.
    assert_eq!(lr("embedding"), 0.125);
    let scaled =
        ScalePerParamLR::new(LinearLR::new(1.0, 0.0, 10)).warmup(4).for_group(0.5).expect("it asks for a factor");
    assert_eq!((scaled.at(2), scaled.at(4)), (0.25, 0.5));
}

#[test]
fn mistakes_of_warm_ups() {
    for (warmup, expected) in [
        ("-1", "warmup`: expected a number of steps, or `{steps: 100, initial: 0.0}`, found the number -1"),
        ("0.5", "warmup`: expected a number of steps, or `{steps: 100, initial: 0.0}`, found the number 0.5"),
        ("[1]", "warmup`: expected a number of steps, or `{steps: 100, initial: 0.0}`, found a list of 1"),
        ("{initial: 0.1}", "warmup`: `steps` is missing: the number of steps of the warm-up"),
        (
            "{steps: x}",
            "warmup.steps`: expected a number of steps, or `{steps: 100, initial: 0.0}`, found the text \"x\"",
        ),
        (
            "{steps: 1, initial: .inf}",
            "warmup.initial`: expected the value at the first step, a finite number, found the number inf",
        ),
        ("{steps: 1, start: 0}", "warmup.start`: `warmup` has no key `start`\nhelp: there are `steps`, `initial`"),
    ] {
        let text =
            format!("{{optimizer: {{SGD: }}, schedulers: {{ConstantLR: {{learning_rate: 1, warmup: {warmup}}}}}}}");
        let said = error(&text);
        assert!(said.ends_with(expected), "{said}");
    }
}
