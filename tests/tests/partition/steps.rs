//! Steps, compared with steps of the separate optimizers.

use optim_std::registry::find;
use optim_std::{AnyBuilder, Optimizer, StepError};

use super::*;

fn optimizer(name: &str) -> AnyBuilder {
    let builder = find(optim_std::optimizers(), name).unwrap().builder();
    builder.clone().set("lr", 0.05).unwrap_or(builder)
}

pub(super) fn steps<T: Float>(opt: &mut Optimizer<T>, model: &mut Model<T>, only: impl Fn(&Model<T>) -> Model<T>) {
    for step in 1..=4 {
        let grads = only(&super::model::<T>(step));
        let inputs = inputs(opt, &grads);
        let gradients = |_: &Model<T>| Ok::<_, StepError>(((), grads.clone()));
        opt.with_inputs(&inputs).step_with(model, gradients).unwrap();
    }
}

/// Each parameter, state, global state and step count.
pub(super) fn all<T: Float>(opt: &Optimizer<T>, model: &Model<T>) -> Vec<(String, Vec<u64>)> {
    let bits = |array: &ArrayD<T>| array.iter().map(|x| x.to_f64().unwrap().to_bits()).collect::<Vec<_>>();
    let mut found: Vec<_> = model.iter().map(|(name, array)| (name.clone(), bits(array))).collect();
    opt.visit_state(|param, state, value| {
        let bits = match value {
            optim_std::StateView::Scalar(x) => vec![x.to_bits()],
            optim_std::StateView::Array(array) => array.iter().map(|x| x.to_f64().unwrap().to_bits()).collect(),
        };
        found.push((format!("{param}/{state}"), bits));
    });
    found.extend(opt.param_names().map(|name| (format!("{name}/t"), vec![opt.step_count(name).unwrap()])));
    found.sort();
    found
}

fn a_second_call_that_fails_changes_nothing(opt: &mut Optimizer<f64>, model: &mut Model<f64>) {
    let (before, dict, mut calls) = (model.clone(), opt.state_dict(), 0);
    let failed = opt.step_with(model, |model| {
        calls += 1;
        match calls {
            1 => Ok(((), model.clone())),
            _ => Err(StepError::UnknownGradient { param: "x".to_owned(), nearest: None }),
        }
    });
    assert!(failed.is_err() && calls == 2);
    assert_eq!((&*model, opt.state_dict()), (&before, dict));
}

/// The global states without the names of rules.
fn globals<T: Float>(opt: &Optimizer<T>, rule: &str) -> Vec<(String, u64)> {
    let own = opt.globals().filter_map(|(name, value)| Some((name.strip_prefix(rule)?.to_owned(), value.to_bits())));
    own.collect()
}

/// Returns false if one optimizer refuses these shapes.
fn agrees<T: Float>(matrices: &str, rest: &str) -> bool {
    let (whole, parts) = (model::<T>(100), [true, false].map(|matrices| part(&model::<T>(100), matrices)));
    let rules = [matrices, rest].map(optimizer);
    let Ok(mut alone) = rules[0].build(&parts[0]) else { return false };
    let Ok(mut others) = rules[1].build(&parts[1]) else { return false };
    let [own, remaining] = rules;
    let partition = Partition::new().rule("hidden", is_matrix, own).rest("rest", remaining);
    let mut opt = partition.build(&whole).unwrap_or_else(|error| panic!("{matrices}, {rest}: {error}"));
    let mut stepped = whole.clone();
    steps(&mut opt, &mut stepped, Clone::clone);
    let mut expected = Vec::new();
    for (opt, mut model, matrices) in [(&mut alone, parts[0].clone(), true), (&mut others, parts[1].clone(), false)] {
        steps(opt, &mut model, |grads| part(grads, matrices));
        expected.extend(all(opt, &model));
    }
    expected.sort();
    assert_eq!(all(&opt, &stepped), expected, "{matrices}, {rest}");
    assert_eq!(globals(&opt, "hidden."), globals(&alone, ""), "{matrices}");
    assert_eq!(globals(&opt, "rest."), globals(&others, ""), "{rest}");
    assert_eq!(opt.steps(), 4);
    true
}

#[test]
fn each_rule_steps_as_its_optimizer_does_alone() {
    let mut pairs = 0;
    for entry in optim_std::optimizers() {
        pairs += usize::from(agrees::<f32>(entry.name, "AdamW"));
        pairs += usize::from(agrees::<f64>("Muon", entry.name));
        pairs += usize::from(agrees::<f32>(entry.name, entry.name));
    }
    assert!(pairs > 140, "{pairs}");
}

