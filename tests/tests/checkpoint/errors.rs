//! Every error, with its text.

use std::path::Path;

use ndarray::array;
use optim_std::checkpoint::{Checkpoint, CheckpointError, CheckpointFile, Difference, StateEntry, TensorData};
use optim_std::prelude::*;
use optim_std::{LoadOptions, Registry};
use serde_json::json;

use super::forge::Parts;
use super::{Folder, Model, Opt, builder, model, train};

/// A file with all kinds of content, in a folder.
fn saved(name: &str) -> (Folder, Opt<f32>, Model<f32>) {
    let folder = Folder::new(name);
    let mut model = model::<f32>();
    let mut opt = builder("AdamW").build(&model).unwrap();
    train(&mut opt, &mut model, 0..2);
    Checkpoint::new().params(&model).optimizer(&opt).save(folder.join("run")).unwrap();
    (folder, opt, model)
}

/// The text of an error, with `FILE` in place of the path.
pub(crate) fn text(error: &CheckpointError, path: &Path) -> String {
    error.to_string().replace(&path.display().to_string(), "FILE")
}

fn forged(folder: &Folder, forge: impl FnOnce(&mut Parts)) -> String {
    let mut parts = Parts::of(&folder.join("run"));
    forge(&mut parts);
    let path = folder.join("forged");
    std::fs::write(&path, parts.bytes()).unwrap();
    text(&CheckpointFile::open(&path).unwrap_err(), &path)
}

#[test]
fn of_files() {
    let (folder, ..) = saved("errors-files");
    let path = folder.join("none");
    let error = CheckpointFile::open(&path).unwrap_err();
    assert!(text(&error, &path).starts_with("cannot read `FILE`: No such file"), "{error}");
    assert!(matches!(&error, CheckpointError::Io { error, .. } if error.kind() == std::io::ErrorKind::NotFound));

    let bytes = std::fs::read(folder.join("run")).unwrap();
    let path = folder.join("cut");
    std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
    assert_eq!(
        text(&CheckpointFile::open(&path).unwrap_err(), &path),
        format!(
            "`FILE` has {} bytes where its header asks for {}: it is cut off or not a checkpoint",
            bytes.len() - 7,
            bytes.len()
        )
    );
    std::fs::write(&path, b"PK\x03\x04 and more").unwrap();
    assert_eq!(
        text(&CheckpointFile::open(&path).unwrap_err(), &path),
        "`FILE` is not a checkpoint: it is a zip archive, as `torch.save` writes\n\
         help: read it with `optim_std::torch::TorchFile::open`"
    );
    let mut flipped = bytes.clone();
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    assert_eq!(
        text(&file.verify().unwrap_err(), &path),
        "`FILE` is damaged: the checksum of `optimizer/конв/1/exp_avg_sq` is wrong"
    );
    flipped.clone_from(&bytes);
    let place = bytes.windows(5).position(|window| window == b"AdamW").unwrap();
    flipped[place] ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    assert_eq!(
        text(&CheckpointFile::open(&path).unwrap_err(), &path),
        "`FILE` is damaged: the checksum of the header is wrong"
    );

    assert_eq!(
        forged(&folder, |parts| parts.header["__metadata__"] = json!({"format": "pt"})),
        "`FILE` holds tensors, but was not written as a checkpoint of an optimizer\n\
         help: read parameters from it with `optim_std::safetensors::SafetensorsFile::open`"
    );
    assert_eq!(
        forged(&folder, |parts| parts.meta["version"] = 7.into()),
        "`FILE` has version 7 of the format, this program knows versions up to 2"
    );
    assert_eq!(
        forged(&folder, |parts| parts.header["params/fc1.bias"]["dtype"] = "I32".into()),
        "`FILE` is not a checkpoint: `params/fc1.bias` has elements of type I32, which no parameter or state has"
    );
    assert_eq!(
        forged(&folder, |parts| parts.header["params/fc1.bias"]["data_offsets"] = json!([0, 20])),
        "`FILE` is not a checkpoint: invalid offset for tensor `params/fc1.bias`"
    );
}

