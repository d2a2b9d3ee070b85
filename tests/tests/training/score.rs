//! Scores: the best one, its model, and early stopping.

use std::cell::RefCell;
use std::fs;

use optim_std::checkpoint::{CheckpointFile, LoadOptions};
use optim_std::training::{BestScore, EarlyStopping, TrainingError, TrainingReport};

use crate::{DATA, Folder, Run, compute, file, go_on, new, outcome, straight};

/// A run with these scores, one in each step. NaN means no score.
fn scored(steps: u64, scores: &[f64]) -> Run<'_> {
    Run::new(steps).on_step(|step| {
        if let Some(score) = scores.get(step.at.step as usize) {
            step.score(*score);
        }
    })
}

/// A run without a directory.
fn alone(run: Run<'_>) -> Result<TrainingReport, TrainingError> {
    let (mut model, mut opt) = new();
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at))
}

fn score_and_step(best: Option<BestScore>) -> Option<(f64, u64)> {
    best.map(|best| (best.score, best.step))
}

#[test]
fn the_best_score_and_its_step() {
    const NAN: f64 = f64::NAN;
    const INF: f64 = f64::INFINITY;
    for (scores, lowest, highest) in [
        (&[][..], None, None),
        (&[NAN, NAN], None, None),
        (&[NAN, 2.0, NAN], Some((2.0, 2)), Some((2.0, 2))),
        (&[3.0, 1.0, 1.0, 2.0, 3.0], Some((1.0, 2)), Some((3.0, 1))),
        (&[INF, INF, 5.0, -INF], Some((-INF, 4)), Some((INF, 1))),
        (&[-INF, 5.0], Some((-INF, 1)), Some((5.0, 2))),
        (&[0.0, -0.0], Some((0.0, 1)), Some((0.0, 1))),
    ] {
        assert_eq!(score_and_step(alone(scored(5, scores)).unwrap().best), lowest, "{scores:?}");
        assert_eq!(score_and_step(alone(scored(5, scores).higher_is_better()).unwrap().best), highest, "{scores:?}");
    }
}

#[test]
fn closures_see_the_best_score() {
    let seen = RefCell::new(Vec::new());
    let run = Run::new(3).on_step(|step| {
        seen.borrow_mut().push(score_and_step(step.best()));
        step.score(100.0);
        // The second call replaces the first.
        step.score([2.0, 3.0, 1.0][step.at.step as usize]);
        seen.borrow_mut().push(score_and_step(step.best()));
    });
    let report = alone(run).unwrap();
    let (first, last) = (Some((2.0, 1)), Some((1.0, 3)));
    assert_eq!(seen.into_inner(), [None, first, first, first, first, last]);
    assert_eq!(score_and_step(report.best), last);
    assert_eq!(report.stopped, None);
}

#[test]
fn the_best_model_is_kept_beside_the_checkpoints() {
    let folder = Folder::new("best");
    let scores = [5.0, 3.0, 4.0, 2.0, 6.0, 7.0, 8.0, 9.0];
    // For each step, true if the file exists before the step's score counts.
    let there = RefCell::new(Vec::new());
    let run = scored(8, &scores).checkpoint_every(2).keep(1).keep_best(true).extra("name", "mine");
    let run = run.on_step(|_| there.borrow_mut().push(folder.0.join("best.safetensors").exists()));
    go_on(&folder.0, run).unwrap();
    assert_eq!(there.into_inner()[..3], [false, true, true]);
    assert_eq!(folder.names(), ["best.safetensors", &file(8)]);

    let best = CheckpointFile::open(folder.0.join("best.safetensors")).unwrap();
    best.verify().unwrap();
    let extra = |key| best.extra(key).unwrap();
    assert_eq!((extra("training.step"), extra("training.best"), extra("training.best_step")), ("4", "2.0", "4"));
    assert_eq!((extra("training.since_best"), extra("extra.name")), ("0", "mine"));
    let (mut model, mut opt) = new();
    best.load_with(&mut model, &mut opt, &LoadOptions::strict().registry(optim_std::registry())).unwrap();
    assert_eq!(outcome(&model, &opt), straight(4).0);

    // A run resumes from the newest checkpoint, never from the best one.
    let (_, report) = go_on(&folder.0, scored(9, &scores).keep_best(true)).unwrap();
    assert_eq!((report.start.step, score_and_step(report.best)), (8, Some((2.0, 4))));
    fs::remove_file(folder.step(8)).unwrap();
    fs::remove_file(folder.step(9)).unwrap();
    let (mut model, mut opt) = new();
    let run = scored(9, &scores).checkpoint_dir(&folder.0).keep_best(true);
    let error = run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap_err();
    assert!(matches!(error, TrainingError::Occupied { count: 1, .. }), "{error}");
    // The user must decide to begin again, because the first score would replace the best model.
    let error = go_on(&folder.0, scored(9, &scores).keep_best(true)).unwrap_err();
    assert!(matches!(error, TrainingError::Occupied { count: 1, .. }), "{error}");
    assert_eq!(CheckpointFile::open(folder.0.join("best.safetensors")).unwrap().extra("training.best"), Some("2.0"));
}

