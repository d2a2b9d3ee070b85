//! Wrappers around a partition: each rule's optimizer has the wrapper, and the wrapper's numbers of the whole model cover all rules.

use optim_std::{AnyBuilder, BuildError, CheckpointError, HyperError, Setting, StepError, Storage};

use super::steps::{all, steps};
use super::*;

fn rules() -> [AnyBuilder; 2] {
    let rest = AdamW::new().lr(0.05).group("bias", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0).lr(0.2));
    [Muon::new().lr(0.1).storage("momentum_buffer", Storage::Bf16).into(), rest.into()]
}

fn partition([hidden, rest]: [AnyBuilder; 2]) -> Partition {
    Partition::new().rule("hidden", is_matrix, hidden).rest("rest", rest)
}

/// The same rules, each with a separate wrapper. Settings of groups and storage are then options of that wrapper.
macro_rules! each_wrapped {
    (|$inner:ident| $wrapped:expr) => {{
        let hidden = {
            let $inner = Muon::new().lr(0.1);
            $wrapped
        };
        let rest = {
            let $inner = AdamW::new().lr(0.05);
            $wrapped
        };
        let rest = rest.group("bias", |p| p.name().ends_with("bias"), |h| h.inner(|i| i.weight_decay(0.0).lr(0.2)));
        partition([hidden.storage("inner.momentum_buffer", Storage::Bf16).into(), rest.into()])
    }};
}

fn agree<T: Float>(mut whole: Optimizer<T>, mut parts: Optimizer<T>) {
    let mut models = [model::<T>(100), model::<T>(100)];
    steps(&mut whole, &mut models[0], Clone::clone);
    steps(&mut parts, &mut models[1], Clone::clone);
    let name = whole.name();
    assert_eq!(all(&whole, &models[0]), all(&parts, &models[1]), "{name}");
    assert_eq!(whole.state_dict(), parts.state_dict(), "{name}");
    let [a, b] = [whole.eval_weights(&models[0]).unwrap(), parts.eval_weights(&models[1]).unwrap()];
    assert_eq!((a, whole.has_eval()), (b, parts.has_eval()), "{name}");
    for param in ["a.weight", "a.bias"] {
        assert_eq!(whole.plan(param).unwrap(), parts.plan(param).unwrap(), "{name}");
    }
}

macro_rules! agrees {
    ($($test:ident: |$inner:ident| $wrapped:expr;)*) => {$(
        #[test]
        fn $test() {
            fn run<T: Float>() {
                let start = model::<T>(100);
                let whole = { let $inner = partition(rules()); $wrapped.build(&start).unwrap() };
                agree(whole, each_wrapped!(|$inner| $wrapped).build(&start).unwrap());
            }
            run::<f32>();
            run::<f64>();
        }
    )*};
}

// None of these uses a number of the whole model.
agrees! {
    accumulate_is_that_of_each_rule: |inner| Accumulate::new(inner).k(2).clip_value(0.5);
    agc_is_that_of_each_rule: |inner| AGC::new(inner).clip_val(0.1);
    cautious_is_that_of_each_rule: |inner| Cautious::new(inner).weight_decay(0.1);
    ema_is_that_of_each_rule: |inner| Ema::new(inner).decay(0.9).warmup(true);
    centralization_is_that_of_each_rule: |inner| GradientCentralization::new(inner);
    grokfast_is_that_of_each_rule: |inner| Grokfast::new(inner).lamb(0.5);
    lookahead_is_that_of_each_rule: |inner| Lookahead::new(inner).k(2);
    master_weights_are_those_of_each_rule: |inner| MasterWeights::new(inner);
    swa_is_that_of_each_rule: |inner| SWA::new(inner).swa_start(2);
    plateau_without_a_plateau_is_that_of_each_rule: |inner| ReduceOnPlateau::new(inner);
}