#[test]
fn two_rules_of_one_optimizer_clip_as_the_optimizer_does() {
    let start = model::<f32>(100);
    let mut expected = start.clone();
    let mut one = AdamW::new().lr(0.1).clip_norm(0.3).clip_value(0.1).grad_scale(0.5).build(&start).unwrap();
    let rule = || AdamW::new().lr(0.1);
    let partition = Partition::new().rule("hidden", is_matrix, rule()).rest("rest", rule());
    let mut two = partition.clip_norm(0.3).clip_value(0.1).grad_scale(0.5).build(&start).unwrap();
    let mut found = start;
    for step in 1..5 {
        let grads = model::<f32>(step);
        let reports = [one.step(&mut expected, &grads).unwrap(), two.step(&mut found, &grads).unwrap()];
        assert_eq!(reports[0].grad_norm, reports[1].grad_norm);
        assert_eq!((reports[1].updated, reports[1].applied), (6, true));
    }
    assert_eq!(found, expected);
}

#[test]
fn a_step_happens_for_all_rules_or_for_none() {
    let start = model::<f32>(100);
    let partition =
        || Partition::new().rule("hidden", is_matrix, Muon::new().lr(0.1)).rest("rest", AdamW::new().lr(0.1));
    let mut grads = model::<f32>(1);
    grads.get_mut("a.bias").unwrap()[[1]] = f32::NAN;
    for policy in [NonFinite::Error, NonFinite::Skip] {
        let mut opt = partition().non_finite(policy).build(&start).unwrap();
        let (before, mut model) = (opt.state_dict(), start.clone());
        match opt.step(&mut model, &grads) {
            Ok(report) => {
                assert!(!report.applied && policy == NonFinite::Skip);
                let names: Vec<&str> = report.not_finite.iter().map(optim_std::NotFinite::param).collect();
                assert_eq!(names, ["a.bias"]);
            }
            Err(error) => assert_eq!(error, StepError::NonFinite { param: "a.bias".to_owned() }),
        }
        assert_eq!((model, opt.state_dict()), (start.clone(), before));
    }
    // Only some parameters have gradients. All others do not change.
    let mut opt = partition().build(&start).unwrap();
    let (mut model, some) = (start.clone(), part(&model::<f32>(2), false));
    assert_eq!(opt.step(&mut model, &some).unwrap().updated, 3);
    assert_eq!(part(&model, true), part(&start, true));
    assert_eq!((opt.step_count("a.bias"), opt.step_count("a.weight")), (Ok(1), Ok(0)));
}

#[test]
fn masks_and_threads_and_storage_are_those_of_parameters() {
    let start = model::<f32>(100);
    let run = |threads| {
        let rule = Lion::new().lr(0.1).storage("exp_avg", optim_std::Storage::Bf16);
        let partition = Partition::new().rule("hidden", is_matrix, rule).rest("rest", AdamW::new().lr(0.1));
        let mut opt = partition.threads(threads).build(&start).unwrap();
        assert_eq!(opt.storage("a.weight", "exp_avg"), Ok(optim_std::Storage::Bf16));
        assert_eq!(opt.storage("a.bias", "exp_avg"), Ok(optim_std::Storage::Native));
        for param in ["a.weight", "a.bias"] {
            let kept = start[param].mapv(|x| x > 0.0);
            opt.set_mask(param, &kept).unwrap();
        }
        let mut model = start.clone();
        steps(&mut opt, &mut model, Clone::clone);
        for param in ["a.weight", "a.bias"] {
            let zeros = start[param].iter().zip(&model[param]).filter(|(before, _)| **before <= 0.0);
            assert!(zeros.clone().count() > 0 && zeros.into_iter().all(|(_, after)| *after == 0.0));
        }
        all(&opt, &model)
    };
    assert_eq!(run(Threads::One), run(Threads::N(3)));
}