#[test]
fn of_files_whose_tensors_are_others() {
    let (folder, ..) = saved("errors-tensors");
    let params = |change: &dyn Fn(&mut Vec<serde_json::Value>)| {
        let text = forged(&folder, |parts| change(parts.meta["params"].as_array_mut().unwrap()));
        text.strip_prefix("`FILE` is an incomplete checkpoint: it lacks tensors ").unwrap().to_owned()
    };
    assert_eq!(params(&|params| params[0] = "other".into()), "`params/other`, and has others `params/`");
    assert_eq!(params(&|params| params.push("other".into())), "`params/other`, and has others none");
    assert_eq!(params(&|params| drop(params.remove(0))), "none, and has others `params/`");
    // A long list is shortened.
    let more = |count: usize| params(&|params| params.extend((0..count).map(|place| place.to_string().into())));
    let eight: Vec<String> = (0..8).map(|place| format!("`params/{place}`")).collect();
    assert_eq!(more(8), format!("{}, and has others none", eight.join(", ")));
    assert_eq!(more(10), format!("{} and 2 more, and has others none", eight.join(", ")));
}

#[test]
fn of_a_file_that_is_cut_off_after_it_was_opened() {
    let (folder, mut opt, mut model) = saved("errors-shrinks");
    let path = folder.join("run");
    let file = CheckpointFile::open(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(bytes.len() as u64 / 2).unwrap();
    let before = super::bits(&opt, &model);
    let error = file.verify().unwrap_err();
    assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
    file.load(&mut model, &mut opt).unwrap_err();
    assert_eq!(super::bits(&opt, &model), before);
}

#[test]
fn of_what_was_not_saved() {
    let (folder, mut opt, mut model) = saved("errors-nothing");
    let path = folder.join("part");
    Checkpoint::new().params(&model).save(&path).unwrap();
    assert_eq!(text(&opt.load(&path).unwrap_err(), &path), "`FILE` holds no optimizer");
    opt.save(&path).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    assert_eq!(text(&file.load_params(&mut model).unwrap_err(), &path), "`FILE` holds no parameters");
    assert_eq!(text(&file.load(&mut model, &mut opt).unwrap_err(), &path), "`FILE` holds no parameters");
    opt.load(&path).unwrap();
}

const HELP: &str = "\nhelp: `LoadOptions` can load what matches (`matching`), convert types (`cast`), \
                    or keep hyperparameters (`keep_hyperparameters`)";

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn of_what_differs() {
    let (folder, opt, _) = saved("errors-differs");
    let dict = opt.state_dict();
    let mut target = builder("AdamW").build(&model::<f32>()).unwrap();
    let mut differs = |change: &dyn Fn(&mut optim_std::StateDict)| {
        let mut dict = dict.clone();
        change(&mut dict);
        let before = super::bits(&target, &model());
        let error = target.load_state_dict(&dict, &LoadOptions::strict()).unwrap_err();
        assert_eq!(super::bits(&target, &model()), before);
        assert!(matches!(error, CheckpointError::Differs(_)));
        let text = error.to_string();
        text.strip_prefix("the checkpoint does not match the optimizer:\n  ")
            .unwrap()
            .strip_suffix(HELP)
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        differs(&|dict| {
            dict.params[1].states.remove(0);
        }),
        "state `exp_avg` of parameter `fc1.bias` is not in the checkpoint"
    );
    assert_eq!(
        differs(&|dict| dict.params[1].states.push(("step".to_owned(), StateEntry::Scalar(1.0)))),
        "the checkpoint has a state `step` for parameter `fc1.bias`, the optimizer has none"
    );
    assert_eq!(
        differs(&|dict| dict.params[1].states[0].1 = StateEntry::Scalar(1.0)),
        "state `exp_avg` of parameter `fc1.bias` has shape [5], the checkpoint's has []"
    );
    assert_eq!(
        differs(&|dict| {
            dict.params[1].states[0].1 = StateEntry::Tensor(TensorData::from_array(&ndarray::Array1::<f64>::zeros(5)));
        }),
        "state `exp_avg` of parameter `fc1.bias` has elements of type f32, the checkpoint's are f64"
    );
    assert_eq!(
        differs(&|dict| {
            dict.groups.push(dict.groups[0].clone());
            dict.groups[1].name = "bias".to_owned();
            dict.params[1].group = 1;
        }),
        "the checkpoint has a parameter group `bias`, the optimizer has none\n  \
         parameter `fc1.bias` is in group `default`, in the checkpoint it is in `bias`"
    );
    assert_eq!(
        differs(&|dict| dict.groups[0].settings.clear()).lines().next(),
        Some("hyperparameter `lr` of group `default` is not in the checkpoint")
    );
    assert_eq!(
        differs(&|dict| dict.groups[0].settings.push(("beta3".to_owned(), Setting::None))),
        "the checkpoint has a hyperparameter `beta3` in group `default`, the optimizer has none"
    );
    // All errors at once, and a long list is shortened.
    let all = differs(&|dict| {
        dict.params.drain(2..);
        for place in 0..20 {
            let mut param = dict.params[0].clone();
            param.name = format!("other{place}");
            dict.params.push(param);
        }
        dict.params[0].shape = vec![4];
    });
    let lines: Vec<&str> = all.lines().map(str::trim).collect();
    assert_eq!(lines[0], "parameter `fc1.weight` is not in the checkpoint");
    assert_eq!(lines[5], "the checkpoint has a parameter `other0`, which is not here");
    assert_eq!(lines[13], "and 12 more of these");
    assert_eq!(lines[14], "parameter `` has shape [3], the checkpoint's has [4]");

    // A group that the checkpoint does not have matters if it has parameters.
    let mut grouped = builder("AdamW")
        .group("bias", |param| param.name().ends_with("bias"), builder("AdamW"))
        .build(&model::<f32>())
        .unwrap();
    let error = grouped.load(folder.join("run")).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "the checkpoint does not match the optimizer:\n  parameter group `bias` is not in the checkpoint\n  \
             parameter `fc1.bias` is in group `bias`, in the checkpoint it is in `default`{HELP}"
        )
    );
    grouped.load_with(folder.join("run"), &LoadOptions::strict().keep_hyperparameters()).unwrap();
}

