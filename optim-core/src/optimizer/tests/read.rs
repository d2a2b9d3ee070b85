//! Reading and replacing state.

use ndarray::{ArrayD, IxDyn, arr0, arr1};

use super::*;
use crate::optimizer::StateError;
use crate::{Optimizer, StateMut, StateView};

fn stepped() -> Optimizer<f32> {
    let mut model = model();
    let mut optimizer = momentum(0.5).build(&model).expect("valid");
    optimizer.step(&mut model, &grads(1.0)).expect("valid");
    optimizer
}

#[test]
fn unknown_names_have_suggestions() {
    let optimizer = stepped();
    assert_eq!(
        optimizer.state("layers.0.wieght", "total").expect_err("unknown").to_string(),
        "there is no parameter `layers.0.wieght`\nhelp: did you mean `layers.0.weight`?"
    );
    assert_eq!(
        optimizer.state("scale", "momentum").expect_err("unknown").to_string(),
        "Momentum has no state `momentum`\nhelp: there are `momentum_buffer`, `origin`, `row`, `total`, `step`"
    );
    assert_eq!(
        optimizer.state("layers.0.bias", "row").expect_err("absent").to_string(),
        "parameter `layers.0.bias` has no state `row`: its condition does not hold with these settings and this shape"
    );
    assert!(matches!(optimizer.step_count("x"), Err(StateError::UnknownParameter { .. })));
    assert!(matches!(optimizer.group_of("x"), Err(StateError::UnknownParameter { .. })));
    assert!(matches!(optimizer.state_value("scale", "origin"), Err(StateError::Absent { .. })));
}

#[test]
fn visits_every_state_that_exists() {
    let mut seen = Vec::new();
    stepped().visit_state(|param, state, _| seen.push(format!("{param}/{state}")));
    assert_eq!(seen.len(), 5 * 3 + 3);
    assert_eq!(seen[..4], ["momentum_buffer", "row", "total", "step"].map(|state| format!("layers.0.weight/{state}")));
}

#[test]
fn visits_to_write() {
    let mut optimizer = stepped();
    optimizer.visit_state_mut(|param, state, view| match view {
        StateMut::Scalar(number) => {
            assert_eq!(state, "total");
            *number = 7.25;
        }
        StateMut::Array(mut array) if param == "scale" && state == "momentum_buffer" => {
            array.fill(-3.0);
        }
        StateMut::Array(_) => {}
    });
    assert_eq!(optimizer.state("scale", "total").expect("exists"), arr0(7.25).into_dyn());
    assert_eq!(optimizer.state_value("scale", "total"), Ok(StateView::Scalar(7.25)));
    assert_eq!(optimizer.state("scale", "momentum_buffer").expect("exists")[[1, 0, 1]], -3.0);
    assert_eq!(optimizer.state("layers.0.bias", "momentum_buffer").expect("exists"), arr1(&[1.0, 1.0]).into_dyn());
}