#[test]
fn wrappers_nest() {
    let start = model::<f32>(100);
    let whole =
        Ema::new(Accumulate::new(partition([SGD::new(0.1).momentum(0.9).into(), Lion::new().into()])).k(2)).decay(0.5);
    let whole = whole.build(&start).unwrap();
    assert_eq!(whole.name(), "Ema<Accumulate<Partition>>");
    let hidden = Ema::new(Accumulate::new(SGD::new(0.1).momentum(0.9)).k(2)).decay(0.5);
    let rest = Ema::new(Accumulate::new(Lion::new()).k(2)).decay(0.5);
    agree(whole, partition([hidden.into(), rest.into()]).build(&start).unwrap());
}

/// Two rules with the same optimizer equal one optimizer, even if a wrapper uses the whole model.
fn is_one_optimizer<T: Float>(mut whole: Optimizer<T>, mut one: Optimizer<T>) {
    let mut models = [model::<T>(100), model::<T>(100)];
    for step in 1..=6 {
        // One parameter has no gradient. Then the only rule for vectors has none.
        let grads = match step {
            5 => part(&model::<T>(step), true),
            _ => model::<T>(step).into_iter().filter(|(name, _)| step != 3 || name != "b.weight").collect(),
        };
        for (opt, model) in [&mut whole, &mut one].into_iter().zip(&mut models) {
            let inputs = inputs(opt, &grads);
            let gradients = |params: &Model<T>| {
                let of = |name: &String| &grads[name] + &params[name] * T::cast(0.25);
                Ok::<_, StepError>(((), grads.keys().map(|name| (name.clone(), of(name))).collect::<Model<T>>()))
            };
            opt.with_inputs(&inputs).step_with(model, gradients).unwrap();
        }
        assert_eq!(models[0], models[1], "step {step}");
        assert_eq!(whole.last_report().unwrap().grad_norm, one.last_report().unwrap().grad_norm);
    }
    assert_eq!(all(&whole, &models[0]), all(&one, &models[1]));
    for (name, value) in one.globals() {
        for rule in ["hidden", "rest"] {
            assert_eq!(whole.global(&format!("{rule}.{name}")), Ok(value), "{name}");
        }
        assert_eq!(whole.global(name), Ok(value));
    }
}

macro_rules! is_one {
    ($($test:ident: |$inner:ident| $wrapped:expr;)*) => {$(
        #[test]
        fn $test() {
            fn run<T: Float>() {
                let start = model::<T>(100);
                let sgd = || SGD::new(0.1).momentum(0.9);
                let whole = { let $inner = partition([sgd().into(), sgd().into()]); $wrapped.build(&start).unwrap() };
                let one = { let $inner = sgd(); $wrapped.build(&start).unwrap() };
                is_one_optimizer(whole, one);
            }
            run::<f32>();
            run::<f64>();
        }
    )*};
}

is_one! {
    the_norm_that_accumulate_clips_is_of_all_rules: |inner| Accumulate::new(inner).k(2).clip_norm(0.3);
    the_norm_of_sam_is_of_all_rules: |inner| SAM::new(inner).rho(0.5);
    a_plateau_is_one_of_all_rules: |inner| ReduceOnPlateau::new(inner).factor(0.5).patience(1_usize);
    and_where_not_all_parameters_come_to_it: |inner| Accumulate::new(ReduceOnPlateau::new(inner).factor(0.5).patience(1_usize)).k(2);
    so_it_is_inside_of_another_wrapper: |inner| Ema::new(Accumulate::new(inner).k(2)).decay(0.5).clip_norm(0.3);
    so_it_is_around_another_wrapper: |inner| SAM::new(Lookahead::new(inner).k(2)).rho(0.5);
    and_in_both_of_two: |inner| SAM::new(ReduceOnPlateau::new(inner).factor(0.5).patience(1_usize)).rho(0.5);
}

