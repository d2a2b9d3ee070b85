//! A run resumes from the newest valid checkpoint.

use std::fs;
use std::path::Path;

use ndarray::Array1;
use optim_std::prelude::*;
use optim_std::training::{SkipReason, Training, TrainingError};

use crate::{DATA, Folder, Model, Run, compute, file, go_on, straight};

/// Ways to damage a file, with a part of the message.
type Spoil = (&'static str, fn(&Path));

fn flip(path: &Path, place: impl Fn(usize) -> usize) {
    let mut bytes = fs::read(path).unwrap();
    let place = place(bytes.len());
    bytes[place] ^= 4;
    fs::write(path, bytes).unwrap();
}

fn cut(path: &Path, length: impl Fn(usize) -> usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes.truncate(length(bytes.len()));
    fs::write(path, bytes).unwrap();
}

/// A checkpoint of another run with this name.
fn foreign(path: &Path, optimizer: &str, size: usize) {
    let folder = Folder::new("foreign");
    let mut model: Model = Array1::zeros(size);
    let mut opt = optim_std::registry().optimizer(optimizer).unwrap().builder().build(&model).unwrap();
    let steps = 12;
    let run = Training::new(steps).checkpoint_dir(&folder.0);
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap();
    fs::copy(folder.step(steps), path).unwrap();
}

const SPOILT: [Spoil; 10] = [
    ("", |path| fs::write(path, "").unwrap()),
    ("", |path| cut(path, |length| length - 1)),
    ("", |path| cut(path, |length| length / 2)),
    ("", |path| flip(path, |length| length - 60)),
    ("", |path| flip(path, |length| length / 2)),
    ("", |path| flip(path, |_| 3)),
    ("", |path| fs::write(path, "a text of some length that is not a checkpoint").unwrap()),
    ("Adam", |path| foreign(path, "Adam", 4)),
    ("does not match", |path| foreign(path, "AdamW", 5)),
    ("it is of step 10", |path| assert!(fs::copy(path.with_file_name(file(10)), path).unwrap() > 0)),
];

#[test]
fn a_newest_file_that_is_spoilt_is_passed_over() {
    let expected = straight(15).0;
    for (place, (message, spoil)) in SPOILT.into_iter().enumerate() {
        let folder = Folder::new("spoilt");
        go_on(&folder.0, Run::new(12).checkpoint_every(2)).unwrap();
        spoil(&folder.step(12));
        let mut told = Vec::new();
        let run = Run::new(15).checkpoint_every(2);
        let run = run.on_resume(|info| {
            told.extend(info.skipped.iter().map(|skipped| (skipped.path.clone(), skipped.reason.to_string())));
        });
        let (found, report) = go_on(&folder.0, run).unwrap();
        assert_eq!((report.start.step, report.resumed), (10, Some(folder.step(10))), "{place}");
        assert_eq!(found, expected, "{place}");
        assert_eq!((told.len(), &told[0].0, report.skipped.len()), (1, &folder.step(12), 1));
        assert!(told[0].1.contains(message), "{place}: {}", told[0].1);
        // The checkpoint of its real step has replaced the damaged file.
        assert_eq!(folder.names(), [file(12), file(14), file(15)]);
        assert_eq!(go_on(&folder.0, Run::new(15)).unwrap().1.skipped.len(), 0);
    }
}

#[test]
fn a_checkpoint_of_something_else() {
    let folder = Folder::new("something-else");
    go_on(&folder.0, Run::new(3).checkpoint_every(1)).unwrap();
    let model: Model = Array1::zeros(4);
    let opt = AdamW::new().build(&model).unwrap();
    // Saved by hand, without the position of a run.
    opt.save(folder.step(8)).unwrap();
    let report = go_on(&folder.0, Run::new(4)).unwrap().1;
    assert_eq!(report.start.step, 3);
    assert!(
        matches!(&report.skipped[0].reason, SkipReason::Position { reason, .. } if reason.contains("training.step"))
    );
}

#[test]
fn what_was_passed_over_is_neither_removed_nor_counted() {
    let folder = Folder::new("not-counted");
    go_on(&folder.0, Run::new(6).checkpoint_every(2)).unwrap();
    assert_eq!(folder.names(), [file(2), file(4), file(6)]);
    fs::write(folder.step(6), "spoilt").unwrap();
    fs::write(folder.step(5), "spoilt").unwrap();
    // A run with other steps does not replace the damaged files.
    go_on(&folder.0, Run::new(7).checkpoint_every(7).keep(2)).unwrap();
    assert_eq!(folder.names(), [file(4), file(5), file(6), file(7)]);
}

#[test]
fn if_none_is_good_nothing_begins_again() {
    let folder = Folder::new("none");
    go_on(&folder.0, Run::new(2).checkpoint_every(1)).unwrap();
    for step in 0..=2 {
        fs::write(folder.step(step), "spoilt").unwrap();
    }
    let error = go_on(&folder.0, Run::new(4)).unwrap_err();
    let TrainingError::NoneUsable { skipped, .. } = &error else { panic!("{error}") };
    assert_eq!(skipped.len(), 3);
    let text = error.to_string();
    assert!(
        text.starts_with(&format!("no checkpoint in `{}` can be used:\n- {}: ", folder.0.display(), file(2))),
        "{text}"
    );
    assert!(text.contains("\nhelp: "), "{text}");
    assert_eq!(folder.names(), [file(0), file(1), file(2)]);
}