#[test]
fn replaces_state_of_the_same_shape_only() {
    let mut optimizer = stepped();
    let new = arr1(&[8.0, 9.0]).into_dyn();
    optimizer.set_state("layers.1.bias", "momentum_buffer", new.view()).expect("same shape");
    assert_eq!(optimizer.state("layers.1.bias", "momentum_buffer").expect("exists"), new);
    let exact = 0.1 + 0.2;
    optimizer.set_state("scale", "total", exact).expect("a number");
    assert_eq!(optimizer.state_value("scale", "total"), Ok(StateView::Scalar(exact)));
    optimizer.set_state("scale", "total", arr0(2.0).view()).expect("a number");
    assert_eq!(optimizer.state_value("scale", "total"), Ok(StateView::Scalar(2.0)));
    optimizer.set_state("scale", "step", StateView::Scalar(41.0)).expect("a count");
    assert_eq!(optimizer.step_count("scale"), Ok(41));
    assert_eq!(optimizer.state("scale", "step").expect("exists")[[]], 41.0);
    optimizer.set_step_count("scale", u64::MAX).expect("any count");

    let before = snapshot(&optimizer);
    let mut refused = |param: &str, state: &str, view: StateView<'_, f32>| {
        optimizer.set_state(param, state, view).expect_err("must be refused").to_string()
    };
    let wrong = ArrayD::<f32>::zeros(IxDyn(&[2, 1]));
    assert_eq!(
        refused("layers.1.bias", "momentum_buffer", StateView::from(wrong.view())),
        "state `momentum_buffer` of parameter `layers.1.bias` has shape [2], the replacement has [2, 1]"
    );
    assert!(refused("scale", "total", StateView::from(wrong.view())).contains("has shape []"));
    assert!(refused("scale", "momentum_buffer", StateView::Scalar(1.0)).contains("the replacement has []"));
    assert!(refused("scale", "step", StateView::from(wrong.view())).contains("has shape []"));
    assert!(refused("layers.0.bias", "row", StateView::Scalar(1.0)).contains("has no state"));
    for bad in [-1.0, 0.5, f64::NAN, f64::INFINITY, 1e300] {
        assert!(refused("scale", "step", StateView::Scalar(bad)).contains("allowed: a whole number"), "{bad}");
    }
    assert_eq!(snapshot(&optimizer), before);
}

#[test]
fn state_moves_to_another_optimizer() {
    let source = stepped();
    let mut target = momentum(0.5).build(&model()).expect("valid");
    source.visit_state(|param, state, view| {
        target.set_state(param, state, view).expect("same optimizer");
    });
    target.set_steps(source.steps());
    assert_eq!(snapshot(&target), snapshot(&source));
    // The step after the largest count stays there.
    target.set_steps(u64::MAX);
    target.set_step_count("scale", u64::MAX).expect("any count");
    target.step(&mut model(), &grads(1.0)).expect("valid");
    assert_eq!((target.steps(), target.step_count("scale")), (u64::MAX, Ok(u64::MAX)));
}

#[test]
fn everything_is_reachable_by_name() {
    let mut optimizer = stepped();
    assert!(optimizer.state_names().eq(["momentum_buffer", "origin", "row", "total", "step"]));
    assert_eq!(optimizer.state_names_to_sparsify(), ["momentum_buffer", "origin"]);
    let [group] = &optimizer.group_infos()[..] else { panic!("one group") };
    assert_eq!((group.name, group.tags.len()), ("default", 0));
    assert_eq!(group.members, NAMES);
    assert_eq!(group.settings[0], ("lr", &Setting::Float(0.5)));
    assert_eq!(optimizer.params().last().map(|param| (param.name(), param.shape())), Some(("scale", &[2, 1, 2][..])));
    assert_eq!(optimizer.state_bytes(), (20 + 6) * 4 + 5 * 8);
    optimizer.set_grad_scale(0.5).expect("positive");
    optimizer.set_clip_norm(Some(-0.5)).expect_err("negative");
    assert!(optimizer.last_report().is_some_and(|report| report.applied));
    let mut count = 0;
    optimizer.visit_state(|_, _, _| count += 1);
    optimizer.visit_state_mut(|_, _, _| count -= 1);
    assert_eq!(count, 5, "the step counts");
    optimizer.set_state("scale", "total", StateView::Scalar(1.5)).expect("a number");
    assert_eq!(optimizer.state_value("scale", "total"), Ok(StateView::Scalar(1.5)));
    optimizer.set_step_count("scale", 9).expect("known");
    optimizer.set_steps(4);
    assert_eq!((optimizer.step_count("scale"), optimizer.steps()), (Ok(9), 4));
    optimizer.set("lr", Setting::Float(0.25)).expect("valid");
    optimizer.set_in("default", "pair", (0.0, 0.0)).expect("valid");
    assert_eq!(optimizer.value_in("default", "lr"), Ok(Setting::Float(0.25)));
    assert_eq!(optimizer.value("pair").expect("known"), [("default", (0.0, 0.0).into())]);
    assert!(format!("{optimizer:?}").starts_with("Momentum { default: {lr: 0.25, pair: (0.0, 0.0), nesterov: false"));
}