#[test]
fn of_parameters() {
    let (folder, mut opt, mut model) = saved("errors-params");
    let file = CheckpointFile::open(folder.join("run")).unwrap();
    let mut wide = super::model::<f64>();
    let error = file.load_params(&mut wide).unwrap_err().to_string();
    assert!(error.contains("parameter `fc1.bias` has elements of type f64, the checkpoint's are f32"), "{error}");
    file.load_params_with(&mut wide, &LoadOptions::strict().cast()).unwrap();
    assert!(wide["fortran"].iter().zip(&model["fortran"]).all(|(a, b)| *a == f64::from(*b)));

    model.insert("fc1.bias".to_owned(), array![1.0_f32].into_dyn());
    model.insert("more".to_owned(), array![1.0_f32].into_dyn());
    model.remove("scale");
    let before = model.clone();
    let error = file.load(&mut model, &mut opt).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "the checkpoint does not match the optimizer:\n  parameter `more` is not in the checkpoint\n  the checkpoint has a parameter \
             `scale`, which is not here\n  parameter `fc1.bias` has shape [1], the checkpoint's has [5]{HELP}"
        )
    );
    assert_eq!(model, before);
    // Parameters stay unchanged if only the optimizer cannot be loaded.
    let mut other = builder("SGD").build(&super::model::<f32>()).unwrap();
    let mut fits = super::model::<f32>();
    let error = file.load(&mut fits, &mut other).unwrap_err().to_string();
    assert_eq!(error, "the checkpoint was saved by AdamW and cannot be loaded into SGD");
    assert_eq!(fits, super::model());

    let report = file.load_params_with(&mut model, &LoadOptions::matching()).unwrap();
    assert_eq!(report.loaded, ["", "fc1.weight", "fortran", "none", "конв/1"]);
    assert_eq!((report.missing, report.unexpected), (vec!["more".to_owned()], vec!["scale".to_owned()]));
}

