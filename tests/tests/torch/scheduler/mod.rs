//! Schedulers of torch, continued here and written for torch to continue.
//!
//! `make_schedulers.py` made `schedulers.pt`: states after 0, 5 and 9 steps, and learning rates after 0 to 20.

mod refused;

use std::sync::LazyLock;

use ndarray::{Array1, array};
use optim_std::prelude::*;
use optim_std::torch::{
    Export, GroupSchedules, Names, Note, SchedulerError, SchedulerKind, SchedulerState, TorchError, TorchFile,
    TorchValue,
};

use crate::{open, path};

const BEFORE: [u64; 3] = [0, 5, 9];
const STEPS: u64 = 20;

fn recorded(name: &str) -> TorchValue {
    static FILE: LazyLock<TorchFile> = LazyLock::new(|| open("schedulers"));
    FILE.get(name).unwrap()
}

fn state(name: &str, steps: u64) -> SchedulerState {
    recorded(name).get("states").unwrap().get(&steps.to_string()).unwrap().scheduler().unwrap()
}

/// The numbers of both groups after a number of steps.
fn numbers(name: &str, key: &str, steps: u64) -> Vec<f64> {
    let row = recorded(name).get(key).unwrap().at(steps as usize).unwrap();
    row.elements().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The schedules that continue a recorded scheduler.
fn continued(name: &str, steps: u64) -> Result<GroupSchedules, SchedulerError> {
    let state = state(name, steps);
    match name {
        "lambda" | "multiplicative" => state.with(|base_lr| ExponentialLR::new(base_lr, 1, 0.95)),
        "custom" => state.with(curve),
        "hf_linear" => state.linear_with_warmup(4, 10),
        "hf_cosine" => state.cosine_with_warmup(4, 14),
        "hf_constant" => state.constant_with_warmup(7),
        "one_cycle" | "one_cycle_linear" => {
            state.one_cycle(&recorded(name).get("optimizer").unwrap().optimizer().unwrap())
        }
        _ => state.schedule(),
    }
}

fn curve(base_lr: f64) -> impl Fn(f64) -> f64 + Send + Sync + 'static {
    move |t| base_lr / (1.0 + 0.5 * t)
}

const KINDS: [(&str, SchedulerKind); 26] = [
    ("lambda", SchedulerKind::Lambda),
    ("multiplicative", SchedulerKind::Lambda),
    ("step", SchedulerKind::Step),
    ("multi_step", SchedulerKind::MultiStep),
    ("constant", SchedulerKind::Constant),
    ("linear", SchedulerKind::Linear),
    ("exponential", SchedulerKind::Exponential),
    ("polynomial", SchedulerKind::Polynomial),
    ("cosine", SchedulerKind::CosineAnnealing),
    ("restarts", SchedulerKind::CosineAnnealingWarmRestarts),
    ("restarts_equal", SchedulerKind::CosineAnnealingWarmRestarts),
    ("cyclic", SchedulerKind::Cyclic),
    ("cyclic_halves", SchedulerKind::Cyclic),
    ("cyclic_decay", SchedulerKind::Cyclic),
    ("one_cycle", SchedulerKind::OneCycle),
    ("one_cycle_linear", SchedulerKind::OneCycle),
    ("sequential", SchedulerKind::Sequential),
    ("warm_cosine", SchedulerKind::Sequential),
    ("chained", SchedulerKind::Chained),
    ("chained_one", SchedulerKind::Chained),
    ("chained_restarts", SchedulerKind::Chained),
    ("plateau", SchedulerKind::ReduceOnPlateau),
    ("custom", SchedulerKind::Unknown),
    ("hf_linear", SchedulerKind::Lambda),
    ("hf_cosine", SchedulerKind::Lambda),
    ("hf_constant", SchedulerKind::Lambda),
];

/// The schedulers that have a schedule here.
fn continuable() -> impl Iterator<Item = &'static str> {
    KINDS.into_iter().map(|(name, _)| name).filter(|name| !["plateau", "chained_restarts"].contains(name))
}

