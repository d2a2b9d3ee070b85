//! States that are incomplete, that differ from the program, or that are damaged.

use super::*;

#[test]
fn what_a_file_does_not_tell_is_asked_for() {
    for (name, expected) in [
        (
            "lambda",
            "does not contain its function\nhelp: for a schedule of `transformers` call `linear_with_warmup(warmup, total)`",
        ),
        (
            "plateau",
            "ReduceLROnPlateau follows a metric, so no schedule gives its values\nhelp: continue with the learning rates [0.1, 0.2]",
        ),
        ("custom", "no scheduler of torch has this state, with the keys `rate`, "),
        (
            "one_cycle",
            "keeps its highest and lowest learning rates in the optimizer's state\nhelp: call `one_cycle(&optimizer)` with the `OptimizerState`",
        ),
        ("chained_restarts", "CosineAnnealingWarmRestarts in a ChainedScheduler does not multiply"),
    ] {
        let error = state(name, 0).schedule().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let of_another = recorded("step").get("optimizer").unwrap().optimizer().unwrap();
    let error = state("one_cycle", 5).one_cycle(&of_another).unwrap_err().to_string();
    assert!(error.contains("[\"max_lr\"]` of OneCycleLR is missing"), "{error}");
    assert!(state("step", 5).one_cycle(&of_another).is_err());
}

#[test]
fn another_schedule_than_the_file_is_told() {
    let error = state("lambda", 5).with(|base_lr| ExponentialLR::new(base_lr, 1, 0.94)).unwrap_err();
    let SchedulerError::Differs { group: 0, steps: 5, value, last_lr, .. } = error else { panic!("{error}") };
    assert_eq!((value, last_lr), (0.1 * 0.94_f64.powf(5.0), numbers("lambda", "lrs", 5)[0]));
    // The learning rate was changed during the run.
    let halved = edited(&state("step", 5), |text| text.replace("gamma", "gamna"));
    assert!(matches!(halved.schedule(), Err(SchedulerError::Unknown { .. })));
}

/// The state with a text of its file replaced by one of the same length.
fn edited(state: &SchedulerState, change: impl Fn(&str) -> String) -> SchedulerState {
    let bytes = state.write(Vec::new()).unwrap();
    let text: String = bytes.iter().map(|&byte| byte as char).collect();
    let bytes: Vec<u8> = change(&text).chars().map(|char| char as u8).collect();
    TorchFile::from_bytes(bytes).unwrap().scheduler().unwrap()
}

#[test]
fn warm_up_follows_from_the_learning_rates() {
    for (name, before, fits) in
        [("hf_constant", 5, 7), ("hf_constant", 9, 0), ("hf_linear", 9, 4), ("hf_cosine", 5, 4), ("hf_cosine", 9, 4)]
    {
        let state = state(name, before);
        let (found, wrong) = match name {
            "hf_constant" => (state.constant_with_warmup(None), state.constant_with_warmup(12)),
            "hf_linear" => (state.linear_with_warmup(None, 10), state.linear_with_warmup(2, 10)),
            _ => (state.cosine_with_warmup(None, 14), state.cosine_with_warmup(3, 14)),
        };
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        for steps in before..=STEPS {
            assert!((found.group(1).at(steps) - numbers(name, "lrs", steps)[1]).abs() < 1e-12, "{name}, step {steps}");
        }
        let error = wrong.unwrap_err().to_string();
        assert!(error.contains(&format!("`warmup` = {fits}")) && error.contains("\nhelp: the file fits "), "{error}");
    }
    // Half-way points of the rise and of the fall may have the same value.
    let error = state("hf_linear", 5).linear_with_warmup(None, 10).unwrap_err().to_string();
    assert!(error.ends_with("after 5 steps of the scheduler\nhelp: give it: 4 or 6"), "{error}");
    // At the start, nothing can be determined.
    let error = state("hf_linear", 0).linear_with_warmup(None, 10).unwrap_err();
    assert!(matches!(&error, SchedulerError::Warmup { last_lr: 0.0, steps: 0, fits } if fits.is_empty()), "{error}");
    let error = state("hf_linear", 5).linear_with_warmup(10, 10).unwrap_err();
    assert!(matches!(error, SchedulerError::WarmupTooLong { warmup: 10, total: 10 }), "{error}");
}

/// Either argument may be wrong: for each, the message has the value that fits the other.
#[test]
fn either_argument_may_be_wrong() {
    let trainer = "; the Trainer's `total` is `max_steps` in `trainer_state.json`";
    let linear = |before, warmup, total| state("hf_linear", before).linear_with_warmup(warmup, total).unwrap_err();
    let cosine = |before, warmup, total| state("hf_cosine", before).cosine_with_warmup(warmup, total).unwrap_err();
    for (error, fits) in [
        (linear(5, 4, 20), "`total` = 10 with `warmup` = 4, and `warmup` = 2 or 6 with `total` = 20"),
        (linear(9, 4, 20), "`total` = 10 with `warmup` = 4"),
        (linear(9, 2, 10), "`warmup` = 4 with `total` = 10"),
        (cosine(9, 4, 20), "`total` = 14 with `warmup` = 4, and `warmup` = 18 with `total` = 20"),
        (cosine(9, 3, 14), "`total` = 15 with `warmup` = 3, and `warmup` = 4 with `total` = 14"),
    ] {
        let error = error.to_string();
        assert!(error.ends_with(&format!("\nhelp: the file fits {fits}{trainer}")), "{error}");
    }
    let constant = state("hf_constant", 5).constant_with_warmup(12).unwrap_err().to_string();
    assert!(constant.ends_with("\nhelp: the file fits `warmup` = 7"), "{constant}");
    // Without a warm-up, only `total` can be wrong.
    let error = state("hf_linear", 9).linear_with_warmup(None, 20).unwrap_err();
    assert!(matches!(error, SchedulerError::NoWarmup { steps: 9, total: Some(20), .. }), "{error}");
    assert!(
        error.to_string().ends_with(&format!("with `total` = 20\nhelp: give another `total`: {}", &trainer[2..])),
        "{error}"
    );
    // Neither argument fits.
    let error = linear(9, 8, 40).to_string();
    assert!(error.contains("call `with(|base_lr| …)`"), "{error}");
}

#[test]
fn steps_that_differ_are_told_with_the_remedy() {
    let schedules = continued("step", 5).unwrap();
    for (steps, help) in [
        (0, "as that of SGD does not, call `opt.set_steps(5)`"),
        (500, "was called once in 100 steps, per epoch, call `every(100)`"),
        (7, "call `every(n)` if"),
    ] {
        let mut opt = optimizer("step", 5);
        opt.set_steps(steps);
        let before = format!("{:?}", opt.group_infos());
        let error = schedules.attach(&mut opt).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("the scheduler has finished 5 steps, the optimizer {steps}\nhelp: ")),
            "{error}"
        );
        assert!(error.contains(help), "{error}");
        assert_eq!(format!("{:?}", opt.group_infos()), before);
    }
    // A scheduler that was called once per 100 steps, in the middle of an epoch.
    let mut opt = optimizer("step", 5);
    opt.set_steps(530);
    let schedules = schedules.every(100);
    schedules.attach(&mut opt).unwrap();
    for (steps, epoch) in [(530, 5), (599, 5), (600, 6), (1299, 12)] {
        opt.set_steps(steps);
        let lr = opt.value_in("second", "lr").unwrap().as_f64().unwrap();
        assert!((lr - numbers("step", "lrs", epoch)[1]).abs() < 1e-12);
        assert_eq!(schedules.state_at(steps).steps(), epoch);
    }
}