#[test]
fn of_saving() {
    let (folder, opt, model) = saved("errors-saving");
    let path = folder.join("run");
    let before = std::fs::read(&path).unwrap();
    let error = Checkpoint::new().extra("epoch", "1").extra("epoch", "2").save(&path).unwrap_err();
    assert_eq!(error.to_string(), "two words of your own are called `epoch`");
    let error = Checkpoint::new().params(&model).params(&model).save(&path).unwrap_err();
    assert_eq!(error.to_string(), "two tensors are called `params/`");
    let error = opt.save(folder.join("no/such/run")).unwrap_err();
    assert!(matches!(error, CheckpointError::Io { action: "write", .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn of_settings() {
    let (folder, mut opt, _) = saved("errors-settings");
    let mut load = |lr: serde_json::Value| {
        let mut parts = Parts::of(&folder.join("run"));
        parts.meta["optimizer"]["groups"][0]["settings"]["lr"] = lr;
        let path = folder.join("forged");
        std::fs::write(&path, parts.bytes()).unwrap();
        text(&opt.load_with(&path, &LoadOptions::strict().registry(optim_std::registry())).unwrap_err(), &path)
    };
    assert_eq!(load(json!({"float": 1})), "`FILE` is not a checkpoint: `lr` of group `default` is {\"float\":1}");
    assert_eq!(
        load(json!("fast")),
        "in parameter group `default` of the checkpoint: `lr` of AdamW cannot be fast: expected a number"
    );
    let linear = json!({"initial_learning_rate": 0.1, "end_learning_rate": 0.2, "total_iters": 0});
    assert_eq!(
        load(json!({"schedule": "LinearLR", "arguments": linear})),
        "in parameter group `default` of the checkpoint: `total_iters` of LinearLR is 0, allowed: at least 1"
    );
    assert_eq!(
        load(json!({"schedule": "LinaerLR", "arguments": {}})),
        "`lr` of group `default` in the checkpoint: there is no schedule `LinaerLR`\nhelp: did you mean `LinearLR`?\n\
         help: give `LoadOptions::registry` one that knows it"
    );
    let file = CheckpointFile::open(folder.join("run")).unwrap();
    assert_eq!(file.state_dict(&Registry::new()).unwrap(), opt.state_dict());
}

/// Hyperparameters that the optimizer does not have are not created, because creating them may be impossible.
#[test]
fn of_settings_without_a_place() {
    let (folder, mut opt, _) = saved("errors-places");
    let mut parts = Parts::of(&folder.join("run"));
    parts.meta["optimizer"]["groups"][0]["settings"]["beta3"] = json!({"schedule": "NoSuchLR", "arguments": {}});
    let path = folder.join("forged");
    std::fs::write(&path, parts.bytes()).unwrap();
    let report = opt.load_with(&path, &LoadOptions::matching()).unwrap();
    let name = "beta3".to_owned();
    assert_eq!(report.mismatched, [Difference::UnexpectedSetting { group: "default".to_owned(), name }]);
    let error = CheckpointFile::open(&path).unwrap().state_dict(optim_std::registry()).unwrap_err();
    assert!(matches!(&error, CheckpointError::UnknownSchedule { hyper, .. } if hyper == "beta3"), "{error}");
}

#[test]
fn of_two_optimizers_in_one_file() {
    let folder = Folder::new("errors-two");
    let model = model::<f32>();
    let [first, second] = ["AdamW", "SGD"].map(|name| builder(name).build(&model).unwrap());
    let dict = second.state_dict();
    for checkpoint in
        [Checkpoint::new().optimizer(&first).optimizer(&second), Checkpoint::new().optimizer(&first).state_dict(&dict)]
    {
        let path = folder.join("two");
        assert_eq!(
            checkpoint.save(&path).unwrap_err().to_string(),
            "this cannot be saved: a checkpoint has place for one optimizer, and got AdamW and SGD\n\
             help: save each to a separate file"
        );
        assert!(!path.exists());
    }
}
