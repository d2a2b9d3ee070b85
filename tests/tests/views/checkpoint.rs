//! A checkpoint names views: with another view, loading is refused.

use std::path::PathBuf;

use optim_std::checkpoint::{CheckpointError, CheckpointFile, Difference, StateDict};
use optim_std::optimizers::AdamWBuilder;
use optim_std::prelude::*;
use optim_std::{LoadOptions, Optimizer, ParamView, Storage};

use super::{Model, numbers, remembered, seed, steps};

const NAMES: [&str; 3] = ["a.weight", "b.weight", "bias"];

fn shape(name: &str) -> &'static [usize] {
    if name == "bias" { &[6] } else { &[4, 6] }
}

#[allow(clippy::needless_pass_by_value, reason = "a builder is written where it is used")]
fn trained(builder: AdamWBuilder, count: u64) -> (Optimizer<f64>, Model<f64>) {
    let mut params: Model<f64> = NAMES.map(|name| (name.to_owned(), numbers(shape(name), seed(name, 90)))).into();
    let mut opt = builder.build(&params).unwrap();
    opt.set_mask("a.weight", &numbers::<f64>(&[4, 6], 3).map(|x| *x > -0.5)).unwrap();
    steps(&mut opt, &mut params, count, |name, number| numbers(shape(name), seed(name, number)));
    (opt, params)
}

fn heads(name: &'static str, shape: &'static [usize]) -> AdamWBuilder {
    AdamW::new().lr(0.1).storage("exp_avg_sq", Storage::Block8).view(name, |p| p.ndim() == 2, move |_| shape.to_vec())
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("optim-views-{}-{name}.ckpt", std::process::id()))
}

#[test]
fn files_keep_states_and_views() {
    let (opt, _) = trained(heads("heads", &[2, 2, 6]), 4);
    let path = file("keep");
    opt.save(&path).unwrap();
    let (mut other, mut params) = trained(heads("heads", &[2, 2, 6]), 1);
    let report = other.load_with(&path, &LoadOptions::strict()).unwrap();
    assert_eq!(report.loaded, NAMES);
    assert_eq!(other.state_dict(), opt.state_dict());
    assert_eq!(other.mask("a.weight").unwrap(), opt.mask("a.weight").unwrap());
    // It continues like the saved one.
    let (mut expected, mut expected_params) = trained(heads("heads", &[2, 2, 6]), 4);
    params.clone_from(&expected_params);
    for (opt, params) in [(&mut other, &mut params), (&mut expected, &mut expected_params)] {
        steps(opt, params, 3, |name, number| numbers(shape(name), seed(name, number + 20)));
    }
    assert_eq!(remembered(&other, &params), remembered(&expected, &expected_params));
    // The same for the data of the file.
    let dict = CheckpointFile::open(&path).unwrap().state_dict(optim_std::registry()).unwrap();
    let mut known = trained(heads("heads", &[2, 2, 6]), 1).0;
    known.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    assert_eq!(known.state_dict(), opt.state_dict());
    assert_eq!(dict.params[0].view, Some(ParamView::new("heads", [2, 2, 6])));
    assert_eq!((&*dict.params[0].shape, &dict.params[2].view), (&[4, 6][..], &None));
    std::fs::remove_file(&path).unwrap();
}

fn refused(opt: &mut Optimizer<f64>, dict: &StateDict) -> Vec<Difference> {
    let before = opt.state_dict();
    let error = opt.load_state_dict(dict, &LoadOptions::strict()).unwrap_err();
    assert_eq!(opt.state_dict(), before, "a load that fails changes nothing");
    match error {
        CheckpointError::Differs(report) => report.mismatched,
        error => panic!("{error}"),
    }
}

/// The name of the case, a builder, and the view of its matrices.
type Seen = (&'static str, fn() -> AdamWBuilder, Option<ParamView>);

#[test]
fn another_view_is_refused() {
    let plain = || AdamW::new().lr(0.1).storage("exp_avg_sq", Storage::Block8);
    let views: [Seen; 5] = [
        ("no view", || AdamW::new().lr(0.1).storage("exp_avg_sq", Storage::Block8), None),
        ("another shape", || heads("heads", &[4, 1, 6]), Some(ParamView::new("heads", [4, 1, 6]))),
        ("another name", || heads("parts", &[2, 2, 6]), Some(ParamView::new("parts", [2, 2, 6]))),
        ("as it is", || heads("heads", &[4, 6]), Some(ParamView::new("heads", [4, 6]))),
        ("the view", || heads("heads", &[2, 2, 6]), Some(ParamView::new("heads", [2, 2, 6]))),
    ];
    for (what, one, one_view) in &views {
        for (other_what, other, other_view) in &views {
            let (mut opt, dict) = (trained(one(), 2).0, trained(other(), 3).0.state_dict());
            if what == other_what {
                opt.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
                assert_eq!(opt.state_dict(), dict);
                continue;
            }
            let differences = refused(&mut opt, &dict);
            let expected = |param: &str| Difference::View {
                param: param.to_owned(),
                expected: one_view.clone(),
                found: other_view.clone(),
            };
            assert_eq!(differences, [expected("a.weight"), expected("b.weight")], "{other_what} into {what}");
        }
    }
    let dict = trained(heads("heads", &[2, 2, 6]), 3).0.state_dict();
    let text = refused(&mut trained(plain(), 1).0, &dict)[0].to_string();
    assert_eq!(text, "parameter `a.weight` has no view, in the checkpoint view `heads` of shape [2, 2, 6]");
    let text = refused(&mut trained(heads("parts", &[24]), 1).0, &trained(plain(), 1).0.state_dict())[0].to_string();
    assert_eq!(text, "parameter `a.weight` has view `parts` of shape [24], in the checkpoint no view");
}

#[test]
fn what_agrees_can_be_loaded_alone() {
    let dict = trained(heads("heads", &[2, 2, 6]), 3).0.state_dict();
    let (mut opt, _) = trained(AdamW::new().storage("exp_avg_sq", Storage::Block8), 1);
    let report = opt.load_state_dict(&dict, &LoadOptions::matching()).unwrap();
    assert_eq!((report.loaded, report.mismatched.len()), (vec!["bias".to_owned()], 2));
}

/// A file stacks many parameters. Parameters with the same view have separate stacks.
#[test]
fn stacked_parameters() {
    let count = 30_000;
    let name = |place: usize| format!("{place:05}.weight");
    let params: Model<f32> = (0..count).map(|place| (name(place), numbers(&[2, 2], place as u64))).collect();
    let builder = || {
        let even = |p: &optim_std::ParamInfo<'_>| p.name().as_bytes()[4].is_multiple_of(2);
        AdamW::new().view("flat", even, |_| [4])
    };
    let mut opt = builder().build(&params).unwrap();
    let grads = params.clone();
    let mut stepped = params.clone();
    opt.step(&mut stepped, &grads).unwrap();
    let path = file("stacked");
    opt.save(&path).unwrap();
    let mut other = builder().build(&params).unwrap();
    other.load(&path).unwrap();
    assert!(other.state_dict() == opt.state_dict());
    let mut none = AdamW::new().build(&params).unwrap();
    let before = none.state_dict();
    let error = none.load(&path).unwrap_err();
    assert!(
        error.to_string().contains("parameter `00000.weight` has no view, in the checkpoint view `flat` of shape [4]"),
        "{error}"
    );
    assert!(none.state_dict() == before);
    std::fs::remove_file(&path).unwrap();
}