/// In one step, numbers in the inner optimizers cover their rules, and numbers in the wrapper cover all rules.
#[test]
fn each_number_of_the_whole_model_is_of_its_own() {
    let start = model::<f64>(100);
    let clip = 0.25;
    let built = Accumulate::new(partition([Prodigy::new().into(), Prodigy::new().into()])).k(1).clip_norm(clip);
    let mut whole = built.build(&start).unwrap();
    let mut stepped = start.clone();
    // Here, the gradients are clipped before the step, by one norm of all.
    let mut parts = [true, false].map(|matrices| Prodigy::new().build(&part(&start, matrices)).unwrap());
    let mut models = [true, false].map(|matrices| part(&start, matrices));
    for _ in 0..8 {
        // The direction is constant, so both increase their learning rate.
        let grads = model::<f64>(1);
        let report = whole.step(&mut stepped, &grads).unwrap();
        let squares: f64 = grads.values().map(|grad| grad.iter().map(|x| x * x).sum::<f64>()).sum();
        assert!((report.grad_norm.unwrap() - squares.sqrt()).abs() < 1e-12);
        let clipped = |matrices| {
            let mut grads = part(&grads, matrices);
            grads.values_mut().for_each(|grad| *grad *= clip / (squares.sqrt() + 1e-6));
            grads
        };
        for ((opt, model), matrices) in parts.iter_mut().zip(&mut models).zip([true, false]) {
            opt.step(model, &clipped(matrices)).unwrap();
        }
    }
    let d = |opt: &Optimizer<f64>, name: &str| opt.global(name).unwrap();
    for ((opt, rule), own) in parts.iter().zip(["hidden", "rest"]).zip(&models) {
        let (found, expected) = (d(&whole, &format!("{rule}.inner.d")), d(opt, "d"));
        assert!((found / expected - 1.0).abs() < 1e-9 && expected > 1e-6, "{rule}: {found} {expected}");
        assert!(own.iter().all(|(name, array)| (&stepped[name] - array).iter().all(|off| off.abs() < 1e-9)));
    }
    assert_ne!(d(&whole, "hidden.inner.d"), d(&whole, "rest.inner.d"));
    // The tests of candle check the same on graphs.
}

/// Outputs of inner optimizers, one without outputs and one with two, in a step with a norm of all rules.
#[test]
fn outputs_of_rules_are_watched_in_a_wrapper() {
    let start = model::<f64>(100);
    let rules = || [LARS::new().lr(0.1).into(), Prodigy::new().into()];
    let build = |partition: Partition| Accumulate::new(partition).k(2).clip_norm(0.5).build(&start).unwrap();
    let (mut plain, mut watched) = (build(partition(rules())), build(partition(rules())));
    watched.watch(["hidden.inner.trust_ratio", "rest.inner.d_hat", "grad_norm"]).unwrap();
    let mut models = [start.clone(), start.clone()];
    for step in 1..=6 {
        let grads = model::<f64>(step);
        plain.step(&mut models[0], &grads).unwrap();
        let report = watched.step(&mut models[1], &grads).unwrap().watched.unwrap();
        // The inner optimizers run in every second step.
        let runs = step.is_multiple_of(2);
        assert_eq!(report.param("a.weight", "hidden.inner.trust_ratio").is_some(), runs, "step {step}");
        assert_eq!(report.param("a.bias", "hidden.inner.trust_ratio"), None);
        assert_eq!(report.model("rest.inner.d_hat").is_some(), runs, "step {step}");
        assert!(report.model("grad_norm").unwrap() > 0.0);
    }
    assert_eq!(models[0], models[1]);
    assert_eq!(plain.state_dict(), watched.state_dict());
}