#[test]
fn early_stopping_after_scores_without_improvement() {
    const NAN: f64 = f64::NAN;
    let rule = EarlyStopping::new(2);
    for (rule, scores, end) in [
        (rule, &[3.0, 2.0, 2.0, 2.0, 1.0][..], Some(4)),
        (rule, &[3.0, 2.0, 2.0, 1.0, 1.0, 0.5], None),
        (rule, &[3.0, NAN, NAN], Some(3)),
        (rule, &[NAN, NAN], Some(2)),
        (EarlyStopping::new(1), &[1.0, 0.5, 0.25, 0.125, 0.0, 0.0], Some(6)),
        // A difference that is not greater does not count. Several small ones add up.
        (rule.min_delta(0.5), &[3.0, 2.5, 2.5], Some(3)),
        (rule.min_delta(0.5), &[3.0, 2.75, 2.25, 2.0, 1.5, 1.25], None),
        (rule.min_delta(0.5), &[3.0, 2.75, 2.75, 0.0], Some(3)),
    ] {
        let report = alone(scored(6, scores).early_stopping(rule)).unwrap();
        assert_eq!((report.stopped.is_some(), report.end.step), (end.is_some(), end.unwrap_or(6)), "{scores:?}");
        let negative: Vec<f64> = scores.iter().map(|score| -score).collect();
        let run = scored(6, &negative).early_stopping(rule).higher_is_better();
        assert_eq!(alone(run).unwrap().end.step, end.unwrap_or(6), "{negative:?}");
    }
}

#[test]
fn the_reason_of_early_stopping() {
    let reason = |scores, rule| alone(scored(9, scores).early_stopping(rule)).unwrap().stopped.unwrap();
    assert_eq!(
        reason(&[3.0, 0.25, 1.0, 1.0], EarlyStopping::new(2)),
        "early stopping: the best score is 0.25, of step 2; scores in a row without improvement: 2, patience: 2"
    );
    assert_eq!(
        reason(&[3.0, 2.9], EarlyStopping::new(1).min_delta(0.5)),
        "early stopping: the best score is 2.9, of step 2; scores in a row without improvement by more than 0.5: 1, patience: 1"
    );
    assert_eq!(
        reason(&[f64::NAN], EarlyStopping::new(1)),
        "early stopping: no score was a number; scores in a row without improvement: 1, patience: 1"
    );
    // The reason of a closure takes precedence.
    let run = scored(9, &[1.0, 2.0]).early_stopping(EarlyStopping::new(1)).on_step(|step| {
        if step.step() == 2 {
            step.stop("mine");
        }
    });
    assert_eq!(alone(run).unwrap().stopped.as_deref(), Some("mine"));
}