#[test]
fn every_scheduler_of_torch_is_known_by_its_keys() {
    let names = open("schedulers");
    assert_eq!(names.root().keys().unwrap(), KINDS.map(|(name, _)| name));
    for (name, kind) in KINDS {
        for steps in BEFORE {
            let state = state(name, steps);
            assert_eq!((state.kind(), state.steps()), (kind, steps), "{name}");
            assert_eq!(state.last_lrs(), numbers(name, "lrs", steps), "{name}");
            assert_eq!(state.base_lrs().len(), 2, "{name}");
        }
    }
}

#[test]
fn schedules_continue_every_scheduler_exactly() {
    for name in continuable() {
        for before in BEFORE {
            let schedules = continued(name, before).unwrap_or_else(|error| panic!("{name} after {before}: {error}"));
            for steps in 0..=STEPS {
                for (group, expected) in numbers(name, "lrs", steps).into_iter().enumerate() {
                    let value = schedules.group(group).at(steps);
                    assert!(
                        (value - expected).abs() <= 1e-12 * expected.abs().max(1e-3),
                        "{name} after {before}, step {steps}: {value}, torch {expected}"
                    );
                }
            }
        }
    }
}

/// An optimizer with the groups of the recording, after this number of steps.
fn optimizer(name: &str, steps: u64) -> Optimizer<f32> {
    let kind = if ["cyclic_halves", "one_cycle_linear"].contains(&name) { "Adam" } else { "SGD" };
    let entry = optim_std::registry().optimizer(kind).unwrap();
    let builder = || {
        let builder = entry.builder().set("lr", 0.7).unwrap();
        if kind == "SGD" { builder.set("momentum", 0.9).unwrap() } else { builder }
    };
    let model = std::collections::BTreeMap::from([("a", array![0.0_f32]), ("b", array![0.0_f32])]);
    let mut opt = builder().group("second", |param| param.name() == "b", builder()).build(&model).unwrap();
    opt.set_steps(steps);
    let lrs = numbers(name, "lrs", steps);
    opt.set_in("default", "lr", lrs[0]).unwrap();
    opt.set_in("second", "lr", lrs[1]).unwrap();
    opt
}

/// A run of the Trainer continues here with its warm-up and its decay.
#[test]
fn training_with_a_scheduler_goes_on_where_torch_stopped() {
    let after = super::tensors::<f32>(&open("scheduled.after").root());
    let run = |attach: bool| {
        let (mut model, mut opt, notes) = super::loaded::<f32>("scheduled", "AdamW", &[("eps", 0.0.into())], true);
        assert!(matches!(&notes[..], [Note::SchedulerMissing { groups, .. }] if groups.len() == 2), "{notes:?}");
        if attach {
            open("scheduled").scheduler().unwrap().linear_with_warmup(4, 12).unwrap().attach(&mut opt).unwrap();
        }
        for step in super::BEFORE..super::BEFORE + super::AFTER {
            opt.step(&mut model, &super::grads::<f32>(step)).unwrap();
        }
        super::difference(&model, &after)
    };
    let (with, without) = (run(true), run(false));
    assert!(with < 1e-6, "{with:.1e}");
    assert!(without > 1e-2, "{without:.1e}");
}

/// The optimizer's learning rates and momenta follow the schedules.
#[test]
fn attached_schedules_change_the_learning_rate_and_the_momentum() {
    for name in continuable() {
        let mut opt = optimizer(name, 5);
        continued(name, 5).unwrap().attach(&mut opt).unwrap_or_else(|error| panic!("{name}: {error}"));
        for steps in 5..=STEPS {
            opt.set_steps(steps);
            let (lrs, momenta) = (numbers(name, "lrs", steps), numbers(name, "momenta", steps));
            for (place, group) in ["default", "second"].into_iter().enumerate() {
                let lr = opt.value_in(group, "lr").unwrap().as_f64().unwrap();
                let momentum =
                    match opt.value_in(group, if opt.name() == "Adam" { "betas" } else { "momentum" }).unwrap() {
                        Setting::Tuple(betas) => betas[0].as_f64(),
                        momentum => momentum.as_f64(),
                    };
                assert!((lr - lrs[place]).abs() < 1e-12, "{name}, step {steps}: {lr}, torch {}", lrs[place]);
                assert!((momentum.unwrap() - momenta[place]).abs() < 1e-12, "{name}, step {steps}: {momentum:?}");
            }
        }
    }
}

