//! Data of all lengths, including empty data.

use std::cell::RefCell;

use optim_std::training::{DataSource, Indexed, Position, TrainingError, TrainingReport};

use crate::{Run, compute, new};

/// The positions and batches of a run.
fn seen<S: DataSource<Batch = usize>>(
    steps: u64,
    data: &S,
) -> (Vec<(Position, usize)>, Result<TrainingReport, TrainingError>) {
    let (mut model, mut opt) = new();
    let mut seen = Vec::new();
    let report = Run::new(steps).run(&mut model, &mut opt, data, |model, batch, at| {
        seen.push((at, batch));
        compute(model, &[batch], at)
    });
    (seen, report)
}

/// Epochs with these lengths, known or not. They really contain `actual` batches.
struct Lengths {
    known: fn(u64) -> Option<u64>,
    actual: fn(u64) -> u64,
}

impl DataSource for Lengths {
    type Batch = usize;

    fn epoch(&self, epoch: u64) -> impl Iterator<Item = usize> {
        (0..(self.actual)(epoch)).map(move |index| (100 * epoch + index) as usize)
    }

    fn batches(&self, epoch: u64) -> Option<u64> {
        (self.known)(epoch)
    }
}

#[test]
fn positions_of_epochs_of_different_lengths() {
    for known in [|_| None, |epoch| Some(epoch + 1)] {
        let (seen, report) = seen(8, &Lengths { known, actual: |epoch| epoch + 1 });
        assert_eq!(seen.iter().map(|(_, batch)| *batch).collect::<Vec<_>>(), [0, 100, 101, 200, 201, 202, 300, 301]);
        for (step, (at, batch)) in seen.iter().enumerate() {
            assert_eq!((at.step, at.epoch, at.index), (step as u64, *batch as u64 / 100, *batch as u64 % 100));
        }
        let end = report.unwrap().end;
        assert_eq!((end.step, end.epoch, end.index), (8, 3, 2));
    }
}

#[test]
fn ends_of_epochs_and_of_the_run() {
    let (mut model, mut opt) = new();
    let ends = RefCell::new(Vec::new());
    let data = Lengths { known: |epoch| Some(epoch + 1), actual: |epoch| epoch + 1 };
    let run = Run::new(5).on_step(|step| {
        ends.borrow_mut().push((step.ends_epoch(), step.ends_run()));
    });
    run.run(&mut model, &mut opt, &data, |model, batch, at| compute(model, &[batch], at)).unwrap();
    assert_eq!(ends.into_inner(), [(true, false), (false, false), (true, false), (false, false), (false, true)]);
}

#[test]
fn an_epoch_without_batches() {
    let nothing = |_: u64| std::iter::empty();
    let (steps, report) = seen(3, &nothing);
    assert!(steps.is_empty());
    assert!(matches!(report, Err(TrainingError::EmptyEpoch { epoch: 0 })));
    let (_, report) = seen(3, &Indexed::new(0, |_, _| 0));
    assert!(matches!(report, Err(TrainingError::EmptyEpoch { epoch: 0 })));
    // The steps before the error are done.
    let (steps, report) = seen(5, &|epoch: u64| 0..2_usize.saturating_sub(epoch as usize));
    assert_eq!(steps.len(), 3);
    let error = report.unwrap_err();
    let text = "epoch 2 has no batches\nhelp: a source must return at least one batch in every epoch";
    assert_eq!(error.to_string(), text);
}

#[test]
fn more_or_fewer_batches_than_promised() {
    let (steps, report) = seen(9, &Lengths { known: |_| Some(4), actual: |epoch| 4 - epoch });
    assert_eq!(steps.len(), 7);
    assert!(matches!(report, Err(TrainingError::EndedEarly { epoch: 1, expected: 4, found: 3 })));
    let (steps, report) = seen(4, &Lengths { known: |_| Some(2), actual: |_| 7 });
    assert_eq!(steps.iter().map(|(_, batch)| *batch).collect::<Vec<_>>(), [0, 1, 100, 101]);
    assert!(report.is_ok());
}

#[test]
fn no_batch_is_made_that_is_not_used() {
    let made = RefCell::new(0);
    let data = |_: u64| {
        std::iter::from_fn(|| {
            *made.borrow_mut() += 1;
            Some(1)
        })
    };
    assert_eq!(seen(5, &data).0.len(), 5);
    assert_eq!(*made.borrow(), 5);
}
