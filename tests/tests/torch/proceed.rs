//! Training that torch began goes on here as it would have there.

use std::sync::Arc;

use optim_std::prelude::*;
use optim_std::torch::{Export, Names, Note, TorchEps, TorchFile};
use optim_std::{LoadOptions, Setting, Tags};

use super::{AFTER, BEFORE, Opt, difference, grads, loaded, open, tensors};

pub(crate) struct Run {
    pub(crate) file: &'static str,
    pub(crate) optimizer: &'static str,
    /// What decides which states there are. The rest comes from the file.
    pub(crate) settings: Vec<(&'static str, Setting)>,
    pub(crate) two_groups: bool,
    /// How far from torch it may come.
    tolerance: f64,
    notes: &'static [&'static str],
}

fn run(file: &'static str, optimizer: &'static str) -> Run {
    Run { file, optimizer, settings: Vec::new(), two_groups: false, tolerance: 1e-6, notes: &[] }
}

/// Every file, and what a conversion of it has to say.
pub(crate) fn runs() -> Vec<Run> {
    vec![
        Run { notes: &["the file does not count steps"], ..run("sgd", "SGD") },
        Run {
            settings: vec![("momentum", 0.5.into())],
            notes: &["the file does not count steps"],
            ..run("sgd_momentum", "SGD")
        },
        Run {
            settings: vec![("momentum", 0.5.into())],
            two_groups: true,
            notes: &["the file does not count steps"],
            ..run("sgd_nesterov", "SGD")
        },
        run("asgd", "ASGD"),
        run("adadelta", "Adadelta"),
        run("adagrad", "Adagrad"),
        run("adam", "Adam"),
        Run {
            two_groups: true,
            tolerance: 1e-5,
            notes: &["group `default`: `eps` = 1e-8", "group `bias`: `eps` = 1e-8"],
            ..run("adam_eps", "Adam")
        },
        run("adam_lr_tensor", "Adam"),
        Run { settings: vec![("amsgrad", true.into())], ..run("adam_amsgrad", "Adam") },
        Run { two_groups: true, ..run("adamw", "AdamW") },
        run("adamax", "Adamax"),
        Run { tolerance: 1e-2, notes: &["NAdam here corrects"], ..run("nadam", "NAdam") },
        run("radam", "RAdam"),
        run("rmsprop", "RMSprop"),
        Run {
            settings: vec![("momentum", 0.5.into()), ("centered", true.into())],
            two_groups: true,
            notes: &["`layer` in [\"optimizer\"][\"param_groups\"][0] was left out", "[1] was left out"],
            ..run("rmsprop_centered", "RMSprop")
        },
        run("rprop", "Rprop"),
        run("hf_adamw", "AdamW"),
        Run { settings: vec![("correct_bias", false.into())], ..run("hf_adamw_no_bias", "AdamW") },
        run("cerebras_adam", "Adam"),
        Run { two_groups: true, ..run("cerebras_adamw", "AdamW") },
    ]
}

#[test]
fn training_goes_on_where_torch_stopped() {
    for run in runs() {
        let (before, opt, notes) = loaded::<f32>(run.file, run.optimizer, &run.settings, run.two_groups);
        let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        assert_eq!(notes.len(), run.notes.len(), "{}: {notes:#?}", run.file);
        for (note, expected) in notes.iter().zip(run.notes) {
            assert!(note.contains(expected), "{}: {note}", run.file);
        }
        let (moved, off) = proceed(run.file, before, opt);
        assert!(off <= run.tolerance, "{}: {off:.2e} from torch", run.file);
        assert!(moved > 1e-3, "{}: moved by {moved:.2e} only", run.file);
    }
}

/// Makes the steps that torch made after it saved: how far the parameters went, and how far from torch's they are.
fn proceed<T: Float>(file: &str, mut model: super::Model<T>, mut opt: Opt<T>) -> (f64, f64) {
    let before = model.clone();
    for step in BEFORE..BEFORE + AFTER {
        opt.step(&mut model, &grads::<T>(step)).unwrap();
    }
    let there = tensors::<T>(&open(&format!("{file}.after")).root());
    (difference(&model, &before), difference(&model, &there))
}

#[test]
fn in_double_precision() {
    let (before, opt, _) = loaded::<f64>("adam_f64", "Adam", &[], false);
    let (_, off) = proceed("adam_f64", before, opt);
    assert!(off < 1e-13, "{off:.2e}");
}

