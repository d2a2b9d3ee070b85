//! Runs: periods of groups, resuming in the middle of a period, threads.

use std::collections::BTreeMap;

use optim_std::Threads;
use optim_std::ndarray::{Array2, ArrayD, IxDyn};
use optim_std::plan::StepProgram;
use optim_std::prelude::*;

use crate::optimizers::{Lookahead, *};

type Model = BTreeMap<&'static str, ArrayD<f32>>;

fn model() -> Model {
    let array = |n: usize, by: f32| ArrayD::from_shape_fn(IxDyn(&[n, 3]), |i| by * (i[0] as f32 - i[1] as f32));
    BTreeMap::from([("a", array(40, 0.1)), ("b", array(7, 0.3)), ("bias", array(5, -0.2))])
}

fn grads(step: u64) -> Model {
    model().into_iter().map(|(name, array)| (name, array.mapv(|x| (x * step as f32).sin()))).collect()
}

#[test]
fn groups_have_periods_of_their_own() {
    let mut params = model();
    let is_bias = |param: &optim_std::ParamInfo<'_>| param.name() == "bias";
    let mut opt = Lookahead::new().k(4).group("bias", is_bias, |h| h.k(3)).build(&params).unwrap();
    let slow = |opt: &Optimizer<f32>, name: &str| {
        let mut numbers = Vec::new();
        opt.visit_state(|param, state, view| {
            if let (true, optim_std::StateView::Array(array)) = ((param, state) == (name, "slow"), view) {
                numbers.extend(array.iter().copied());
            }
        });
        numbers
    };
    for step in 1..=12 {
        let before = ["a", "bias"].map(|name| slow(&opt, name));
        opt.step(&mut params, &grads(step)).unwrap();
        let after = ["a", "bias"].map(|name| slow(&opt, name));
        assert_eq!(before[0] != after[0], step % 4 == 0, "step {step}");
        assert_eq!(before[1] != after[1], step % 3 == 0, "step {step}");
    }
}

#[test]
fn a_parameter_without_a_gradient_does_not_come_nearer_to_its_period() {
    let mut params = model();
    let mut opt = MeanOf::new().k(2).build(&params).unwrap();
    let start = params.clone();
    for step in 1..=3 {
        let mut grads = grads(step);
        if step == 2 {
            grads.remove("b");
        }
        opt.step(&mut params, &grads).unwrap();
        assert_eq!(params["a"] != start["a"], step >= 2);
        assert_eq!(params["b"] != start["b"], step >= 3, "its second step is the third one");
    }
}

/// A run is killed in the middle of a period, and resumes from its checkpoint.
#[test]
fn resuming_in_the_middle_of_a_period_gives_the_same_bits() {
    let path = std::env::temp_dir().join(format!("optim-time-{}.safetensors", std::process::id()));
    for killed in [3, 10, 14] {
        let build = || Lookahead::new().k(10).build(&model()).unwrap();
        let (mut whole, mut params) = (build(), model());
        for step in 1..=25 {
            whole.step(&mut params, &grads(step)).unwrap();
        }
        let (mut first, mut resumed) = (build(), model());
        for step in 1..=killed {
            first.step(&mut resumed, &grads(step)).unwrap();
        }
        first.save(&path).unwrap();
        drop(first);
        let mut second = build();
        second.load(&path).unwrap();
        for step in killed + 1..=25 {
            second.step(&mut resumed, &grads(step)).unwrap();
        }
        assert_eq!(params, resumed, "killed after {killed} steps");
    }
    std::fs::remove_file(path).unwrap();
}

/// The first step and later steps, and a run that is killed before, in and after the first period.
#[test]
fn a_period_that_starts_elsewhere_is_resumed_in_its_middle() {
    let path = std::env::temp_dir().join(format!("optim-first-{}.safetensors", std::process::id()));
    for (k, first) in [(4, 1), (4, 3), (3, 8)] {
        let build = || Phased::new().k(k).first(first).build(&model()).unwrap();
        let due = |step: u64| step >= u64::from(first) && (step - u64::from(first)).is_multiple_of(k as u64);
        let step = |opt: &mut Optimizer<f32>, params: &mut Model, step: u64| {
            assert_eq!(opt.due("measured").unwrap().is_empty(), !due(step), "step {step} of {k}, {first}");
            let measured = grads(step + 1);
            let inputs = Inputs::new().tensors_where_due("measured", &measured);
            opt.with_inputs(&inputs).step(params, &grads(step)).unwrap();
        };
        let (mut whole, mut params) = (build(), model());
        (1..=20).for_each(|t| step(&mut whole, &mut params, t));
        for killed in [1, 5, 9, 10] {
            let (mut before, mut resumed) = (build(), model());
            (1..=killed).for_each(|t| step(&mut before, &mut resumed, t));
            before.save(&path).unwrap();
            let mut after = build();
            after.load(&path).unwrap();
            (killed + 1..=20).for_each(|t| step(&mut after, &mut resumed, t));
            assert_eq!(params, resumed, "{k}, {first}, killed after {killed} steps");
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = |threads: Threads| {
        let mut params = Array2::from_shape_fn((300, 400), |(i, j)| (i as f32 * 0.01 - j as f32 * 0.02).cos());
        let mut forms = Forms::new().threads(threads).build(&params).unwrap();
        let mut curvature = Curvature::new().threads(threads).build(&params).unwrap();
        for step in 1..=9 {
            let grad = params.mapv(|x| (x * step as f32).sin());
            forms.step(&mut params, &grad).unwrap();
            curvature.step(&mut params, &grad).unwrap();
        }
        params
    };
    let one = run(Threads::One);
    assert!([Threads::N(2), Threads::N(5), Threads::All].into_iter().all(|threads| run(threads) == one));
}

/// The condition is asked even if the arm does nothing, so a step is not confused with a step at another time.
#[test]
fn guards_of_arms_are_asked_in_each_step() {
    for mode in 0..=2_u64 {
        let mut x = optim_std::ndarray::array![1.0_f64];
        let grad = optim_std::ndarray::array![1.0];
        let mut opt = Matched::new().lr(0.25).mode(mode as usize).build(&x).unwrap();
        for step in 1..=20_u64 {
            let before = x[0];
            opt.step(&mut x, &grad).unwrap();
            let expected = match mode {
                0 if step % 3 == 0 => -0.25,
                0 | 1 if step == 2 => 1.0,
                _ => 0.0,
            };
            assert_eq!(x[0] - before, expected, "mode {mode}, step {step}");
            assert_eq!(opt.state("param", "slow").unwrap()[0], (step / 5) as f64);
        }
        let shares: Vec<f64> = opt.plan("param").unwrap().programs.iter().map(StepProgram::share).collect();
        let endless = if mode == 0 { 4 } else { 2 };
        assert_eq!(shares.iter().filter(|share| **share > 0.0).count(), endless, "mode {mode}: {shares:?}");
    }
}
