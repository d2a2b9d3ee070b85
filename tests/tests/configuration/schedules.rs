//! Nested schedules, and several schedules for one optimizer.

use optim_std::config::{Configure, Document, Problem, configure_lr_scheduler};

use crate::{built, error};

fn values(text: &str, steps: &[u64]) -> Vec<f64> {
    let schedule = configure_lr_scheduler(Document::parse(text).unwrap(), false).unwrap().value.expect("a schedule");
    steps.iter().map(|step| schedule.at(*step)).collect()
}

const DEEP: &str = "
SequentialLR:
  schedulers:
    - SequentialLR:
        schedulers:
          - LinearLR: {initial_learning_rate: 0, end_learning_rate: 1, total_iters: 2}
          - ConstantLR: {learning_rate: 1, total_iters: 3}
        milestones: [2]
    - ChainedScheduler:
        schedulers:
          - LinearLR: {initial_learning_rate: 8, end_learning_rate: 0, total_iters: 4}
          - StepLR: {initial_learning_rate: 1, step_size: 2, gamma: 0.5}
  milestones: [5]
";

#[test]
fn schedules_nest_and_milestones_follow() {
    // The inner sequence has no length, so the error is about the outer one.
    assert_eq!(values(DEEP, &[0, 1, 2, 4, 5, 6, 7]), [0.0, 0.5, 1.0, 1.0, 8.0, 6.0, 2.0]);
    let derived = "
- {scheduler: Linear, initial_learning_rate: 0, end_learning_rate: 1, total_iters: 2}
- {ConstantLR: {learning_rate: 4, total_iters: 2}}
- 5
";
    assert_eq!(values(derived, &[0, 1, 2, 3, 4]), [0.0, 0.5, 4.0, 4.0, 5.0]);
    let numbers = "{SequentialLR: {schedulers: [{ConstantLR: {learning_rate: 4, total_iters: 2}}, 7]}}";
    assert_eq!(values(numbers, &[1, 2]), [4.0, 7.0]);
}

#[test]
fn milestones_agree_with_lengths() {
    let part = "{ConstantLR: {learning_rate: 1, total_iters: 3}}";
    let text = |milestones| format!("{{SequentialLR: {{schedulers: [{part}, {part}], milestones: {milestones}}}}}");
    assert!(configure_lr_scheduler(Document::parse(&text("[3]")).unwrap(), false).is_ok());
    let error = configure_lr_scheduler(Document::parse(&text("[4]")).unwrap(), false).unwrap_err();
    assert!(matches!(error.problem(), Problem::Milestones { derived, given } if derived == &[3] && given == &[4]));
    assert_eq!(error.place().path(), "SequentialLR.milestones");
    for wrong in ["[x]", "3", "[-1]", "[[3]]", "{}", "null"] {
        assert!(configure_lr_scheduler(Document::parse(&text(wrong)).unwrap(), false).is_err(), "{wrong}");
    }
}

#[test]
fn two_schedules_for_one_number_are_both_named() {
    let one = "LinearLR: {initial_learning_rate: 1, end_learning_rate: 0, total_iters: 4";
    let text = |a: &str, b: &str| {
        format!(
            "{{optimizer: {{SGD: {{lr: 1, params: {{'*bias': a, '*weight': b}}}}}}, schedulers: [{{{one}{a}}}}}, {{ConstantLR: {{learning_rate: 1{b}}}}}]}}"
        )
    };
    for (a, b) in [
        ("", ""),
        (", param_group_tags: a", ""),
        ("", ", param_group_tags: [b, null]"),
        (", param_group_tags: [a, b]", ", param_group_tags: b"),
    ] {
        let error = error(&text(a, b));
        assert!(
            error.contains(
                "`schedulers[1].ConstantLR`: `lr` already has a schedule for some of the same groups: line 1, column "
            ),
            "{error}"
        );
        assert!(error.contains("`schedulers[0].LinearLR`"), "{error}");
    }
    assert!(built(&text(", param_group_tags: a", ", param_group_tags: b")).is_ok());
    // The groups with two tags are known only with a model.
    let both = "{optimizer: {SGD: {lr: 1, params: {'*bias': [a, b]}}}, schedulers: [{ConstantLR: {learning_rate: 1, param_group_tags: a}}, {ConstantLR: {learning_rate: 2, param_group_tags: b}}]}";
    let error = error(both);
    assert!(error.contains("`lr` of SGD has two schedules in parameter group `*bias`"), "{error}");
    let inside =
        "{optimizer: {SGD: {lr: {ConstantLR: {learning_rate: 1}}}}, schedulers: {ConstantLR: {learning_rate: 2}}}";
    assert!(built(inside).is_err());
    assert!(
        built("{optimizer: {SGD: {lr: 1}}, schedulers: [{ConstantLR: {learning_rate: 1}}, {ConstantWD: {val: 1}}]}")
            .is_ok()
    );
}

#[test]
fn tags_are_for_the_outermost_schedule() {
    let said = error(
        "{optimizer: {SGD: {lr: 1}}, schedulers: {ScalePerParamLR: {scheduler: {ConstantLR: {learning_rate: 1, param_group_tags: a}}}}}",
    );
    assert!(
        said.ends_with("`param_group_tags` is allowed only for entries of `schedulers`, not for a nested schedule"),
        "{said}"
    );
    for tags in ["[a, a]", "[]", "3", "[null, null]", "[[a]]", "{a: b}"] {
        let said = error(&format!(
            "{{optimizer: {{SGD: {{lr: 1}}}}, schedulers: {{ConstantLR: {{learning_rate: 1, param_group_tags: {tags}}}}}}}"
        ));
        assert!(said.contains("expected a tag, or a list of tags that differ"), "{said}");
    }
}

#[test]
fn numbers_and_nothing() {
    for nothing in ["null", "", "[]", "{}"] {
        assert!(configure_lr_scheduler(Document::parse(nothing).unwrap(), true).unwrap().value.is_none(), "{nothing}");
    }
    for number in ["1", "1.0", "'1'", "1e0", "+1"] {
        assert_eq!(values(number, &[0, 9]), [1.0, 1.0]);
    }
    for wrong in [
        "true",
        "fast",
        "'1 '''",
        ".nan",
        ".inf",
        "[fast]",
        "[true]",
        "{a: 1}",
        "{a: 1, b: 2}",
        "{scheduler: 3}",
        "{scheduler: }",
    ] {
        assert!(configure_lr_scheduler(Document::parse(wrong).unwrap(), false).is_err(), "{wrong}");
    }
    let scaled = Configure::new().lr_scheduler(0.5, true).unwrap().value.expect("a schedule");
    assert_eq!(scaled.for_group(3.0).expect("it asks for a factor").at(0), 1.5);
}
