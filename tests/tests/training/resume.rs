//! A run in several processes equals a run in one.

use std::cell::RefCell;

use ndarray::Array1;
use optim_std::LoadOptions;
use optim_std::prelude::*;
use optim_std::training::{DataSource, Indexed, Position, Shuffled, Training, TrainingError};

use crate::{DATA, Folder, Model, Outcome, Run, compute, go_on, new, outcome, straight};

const STEPS: u64 = 11;

#[test]
fn stopped_after_any_step_in_the_middle_and_at_the_end_of_epochs() {
    let (expected, all) = straight(STEPS);
    for stop in 0..=STEPS {
        let folder = Folder::new("any-step");
        let losses = RefCell::new(Vec::new());
        let run = |steps| {
            let run = Run::new(steps).on_step(|step| losses.borrow_mut().push(step.loss));
            go_on(&folder.0, run).unwrap()
        };
        run(stop);
        let (found, report) = run(STEPS);
        assert_eq!((report.start.step, report.end.step), (stop, STEPS));
        // At the end of an epoch, the position is still in this epoch.
        let (epoch, index) = if stop == 0 { (0, 0) } else { ((stop - 1) / 4, (stop - 1) % 4 + 1) };
        assert_eq!((report.start.epoch, report.start.index), (epoch, index));
        assert_eq!(found, expected, "stopped after {stop}");
        assert_eq!(*losses.borrow(), all, "stopped after {stop}");
    }
}

/// Stops after some steps and resumes, with an optimizer and data of any kind.
fn in_parts<S: DataSource<Batch = Vec<usize>>>(name: &str, data: &S, stops: &[u64]) -> Outcome {
    let folder = Folder::new(name);
    let mut last = None;
    for &steps in stops {
        let (mut model, mut opt) = new();
        let run = Training::new(steps).checkpoint_dir(&folder.0).resume(true);
        run.run(&mut model, &mut opt, data, |model, places, at| compute(model, &places, at)).unwrap();
        last = Some(outcome(&model, &opt));
    }
    last.unwrap()
}

#[test]
fn any_source_and_any_optimizer() {
    let expected = straight(STEPS).0;
    let batch = |epoch: u64, index: u64| DATA().epoch(epoch).nth(index as usize).unwrap();
    let indexed = Indexed::new(4, batch);
    let iterator = |epoch: u64| DATA().epoch(epoch).collect::<Vec<_>>().into_iter();
    for stops in [&[STEPS][..], &[3, STEPS], &[4, 8, STEPS], &[0, 1, 2, 5, STEPS, STEPS]] {
        assert_eq!(in_parts("shuffled", &DATA(), stops), expected);
        assert_eq!(in_parts("indexed", &indexed, stops), expected);
        assert_eq!(in_parts("iterator", &iterator, stops), expected);
    }
}

#[test]
fn epochs_of_different_lengths() {
    let lengths = |epoch: u64| (0..epoch % 3 + 1).map(move |index| vec![(10 * epoch + index) as usize]);
    let expected = in_parts("lengths", &lengths, &[20]);
    for stop in 0..20 {
        assert_eq!(in_parts("lengths", &lengths, &[stop, 20]), expected, "{stop}");
    }
}

#[test]
fn a_finished_run_has_nothing_left_to_do() {
    let folder = Folder::new("finished");
    let expected = go_on(&folder.0, Run::new(STEPS)).unwrap().0;
    let before = std::fs::metadata(folder.step(STEPS)).unwrap().modified().unwrap();
    let mut told = Vec::new();
    let run = Run::new(STEPS)
        .on_step(|step| assert_eq!(step.step(), 0, "there is no step left"))
        .on_resume(|info| told.push(info.at.step));
    let (found, report) = go_on(&folder.0, run).unwrap();
    assert_eq!(found, expected);
    assert_eq!((report.start, report.loss), (report.end, None));
    assert_eq!((report.resumed, report.checkpoint), (Some(folder.step(STEPS)), Some(folder.step(STEPS))));
    assert_eq!(told, [STEPS]);
    assert_eq!(std::fs::metadata(folder.step(STEPS)).unwrap().modified().unwrap(), before);
    // A run cannot have fewer steps than are already finished.
    let error = go_on(&folder.0, Run::new(STEPS - 1)).unwrap_err();
    assert!(matches!(error, TrainingError::Beyond { steps, at, .. } if (steps, at.step) == (STEPS - 1, STEPS)));
}

#[test]
fn no_steps() {
    let folder = Folder::new("no-steps");
    let (expected, report) = go_on(&folder.0, Run::new(0)).unwrap();
    assert_eq!((expected, report.end), (straight(0).0, Position::default()));
    assert_eq!(report.checkpoint, Some(folder.step(0)));
    // The run reads no data. Without a directory, it writes nothing.
    let (mut model, mut opt) = new();
    let nothing = |_: u64| std::iter::once_with(|| -> Vec<usize> { panic!("no batch is needed") });
    let run = Run::new(0).run(&mut model, &mut opt, &nothing, |model, places, at| compute(model, &places, at));
    assert_eq!(run.unwrap().checkpoint, None);
}

