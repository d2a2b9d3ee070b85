//! The form of a written state: bare, in an order, like another file.

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_std::torch::{ConvertError, Export, Names, OptimizerState, TorchFile, TorchValue};
use optim_std::{LoadOptions, Setting};

use super::proceed::runs;
use super::{Model, Opt, builder, loaded, names, open, tensors};

fn file_of(export: &Export<'_, f32>) -> TorchFile {
    TorchFile::from_bytes(export.write(Vec::new()).unwrap().0).unwrap()
}

/// Compares two values, and the numbers of tensors.
pub(crate) fn same(a: &TorchValue, b: &TorchValue) -> Result<(), String> {
    let differ = || Err(format!("{a:?} is not {b:?}"));
    if a.is_tensor() && b.is_tensor() {
        let read = |value: &TorchValue| value.tensor().unwrap().to_array::<f64>().unwrap();
        let (a, b) = (read(a), read(b));
        // Torch rounds powers of betas in every step. Here they are in double precision.
        let close = a.shape() == b.shape() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-6 * b.abs());
        return if close { Ok(()) } else { differ() };
    }
    if let (Ok(keys), Ok(others)) = (a.keys(), b.keys()) {
        let (mut sorted, mut other_keys) = (keys.clone(), others);
        sorted.sort_unstable();
        other_keys.sort_unstable();
        if sorted != other_keys || a.len().unwrap() != b.len().unwrap() {
            return differ();
        }
        for index in 0..a.len().unwrap() {
            if let Ok(value) = a.entry(index) {
                same(&value, &b.entry(index).map_err(|error| error.to_string())?)?;
            }
        }
        return keys.into_iter().try_for_each(|key| same(&a.get(key).unwrap(), &b.get(key).unwrap()));
    }
    if let (Ok(parts), Ok(others)) = (a.elements(), b.elements()) {
        let alike = parts.len() == others.len() && a.kind() == b.kind();
        return if alike { parts.iter().zip(&others).try_for_each(|(a, b)| same(a, b)) } else { differ() };
    }
    let plain = |value: &TorchValue| {
        let text = value.as_str().map(str::to_owned).ok();
        (value.as_bool().ok(), value.as_f64().ok().filter(|_| !value.is_tensor()), text, value.is_none())
    };
    if plain(a) == plain(b) && a.is_tensor() == b.is_tensor() { Ok(()) } else { differ() }
}

/// Every file of another program is written with the same groups, numbers, names, special settings and states.
#[test]
fn like_the_file_that_it_came_from() {
    for run in runs() {
        let saved = open(run.file).get("optimizer").unwrap();
        let theirs = saved.optimizer().unwrap();
        let (_, opt, _) = loaded::<f32>(run.file, run.optimizer, &run.settings, run.two_groups);
        let ours = file_of(&Export::new(&opt).like(&theirs, &names(run.two_groups)).bare());
        same(&saved, &ours.root()).unwrap_or_else(|error| panic!("{}: {error}", run.file));
    }
}

/// A bare state dict of two groups without names, with `initial_lr` and `foreach`.
fn scheduled(model: &Model<f32>) -> (OptimizerState, Opt<f32>) {
    let theirs = open("trainer").optimizer().unwrap();
    let mut opt = builder("AdamW", &[], true).build(model).unwrap();
    let (state, _) = theirs.convert_for(&opt, &Names::Auto).unwrap();
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    (theirs, opt)
}

#[test]
fn a_trainer_s_file_keeps_what_is_its_own() {
    let mut model = tensors::<f32>(&open("adam").get("model").unwrap());
    let (theirs, mut opt) = scheduled(&model);
    let root = file_of(&Export::new(&opt).like(&theirs, &Names::Auto).bare()).root();
    same(&open("trainer").root(), &root).unwrap();

    opt.step(&mut model, &super::grads::<f32>(5)).unwrap();
    opt.set("lr", 0.25).unwrap();
    let root = file_of(&Export::new(&opt).like(&theirs, &Names::Auto).bare()).root();
    assert_eq!(root.keys().unwrap(), ["state", "param_groups"]);
    for group in root.get("param_groups").unwrap().elements().unwrap() {
        let number = |key: &str| group.get(key).unwrap().as_f64().unwrap();
        assert_eq!((number("lr"), number("initial_lr")), (0.25, 0.01));
        assert!(group.get("foreach").unwrap().as_bool().unwrap());
        assert!(group.get("param_names").is_err(), "there are none in the file");
    }
    let step = root.get("state").unwrap().entry(2).unwrap().get("step").unwrap();
    assert_eq!(step.as_f64().unwrap(), 6.0);

    // Another initial learning rate, for one group or for all.
    let export = Export::new(&opt).like(&theirs, &Names::Auto).initial_lr(0.5).initial_lr_in("bias", 0.75);
    let groups = file_of(&export).get("optimizer").unwrap().get("param_groups").unwrap();
    let initial = |group: usize| groups.at(group).unwrap().get("initial_lr").unwrap().as_f64().unwrap();
    assert_eq!((initial(0), initial(1)), (0.5, 0.75));
    let error = Export::new(&opt).initial_lr_in("biases", 0.1).write(Vec::new()).unwrap_err().to_string();
    assert_eq!(error, "there is no parameter group `biases`; the groups are `default`, `bias`");
}

