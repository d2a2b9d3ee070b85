//! Files that are written here can be read by torch (`tests/torch/check_export.py`) and by this crate.

use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Dialect, Export, Names, Note, TorchFile};
use optim_std::{LoadOptions, Setting};

use super::{AFTER, BEFORE, Model, Opt, builder, grads, open, tensors};

/// An optimizer after some steps from the initial parameters of all runs. In the first step, the bias has no gradient.
fn trained<T: Float>(optimizer: &str, settings: &[(&str, Setting)], two_groups: bool) -> (Model<T>, Opt<T>) {
    let mut model = tensors::<T>(&open("adam").get("model").unwrap());
    let mut opt = builder(optimizer, settings, two_groups).build(&model).unwrap();
    for step in 0..BEFORE {
        let mut grads = grads::<T>(step);
        if step == 0 {
            grads.shift_remove("bias");
        }
        opt.step(&mut model, &grads).unwrap();
    }
    (model, opt)
}

fn written<T: Float>(opt: &Opt<T>, model: &Model<T>, dialect: Dialect) -> Result<(TorchFile, Vec<Note>), ConvertError> {
    let (bytes, notes) = Export::new(opt).model(model).dialect(dialect).write(Vec::new())?;
    Ok((TorchFile::from_bytes(bytes)?, notes))
}