#[test]
fn a_run_in_parts_ends_at_the_same_step() {
    let scores = [5.0, 0.1 + 0.2, 4.0, f64::NAN, 0.299_999_999_999_999_9, 1.0, 2.0, 3.0, 4.0, 5.0];
    let run = || scored(20, &scores).early_stopping(EarlyStopping::new(3)).keep_best(true);
    let whole = Folder::new("early-whole");
    let (expected, report) = go_on(&whole.0, run()).unwrap();
    assert_eq!((report.end.step, score_and_step(report.best)), (8, Some((scores[4], 5))));
    let best = fs::read(whole.0.join("best.safetensors")).unwrap();
    let stopped = report.stopped;

    for stop in 0..8 {
        let folder = Folder::new("early-parts");
        let part = run().on_step(move |step| {
            if step.step() == stop {
                step.stop("a part");
            }
        });
        let part = if stop == 0 { Run::new(0) } else { part };
        go_on(&folder.0, part).unwrap();
        let (found, report) = go_on(&folder.0, run()).unwrap();
        assert_eq!((&found, report.end.step, &report.stopped), (&expected, 8, &stopped), "{stop}");
        assert_eq!(fs::read(folder.0.join("best.safetensors")).unwrap(), best);
        // The checkpoint of the last step records the end of the run, because a process may end before it returns.
        let (found, report) = go_on(&folder.0, run()).unwrap();
        assert_eq!((&found, report.start.step, &report.stopped), (&expected, 8, &stopped), "{stop}");
        // With more patience it continues.
        let (_, report) = go_on(&folder.0, scored(20, &scores).early_stopping(EarlyStopping::new(4))).unwrap();
        assert_eq!(report.end.step, 9);
    }
}

#[test]
fn scores_of_a_checkpoint_that_are_not_numbers() {
    let folder = Folder::new("score-damaged");
    go_on(&folder.0, scored(2, &[1.0, 2.0])).unwrap();
    let (model, opt) = new();
    // A file with its own checksums that this run did not write.
    let write = |extra: &[(&str, &str)]| {
        let mut file = optim_std::checkpoint::Checkpoint::new().params(&model).optimizer(&opt);
        for (key, value) in
            [("training.step", "3"), ("training.epoch", "0"), ("training.index", "3")].iter().chain(extra)
        {
            file = file.extra(*key, *value);
        }
        file.save(folder.step(3)).unwrap();
    };
    for (extra, reason) in [
        (&[("training.best", "NaN"), ("training.best_step", "1")][..], "`training.best` is `NaN`"),
        (&[("training.best", "x"), ("training.best_step", "1")], "`training.best` is `x`"),
        (&[("training.best", "1.0")], "it has no `training.best_step`"),
        (&[("training.since_best", "-1")], "`training.since_best` is `-1`"),
        (&[("training.reference", "")], "`training.reference` is ``"),
    ] {
        write(extra);
        let (_, report) = go_on(&folder.0, scored(2, &[])).unwrap();
        let skipped = report.skipped[0].to_string();
        assert!(skipped.ends_with(reason), "{skipped}");
    }
    // The checkpoint of a run without scores has no score.
    write(&[]);
    let report = go_on(&folder.0, scored(3, &[])).unwrap().1;
    assert_eq!((report.start.step, report.best), (3, None));
}

#[test]
fn settings_of_scores_that_mean_nothing() {
    let message = |run: Run<'_>| alone(run).unwrap_err().to_string();
    assert_eq!(
        message(Run::new(1).early_stopping(EarlyStopping::new(0))),
        "`EarlyStopping::new(0)`: the patience must be at least 1\n\
         help: leave `early_stopping` out for a run that has all its steps"
    );
    for least in [-1e-9, f64::NAN, f64::INFINITY] {
        assert_eq!(
            message(Run::new(1).early_stopping(EarlyStopping::new(1).min_delta(least))),
            "`EarlyStopping::min_delta`: expected a finite number that is at least 0"
        );
    }
    assert!(message(Run::new(1).keep_best(true)).starts_with("`keep_best(true)`: there is no directory"));
}
