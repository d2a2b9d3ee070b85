//! Training that began in torch continues here with the same results.

use optim_std::Float;
use optim_std::prelude::*;
use optim_std::torch::{Export, Names, Note, TorchFile};
use optim_std::{LoadOptions, Setting};

use super::{AFTER, BEFORE, Opt, builder, difference, grads, loaded, names, open, tensors};

pub(crate) struct Run {
    pub(crate) file: &'static str,
    pub(crate) optimizer: &'static str,
    /// The settings that decide which states exist. The file has all others.
    pub(crate) settings: Vec<(&'static str, Setting)>,
    pub(crate) two_groups: bool,
    /// The allowed difference from torch.
    tolerance: f64,
    notes: &'static [&'static str],
}

/// The note for files without `eps`, with the default here.
const NO_EPS: &str = "`eps` was 1e-6 here and is 0.0 now, as in the file";

fn run(file: &'static str, optimizer: &'static str) -> Run {
    Run { file, optimizer, settings: Vec::new(), two_groups: false, tolerance: 1e-6, notes: &[] }
}

/// Every file, with the notes of its conversion.
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
        Run { notes: &[NO_EPS], ..run("adam", "Adam") },
        Run {
            two_groups: true,
            notes: &[
                "group `default`: `eps` was 1e-6 here and is 1e-8 now, as in the file",
                "group `bias`: `eps` was 1e-6 here and is 1e-8 now, as in the file",
            ],
            ..run("adam_eps", "Adam")
        },
        // You need not pass settings that already agree.
        Run { two_groups: true, settings: vec![("eps", 1e-3.into())], ..run("adamw_eps_late", "AdamW") },
        Run {
            settings: vec![("eps", 1e-3.into()), ("eps_after_correction", true.into())],
            ..run("adam_eps_late", "Adam")
        },
        Run { settings: vec![("eps", 1e-8.into())], ..run("adamw_eps_gap", "AdamW") },
        Run { notes: &[NO_EPS], ..run("adam_lr_tensor", "Adam") },
        Run { settings: vec![("amsgrad", true.into())], notes: &[NO_EPS], ..run("adam_amsgrad", "Adam") },
        Run { two_groups: true, notes: &[NO_EPS, NO_EPS], ..run("adamw", "AdamW") },
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

/// Repeats the steps that torch made after saving. Returns the distance that the parameters moved, and their difference from torch's.
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
    // The reference only keeps powers, in single precision.
    let (_, opt, _) = loaded::<f32>("cerebras_adam", "Adam", &[], false);
    assert_eq!((opt.steps(), opt.step_count("bias").unwrap()), (5, 5));
    assert_eq!(opt.state_value("bias", "beta2_power").unwrap(), optim_std::StateView::Scalar(0.999_f64.powf(6.0)));
}

/// `eps` is added at the same place as in torch. With the original place kept, training differs, and a note says so.
#[test]
fn eps_is_added_where_torch_adds_it() {
    let settings = [("eps", Setting::Float(1e-3))];
    let (before, opt, notes) = loaded::<f32>("adamw_eps_late", "AdamW", &settings, true);
    assert_eq!(notes, []);
    for group in ["default", "bias"] {
        assert_eq!(opt.value_in(group, "eps").unwrap(), 1e-3.into(), "{group}");
        assert_eq!(opt.value_in(group, "eps_after_correction").unwrap(), true.into(), "{group}");
    }
    let (_, converted) = proceed("adamw_eps_late", before.clone(), opt);

    let saved = open("adamw_eps_late").optimizer().unwrap().keep_eps();
    let mut kept = builder("AdamW", &settings, true).build(&before).unwrap();
    let (state, notes) = saved.convert_for(&kept, &names(true)).unwrap();
    kept.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!(kept.value_in("bias", "eps").unwrap(), 1e-3.into());
    assert_eq!(kept.value_in("bias", "eps_after_correction").unwrap(), false.into());
    assert!(matches!(&notes[0], Note::EpsPlacement { eps: 1e-3, beta2: 0.999, .. }));
    let note = notes[0].to_string();
    assert!(note.contains("31.623 times in the first step and 1.258 times in step 1000"), "{note}");
    assert!(note.ends_with("build with `eps_after_correction(true)`"), "{note}");
    let (_, number) = proceed("adamw_eps_late", before, kept);
    assert!(converted <= 1e-6 && number > 1e-4, "{converted:.2e} with the schedule, {number:.2e} without");
}

/// A parameter whose first gradient came late: exact, in a separate group and among others.
#[test]
fn late_parameters() {
    let file = open("adam_eps_late");
    let before = tensors::<f32>(&file.get("model").unwrap());
    let mut opt = builder("Adam", &[("eps", 1e-3.into())], true).build(&before).unwrap();
    let (state, notes) = file.optimizer().unwrap().convert_for(&opt, &Names::InFile).unwrap();
    assert_eq!(notes, []);
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let (_, apart) = proceed("adam_eps_late", before, opt);
    let (before, opt, _) = loaded::<f32>("adam_eps_late", "Adam", &[("eps", 1e-3.into())], false);
    let (_, together) = proceed("adam_eps_late", before, opt);
    assert!(apart <= 2e-7 && together <= 2e-7, "{apart:.2e} apart, {together:.2e} together");
}