/// Equal to the bit: the mean of `k` gradients is always computed in the same order.
#[test]
fn accumulation_over_k_micro_batches_is_one_step_with_the_mean() {
    let start = model::<f32>(100);
    let recipe = || partition([Muon::new().lr(0.1).into(), AdamW::new().lr(0.05).into()]);
    for clip_norm in [false, true] {
        let (whole, plain) = (Accumulate::new(recipe()).k(4), recipe());
        let whole = if clip_norm { whole.clip_norm(0.25) } else { whole };
        let (mut whole, mut plain) = (whole.build(&start).unwrap(), plain.build(&start).unwrap());
        let (mut found, mut expected) = (start.clone(), start.clone());
        for batch in 0..3 {
            let micro: Vec<Model<f32>> = (0..4).map(|at| model::<f32>(10 * batch + at)).collect();
            for grads in &micro {
                let before = found.clone();
                whole.step(&mut found, grads).unwrap();
                assert_eq!(before == found, !std::ptr::eq(grads, &micro[3]));
            }
            let mut mean: Model<f32> = micro[0].clone();
            for (name, mean) in &mut mean {
                micro[1..].iter().for_each(|grads| *mean += &grads[name]);
                *mean /= 4.0;
            }
            if clip_norm {
                let squares: f64 = mean.values().flat_map(|grad| grad.iter().map(|x| f64::from(*x).powi(2))).sum();
                let factor = (0.25 / (squares.sqrt() + 1e-6)) as f32;
                mean.values_mut().for_each(|grad| *grad *= factor);
                assert_eq!(whole.clip_norm(), Some(0.25));
            }
            plain.step(&mut expected, &mean).unwrap();
        }
        match clip_norm {
            false => assert_eq!(found, expected),
            true => found.iter().for_each(|(name, found)| {
                assert!((found - &expected[name]).iter().all(|off| off.abs() < 1e-5), "{name}");
            }),
        }
        assert_eq!(whole.state("a.bias", "inner.step").unwrap()[[]], 3.0);
    }
}

#[test]
fn settings_of_the_wrapper_are_of_all_rules() {
    let start = model::<f32>(100);
    let mut opt = Ema::new(partition(rules())).decay(0.9).build(&start).unwrap();
    assert_eq!(opt.name(), "Ema<Partition>");
    let decay = |opt: &Optimizer<f32>| {
        opt.value("decay")
            .unwrap()
            .into_iter()
            .map(|(group, value)| (group.to_owned(), value.as_f64().unwrap()))
            .collect::<Vec<_>>()
    };
    let of = |hidden: f64, rest: f64| {
        vec![("hidden".to_owned(), hidden), ("rest".to_owned(), rest), ("rest.bias".to_owned(), rest)]
    };
    assert_eq!(decay(&opt), of(0.9, 0.9));
    opt.set("decay", 0.5).unwrap();
    assert_eq!(decay(&opt), of(0.5, 0.5));
    opt.set("hidden.decay", 0.25).unwrap();
    assert_eq!(decay(&opt), of(0.25, 0.5));
    assert_eq!(opt.value_in("hidden", "inner.lr"), Ok(0.1.into()));
    assert_eq!(opt.value("rest.inner.lr"), Ok(vec![("rest", 0.05.into()), ("rest.bias", 0.2.into())]));
    opt.schedule(&Tags::all(), "decay", optim_std::schedule::from_fn(|step| 0.5_f64.powi(step as i32 + 1))).unwrap();
    let mut stepped = start.clone();
    for expected in [0.5, 0.25] {
        let report = opt.step(&mut stepped, &model::<f32>(1)).unwrap();
        let used = report.value("decay").unwrap();
        assert_eq!(used.iter().map(|(_, value)| value.as_f64()).collect::<Vec<_>>(), [Some(expected); 3]);
        assert_eq!(report.learning_rate_in("rest.bias"), Ok(Some(0.2)));
    }
    for wrong in [opt.set("lr", 0.5).unwrap_err(), opt.last_report().unwrap().value("lr").unwrap_err()] {
        let expected =
            "`lr` is no hyperparameter of a rule of the partition\nhelp: there are `hidden.inner.lr`, `rest.inner.lr`";
        assert_eq!(wrong.to_string(), expected);
    }
    let misspelt = opt.set("deca", 0.5).unwrap_err().to_string();
    assert!(misspelt.ends_with("help: did you mean `decay`?"), "{misspelt}");
    let too_large = opt.set("decay", 2.0).unwrap_err().to_string();
    assert_eq!(too_large, "`decay` of Ema is 2.0, allowed: at least 0 and at most 1");
}