#[test]
fn numbers_that_are_tensors_stay_tensors() {
    let theirs = open("adam_lr_tensor").optimizer().unwrap();
    let (_, mut opt, _) = loaded::<f32>("adam_lr_tensor", "Adam", &[], false);
    opt.set("lr", 0.5).unwrap();
    let ours = file_of(&Export::new(&opt).like(&theirs, &Names::Auto));
    let lr = ours.get("optimizer").unwrap().get("param_groups").unwrap().at(0).unwrap().get("lr").unwrap();
    assert!(lr.is_tensor() && lr.as_f64().unwrap() == 0.5);
}

#[test]
fn a_bare_state_has_nothing_beside_it() {
    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let opt = builder("Adam", &[], false).build(&model).unwrap();
    assert_eq!(file_of(&Export::new(&opt).bare()).root().keys().unwrap(), ["state", "param_groups"]);
    let error = Export::new(&opt).model(&model).bare().write(Vec::new()).unwrap_err();
    assert!(matches!(error, ConvertError::Bare { what: "a model", .. }), "{error}");
    let scheduler = open("scheduled").scheduler().unwrap();
    let error = Export::new(&opt).scheduler(&scheduler).bare().write(Vec::new()).unwrap_err();
    assert!(matches!(error, ConvertError::Bare { what: "a scheduler", .. }), "{error}");
}

#[test]
fn what_a_file_has_once_is_given_once() {
    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let theirs = open("adam").optimizer().unwrap();
    let scheduler = open("scheduled").scheduler().unwrap();
    let opt = builder("Adam", &[], false).build(&model).unwrap();
    let new = || Export::new(&opt);
    for (export, expected) in [
        (new().model(&model).model(&model), "model"),
        (new().scheduler(&scheduler).scheduler(&scheduler), "scheduler"),
        (new().order(["a"]).like(&theirs, &Names::Auto), "order of parameters"),
    ] {
        let error = export.write(Vec::new()).unwrap_err();
        assert!(matches!(error, ConvertError::Twice { what, .. } if what == expected), "{error}");
    }
}

/// Names of the parameters in groups, from the file.
fn named(file: &TorchFile) -> Vec<Vec<String>> {
    let groups = file.optimizer().unwrap().group_sizes();
    let names: Vec<String> = file.optimizer().unwrap().names().unwrap().into_iter().map(str::to_owned).collect();
    let mut names = names.into_iter();
    groups.into_iter().map(|len| names.by_ref().take(len).collect()).collect()
}