#[test]
fn weights_for_evaluation_and_probes_are_those_of_each_rule() {
    let start = model::<f64>(100);
    let partition = Partition::new()
        .rule("hidden", is_matrix, ScheduleFreeSGD::new().lr(0.1))
        .rest("rest", SAM::new(AdamW::new().lr(0.1)));
    let mut opt = partition.build(&start).unwrap();
    assert!(opt.has_eval() && opt.has_probe() && opt.backup_bytes() > 0);
    // The masked elements are not zero yet, and a failed step does not change them.
    opt.set_mask("a.weight", &start["a.weight"].mapv(|x| x > 0.0)).unwrap();
    let (mut model, mut calls) = (start.clone(), 0);
    let failed = opt.step_with(&mut model, |model| {
        calls += 1;
        match calls {
            1 => Ok(((), model.clone())),
            _ => Err(StepError::UnknownGradient { param: "x".to_owned(), nearest: None }),
        }
    });
    assert!(failed.is_err() && calls == 2);
    assert_eq!(model, start);
    opt.clear_mask("a.weight").unwrap();
    let (mut model, grads) = (start.clone(), super::model::<f64>(1));
    assert_eq!(opt.step(&mut model, &grads), Err(StepError::NeedsProbe { optimizer: "Partition" }));
    assert_eq!(model, start);
    let mut seen = Vec::new();
    for _ in 0..3 {
        opt.step_with(&mut model, |model| {
            seen.push(model.clone());
            Ok::<_, StepError>((
                (),
                model.iter().map(|(name, array)| (name.clone(), array * 2.0)).collect::<Model<_>>(),
            ))
        })
        .unwrap();
    }
    // The second call sees moved biases and unmoved matrices.
    assert_eq!(part(&seen[0], true), part(&seen[1], true));
    assert_ne!(part(&seen[0], false), part(&seen[1], false));
    let weights = opt.eval_weights(&model).unwrap();
    assert_ne!(part(&weights, true), part(&model, true));
    assert_eq!(part(&weights, false), part(&model, false));
    // If a closure fails in the second call, nothing has changed.
    a_second_call_that_fails_changes_nothing(&mut opt, &mut model);
}

/// Its probe moves the parameter and a state.
#[optimizer(state <noted = 0.0>)]
#[derive(Debug, Clone)]
struct Probing {}

#[optimizer]
impl Probing {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.noted += grad;
        *param += 0.1 * grad;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= 0.2 * grad + 0.1 * state.noted;
    }
}

/// The rule of the probe has fewer states than the other one.
#[test]
fn a_failed_step_restores_the_states_of_a_probe() {
    let start = model::<f64>(100);
    let partition = Partition::new().rule("hidden", is_matrix, AdamW::new().amsgrad(true)).rest("rest", Probing::new());
    let mut opt = partition.build(&start).unwrap();
    let mut model = start;
    opt.step_with(&mut model, |model| Ok::<_, StepError>(((), model.clone()))).unwrap();
    a_second_call_that_fails_changes_nothing(&mut opt, &mut model);
}

#[test]
fn a_mask_makes_the_states_of_its_own_rule_zero() {
    let mut model = model::<f32>(100);
    let partition = Partition::new().rule("hidden", is_matrix, Muon::new()).rest("rest", AdamW::new());
    let mut opt = partition.build(&model).unwrap();
    opt.step(&mut model, &super::model::<f32>(1)).unwrap();
    opt.set_mask("a.bias", &ndarray::array![false, true, true, true]).unwrap();
    for state in ["exp_avg", "exp_avg_sq"] {
        let state = opt.state("a.bias", state).unwrap();
        assert!(state[[0]] == 0.0 && state[[1]] != 0.0, "{state}");
    }
}

/// A step with an array and a number.
#[optimizer(input <shift: tensor, weight: global>)]
#[derive(Debug, Clone)]
struct Shifted {}

#[optimizer]
impl Shifted {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= input.weight * grad + input.shift;
    }
}

/// A step with this number.
#[optimizer(input <weight: global>)]
#[derive(Debug, Clone)]
struct Weighed {}

#[optimizer]
impl Weighed {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= input.weight * grad;
    }
}

/// An input is given once. Its index in the declarations of rules does not matter.
#[test]
fn inputs_are_found_by_name_in_every_rule() {
    let start = model::<f64>(100);
    let partition = Partition::new().rule("hidden", is_matrix, Weighed::new()).rest("rest", Shifted::new());
    let mut opt = partition.build(&start).unwrap();
    assert_eq!(opt.due("shift").unwrap(), ["a.bias", "b.bias", "c.scale"]);
    assert_eq!(opt.due("weight").unwrap().len(), 6);
    let (grads, shifts, mut stepped) = (model::<f64>(1), part(&model::<f64>(2), false), start.clone());
    let inputs = Inputs::new().number("weight", 0.5).tensors("shift", shifts.clone());
    opt.with_inputs(&inputs).step(&mut stepped, &grads).unwrap();
    for (name, found) in &stepped {
        let shift = shifts.get(name).map_or_else(|| ArrayD::zeros(found.shape()), Clone::clone);
        let expected = &start[name] - &(0.5 * &grads[name] + shift);
        assert!((found - &expected).iter().all(|off| off.abs() < 1e-12), "{name}");
    }
    let missing = opt.with_inputs(&Inputs::new().number("weight", 0.5)).step(&mut stepped, &grads);
    assert!(matches!(missing, Err(StepError::MissingInput { input: "shift", .. })));
}
