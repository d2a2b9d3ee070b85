//! Closures: the order of their calls, and the effects of their errors.

use std::cell::{Cell, RefCell};

use ndarray::Array1;
use optim_std::StepError;
use optim_std::prelude::*;
use optim_std::training::{StepInfo, TrainingError};

use crate::{DATA, Folder, Model, Opt, Run, compute, file, go_on, new, outcome, straight};

#[test]
fn the_order_of_calls() {
    let folder = Folder::new("order");
    let log = RefCell::new(Vec::new());
    let run = |steps| {
        let run = Run::new(steps)
            .checkpoint_every(2)
            .on_step(|step: &mut StepInfo<'_, Model, Opt>| {
                assert_eq!(step.optimizer.steps(), step.step());
                assert!(step.report.applied && step.loss.is_finite() && step.model.len() == 4);
                log.borrow_mut().push(format!("step {}", step.step()));
            })
            .on_step(|_| log.borrow_mut().push("again".to_owned()))
            .on_checkpoint(|info| log.borrow_mut().push(format!("checkpoint {}", info.at.step)))
            .on_resume(|info| log.borrow_mut().push(format!("resume {}", info.at.step)))
            .progress(|progress| {
                let loss = if progress.loss.is_some() { "with" } else { "without" };
                log.borrow_mut().push(format!("{} of {} {loss} loss", progress.at.step, progress.steps));
            });
        go_on(&folder.0, run).unwrap();
        log.take()
    };
    assert_eq!(
        run(3),
        [
            "checkpoint 0",
            "0 of 3 without loss",
            "step 1",
            "again",
            "1 of 3 with loss",
            "step 2",
            "again",
            "checkpoint 2",
            "2 of 3 with loss",
            "step 3",
            "again",
            "checkpoint 3",
            "3 of 3 with loss",
        ]
    );
    assert_eq!(run(4), ["resume 3", "3 of 4 without loss", "step 4", "again", "checkpoint 4", "4 of 4 with loss"]);
}

#[test]
fn a_report_has_the_learning_rate_of_its_step() {
    let (mut model, mut opt) = new();
    let mut rates = Vec::new();
    let run = Run::new(3).on_step(|step: &mut StepInfo<'_, Model, Opt>| {
        let rate = step.report.value_in("default", "lr").unwrap().as_f64().unwrap();
        assert_ne!(step.optimizer.value_in("default", "lr").unwrap().as_f64(), Some(rate));
        rates.push(rate);
    });
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
    let curve = CosineDecayLR::new(0.1, 0.01, 20);
    assert_eq!(rates, [0, 1, 2].map(|step| curve.at(step)));
}

#[derive(Debug, thiserror::Error)]
#[error("no power")]
struct Power;

/// A run that fails, and its remaining files.
fn fails(folder: &Folder, run: Run<'_>, compute_fails_at: u64) -> (TrainingError, crate::Outcome) {
    let (mut model, mut opt) = new();
    let run = run.checkpoint_every(2).checkpoint_dir(&folder.0).resume(true);
    let error = run.run(&mut model, &mut opt, &DATA(), |model, places, at| {
        if at.step == compute_fails_at { Err(Power) } else { Ok(compute(model, &places, at)) }
    });
    (error.unwrap_err(), outcome(&model, &opt))
}

#[test]
fn after_an_error_there_are_the_last_step_and_the_last_checkpoint() {
    let expected = straight(8).0;

    let folder = Folder::new("compute");
    let (error, left) = fails(&folder, Run::new(8), 5);
    assert_eq!(error.to_string(), "at step 5 (batch 1 of epoch 1): no power");
    assert!(matches!(&error, TrainingError::Compute { source, .. } if source.is::<Power>()));
    assert_eq!(left, straight(5).0);
    assert_eq!(folder.names(), [file(0), file(2), file(4)]);
    assert_eq!(go_on(&folder.0, Run::new(8)).unwrap().0, expected);

    let folder = Folder::new("on-step");
    let run = Run::new(8).on_step(|step| if step.step() == 4 { Err(Power) } else { Ok(()) });
    let (error, left) = fails(&folder, run, u64::MAX);
    assert_eq!(error.to_string(), "`on_step` at step 4 (batch 4 of epoch 0): no power");
    assert_eq!(left, straight(4).0);
    // The checkpoint does not contain the step, because not all closures of the step were called.
    assert_eq!(folder.names(), [file(0), file(2)]);
    assert_eq!(go_on(&folder.0, Run::new(8)).unwrap().0, expected);

    let folder = Folder::new("on-checkpoint");
    let run = Run::new(8).on_checkpoint(|info| if info.at.step == 4 { Err("the network is down") } else { Ok(()) });
    let (error, left) = fails(&folder, run, u64::MAX);
    assert_eq!(error.to_string(), "`on_checkpoint` at step 4 (batch 4 of epoch 0): the network is down");
    assert_eq!(left, straight(4).0);
    assert_eq!(folder.names(), [file(0), file(2), file(4)]);

    let run = Run::new(8).on_resume(|_| Err("no, thanks".to_owned()));
    let (error, left) = fails(&folder, run, u64::MAX);
    assert_eq!(error.to_string(), "`on_resume` at step 4 (batch 4 of epoch 0): no, thanks");
    assert_eq!(left, straight(4).0);
    assert_eq!(go_on(&folder.0, Run::new(8)).unwrap().0, expected);
}

#[test]
fn the_first_error_stops_the_closures() {
    let (mut model, mut opt) = new();
    let second = Cell::new(0);
    let run = Run::new(3).on_step(|_| Err::<(), _>("stop")).on_step(|_| second.set(1));
    let error = run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap_err();
    assert!(matches!(error, TrainingError::Callback { callback: "on_step", .. }));
    assert_eq!((second.get(), opt.steps()), (0, 1));
}

#[test]
fn the_optimizer_refuses_a_step() {
    let (mut model, mut opt) = new();
    let error = Run::new(3).run(&mut model, &mut opt, &DATA(), |model, places, at| {
        let (loss, grads) = compute(model, &places, at);
        (loss, if at.step == 2 { Array1::zeros(5) } else { grads })
    });
    let error = error.unwrap_err();
    assert!(
        matches!(&error, TrainingError::Step { at, source: StepError::GradientShape { .. } } if at.step == 2),
        "{error}"
    );
    assert_eq!(outcome(&model, &opt), straight(2).0);
}

#[test]
fn losses_of_both_types_and_gradients_by_name() {
    let (mut model, mut opt) = new();
    let report = Run::new(2).run(&mut model, &mut opt, &DATA(), |model: &Model, _, _| {
        (1.5_f32, std::collections::BTreeMap::from([("param".to_owned(), model.clone())]))
    });
    assert_eq!(report.unwrap().loss, Some(1.5));
}