#[test]
fn groups_that_differ_are_told() {
    let schedules = continued("step", 5).unwrap();
    let one = array![0.0_f32];
    let mut opt = SGD::new(0.05).build(&one).unwrap();
    opt.set_steps(5);
    let error = schedules.attach(&mut opt).unwrap_err();
    assert!(matches!(error, SchedulerError::Groups { file: 2, here: 1 }), "{error}");
    let mut opt = optimizer("step", 5);
    opt.set_in("second", "lr", 0.05).unwrap();
    let error = schedules.attach(&mut opt).unwrap_err();
    assert!(
        matches!(&error, SchedulerError::GroupRate { group, here: 0.05, place: 1, .. } if group == "second"),
        "{error}"
    );
    // If all groups have the same learning rate, the groups need not match.
    let same = state("cyclic_decay", 5).schedule().unwrap();
    let mut opt = SGD::new(numbers("cyclic_decay", "lrs", 5)[0]).build(&one).unwrap();
    opt.set_steps(5);
    same.attach(&mut opt).unwrap();
    // The optimizer has no momentum, but the scheduler changes it. Nothing has changed.
    let opt = SGD::new(numbers("cyclic", "lrs", 5)[0]).group(
        "b",
        |param| param.name() == "b",
        |h| h.lr(numbers("cyclic", "lrs", 5)[1]),
    );
    let model = std::collections::BTreeMap::from([("a", array![0.0_f32]), ("b", array![0.0_f32])]);
    let mut opt = opt.build(&model).unwrap();
    opt.set_steps(5);
    assert!(matches!(continued("cyclic", 5).unwrap().attach(&mut opt), Err(SchedulerError::Hyper(_))));
    assert!(opt.schedules().is_empty());
}