#[test]
fn counts_are_those_of_each_parameter() {
    let (_, opt, _) = loaded::<f32>("adam", "Adam", &[], false);
    assert_eq!((opt.steps(), opt.step_count("weight").unwrap(), opt.step_count("bias").unwrap()), (5, 5, 4));
    let power = opt.state_value("bias", "beta1_power").unwrap();
    assert_eq!(power, optim_std::StateView::Scalar(0.9_f64.powf(5.0)));
    // The reference keeps powers only, in single precision.
    let (_, opt, _) = loaded::<f32>("cerebras_adam", "Adam", &[], false);
    assert_eq!((opt.steps(), opt.step_count("bias").unwrap()), (5, 5));
    assert_eq!(opt.state_value("bias", "beta2_power").unwrap(), optim_std::StateView::Scalar(0.999_f64.powf(6.0)));
}

/// The note on `eps` gives a schedule: with it, training goes on exactly, eps and all.
#[test]
fn a_schedule_of_eps_is_what_torch_does() {
    let (before, mut opt, notes) = loaded::<f32>("adam_eps", "Adam", &[], true);
    assert!(matches!(&notes[0], Note::EpsPlacement { eps: 1e-8, beta2: 0.999, .. }));
    let as_is = proceed("adam_eps", before.clone(), {
        let (_, opt, _) = loaded::<f32>("adam_eps", "Adam", &[], true);
        opt
    });
    assert!(notes[0].to_string().ends_with("the schedule `TorchEps::new(1e-8, 0.999)`"), "{}", notes[0]);
    opt.schedule(&Tags::all(), "eps", Arc::new(TorchEps::new(1e-8, 0.999))).unwrap();
    let (_, off) = proceed("adam_eps", before, opt);
    assert!(off <= 2e-7 && off <= as_is.1 + 1e-7, "{off:.2e} with it, {:.2e} without", as_is.1);
}

/// A schedule that the optimizer was built with stays; the file's number is the last value of somebody else's.
#[test]
fn schedules_stay() {
    let schedule = Setting::schedule(CosineDecayLR::new(0.1, 0.01, 100));
    let (_, opt, notes) = loaded::<f32>("adam", "Adam", &[("lr", schedule.clone())], false);
    assert_eq!(notes, [Note::ScheduleKept { group: "default".into(), hyper: "lr" }]);
    assert_eq!(opt.value_in("default", "lr").unwrap(), schedule.at(5));
}

/// What goes on with torch's `eps` can be saved and loaded like everything else.
#[test]
fn the_schedule_of_eps_is_known_by_name() {
    let schedule = Setting::schedule(TorchEps::new(1e-8, 0.999));
    let (_, opt, _) = loaded::<f32>("adam_eps", "Adam", &[("eps", schedule.clone())], true);
    let path = std::env::temp_dir().join(format!("optim-torch-eps-{}.safetensors", std::process::id()));
    opt.save(&path).unwrap();
    let (_, mut other, _) = loaded::<f32>("adam_eps", "Adam", &[], true);
    other.load_with(&path, &LoadOptions::strict().registry(optim_std::registry())).unwrap();
    assert_eq!(other.state_dict(), opt.state_dict());
    std::fs::remove_file(&path).unwrap();
}

/// Torch goes on with the number that it had, not with one value of the schedule that stands for it here.
#[test]
fn the_schedule_of_eps_is_written_as_torch_has_it() {
    let schedule = Setting::schedule(TorchEps::new(1e-8, 0.999));
    let (_, opt, _) = loaded::<f32>("adam_eps", "Adam", &[("eps", schedule)], true);
    let path = std::env::temp_dir().join(format!("optim-torch-eps-{}.pt", std::process::id()));
    assert_eq!(Export::new(&*opt).save(&path).unwrap(), []);
    let (_, plain, _) = loaded::<f32>("adam_eps", "Adam", &[], true);
    let (_, notes) =
        TorchFile::open(&path).unwrap().optimizer().unwrap().convert_for(&*plain, &Names::InOrder).unwrap();
    assert!(matches!(&notes[..], [Note::EpsPlacement { eps: 1e-8, .. }, ..]), "{notes:?}");
    std::fs::remove_file(&path).unwrap();
}
