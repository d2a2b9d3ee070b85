//! One optimizer in every allowed form.

use std::sync::Arc;

use optim_std::Registry;
use optim_std::author::*;
use optim_std::config::{Configure, Document, Remark};
use optim_std::prelude::*;

use crate::{built, error, model, number};

const YAML: &str = "
optimizer:
  AdamW: {lr: 0.5, betas: [0.8, 0.9], amsgrad: true}
";

#[test]
fn yaml_json_and_rust_say_the_same() {
    let json = r#"{"optimizer": {"AdamW": {"lr": 0.5, "betas": [0.8, 0.9], "amsgrad": true}}}"#;
    let rust = Document::map([(
        "optimizer",
        Document::map([(
            "AdamW",
            Document::map([("lr", 0.5.into()), ("betas", Document::list([0.8, 0.9])), ("amsgrad", true.into())]),
        )]),
    )]);
    assert_eq!(Document::parse(YAML).unwrap(), rust);
    assert_eq!(Document::parse(json).unwrap(), rust);
    let optimizer = Configure::new().trainer(&rust).unwrap().build(&model()).unwrap();
    assert_eq!(optimizer.value("betas").unwrap(), [("default", (0.8, 0.9).into())]);
    assert!(optimizer.state("linear.bias", "max_exp_avg_sq").is_ok());
}

#[test]
fn the_optimizer_is_found_where_it_may_be() {
    let inner = "optimizer: {optimizer_type: sgd, lr: 0.5}";
    for text in [
        inner.to_owned(),
        format!("init: {{{inner}}}"),
        format!("trainer: {{init: {{device: CPU, {inner}, loop: {{max_steps: 1}}}}, fit: {{}}}}"),
        format!("train_input: {{batch_size: 1}}\nmodel: {{}}\n{inner}"),
    ] {
        assert_eq!(number(&built(&text).unwrap(), "default", "lr"), 0.5, "{text}");
    }
}

#[test]
fn the_learning_rate_has_many_forms() {
    for lr in
        ["0.5", "'0.5'", "5e-1", "{Constant: {learning_rate: 0.5}}", "[{scheduler: ConstantLR, learning_rate: 0.5}]"]
    {
        for text in [
            format!("optimizer: {{SGD: {{learning_rate: {lr}}}}}"),
            format!("optimizer: {{optimizer_type: SGD, learning_rate: {lr}}}"),
        ] {
            assert_eq!(number(&built(&text).unwrap(), "default", "lr"), 0.5, "{text}");
        }
    }
    let inside =
        built("optimizer: {SGD: {lr: {LinearLR: {initial_learning_rate: 0.5, end_learning_rate: 0, total_iters: 4}}}}");
    assert_eq!(number(&inside.unwrap(), "default", "lr"), 0.5);
    // A schedule for all groups makes the number unnecessary. Adafactor can choose its own learning rate.
    let scheduled = "{optimizer: {SGD: {momentum: 0.9}}, schedulers: {ConstantLR: {learning_rate: 0.25}}}";
    assert_eq!(number(&built(scheduled).unwrap(), "default", "lr"), 0.25);
    assert!(built("optimizer: {Adafactor: {relative_step: true}}").is_ok());
    assert!(built("optimizer: {Adafactor: }").is_err());
}

#[test]
fn old_names_work_with_a_warning_each() {
    let config = optim_std::config::Config::parse(
        "optimizer: {AdamW: {lr: 0.1, beta1: 0.5, beta2: 0.6, weight_decay_rate: 0.2, AMSGrad: true}}",
    )
    .unwrap();
    let names = config.warnings().iter().filter_map(|warning| match warning.remark() {
        Remark::Alias { given, name, .. } => Some((given.as_str(), name.as_str())),
        _ => None,
    });
    let names: Vec<_> = names.collect();
    assert_eq!(names, [("beta1` and `beta2", "betas"), ("weight_decay_rate", "weight_decay"), ("AMSGrad", "amsgrad")]);
    let optimizer = config.build(&model()).unwrap();
    assert_eq!(optimizer.value_in("default", "betas").unwrap(), (0.5, 0.6).into());
    assert_eq!(optimizer.value_in("default", "weight_decay").unwrap(), 0.2.into());
}