/// Advancing a state here gives torch's state after the same steps, number for number.
#[test]
fn states_advance_as_those_of_torch() {
    for name in continuable() {
        for (before, after) in [(0, 5), (0, 9), (5, 9), (5, 5), (9, 5)] {
            let advanced = continued(name, before).unwrap().state_at(after);
            let there = state(name, after);
            let bytes = advanced.write(Vec::new()).unwrap();
            let read = TorchFile::from_bytes(bytes).unwrap();
            assert_eq!(read.scheduler().unwrap(), advanced, "{name}");
            let expected = recorded(name).get("states").unwrap().get(&after.to_string()).unwrap();
            // After going back from a later step, only the counters of schedulers that have not begun differ.
            if before <= after {
                equal(&read.root(), &expected, name);
                assert_eq!((advanced.kind(), advanced.steps()), (there.kind(), there.steps()));
            }
        }
    }
}

/// The state of a run that began here equals the state of the same scheduler in torch. Only the functions have no attributes.
#[test]
fn a_new_state_is_that_of_a_new_scheduler() {
    let new = SchedulerState::lambda_lr(&[0.1, 0.2]).with(|base_lr| ExponentialLR::new(base_lr, 1, 0.95)).unwrap();
    for steps in BEFORE {
        let read = TorchFile::from_bytes(new.state_at(steps).write(Vec::new()).unwrap()).unwrap();
        equal(&read.root(), &recorded("lambda").get("states").unwrap().get(&steps.to_string()).unwrap(), "lambda");
    }
    assert!(SchedulerState::lambda_lr(&[]).linear_with_warmup(1, 2).is_ok());
}

/// Compares two values of files, with numbers up to rounding.
fn equal(a: &TorchValue, b: &TorchValue, name: &str) {
    let place = || format!("{name}: {a:?} and {b:?}");
    match (a.as_f64(), b.as_f64()) {
        (Ok(x), Ok(y)) => assert!((x - y).abs() <= 1e-12, "{x} and {y}, {}", place()),
        _ => {
            assert_eq!(a.kind(), b.kind(), "{}", place());
            if let (Ok(keys), Ok(others)) = (a.keys(), b.keys()) {
                let sorted = |keys: Vec<&str>| {
                    let mut keys: Vec<String> = keys.into_iter().map(ToOwned::to_owned).collect();
                    keys.sort_unstable();
                    keys
                };
                assert_eq!(sorted(keys.clone()), sorted(others), "{}", place());
                assert_eq!(a.len().unwrap(), b.len().unwrap());
                keys.iter().for_each(|key| equal(&a.get(key).unwrap(), &b.get(key).unwrap(), name));
            } else if let (Ok(parts), Ok(others)) = (a.elements(), b.elements()) {
                assert_eq!(parts.len(), others.len(), "{}", place());
                parts.iter().zip(&others).for_each(|(a, b)| equal(a, b, name));
            }
        }
    }
}

/// Writes states for `tests/torch/check_schedulers.py`.
#[test]
#[ignore = "writes files for a check with torch"]
fn write_schedulers_for_torch() {
    let Some(folder) = std::env::var_os("OPTIM_EXPORT") else { return };
    let folder = std::path::Path::new(&folder);
    std::fs::create_dir_all(folder).unwrap();
    for name in continuable() {
        for (before, after) in [(0, 0), (0, 4), (5, 8), (5, 9), (9, 13), (5, 16)] {
            let state = continued(name, before).unwrap().state_at(after);
            state.save(folder.join(format!("scheduler.{name}.{after}.pt"))).unwrap();
        }
    }
    // A run that began here.
    let state = SchedulerState::lambda_lr(&[0.1, 0.2]).linear_with_warmup(4, 10).unwrap().state_at(7);
    state.save(folder.join("scheduler.hf_linear.7.pt")).unwrap();
}