#[test]
fn strings_of_the_program_come_back() {
    let folder = Folder::new("extra");
    let run = |steps| {
        let run = Run::new(steps).extra("name", "первый").extra("training.step", "mine").on_step(|step| {
            let number = step.step();
            let seen = step.extra.entry("seen".to_owned()).or_default();
            seen.push_str(&format!("{number} "));
        });
        go_on(&folder.0, run).unwrap().1
    };
    run(2);
    let extra = run(5).extra;
    let expected = [("name", "первый"), ("seen", "1 2 3 4 5 "), ("training.step", "mine")];
    assert!(extra.iter().map(|(key, value)| (&**key, &**value)).eq(expected), "{extra:?}");
    // The checkpoint's entries replace the program's initial ones.
    let run = Run::new(5).extra("seen", "nothing").extra("new", "1").on_resume(|info| {
        assert_eq!((&*info.extra["seen"], &*info.extra["new"]), ("1 2 3 4 5 ", "1"));
    });
    assert_eq!(go_on(&folder.0, run).unwrap().1.extra["seen"], "1 2 3 4 5 ");
}

#[test]
fn data_that_has_changed() {
    let folder = Folder::new("changed");
    let lengths = |length: u64| move |_: u64| (0..length as usize).map(|place| vec![place]);
    let run = |steps, data: &dyn Fn(u64) -> Box<dyn Iterator<Item = Vec<usize>>>| {
        let (mut model, mut opt) = new();
        let run = Run::new(steps).checkpoint_dir(&folder.0).resume(true);
        let data = |epoch| data(epoch);
        run.run(&mut model, &mut opt, &data, |model, places, at| compute(model, &places, at))
    };
    // The source does not know its lengths. The run detects an impossible position.
    run(7, &|epoch| Box::new(lengths(10)(epoch))).unwrap();
    let error = run(9, &|epoch| Box::new(lengths(6)(epoch))).unwrap_err();
    assert!(matches!(error, TrainingError::DataChanged { at, expected: None, found: None, .. } if at.index == 7));
    let text = format!(
        "the data has changed since `{}` was written: epoch 0 had at least 7 batches, now it has fewer\n\
         help: continue with the old data, or start a new run in another directory",
        folder.step(7).display()
    );
    assert_eq!(error.to_string(), text);
    run(7, &|epoch| Box::new(lengths(6)(epoch))).unwrap();
    run(8, &|epoch| Box::new(lengths(8)(epoch))).unwrap();
}

#[test]
fn data_of_another_known_length() {
    let folder = Folder::new("known-length");
    go_on(&folder.0, Run::new(6)).unwrap();
    for items in [9, 11, 13, 0] {
        let (mut model, mut opt) = new();
        let run = Run::new(9).checkpoint_dir(&folder.0).resume(true);
        let data = Shuffled::new(items, 3, 5);
        let done = run.run(&mut model, &mut opt, &data, |model, places, at| compute(model, &places, at));
        let batches = items.div_ceil(3) as u64;
        match done {
            // The number of batches is the same. Only the program can know that the batches differ.
            Ok(_) => assert_eq!(batches, 4),
            Err(TrainingError::DataChanged { expected, found, .. }) => {
                assert_eq!((expected, found), (Some(4), Some(batches)));
                assert_ne!(batches, 4);
            }
            Err(error) => panic!("{error}"),
        }
        std::fs::remove_file(folder.step(9)).ok();
    }
}

#[test]
fn hyperparameters_of_the_checkpoint_or_of_the_program() {
    let folder = Folder::new("hyper");
    go_on(&folder.0, Run::new(2)).unwrap();
    for (keep, lr) in [(false, 0.1), (true, 0.5)] {
        let mut model: Model = Array1::zeros(4);
        let mut opt = AdamW::new().lr(CosineDecayLR::new(0.5, 0.5, 20)).build(&model).unwrap();
        let mut run = Run::new(2).checkpoint_dir(&folder.0).resume(true);
        if keep {
            run = run.load_options(LoadOptions::strict().keep_hyperparameters());
        }
        run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
        let Setting::Float(found) = opt.value_in("default", "lr").unwrap() else { panic!("the rate is not a number") };
        assert!((found - lr).abs() < 0.01, "{found}");
    }
}

#[test]
fn a_string_that_is_given_twice() {
    let (mut model, mut opt) = new();
    let run = Run::new(1).extra("name", "one").extra("name", "two");
    let error = run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap_err();
    assert!(matches!(&error, TrainingError::ExtraTwice { key } if key == "name"), "{error}");
}