/// A file of an optimizer with `initial_lr`. A note says that the learning rate is now constant.
#[test]
fn a_scheduler_that_is_missing_is_told() {
    let model = std::collections::BTreeMap::from([("a", array![0.0_f32]), ("b", array![0.0_f32])]);
    let saved = recorded("cosine").get("optimizer").unwrap().optimizer().unwrap();
    let build = |lr: Setting| {
        let entry = optim_std::registry().optimizer("SGD").unwrap();
        let builder = || entry.builder().set("lr", lr.clone()).unwrap().set("momentum", 0.9).unwrap();
        builder().group("second", |param| param.name() == "b", builder()).build(&model).unwrap()
    };
    let opt = build(0.1.into());
    let (_, notes) = saved.convert_for(&opt, &Names::InOrder).unwrap();
    let missing = |notes: &[Note]| -> Vec<Note> {
        notes.iter().filter(|note| matches!(note, Note::SchedulerMissing { .. })).cloned().collect()
    };
    let lrs = numbers("cosine", "lrs", 5);
    let groups = vec![("default".to_owned(), 0.1, lrs[0]), ("second".to_owned(), 0.2, lrs[1])];
    assert_eq!(missing(&notes), [Note::SchedulerMissing { groups, one_cycle: false }]);
    // If groups differ, the note names them. It suggests only calls that some scheduler needs.
    let said = missing(&notes)[0].to_string();
    for part in [
        &*format!(
            "began at 0.1 and is {:?} now in group `default`, began at 0.2 and is {:?} now in group `second`",
            lrs[0], lrs[1]
        ),
        "`TorchFile::open(\"scheduler.pt\")?.scheduler()?`",
        "`.schedule()?`, or for a LambdaLR such as the Trainer's `.linear_with_warmup(warmup, total)?`",
        "`.attach(&mut opt)?`",
    ] {
        assert!(said.contains(part), "{said}");
    }
    let same = vec![("default".to_owned(), 0.1, 0.05), ("second".to_owned(), 0.1, 0.05)];
    let said = Note::SchedulerMissing { groups: same, one_cycle: false }.to_string();
    assert!(said.contains("changed `lr`, which began at 0.1 and is 0.05 now; no schedule"), "{said}");
    // OneCycleLR stores its limits in the groups, and only `one_cycle` continues it.
    let one_cycle = recorded("one_cycle").get("optimizer").unwrap().optimizer().unwrap();
    let (_, notes) = one_cycle.convert_for(&opt, &Names::InOrder).unwrap();
    let said = missing(&notes)[0].to_string();
    assert!(said.contains("`.one_cycle(&saved)?`") && !said.contains("LambdaLR"), "{said}");
    // With a schedule, there is no note.
    let opt = build(Setting::schedule(CosineAnnealingLR::new(0.1, 8)));
    let (_, notes) = saved.convert_for(&opt, &Names::InOrder).unwrap();
    assert!(!notes.iter().any(|note| matches!(note, Note::SchedulerMissing { .. })), "{notes:?}");
}

#[test]
fn the_state_is_found_where_it_may_be() {
    let bare = TorchFile::open(path("scheduler_hf_linear")).unwrap();
    assert_eq!(bare.scheduler().unwrap().steps(), 5);
    // A scheduler next to an optimizer, in a file that is written here.
    let mut model: Array1<f32> = array![1.0];
    let mut opt = SGD::new(0.1).build(&model).unwrap();
    for _ in 0..5 {
        let grad = model.clone();
        opt.step(&mut model, &grad).unwrap();
    }
    let advanced = bare.scheduler().unwrap().linear_with_warmup(4, 10).unwrap().state_at(8);
    let (bytes, _) = Export::new(&opt).model(&model).scheduler(&advanced).write(Vec::new()).unwrap();
    let file = TorchFile::from_bytes(bytes).unwrap();
    assert_eq!(file.root().keys().unwrap(), ["model", "optimizer", "scheduler"]);
    assert_eq!(file.scheduler().unwrap(), advanced);
    assert!(file.optimizer().is_ok());
    // No scheduler, and more than one.
    assert!(matches!(
        open("adam").scheduler(),
        Err(TorchError::Scheduler { what: "there is no state of a scheduler", .. })
    ));
    let several = recorded("step").get("states").unwrap().scheduler().unwrap_err();
    assert!(
        matches!(&several, TorchError::Scheduler { what: "there are several states of schedulers", .. }),
        "{several}"
    );
    assert!(several.to_string().ends_with("the keys there are `0`, `5`, `9`\nhelp: choose with `get(key)`; the state of a scheduler is a dict with `last_epoch`, `base_lrs` and `_last_lr`"), "{several}");
}

/// A state with a changed byte gives a result or an error.
#[test]
fn damaged_states_are_errors() {
    let optimizer = recorded("one_cycle").get("optimizer").unwrap().optimizer().unwrap();
    for name in ["hf_linear", "sequential", "chained", "multi_step", "one_cycle", "cyclic", "restarts"] {
        let bytes = state(name, 5).write(Vec::new()).unwrap();
        for (place, change) in (0..bytes.len()).step_by(3).zip([1_u8, 0x80, 0xff].into_iter().cycle()) {
            let mut bytes = bytes.clone();
            bytes[place] ^= change;
            let Ok(state) = TorchFile::from_bytes(bytes).and_then(|file| file.scheduler()) else { continue };
            if let Ok(schedules) = state.schedule() {
                let _ = schedules.group(0).at(7);
                let _ = schedules.state_at(7).write(Vec::new());
            }
            let _ = state.linear_with_warmup(None, 10).map(|schedules| schedules.state_at(u64::MAX));
            let _ = state.one_cycle(&optimizer);
        }
    }
}
