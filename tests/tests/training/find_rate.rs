//! The search for a learning rate.

use std::collections::BTreeMap;

use ndarray::Array1;
use optim_std::prelude::*;
use optim_std::training::{Indexed, LearningRateFinder, Position, StepInfo, TrainingError};

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
    let curve = LearningRateFinder::new(1e-6..=1e-2, 9)
        .run(&model, &opt, &DATA(), |model, places, at| compute(model, &places, at));
    let points = curve.unwrap().points;
    assert_eq!(outcome(&model, &opt), before);
    assert_eq!((points.len(), points[0].0), (9, 1e-6));
    for (place, (rate, loss)) in points.iter().enumerate() {
        let expected = 10_f64.powf(-6.0 + place as f64 / 2.0);
        assert!((rate / expected - 1.0).abs() < 1e-12 && *rate <= 1e-2 && loss.is_finite(), "{rate}");
    }
    // The losses equal a run whose steps have these rates.
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
    let curve = LearningRateFinder::new(1e-3..=1e3, 200).run(&model, &opt, &data, square).unwrap();
    // A step with a rate above 1 makes this model larger. The average shows it a little later.
    let (last, _) = *curve.points.last().unwrap();
    assert!(curve.points.len() < 200 && last > 1.0 && last < 20.0, "{last}");
    let rate = curve.suggestion().unwrap();
    assert!(rate > 0.01 && rate < 1.0, "{rate}");
    let svg = curve.svg();
    assert!(svg.starts_with("<svg") && svg.contains("smoothed") && svg.contains(">0.001<"));

    // A loss that is NaN or infinite ends the run at once.
    let mut count = 0;
    let curve = LearningRateFinder::new(1e-3..=1.0, 50).run(&model, &opt, &data, |model: &Model, (), _| {
        count += 1;
        (if count == 7 { f64::NAN } else { 1.0 / f64::from(count) }, model.clone())
    });
    let curve = curve.unwrap();
    assert_eq!((curve.points.len(), count), (7, 7));
    assert!(curve.suggestion().is_some() && curve.svg().starts_with("<svg"));

    // The losses depend only on the batches. The first losses are hardly averaged and do not count.
    let mut count = 0;
    let curve = LearningRateFinder::new(1e-3..=1.0, 101).run(&model, &opt, &data, |model: &Model, (), _| {
        count += 1;
        let falls = 0.02 * f64::from((count - 70).clamp(0, 20));
        (1.0 - falls + if count % 2 == 1 { 0.1 } else { -0.1 }, model.clone())
    });
    let rate = curve.unwrap().suggestion().unwrap();
    assert!(rate > 0.1 && rate < 0.7, "{rate}");

    // If losses only rise, there is no suggestion. Negative losses work, too.
    for sign in [1.0, -1.0] {
        let mut loss = -100.0;
        let curve = LearningRateFinder::new(1e-3..=1.0, 20).run(&model, &opt, &data, |model: &Model, (), _| {
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
    let curve = LearningRateFinder::new(1e-3..=0.1, 30).run(&model, &opt, &Indexed::new(4, NOTHING), square).unwrap();
    assert_eq!(curve.points.len(), 30);
    assert!(curve.suggestion().is_some());
}

/// Two parameters, and a partition with a rule for each; the second rule has two groups.
fn two_rules() -> (BTreeMap<String, Model>, Optimizer<f32>) {
    let params = ["a", "b", "c"].map(|name| (name.to_owned(), Array1::from(vec![1.0, -2.0])));
    let model = BTreeMap::from(params);
    let rest = SGD::new(LinearLR::new(0.2, 0.0, 40)).group("c", |p| p.name() == "c", |h| h.lr(0.3));
    let rules = Partition::new().rule("first", |p| p.name() == "a", AdamW::new().lr(0.1)).rest("rest", rest);
    let opt = rules.build(&model).unwrap();
    (model, opt)
}

#[test]
fn one_rate_of_a_partition_is_raised_and_all_others_keep_theirs() {
    let (model, opt) = two_rules();
    let cases = [
        (LearningRateFinder::new(1e-4..=1e-2, 5).hyper("first.lr"), ["first"].as_slice()),
        (LearningRateFinder::new(1e-4..=1e-2, 5).hyper("rest.lr"), &["rest", "rest.c"]),
        (LearningRateFinder::new(1e-4..=1e-2, 5).group("rest.c"), &["rest.c"]),
        (LearningRateFinder::new(1e-4..=1e-2, 5).hyper("lr").group("first"), &["first"]),
    ];
    for (finder, raised) in cases {
        let curve = finder.run(&model, &opt, &Indexed::new(4, NOTHING), |model, (), _| {
            (model.values().flatten().map(|x| x * x).sum::<f32>(), model.clone())
        });
        let points = curve.unwrap().points;
        assert_eq!(points.len(), 5);
        // The losses equal a run whose raised groups have these rates.
        let (mut model, mut opt) = (model.clone(), opt.clone());
        for (step, (rate, loss)) in points.into_iter().enumerate() {
            raised.iter().for_each(|group| opt.set_in(group, "lr", rate).unwrap());
            let before: f32 = model.values().flatten().map(|x| x * x).sum();
            assert_eq!(f64::from(before), loss);
            let grads = model.clone();
            let report = opt.step(&mut model, &grads).unwrap();
            let scheduled = LinearLR::new(0.2, 0.0, 40).at(step as u64);
            for (group, own) in [("first", 0.1), ("rest", scheduled), ("rest.c", 0.3)] {
                let expected = if raised.contains(&group) { rate } else { own };
                assert_eq!(report.learning_rate_in(group).unwrap(), Some(expected), "{group}");
            }
        }
    }
    assert_eq!(opt.steps(), 0);
}

#[test]
fn arguments_that_mean_nothing() {
    let model: Model = Array1::from(vec![1.0, -2.0]);
    let sgd = SGD::new(0.1).build(&model).unwrap();
    let data = Indexed::new(4, NOTHING);
    let nan = f64::NAN;
    for rates in [0.0..=1.0, -1.0..=1.0, 1.0..=1.0, 1.0..=0.1, nan..=1.0, 0.1..=nan, 0.1..=f64::INFINITY] {
        let error = LearningRateFinder::new(rates, 10).run(&model, &sgd, &data, square).unwrap_err();
        assert!(error.to_string().starts_with("`LearningRateFinder`: the rates must be finite"), "{error}");
    }
    for steps in [0, 1] {
        let error = LearningRateFinder::new(0.1..=1.0, steps).run(&model, &sgd, &data, square).unwrap_err();
        assert!(error.to_string().starts_with("`LearningRateFinder`: expected at least 2 steps"), "{error}");
    }
    assert_eq!(
        LearningRateFinder::new(f64::MIN_POSITIVE..=f64::MAX, 2).run(&model, &sgd, &data, square).unwrap().points.len(),
        2
    );
    let two = BTreeMap::from(["a", "b"].map(|name| (name.to_owned(), model.clone())));
    let rules = Partition::new().rule("first", |p| p.name() == "a", SGD::new(0.1)).rest("rest", SGD::new(0.1));
    let parts = rules.build(&two).unwrap();
    let refused = |finder: LearningRateFinder| {
        finder.run(&two, &parts, &data, |two, (), _| (1.0, two.clone())).unwrap_err().to_string()
    };
    let finder = || LearningRateFinder::new(0.1..=1.0, 10);
    assert_eq!(
        refused(finder()),
        "`LearningRateFinder`: `lr` is no hyperparameter of a rule of the partition\n\
         help: there are `first.lr`, `rest.lr`\nhelp: `hyper` says which one is raised"
    );
    let error = refused(finder().hyper("firts.lr"));
    assert!(error.contains("help: did you mean `first.lr`?"), "{error}");
    let error = refused(finder().group("frist"));
    assert!(error.contains("there is no parameter group `frist`\nhelp: did you mean `first`?"), "{error}");
    let error = refused(finder().hyper("first.nesterov"));
    assert!(error.starts_with("`LearningRateFinder`: ") && error.contains("nesterov"), "{error}");
    let error = LearningRateFinder::new(0.1..=1.0, 10).run(&model, &sgd, &data, |model: &Model, (), at| {
        if at.step == 3 { Err("no power") } else { Ok((1.0, model.clone())) }
    });
    assert!(matches!(error.unwrap_err(), TrainingError::Compute { at, .. } if at.step == 3));
}
