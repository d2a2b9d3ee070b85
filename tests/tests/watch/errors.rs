//! Names that can be watched, and the watched steps.

use optim_std::{BuildError, WatchError};

use super::*;

#[test]
fn only_what_there_is_can_be_watched() {
    let model = Model::from([("a".to_owned(), array::<f32>(&[3], 1))]);
    let mut opt = AdamW::new().watch(["cosine"]).build(&model).unwrap();
    let error = opt.watch(["update_norm", "update_rati"]).unwrap_err();
    assert_eq!(error.to_string(), "no number `update_rati` can be watched\nhelp: did you mean `update_ratio`?");
    let error = opt.watch(["loss"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no number `loss` can be watched\n\
         help: there are `grad_norm`, `grad_amax`, `param_norm`, `update_norm`, `update_ratio`, `cosine`"
    );
    assert_eq!(opt.watch_every(0, ["cosine"]), Err(WatchError::Never));
    // Nothing has changed.
    let report = opt.step(&mut model.clone(), &model).unwrap();
    assert_eq!(report.watched.unwrap().of_model().map(|(name, _)| name).collect::<Vec<_>>(), ["cosine"]);
    let error = AdamW::new().watch_every(10, ["norm"]).build(&model).unwrap_err();
    assert!(matches!(error, BuildError::Watch(WatchError::Unknown { .. })), "{error}");
}

#[test]
fn some_steps_are_watched() {
    let mut model = Model::from([("a".to_owned(), array::<f32>(&[3], 1))]);
    let grads = model.clone();
    let mut opt = AdamW::new().watch_every(3, ["grad_norm", "update_norm", "grad_norm"]).build(&model).unwrap();
    let mut is_watched = |opt: &mut Optimizer<f32>| opt.step(&mut model, &grads).unwrap().watched.is_some();
    let found: Vec<bool> = (0..7).map(|_| is_watched(&mut opt)).collect();
    assert_eq!(found, [false, false, true, false, false, true, false]);
    opt.watch(["cosine"]).unwrap();
    assert!(is_watched(&mut opt));
    opt.watch([]).unwrap();
    assert!(!is_watched(&mut opt));
}

/// A skipped step reports nothing.
#[test]
fn skipped_steps_are_not_watched() {
    let mut model = Model::from([("a".to_owned(), array::<f32>(&[3], 1))]);
    let builder = AdamW::new().watch(["cosine"]).non_finite(NonFinite::Skip);
    let mut opt = builder.build(&model).unwrap();
    let report = opt.step(&mut model, &Model::from([("a".to_owned(), ArrayD::from_elem(vec![3], f32::NAN))])).unwrap();
    assert_eq!((report.applied, report.watched), (false, None));
    // Without a policy, the numbers show the problem.
    opt.set_non_finite(NonFinite::Off);
    let report = opt.step(&mut model, &Model::from([("a".to_owned(), ArrayD::from_elem(vec![3], f32::NAN))])).unwrap();
    assert!(report.watched.unwrap().param("a", "cosine").unwrap().is_nan());
}
