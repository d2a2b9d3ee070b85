//! Closures that change the optimizer and end the run.

use std::cell::RefCell;

use optim_std::prelude::*;
use optim_std::training::StepInfo;

use crate::{DATA, Folder, Model, Opt, Run, compute, file, go_on, new, outcome, straight};

#[test]
fn a_run_that_is_stopped_ends_like_one_with_fewer_steps() {
    let folder = Folder::new("stop");
    let log = RefCell::new(Vec::new());
    let note = |text: String| log.borrow_mut().push(text);
    let run = Run::new(9)
        .checkpoint_every(2)
        .on_step(|step: &mut StepInfo<'_, Model, Opt>| {
            if step.step() == 5 {
                step.stop("first");
                step.stop("again");
            }
        })
        .on_step(|step| {
            note(format!("step {}", step.step()));
            if step.step() == 5 {
                assert!(!step.ends_run());
                step.stop("second");
            }
        })
        .on_checkpoint(|info| note(format!("checkpoint {}", info.at.step)))
        .progress(|progress| note(format!("{} of {}", progress.at.step, progress.steps)));
    let (found, report) = go_on(&folder.0, run).unwrap();
    assert_eq!(report.stopped.as_deref(), Some("first"));
    assert_eq!((report.end.step, report.checkpoint), (5, Some(folder.step(5))));
    assert_eq!(found, straight(5).0);
    assert_eq!(folder.names(), [file(2), file(4), file(5)]);
    let log = log.into_inner();
    assert_eq!(log[log.len() - 4..], ["4 of 9", "step 5", "checkpoint 5", "5 of 9"]);
}

#[test]
fn a_stopped_run_that_resumes_continues() {
    let folder = Folder::new("stop-resume");
    let stop_at = |stops: &'static [u64]| {
        Run::new(9).on_step(move |step| {
            if stops.contains(&step.step()) {
                step.stop(format!("at {}", step.step()));
            }
        })
    };
    go_on(&folder.0, stop_at(&[3])).unwrap();
    // The program decides again, here differently.
    let (_, report) = go_on(&folder.0, stop_at(&[7])).unwrap();
    assert_eq!((report.start.step, report.end.step, report.stopped.as_deref()), (3, 7, Some("at 7")));
    let (found, report) = go_on(&folder.0, stop_at(&[])).unwrap();
    assert_eq!((report.end.step, report.stopped), (9, None));
    assert_eq!(found, straight(9).0);
    // A finished run has no step in which it could stop.
    assert_eq!(go_on(&folder.0, stop_at(&[9])).unwrap().1.stopped, None);
}

#[test]
fn the_last_step_can_be_stopped_too_and_an_error_comes_first() {
    let folder = Folder::new("stop-last");
    let (_, report) = go_on(&folder.0, Run::new(4).on_step(|step| step.stop("always"))).unwrap();
    assert_eq!((report.end.step, report.stopped.as_deref()), (1, Some("always")));
    let last = Run::new(4).on_step(|step| {
        if step.ends_run() {
            step.stop("at the end");
        }
    });
    let (_, report) = go_on(&folder.0, last).unwrap();
    assert_eq!((report.end.step, report.stopped.as_deref()), (4, Some("at the end")));
    let fails = Run::new(6).on_step(|step| step.stop("never seen")).on_step(|_| Err::<(), _>("an error"));
    assert!(go_on(&folder.0, fails).unwrap_err().to_string().ends_with("an error"));
}

#[test]
fn closures_change_the_optimizer_for_the_steps_that_follow() {
    let rates = RefCell::new(Vec::new());
    let run = || {
        Run::new(6).on_step(|step: &mut StepInfo<'_, Model, Opt>| {
            rates.borrow_mut().push(step.report.learning_rate_in("default")?);
            match step.step() {
                2 => step.optimizer.set("lr", 0.5),
                4 => step.optimizer.schedule(&Tags::all(), "lr", LinearLR::new(1.0, 0.0, 8)),
                _ => Ok(()),
            }
        })
    };
    let (mut model, mut opt) = new();
    run().run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
    let used = rates.take();
    assert_eq!(used[0], Some(CosineDecayLR::new(0.1, 0.01, 20).at(0)));
    assert_eq!(used[2..], [Some(0.5), Some(0.5), Some(0.5), Some(0.375)]);

    // A resume restores settings that a closure changed.
    let folder = Folder::new("stop-changes");
    let stopped = run().on_step(|step| {
        if step.step() == 4 {
            step.stop("");
        }
    });
    go_on(&folder.0, stopped).unwrap();
    assert_eq!(go_on(&folder.0, run()).unwrap().0, outcome(&model, &opt));
    assert_eq!(rates.take(), used);
}

#[test]
fn a_closure_sets_options_of_gradients() {
    let (mut model, mut opt) = new();
    let mut norms = Vec::new();
    let run = Run::new(4).on_step(|step: &mut StepInfo<'_, Model, Opt>| {
        norms.push(step.report.grad_norm.is_some());
        let clip = (step.step() == 2).then_some(0.1);
        step.optimizer.set_clip_norm(clip)
    });
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
    assert_eq!(norms, [false, false, true, false]);
}