/// A schedule of `eps` is kept. Changing betas do not matter.
#[test]
fn other_schedules_of_eps_stay() {
    let schedule = Setting::schedule(ConstantLR::new(1e-5));
    for placed in [false, true] {
        let settings = [("eps", schedule.clone()), ("eps_after_correction", placed.into())];
        let (_, opt, notes) = loaded::<f32>("adam_eps", "Adam", &settings, true);
        assert!(notes.contains(&Note::ScheduleKept { group: "default".into(), hyper: "eps" }), "{notes:?}");
        assert_eq!(opt.value_in("default", "eps").unwrap(), 1e-5.into());
        assert_eq!(opt.value_in("default", "eps_after_correction").unwrap(), placed.into());
    }
    let betas = Setting::Tuple(vec![0.9.into(), Setting::schedule(ConstantLR::new(0.999))]);
    let (_, opt, _) = loaded::<f32>("adam_eps", "Adam", &[("betas", betas)], true);
    assert_eq!(opt.value_in("default", "eps").unwrap(), 1e-8.into());
    assert_eq!(opt.value_in("default", "eps_after_correction").unwrap(), true.into());
}

/// Torch's Muon is the same method in half precision.
#[test]
fn muon_goes_on_as_far_as_its_precision_goes() {
    let file = open("muon");
    let before = tensors::<f32>(&file.get("model").unwrap());
    let mut opt = builder("Muon", &[], false).build(&before).unwrap();
    let (state, notes) = file.optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap();
    assert_eq!(notes, [Note::StepsUnknown, Note::MuonPrecision]);
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let mut model = before.clone();
    for step in BEFORE..BEFORE + AFTER {
        let mut grads = grads::<f32>(step);
        grads.retain(|name, _| name == "weight");
        opt.step(&mut model, &grads).unwrap();
    }
    let there = tensors::<f32>(&open("muon.after").root());
    let (moved, off) = (difference(&model, &before), difference(&model, &there));
    assert!(moved > 1e-3 && off < 0.02 * moved, "moved by {moved:.2e}, {off:.2e} from torch");
}

#[test]
fn the_scale_of_muon_is_that_of_the_file() {
    let weights = tensors::<f32>(&open("muon").get("model").unwrap());
    let mut opt = builder("Muon", &[], false).build(&weights).unwrap();
    let (state, _) = open("other_muon").optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap();
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let value = |hyper| opt.value_in("default", hyper).unwrap().to_string();
    assert_eq!((value("adjust_lr_fn"), value("coefficients")), ("match_rms_adamw".to_owned(), "fixed".to_owned()));
    assert_eq!(value("ns_coefficients"), "(3.4445, -4.775, 2.0315)");
    let mut plain = builder("Muon", &[], false).build(&weights).unwrap();
    let (state, _) = open("muon").optimizer().unwrap().convert_for(&plain, &Names::InOrder).unwrap();
    plain.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!(plain.value_in("default", "adjust_lr_fn").unwrap().to_string(), "original");
}

/// The optimizer's own schedule is kept. The file's number is the last value of another schedule.
#[test]
fn schedules_stay() {
    let schedule = Setting::schedule(CosineDecayLR::new(0.1, 0.01, 100));
    let (_, opt, notes) = loaded::<f32>("adam", "Adam", &[("lr", schedule.clone())], false);
    assert_eq!(notes[0], Note::ScheduleKept { group: "default".into(), hyper: "lr" });
    assert_eq!(opt.value_in("default", "lr").unwrap(), schedule.at(5));
}

/// Torch continues with its last number, and so does an optimizer that reads the file again.
#[test]
fn the_place_of_eps_is_that_of_torch_in_its_files() {
    let settings = [("eps", 1e-8.into()), ("eps_after_correction", true.into())];
    let (_, opt, notes) = loaded::<f32>("adam_eps", "Adam", &settings, true);
    assert_eq!(notes, []);
    let path = std::env::temp_dir().join(format!("optim-torch-eps-{}.pt", std::process::id()));
    assert_eq!(Export::new(&opt).save(&path).unwrap(), []);
    let file = TorchFile::open(&path).unwrap();
    let group = file.get("optimizer").unwrap().get("param_groups").unwrap().at(0).unwrap();
    assert_eq!(group.get("eps").unwrap().as_f64().unwrap(), 1e-8);
    assert!(!group.keys().unwrap().contains(&"eps_after_correction"));
    let (state, notes) = file.optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap();
    assert_eq!((state.groups, notes), (opt.state_dict().groups, vec![]));
    std::fs::remove_file(&path).unwrap();
}
