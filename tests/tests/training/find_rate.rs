//! The search for a learning rate.

use ndarray::Array1;
use optim_std::prelude::*;
use optim_std::training::{Indexed, Position, StepInfo, TrainingError, find_learning_rate};

use crate::{DATA, Model, Opt, Run, compute, new, outcome};

/// The loss is the square of the model.
fn square(model: &Model, (): (), _at: Position) -> (f32, Model) {
    (model.mapv(|x| x * x).sum(), 2.0 * model)
}

const NOTHING: fn(u64, u64) = |_, _| ();

#[test]
fn rates_rise_by_one_factor_and_nothing_changes() {
    let (model, opt) = new();
    let before = outcome(&model, &opt);
    let curve =
        find_learning_rate(&model, &opt, &DATA(), 1e-6..=1e-2, 9, |model, places, at| compute(model, &places, at));
    let points = curve.unwrap().points;
    assert_eq!(outcome(&model, &opt), before);
    assert_eq!((points.len(), points[0].0), (9, 1e-6));
    for (place, (rate, loss)) in points.iter().enumerate() {
        let expected = 10_f64.powf(-6.0 + place as f64 / 2.0);
        assert!((rate / expected - 1.0).abs() < 1e-12 && *rate <= 1e-2 && loss.is_finite(), "{rate}");
    }
    // The losses are those of a run whose steps have these rates.
    let (mut model, mut opt) = new();
    opt.set("lr", points[0].0).unwrap();
    let mut found = Vec::new();
    let run = Run::new(9).on_step(|step: &mut StepInfo<'_, Model, Opt>| {
        found.push((step.report.learning_rate_in("default").unwrap().unwrap(), step.loss));
        if let Some((next, _)) = points.get(found.len()) {
            step.optimizer.set("lr", *next).unwrap();
        }
    });
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
    assert_eq!(found, points);
}

#[test]
fn it_ends_where_the_loss_grows() {
    let model: Model = Array1::from(vec![1.0, -2.0]);
    let opt = SGD::new(0.1).build(&model).unwrap();
    let data = Indexed::new(4, NOTHING);
    let curve = find_learning_rate(&model, &opt, &data, 1e-3..=1e3, 200, square).unwrap();
    // A step with a rate above 1 makes this model larger; the average notices it a little later.
    let (last, _) = *curve.points.last().unwrap();
    assert!(curve.points.len() < 200 && last > 1.0 && last < 20.0, "{last}");
    let rate = curve.suggestion().unwrap();
    assert!(rate > 0.01 && rate < 1.0, "{rate}");
    let svg = curve.svg();
    assert!(svg.starts_with("<svg") && svg.contains("smoothed") && svg.contains("log10 of the learning rate"));

    // A loss that is not finite ends it at once.
    let mut count = 0;
    let curve = find_learning_rate(&model, &opt, &data, 1e-3..=1.0, 50, |model: &Model, (), _| {
        count += 1;
        (if count == 7 { f64::NAN } else { 1.0 / f64::from(count) }, model.clone())
    });
    let curve = curve.unwrap();
    assert_eq!((curve.points.len(), count), (7, 7));
    assert!(curve.suggestion().is_some() && curve.svg().starts_with("<svg"));

    // Batches differ, and the model does not: the first losses are hardly averaged and decide nothing.
    let mut count = 0;
    let curve = find_learning_rate(&model, &opt, &data, 1e-3..=1.0, 101, |model: &Model, (), _| {
        count += 1;
        let falls = 0.02 * f64::from((count - 70).clamp(0, 20));
        (1.0 - falls + if count % 2 == 1 { 0.1 } else { -0.1 }, model.clone())
    });
    let rate = curve.unwrap().suggestion().unwrap();
    assert!(rate > 0.1 && rate < 0.7, "{rate}");

    // Losses that only rise suggest nothing. Negative ones are losses like others.
    for sign in [1.0, -1.0] {
        let mut loss = -100.0;
        let curve = find_learning_rate(&model, &opt, &data, 1e-3..=1.0, 20, |model: &Model, (), _| {
            loss += sign;
            (loss, model.clone())
        });
        let curve = curve.unwrap();
        assert_eq!((curve.points.len(), curve.suggestion().is_none()), (20, sign > 0.0));
    }
}

#[test]
fn schedules_are_replaced_and_wrappers_have_their_inner_rate() {
    let model: Model = Array1::from(vec![1.0, -2.0]);
    let opt = Lookahead::new(AdamW::new().lr(CosineDecayLR::new(0.1, 0.0, 10))).build(&model).unwrap();
    let curve = find_learning_rate(&model, &opt, &Indexed::new(4, NOTHING), 1e-3..=0.1, 30, square).unwrap();
    assert_eq!(curve.points.len(), 30);
    assert!(curve.suggestion().is_some());
    let boxed: Box<dyn AnyOptimizer<f32>> = Box::new(opt);
    assert_eq!(find_learning_rate(&model, &boxed, &Indexed::new(4, NOTHING), 1e-3..=0.1, 30, square).unwrap(), curve);
}

#[test]
fn arguments_that_mean_nothing() {
    let model: Model = Array1::from(vec![1.0, -2.0]);
    let sgd = SGD::new(0.1).build(&model).unwrap();
    let data = Indexed::new(4, NOTHING);
    let nan = f64::NAN;
    for rates in [0.0..=1.0, -1.0..=1.0, 1.0..=1.0, 1.0..=0.1, nan..=1.0, 0.1..=nan, 0.1..=f64::INFINITY] {
        let error = find_learning_rate(&model, &sgd, &data, rates, 10, square).unwrap_err();
        assert!(error.to_string().starts_with("`find_learning_rate`: the rates must be finite"), "{error}");
    }
    for steps in [0, 1] {
        let error = find_learning_rate(&model, &sgd, &data, 0.1..=1.0, steps, square).unwrap_err();
        assert!(error.to_string().starts_with("`find_learning_rate`: expected at least 2 steps"), "{error}");
    }
    assert_eq!(
        find_learning_rate(&model, &sgd, &data, f64::MIN_POSITIVE..=f64::MAX, 2, square).unwrap().points.len(),
        2
    );
    let two = std::collections::BTreeMap::from(["a", "b"].map(|name| (name.to_owned(), model.clone())));
    let rules = Partition::new().rule("first", |p| p.name() == "a", SGD::new(0.1)).rest("rest", SGD::new(0.1));
    let parts = rules.build(&two).unwrap();
    let error = find_learning_rate(&two, &parts, &data, 0.1..=1.0, 10, |two, (), _| (1.0, two.clone())).unwrap_err();
    assert!(error.to_string().contains("has no learning rate, or several\nhelp: for a partition"), "{error}");
    let error = find_learning_rate(&model, &sgd, &data, 0.1..=1.0, 10, |model: &Model, (), at| {
        if at.step == 3 { Err("no power") } else { Ok((1.0, model.clone())) }
    });
    assert!(matches!(error.unwrap_err(), TrainingError::Compute { at, .. } if at.step == 3));
}