#[test]
fn anchors_and_merge_keys_are_followed() {
    let text = "
common: &common {lr: 0.5, weight_decay: 0.1}
optimizer:
  AdamW:
    <<: *common
    weight_decay: 0.2
";
    let optimizer = built(text).unwrap();
    assert_eq!((number(&optimizer, "default", "lr"), number(&optimizer, "default", "weight_decay")), (0.5, 0.2));
}

#[test]
fn lenient_mode_goes_on_with_a_warning() {
    let text = "optimizer: {SGD: {momentum: 0.9, foo: 1, dampning: 0.5}}";
    assert!(built(text).is_err());
    let config = Configure::new().lenient().trainer(Document::parse(text).unwrap()).unwrap();
    let said: Vec<String> = config.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "line 1, column 34, `optimizer.SGD.foo`: ignored: SGD has no argument `foo`\nhelp: there are `lr`, `momentum`, `dampening`, `weight_decay`, `nesterov`, `maximize`",
            "line 1, column 42, `optimizer.SGD.dampning`: ignored: SGD has no argument `dampning`\nhelp: did you mean `dampening`?",
            "line 1, column 18, `optimizer.SGD`: `lr` is missing; 0.1 is used",
        ]
    );
    assert_eq!(number(&config.build(&model()).unwrap(), "default", "lr"), 0.1);
}

/// A user's own optimizer.
#[optimizer]
#[derive(Debug, Clone)]
struct Drift {
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    speed: f64,
}

#[optimizer]
impl Drift {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.speed * grad.sign();
    }
}

/// A user's own schedule.
#[scheduler]
#[derive(Debug, Clone)]
struct PulseLR {
    high: f64,
}

#[scheduler]
impl PulseLR {
    fn value(&self, t: Scalar) -> Scalar {
        select(t % 2.0 < 1.0, self.high, 0.0)
    }
}

#[test]
fn optimizers_and_schedules_of_ones_own_need_no_further_code() {
    let text = "{optimizer: {drift: }, schedulers: {pulse: {high: 3, param_group_key: speed}}}";
    let mut optimizer = built(text).unwrap();
    let mut model = model();
    let grads = model.clone();
    for expected in [-2.0, -2.0, -5.0] {
        optimizer.step(&mut model, &grads).unwrap();
        assert_eq!(model["linear.bias"][[0, 0]], expected);
    }
    // A registry that was created by hand has only its own entries.
    let registry = Registry::new().with::<Drift>();
    let document = Document::map([("optimizer", Document::map([("Drift", Document::null())]))]);
    assert!(Configure::new().registry(&registry).trainer(&document).is_ok());
    let unknown = Configure::new().registry(&registry).trainer(Document::parse(text).unwrap()).unwrap_err().to_string();
    assert!(unknown.contains("there is no schedule `pulse`"), "{unknown}");
}

#[test]
fn schedules_made_in_rust_go_in() {
    let schedule: Arc<dyn Schedule> = Arc::new(LinearLR::new(0.5, 0.0, 10));
    let arguments = Document::map([("lr", Document::from(schedule))]);
    let config = Configure::new().optimizer("SGD", arguments).unwrap();
    assert_eq!(number(&config.build(&model()).unwrap(), "default", "lr"), 0.5);
}

/// The reference refuses integers only in Adafactor's `eps`. Here, an integer equals the same float in every pair.
#[test]
fn whole_numbers_are_numbers_in_pairs() {
    let eps = |text: &str| -> Vec<Option<f64>> {
        let opt = built(&format!("optimizer: {{Adafactor: {{lr: 0.1, eps: {text}}}}}")).unwrap();
        match opt.value_in("default", "eps") {
            Ok(Setting::Tuple(parts)) => parts.iter().map(Setting::as_f64).collect(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(eps("[1, 0.001]"), [Some(1.0), Some(0.001)]);
    let message = error("optimizer: {Adafactor: {lr: 0.1, eps: [true, 0.001]}}");
    assert!(message.contains("eps"), "{message}");
}