type Settings = Vec<(&'static str, Setting)>;

/// Every optimizer of the three libraries, with settings for all of its states.
fn cases() -> Vec<(&'static str, Settings, Vec<Dialect>)> {
    use Dialect::{Cerebras, HuggingFace, Torch};
    let momentum = ("momentum", Setting::Float(0.9));
    vec![
        ("SGD", vec![], vec![Torch, Cerebras]),
        ("SGD", vec![momentum.clone(), ("nesterov", true.into())], vec![Torch, Cerebras]),
        ("ASGD", vec![("t0", 3.0.into())], vec![Torch, Cerebras]),
        ("Adadelta", vec![], vec![Torch, Cerebras]),
        ("Adafactor", vec![], vec![HuggingFace, Cerebras]),
        ("Adagrad", vec![("initial_accumulator_value", 0.5.into())], vec![Torch, Cerebras]),
        ("Adam", vec![("amsgrad", true.into()), ("weight_decay", 0.1.into())], vec![Torch, Cerebras]),
        ("AdamW", vec![("weight_decay", 0.1.into())], vec![Torch, HuggingFace, Cerebras]),
        ("AdamW", vec![("correct_bias", false.into())], vec![HuggingFace, Cerebras]),
        ("Adamax", vec![], vec![Torch, Cerebras]),
        ("Lamb", vec![], vec![Cerebras]),
        ("Lion", vec![], vec![Cerebras]),
        ("NAdam", vec![], vec![Torch, Cerebras]),
        ("RAdam", vec![], vec![Torch, Cerebras]),
        ("RMSprop", vec![momentum, ("centered", true.into())], vec![Torch, Cerebras]),
        ("Rprop", vec![], vec![Torch, Cerebras]),
    ]
}

#[test]
fn what_is_written_is_read_back() {
    for (optimizer, settings, dialects) in cases() {
        for dialect in dialects {
            for two_groups in [false, true] {
                read_back::<f64>(optimizer, &settings, dialect, two_groups);
                read_back::<f32>(optimizer, &settings, dialect, two_groups);
            }
        }
    }
}

fn read_back<T: Float>(optimizer: &str, settings: &[(&'static str, Setting)], dialect: Dialect, two_groups: bool) {
    let what = format!("{optimizer} for {dialect}, {settings:?}");
    let (model, opt) = trained::<T>(optimizer, settings, two_groups);
    let (file, _) = written(&opt, &model, dialect).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(tensors::<T>(&file.get("model").unwrap()), model, "{what}");

    // The same states with other numbers.
    let (_, mut other) = trained::<T>(optimizer, settings, two_groups);
    other.set("lr", 0.123).unwrap();
    let (state, _) = file
        .optimizer()
        .unwrap()
        .keep_eps()
        .convert_for(&other, &Names::InFile)
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    other.load_state_dict(&state, &LoadOptions::strict()).unwrap_or_else(|error| panic!("{what}: {error}"));

    let (before, after) = (opt.state_dict(), other.state_dict());
    assert_eq!(before.groups, after.groups, "{what}");
    for (before, after) in before.params.iter().zip(&after.params) {
        // SGD has no counts. Optimizers of the reference that do not read the count do not save it.
        let counted = match dialect {
            Dialect::Cerebras => after.step_count > 0,
            Dialect::Torch => optimizer != "SGD",
            Dialect::HuggingFace => true,
            other => unreachable!("{other:?}"),
        };
        assert!(!counted || before.step_count == after.step_count, "{what}");
        for ((name, a), (_, b)) in before.states.iter().zip(&after.states) {
            match (a, b) {
                (optim_std::checkpoint::StateEntry::Scalar(a), optim_std::checkpoint::StateEntry::Scalar(b)) => {
                    assert!((a - b).abs() <= 1e-7 * a.abs(), "{what}: {name} {a} {b}");
                }
                (a, b) => assert_eq!(a, b, "{what}: {name}"),
            }
        }
    }
}

/// States of two bytes become tensors of the same type, and are read with the same bits. Blocks of 8 bits are written
/// as numbers, and reading rounds them to the same codes.
#[test]
fn states_of_fewer_bytes_are_written_and_read_back() {
    use optim_std::Storage;
    let sources = [
        ("exp_avg", Storage::Bf16, "bfloat16"),
        ("exp_avg_sq", Storage::Block8, "float32"),
        ("exp_avg", Storage::Companded8, "float32"),
        ("exp_avg_sq", Storage::Companded8, "float32"),
        ("exp_avg", Storage::F16, "float16"),
    ];
    for (stored, storage, found) in sources {
        let mut model = tensors::<f32>(&open("adam").get("model").unwrap());
        let build = |model: &Model<f32>| builder("AdamW", &[], false).storage(stored, storage).build(model).unwrap();
        let mut opt = build(&model);
        for step in 0..BEFORE {
            opt.step(&mut model, &grads::<f32>(step)).unwrap();
        }
        let (file, _) = written(&opt, &model, Dialect::Torch).unwrap();
        let state = file.get("optimizer").unwrap().get("state").unwrap().entry(0).unwrap();
        assert_eq!(state.get(stored).unwrap().tensor().unwrap().dtype().to_string(), found, "{storage}");

        let mut other = build(&model);
        let (dict, _) = file.optimizer().unwrap().convert_for(&other, &Names::InFile).unwrap();
        // Without a conversion, the types in the file must equal the stored types.
        let strict = other.load_state_dict(&dict, &LoadOptions::strict());
        assert_eq!(strict.is_ok(), storage.block().is_none(), "{storage}");
        other.load_state_dict(&dict, &LoadOptions::strict().cast()).unwrap();
        for param in model.keys() {
            let (a, b) = (opt.state(param, stored).unwrap(), other.state(param, stored).unwrap());
            assert!(a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits()), "{storage}: {a} {b}");
        }
    }
}

/// A file of torch is written again without loss.
#[test]
fn torch_s_own_state_comes_back() {
    for (name, optimizer) in [("adam", "Adam"), ("adagrad", "Adagrad"), ("rprop", "Rprop"), ("asgd", "ASGD")] {
        let (model, opt, _) = super::loaded::<f32>(name, optimizer, &[], false);
        let (file, _) = written(&opt, &model, Dialect::Torch).unwrap();
        let (theirs, ours) = (open(name).get("optimizer").unwrap(), file.get("optimizer").unwrap());
        for place in 0..3 {
            let state = |value: &optim_std::torch::TorchValue, index: usize| {
                tensors::<f64>(&value.get("state").unwrap().entry(index).unwrap())
            };
            assert_eq!(state(&theirs, place), state(&ours, place), "{name}");
        }
        let (theirs, ours) = (theirs.get("param_groups").unwrap(), ours.get("param_groups").unwrap());
        for key in theirs.at(0).unwrap().keys().unwrap() {
            let (theirs, ours) = (theirs.at(0).unwrap().get(key).unwrap(), ours.at(0).unwrap().get(key).unwrap());
            if let Ok(number) = theirs.as_f64() {
                assert_eq!(ours.as_f64().unwrap(), number, "{name}: {key}");
            } else if !key.starts_with("param") {
                assert_eq!((ours.kind(), ours.as_bool().ok()), (theirs.kind(), theirs.as_bool().ok()), "{name}: {key}");
            }
        }
    }
}

#[test]
fn a_parameter_without_steps_has_no_state_yet() {
    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let opt = builder("Adam", &[], false).build(&model).unwrap();
    let (file, notes) = written(&opt, &model, Dialect::Torch).unwrap();
    assert_eq!(file.get("optimizer").unwrap().get("state").unwrap().len().unwrap(), 0);
    assert!(matches!(notes[..], [Note::EpsPlacement { .. }]));
    let (state, _) = file.optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap();
    assert_eq!(state.params, opt.state_dict().params);
}

#[test]
fn notes_and_refusals() {
    let export = |optimizer: &str, settings: &[(&str, Setting)], dialect| {
        let (model, opt) = trained::<f32>(optimizer, settings, false);
        written(&opt, &model, dialect).map(|(_, notes)| notes)
    };
    let schedule = Setting::schedule(CosineDecayLR::new(0.1, 0.01, 100));
    let notes = export("RMSprop", &[("lr", schedule)], Dialect::Torch).unwrap();
    assert_eq!(notes, [Note::ScheduleWritten { group: "default".into(), hyper: "lr" }]);
    assert_eq!(export("NAdam", &[], Dialect::Torch).unwrap(), [Note::NAdamCorrection]);
    assert_eq!(export("NAdam", &[], Dialect::Cerebras).unwrap(), []);
    let betas = Setting::Tuple(vec![Setting::schedule(ConstantLR::new(0.9)), 0.999.into()]);
    let notes = export("Adamax", &[("betas", betas)], Dialect::Torch).unwrap();
    assert_eq!(notes, [Note::ScheduleWritten { group: "default".into(), hyper: "betas" }]);
    let betas = Setting::Tuple(vec![Setting::schedule(LinearLR::new(0.5, 0.9, 100)), 0.999.into()]);
    let notes = export("Adamax", &[("betas", betas)], Dialect::Torch).unwrap();
    // One note for all parameters.
    let params = ["weight", "bias", "conv"].map(Into::into).to_vec();
    assert_eq!(notes.iter().filter(|note| matches!(note, Note::PowersOfNoStep { .. })).count(), 1, "{notes:?}");
    assert!(notes.contains(&Note::PowersOfNoStep { params }), "{notes:?}");

    let message = |result: Result<Vec<Note>, ConvertError>| result.unwrap_err().to_string();
    let lion = message(export("Lion", &[], Dialect::Torch));
    assert_eq!(lion, "Lion cannot be exported for torch.optim: that library does not have it, or its state differs");
    let biased = message(export("AdamW", &[("correct_bias", false.into())], Dialect::Torch));
    assert_eq!(biased, "group `default` has `correct_bias` = false, which AdamW does not have there");
    // Torch adds `eps` at another place than the other libraries.
    let placed = [("eps_after_correction", true.into())];
    assert_eq!(export("AdamW", &placed, Dialect::Torch).unwrap(), []);
    for dialect in [Dialect::Cerebras, Dialect::HuggingFace] {
        let refused = message(export("AdamW", &placed, dialect));
        assert_eq!(refused, "group `default` has `eps_after_correction` = true, which AdamW does not have there");
    }
    let amsgrad = message(export("AdamW", &[("amsgrad", true.into())], Dialect::HuggingFace));
    assert_eq!(amsgrad, "group `default` has `amsgrad` = true, which AdamW does not have there");
}

#[test]
fn a_file_is_complete_or_not_there() {
    let (model, opt) = trained::<f32>("Lion", &[], false);
    let folder = std::env::temp_dir().join(format!("optim-torch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("opt.pt");
    std::fs::write(&path, "old").unwrap();
    Export::new(&opt).save(&path).unwrap_err();
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    Export::new(&opt).model(&model).dialect(Dialect::Cerebras).save(&path).unwrap();
    assert_eq!(TorchFile::open(&path).unwrap().root().keys().unwrap(), ["model", "optimizer"]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "the partial file is gone");
    #[cfg(unix)]
    {
        let (link, long) = (folder.join("link"), folder.join("x".repeat(255)));
        std::os::unix::fs::symlink("opt.pt", &link).unwrap();
        for path in [&link, &long] {
            Export::new(&opt).dialect(Dialect::Cerebras).save(path).unwrap();
            assert_eq!(TorchFile::open(path).unwrap().root().keys().unwrap(), ["optimizer"]);
        }
        assert!(link.is_symlink() && !path.is_symlink());
        assert_eq!(TorchFile::open(&path).unwrap().root().keys().unwrap(), ["optimizer"]);
        let message = Export::new(&opt).dialect(Dialect::Cerebras).save(&folder).unwrap_err().to_string();
        assert_eq!(message, format!("cannot write `{}`: it is a directory, expected a file", folder.display()));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Writes files for `tests/torch/check_export.py` to the folder in the environment variable `OPTIM_EXPORT`: every
/// optimizer after some steps, and the results of more steps here.
#[test]
#[ignore = "for tests/torch/check_export.py"]
fn write_for_torch() {
    let folder = std::path::PathBuf::from(std::env::var_os("OPTIM_EXPORT").expect("OPTIM_EXPORT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    for (index, (optimizer, mut settings, dialects)) in cases().into_iter().enumerate() {
        if matches!(optimizer, "Adam" | "AdamW") {
            settings.push(("eps", 0.0.into()));
        }
        settings.push(("lr", 0.01.into()));
        for (dialect, two_groups) in dialects.into_iter().flat_map(|dialect| [(dialect, false), (dialect, true)]) {
            let (mut model, mut opt) = trained::<f32>(optimizer, &settings, two_groups);
            let name =
                |when: &str| folder.join(format!("{optimizer}.{dialect}.{index}{}.{when}.pt", u8::from(two_groups)));
            Export::new(&opt).model(&model).dialect(dialect).save(name("before")).unwrap();
            for step in BEFORE..BEFORE + AFTER {
                opt.step(&mut model, &grads::<f32>(step)).unwrap();
            }
            Export::new(&opt).model(&model).dialect(dialect).save(name("after")).unwrap();
        }
    }
}

/// Files of torch only have states of parameters, with the names of one optimizer. The error names the first state without a place.
#[test]
fn states_without_a_place_are_refused() {
    #[optimizer(state <best: global = 0.0>)]
    #[derive(Debug, Clone)]
    struct Measured {
        #[hyper(default = 0.1, scheduled)]
        lr: f64,
    }

    #[optimizer]
    impl Measured {
        fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
            state.best = grad.global_norm();
            *param -= self.lr * grad;
        }
    }

    /// A wrapper without states.
    #[optimizer]
    #[derive(Debug, Clone)]
    struct Signed<O: Definition> {
        inner: O,
    }

    #[optimizer]
    impl<O: Definition> Signed<O> {
        fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
            self.inner.step(param, grad.sign());
        }
    }

    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let theirs = open("adam").optimizer().unwrap();
    let refused = |opt: &Optimizer<f32>| {
        let export = Export::new(opt).write(Vec::new()).map(|_| ()).unwrap_err().to_string();
        let import = theirs.convert_for(opt, &Names::InOrder).map(|_| ()).unwrap_err().to_string();
        let first = |message: &str| message.lines().next().unwrap().to_owned();
        assert_eq!(first(&export), first(&import));
        first(&export)
    };
    assert_eq!(
        refused(&Measured::new().build(&model).unwrap()),
        "the state `best` of Measured is one number of the whole model, and a file of torch has states of parameters only"
    );
    assert_eq!(
        refused(&Lookahead::new(AdamW::new()).build(&model).unwrap()),
        "Lookahead<AdamW> is a wrapper, and its state `slow` has no place in a file of torch"
    );
    assert_eq!(
        refused(&Signed::new(AdamW::new()).build(&model).unwrap()),
        "Signed<AdamW> is a wrapper, and what it does has no place in a file of torch"
    );
    assert_eq!(
        refused(&Signed::new(Measured::new()).build(&model).unwrap()),
        "the state `inner.best` of Signed<Measured> is one number of the whole model, and a file of torch has states of parameters only"
    );
    assert!(refused(&Prodigy::new().build(&model).unwrap()).starts_with("the state `d` of Prodigy is"));
}
