//! Loading into a model whose parameters have other names.

use std::collections::BTreeMap;

use ndarray::array;
use optim_std::LoadParams;
use optim_std::checkpoint::{Checkpoint, CheckpointError, CheckpointFile};
use optim_std::prelude::*;

use super::{Folder, Model, builder, model, train};

/// The model here has `encoder.` in front of the names that begin with `fc1`.
fn inner() -> LoadOptions {
    LoadOptions::strict().renamed(LoadParams::new().rename(|name| name.trim_start_matches("encoder.").to_owned()))
}

fn renamed(model: &Model<f32>) -> Model<f32> {
    let name = |name: &str| if name.starts_with("fc1") { format!("encoder.{name}") } else { name.to_owned() };
    model.iter().map(|(old, array)| (name(old), array * 0.0)).collect()
}

#[test]
fn parameters_states_and_masks_are_found_under_their_old_names() {
    let folder = Folder::new("renamed");
    let mut old = model::<f32>();
    let mut opt = builder("AdamW").build(&old).unwrap();
    opt.set_mask("fc1.bias", &array![true, false, true, true, false]).unwrap();
    train(&mut opt, &mut old, 0..2);
    let path = folder.join("run");
    Checkpoint::new().params(&old).optimizer(&opt).save(&path).unwrap();

    let mut new = renamed(&old);
    let mut other = builder("AdamW").build(&new).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    let refused = file.load(&mut new, &mut other).unwrap_err();
    assert!(matches!(refused, CheckpointError::Differs(_)), "{refused}");
    let (params, states) = file.load_with(&mut new, &mut other, &inner()).unwrap();
    assert!(params.is_complete() && states.is_complete());
    assert_eq!(states.loaded, other.param_names().collect::<Vec<_>>());
    for (name, array) in &new {
        let before = name.trim_start_matches("encoder.");
        assert_eq!(array, &old[before]);
        assert_eq!(other.state(name, "exp_avg").unwrap(), opt.state(before, "exp_avg").unwrap());
        assert_eq!(other.mask(name).unwrap(), opt.mask(before).unwrap());
        assert_eq!(other.step_count(name).unwrap(), opt.step_count(before).unwrap());
    }

    // In memory too, with a prefix in the other direction.
    let mut back = builder("AdamW").build(&BTreeMap::from([("fc1.bias", old["fc1.bias"].clone())])).unwrap();
    let outer = LoadOptions::matching().renamed(LoadParams::new().prefix("encoder."));
    let report = back.load_state_dict(&other.state_dict(), &outer).unwrap();
    assert_eq!((report.loaded, report.unexpected.len()), (vec!["fc1.bias".to_owned()], new.len() - 1));
    assert_eq!(back.state("fc1.bias", "exp_avg").unwrap(), opt.state("fc1.bias", "exp_avg").unwrap());
}

#[test]
fn names_may_be_exchanged() {
    let pair = |a: f32, b: f32| BTreeMap::from([("a", array![a]), ("b", array![b])]);
    let mut old = pair(1.0, 2.0);
    let mut opt = AdamW::new().build(&old).unwrap();
    opt.step(&mut old, &pair(3.0, 4.0)).unwrap();
    let mut other = AdamW::new().build(&old).unwrap();
    let exchanged = LoadParams::new().rename(|name| if name == "a" { "b" } else { "a" }.to_owned());
    other.load_state_dict(&opt.state_dict(), &LoadOptions::strict().renamed(exchanged)).unwrap();
    for (new, before) in [("a", "b"), ("b", "a")] {
        assert_eq!(other.state(new, "exp_avg").unwrap(), opt.state(before, "exp_avg").unwrap());
    }
    // The checkpoint's `a` is nobody's: it does not stand for the `a` here.
    let alone = LoadOptions::matching().renamed(LoadParams::new().rename(|name| name.replace('a', "c")));
    let mut other = AdamW::new().build(&old).unwrap();
    let report = other.load_state_dict(&opt.state_dict(), &alone).unwrap();
    assert_eq!(
        (report.loaded, report.missing, report.unexpected),
        (vec!["b".into()], vec!["a".into()], vec!["a".into()])
    );
}

#[test]
fn names_that_do_not_fit_are_errors_and_nothing_changes() {
    let folder = Folder::new("renamed-errors");
    let mut old = model::<f32>();
    let mut opt = builder("AdamW").build(&old).unwrap();
    train(&mut opt, &mut old, 0..1);
    let path = folder.join("run");
    Checkpoint::new().params(&old).optimizer(&opt).save(&path).unwrap();
    let file = CheckpointFile::open(&path).unwrap();

    type Case = (fn(&str) -> String, &'static str);
    let cases: [Case; 2] = [
        (
            |name| name.replace("encoder.fc1", "fcl"),
            "parameter `encoder.fc1.bias` is renamed to `fcl.bias`, which the checkpoint does not have\n\
             help: it has `fc1.bias`",
        ),
        (
            |name| name.replace("encoder.", "").replace("weight", "bias"),
            "parameters `encoder.fc1.bias` and `encoder.fc1.weight` are both renamed to `fc1.bias` of the checkpoint\n\
             help: give each parameter another name",
        ),
    ];
    for (rename, expected) in cases {
        let options = LoadOptions::strict().renamed(LoadParams::new().rename(rename));
        let mut new = renamed(&old);
        let mut other = builder("AdamW").build(&new).unwrap();
        let before = (new.clone(), other.state_dict());
        let errors = [
            file.load_with(&mut new, &mut other, &options).map(drop),
            file.load_params_with(&mut new, &options).map(drop),
            file.load_optimizer_with(&mut other, &options).map(drop),
            other.load_state_dict(&opt.state_dict(), &options).map(drop),
        ];
        for error in errors {
            assert_eq!(error.unwrap_err().to_string(), expected);
        }
        assert!(before == (new, other.state_dict()));
    }
    let error = |rename: fn(&str) -> String| {
        let mut other = builder("AdamW").build(&renamed(&old)).unwrap();
        let options = LoadOptions::strict().renamed(LoadParams::new().rename(rename));
        file.load_optimizer_with(&mut other, &options).unwrap_err()
    };
    assert!(matches!(error(cases[0].0), CheckpointError::NoSuchName { name, .. } if name == "fcl.bias"));
    assert!(matches!(error(cases[1].0), CheckpointError::OneName { name, .. } if name == "fc1.bias"));
}