/// An index beyond the wrapper's own settings is not a setting of a rule's optimizer.
#[test]
fn settings_of_rules_have_no_place_in_the_wrapper() {
    let built = optim_std::Builder::<Ema<Partition>>::new().set_at(7, 0.5.into()).build(&model::<f32>(100));
    assert_eq!(
        built.map(drop).unwrap_err().to_string().lines().next(),
        Some("Ema<Partition> has no hyperparameter `#7`")
    );
}

/// A setting of the whole model has one value for all rules.
#[test]
fn what_is_shared_is_set_for_all_rules() {
    let start = model::<f32>(100);
    let mut opt = Accumulate::new(partition(rules())).k(2).clip_norm(0.5).build(&start).unwrap();
    assert_eq!((opt.clip_norm(), opt.clip_value()), (Some(0.5), None));
    opt.set_clip_norm(Some(0.25)).unwrap();
    opt.set_clip_value(Some(0.125)).unwrap();
    for group in ["hidden", "rest", "rest.bias"] {
        assert_eq!(opt.value_in(group, "clip_norm"), Ok(0.25.into()), "{group}");
        assert_eq!(opt.value_in(group, "clip_value"), Ok(0.125.into()), "{group}");
    }
    let shared = |error: Result<(), HyperError>, optimizer: &str| {
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(&format!("`clip_norm` of {optimizer} is the same for the whole model")), "{error}");
    };
    shared(opt.set("hidden.clip_norm", 0.5), "Accumulate<Muon>");
    shared(opt.set_in("hidden", "clip_norm", 0.5), "Accumulate<Muon>");
    // A checkpoint contains it, too.
    let mut dict = opt.state_dict();
    let wanted = |(name, _): &&mut (String, Setting)| name == "clip_norm";
    dict.groups[0].settings.iter_mut().find(wanted).unwrap().1 = 0.5.into();
    let before = opt.state_dict();
    let error = opt.load_state_dict(&dict, &LoadOptions::strict()).unwrap_err();
    assert!(matches!(error, CheckpointError::Hyper { .. }), "{error}");
    assert_eq!(opt.state_dict(), before);
    opt.set("k", 1_usize).unwrap();
    opt.set_clip_norm(None).unwrap();
    assert_eq!(opt.step(&mut start.clone(), &start).unwrap().grad_norm, None);
}

/// A state of the whole model is one number. You can read and set it with any rule.
#[test]
fn a_global_state_of_the_wrapper_is_of_all_rules() {
    let start = model::<f32>(100);
    let mut opt = ReduceOnPlateau::new(partition(rules())).build(&start).unwrap();
    opt.set_global("rest.scale", 0.5).unwrap();
    assert_eq!((opt.global("hidden.scale"), opt.global("scale")), (Ok(0.5), Ok(0.5)));
    opt.set_global("scale", 0.25).unwrap();
    assert_eq!((opt.global("hidden.scale"), opt.global("rest.scale")), (Ok(0.25), Ok(0.25)));
    assert_eq!(opt.learning_rate_in("hidden"), Ok(Some(0.1 * 0.25)));
    assert!(opt.global("inner.scale").is_err());
}

#[test]
fn views_and_storage_are_those_of_rules() {
    let start = model::<f32>(100);
    let hidden = || Muon::new().view("wide", |p| p.name() == "b.weight", |_| [2, 6]);
    let whole = Ema::new(partition([hidden().into(), AdamW::new().storage("exp_avg", Storage::Bf16).into()]));
    let whole = whole.storage("average", Storage::Bf16).build(&start).unwrap();
    assert_eq!(whole.storage("a.bias", "inner.exp_avg"), Ok(Storage::Bf16));
    assert_eq!(whole.storage("a.weight", "average"), Ok(Storage::Bf16));
    assert_eq!(whole.view_of("b.weight").unwrap().map(|view| view.shape().to_vec()), Some(vec![2, 6]));
    let hidden =
        Ema::new(Muon::new()).view("wide", |p| p.name() == "b.weight", |_| [2, 6]).storage("average", Storage::Bf16);
    let rest = Ema::new(AdamW::new()).storage("inner.exp_avg", Storage::Bf16).storage("average", Storage::Bf16);
    agree(whole, partition([hidden.into(), rest.into()]).build(&start).unwrap());
}