#[test]
fn models_without_an_order_take_one() {
    let model: BTreeMap<String, ArrayD<f32>> =
        tensors::<f32>(&open("adam").get("model").unwrap()).into_iter().collect();
    let opt = builder("Adam", &[], false).build(&model).unwrap();
    let error = Export::new(&opt).model(&model).write(Vec::new()).unwrap_err();
    assert!(matches!(&error, ConvertError::NoOrder { params, .. } if params.len() == 3), "{error}");
    assert!(error.to_string().contains("`Export::order([…])`"), "{error}");
    let file = file_of(&Export::new(&opt).order(["weight", "bias", "conv"]));
    assert_eq!(named(&file), [["weight", "bias", "conv"]]);
    // In the form of a file without names, with names from the caller.
    let (theirs, given) = (open("trainer").optimizer().unwrap(), names(true));
    let grouped = builder("AdamW", &[], true).build(&model).unwrap();
    let like = |names: &Names| Export::new(&grouped).like(&theirs, names).write(Vec::new()).map(drop);
    assert!(matches!(like(&Names::Auto), Err(ConvertError::NoOrder { .. })));
    like(&given).unwrap();

    for (order, expected) in [
        (
            vec!["weight", "bias"],
            "names of parameters differ; only the optimizer has `conv`\nhelp: list every parameter here once",
        ),
        (vec!["weight", "bias", "conv", "x"], "names of parameters differ; only the file has `x`\nhelp: "),
        (vec!["weight", "bias", "conv", "bias"], "names of parameters differ; only the file has `bias`\nhelp: "),
    ] {
        let error = Export::new(&opt).order(order).write(Vec::new()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

/// A group is at the position of its first parameter, as in a trainer that sorts groups from one list.
#[test]
fn an_order_through_groups() {
    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let opt = builder("AdamW", &[], true).build(&model).unwrap();
    let orders = [
        (["weight", "bias", "conv"], vec![vec!["weight", "conv"], vec!["bias"]]),
        (["conv", "weight", "bias"], vec![vec!["conv", "weight"], vec!["bias"]]),
        (["bias", "conv", "weight"], vec![vec!["bias"], vec!["conv", "weight"]]),
    ];
    for (order, expected) in orders {
        assert_eq!(named(&file_of(&Export::new(&opt).order(order))), expected);
    }
}

#[test]
fn files_of_another_form_are_refused() {
    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let one = open("adam").optimizer().unwrap();
    let refused = |opt: &Opt<f32>, like: &OptimizerState, names: &Names| {
        Export::new(opt).like(like, names).write(Vec::new()).unwrap_err()
    };
    // One group in the file, two here.
    let opt = builder("Adam", &[], true).build(&model).unwrap();
    Export::new(&opt).like(&one, &Names::Auto).write(Vec::new()).unwrap();
    let entry = optim_std::optimizers().iter().find(|entry| entry.name == "Adam").unwrap();
    let own = entry.builder().set("lr", 0.25).unwrap();
    let opt = entry.builder().group("bias", |param| param.name() == "bias", own).build(&model).unwrap();
    let error = refused(&opt, &one, &Names::Auto).to_string();
    assert!(
        error.contains("`weight` and `bias` are in one group of the file") && error.contains("`lr` differs"),
        "{error}"
    );
    // Another optimizer.
    let sgd = builder("SGD", &[("momentum", Setting::Float(0.9))], false).build(&model).unwrap();
    assert!(matches!(refused(&sgd, &one, &Names::Auto), ConvertError::Optimizer { .. }));
    // Another model.
    let two: Model<f32> = model.clone().into_iter().take(2).collect();
    let opt = builder("Adam", &[], false).build(&two).unwrap();
    assert!(matches!(refused(&opt, &one, &Names::InOrder), ConvertError::Count { file: 3, here: 2 }));
    assert!(matches!(refused(&opt, &one, &Names::Auto), ConvertError::Names { .. }));
}

/// Writes files for `tests/torch/check_export.py`, next to the files of the similar test in `export`.
#[test]
#[ignore = "for tests/torch/check_export.py"]
fn write_for_torch_in_other_forms() {
    let folder = std::path::PathBuf::from(std::env::var_os("OPTIM_EXPORT").expect("OPTIM_EXPORT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    let model = tensors::<f32>(&open("adam").get("model").unwrap());
    let (theirs, opt) = scheduled(&model);
    Export::new(&opt).like(&theirs, &Names::Auto).bare().save(folder.join("trainer.like.pt")).unwrap();
    let export = Export::new(&opt).order(["weight", "conv", "bias"]).bare().initial_lr(0.01);
    export.save(folder.join("trainer.order.pt")).unwrap();

    // LayerNorm as a map, sorted by name.
    let file = open("layer_norm");
    let norm: BTreeMap<String, ArrayD<f32>> = file.get("model").unwrap().to_map().unwrap().into_iter().collect();
    let mut opt = builder("AdamW", &[("eps", 0.0.into())], false).build(&norm).unwrap();
    let saved = file.get("named").unwrap().optimizer().unwrap();
    let (state, _) = saved.convert_for(&opt, &Names::Auto).unwrap();
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let export = Export::new(&opt).model(&norm).order(["weight", "bias"]);
    export.save(folder.join("layer_norm.order.pt")).unwrap();
}