#[test]
fn checkpoints_are_those_of_wrapped_rules() {
    let start = model::<f32>(100);
    let recipe = || partition([Muon::new().lr(0.1).into(), AdamW::new().lr(0.05).into()]);
    let mut plain = recipe().build(&start).unwrap();
    let mut wrapped = Ema::new(recipe()).decay(0.5).build(&start).unwrap();
    let mut stepped = start.clone();
    steps(&mut plain, &mut stepped, Clone::clone);
    // The wrapper is new, as with one optimizer.
    let before = wrapped.state_dict();
    let Err(CheckpointError::Differs(report)) = wrapped.load_state_dict(&plain.state_dict(), &LoadOptions::strict())
    else {
        panic!("accepted")
    };
    let expected = "parameter `a.bias` belongs to Ema<AdamW>, in the checkpoint to AdamW";
    assert!(report.mismatched.iter().any(|one| one.to_string() == expected), "{report}");
    assert_eq!(wrapped.state_dict(), before);
    // Optimizers with the same wrappers continue to the same bits: one wrapper for all rules, one for each rule, and renamed rules.
    let mut models = [start.clone(), start.clone()];
    steps(&mut wrapped, &mut models[0], Clone::clone);
    let hidden = Ema::new(Muon::new().lr(0.1)).decay(0.5);
    let mut each = partition([hidden.into(), Ema::new(AdamW::new().lr(0.05)).decay(0.5).into()]).build(&start).unwrap();
    each.load_state_dict(&wrapped.state_dict(), &LoadOptions::strict()).unwrap();
    let renamed = Partition::new().rule("matrices", is_matrix, Muon::new().lr(0.1)).rest("all", AdamW::new().lr(0.05));
    let mut renamed = Ema::new(renamed).decay(0.5).build(&start).unwrap();
    assert!(renamed.load_state_dict(&wrapped.state_dict(), &LoadOptions::strict()).is_err());
    let report = renamed.load_state_dict(&wrapped.state_dict(), &LoadOptions::strict().keep_hyperparameters()).unwrap();
    assert_eq!(report.loaded.len(), 6);
    models[1] = models[0].clone();
    let mut third = models[0].clone();
    steps(&mut wrapped, &mut models[0], Clone::clone);
    steps(&mut each, &mut models[1], Clone::clone);
    steps(&mut renamed, &mut third, Clone::clone);
    assert_eq!((&models[0], wrapped.state_dict()), (&models[1], each.state_dict()));
    assert_eq!(models[0], third);
    // One optimizer with the same wrapper becomes a rule, and back.
    let mut one = Ema::new(AdamW::new().lr(0.05)).build(&start).unwrap();
    let options = LoadOptions::matching().keep_hyperparameters();
    assert_eq!(one.load_state_dict(&wrapped.state_dict(), &options).unwrap().loaded, ["a.bias", "b.bias", "c.scale"]);
    assert_eq!(wrapped.load_state_dict(&one.state_dict(), &options).unwrap().loaded, ["a.bias", "b.bias", "c.scale"]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn mistakes_say_what_to_write() {
    let start = model::<f32>(0);
    let refused = |build: Result<(), BuildError>| build.unwrap_err().to_string();
    let recipe = || partition([Muon::new().into(), AdamW::new().into()]);
    let cases = [
        (
            refused(Ema::new(recipe().clip_norm(1.0)).build(&start).map(drop)),
            "the builder of the inner optimizer of Ema<Partition> calls `clip_norm`\nhelp: call it on the builder of the wrapper",
        ),
        (
            refused(Ema::new(recipe()).group("bias", |p| p.ndim() == 1, |h| h.decay(0.5)).build(&start).map(drop)),
            "the builder of Ema<Partition> calls `group`, which belongs to the rules of the partition\nhelp: call it on the builders of the rules",
        ),
        (
            refused(Ema::new(recipe()).tag("all").build(&start).map(drop)),
            "the builder of Ema<Partition> calls `tag`, which belongs to the rules of the partition\nhelp: call it on the builders of the rules",
        ),
        (
            refused(Ema::new(recipe()).view("flat", |p| p.ndim() == 1, |p| [1, p.dim(0)]).build(&start).map(drop)),
            "the builder of Ema<Partition> calls `view`, which belongs to the rules of the partition\nhelp: call it on the builders of the rules",
        ),
        (
            refused(partition([Muon::new().into(), recipe().into()]).build(&start).map(drop)),
            "rule `rest` of the partition has Partition, but a partition cannot be in another one\nhelp: give its rules to the outer `Partition`, or put the wrapper around the outer one",
        ),
        (
            refused(partition([Ema::new(recipe()).into(), AdamW::new().into()]).build(&start).map(drop)),
            "rule `hidden` of the partition has Ema<Partition>, but a partition cannot be in another one\nhelp: give its rules to the outer `Partition`, or put the wrapper around the outer one",
        ),
        (
            refused(Ema::new(recipe()).plan_for(&[3, 4]).map(drop)),
            "Ema<Partition> has no plan or graph for a shape alone: the names of parameters decide which optimizer updates them\nhelp: build it for a model, and call `plan` with the name of a parameter",
        ),
        (
            refused(AnyBuilder::from(recipe()).graph(&[3, 4], 1).map(drop)),
            "Partition has no plan or graph for a shape alone: the names of parameters decide which optimizer updates them\nhelp: build it for a model, and call `plan` with the name of a parameter",
        ),
        (
            refused(Ema::new(Partition::new().rest("inner", AdamW::new())).build(&start).map(drop)),
            "`inner` cannot be the name of a rule: the field of the wrapper around the partition has this name",
        ),
        (
            refused(Ema::new(Partition::new()).build(&start).map(drop)),
            "no rule of the partition takes `a.bias`, `a.weight`, `b.bias`, `b.weight`, `c.scale`, `c.weight`\nhelp: give it rules: `.rule(\"hidden\", |p| p.ndim() == 2, Muon::new())`",
        ),
        (
            // A rule cannot clip by itself if the wrapper clips for all rules.
            refused(
                Accumulate::new(partition([Muon::new().clip_norm(1.0).into(), AdamW::new().into()]))
                    .clip_norm(1.0)
                    .build(&start)
                    .map(drop),
            ),
            "rule `hidden` of the partition calls `clip_norm`, which is for the whole step\nhelp: call it on the `Partition`, or on the wrapper around it",
        ),
        (
            refused(Ema::new(recipe()).decay(2.0).build(&start).map(drop)),
            "in parameter group `hidden`: `decay` of Ema is 2.0, allowed: at least 0 and at most 1",
        ),
        (
            refused(Ema::new(recipe()).storage("inner.exp_avg", Storage::Bf16).build(&start).map(drop)),
            "in parameter group `hidden`: Ema<Muon> has no state `inner.exp_avg` whose storage can be chosen\nhelp: its states are `average`, `inner.momentum_buffer`",
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
    // A wrapper that is chosen at run time works, too.
    let ema = optim_std::registry().optimizer("Ema").unwrap().builder();
    let opt = ema.inner(recipe().into()).unwrap().set("decay", 0.5).unwrap().build(&start).unwrap();
    assert_eq!((opt.name(), opt.value_in("rest", "decay")), ("Ema<Partition>", Ok(0.5.into())));
    let sam = SAM::new(recipe()).build(&start).unwrap();
    let mut sam = sam;
    assert_eq!(sam.step(&mut start.clone(), &start), Err(StepError::NeedsProbe { optimizer: "SAM<Partition>" }));
}
