//! Files: which exist, which are kept, and which run owns the directory.

use std::fs;

use optim_std::training::TrainingError;

use crate::{DATA, Folder, Run, compute, file, go_on, new, outcome, straight};

fn files(steps: &[u64]) -> Vec<String> {
    steps.iter().copied().map(file).collect()
}

#[test]
fn checkpoints_at_the_start_at_every_interval_and_at_the_end() {
    for (steps, every, keep, expected) in [
        (7, Some(3), 9, &[0, 3, 6, 7][..]),
        (6, Some(3), 9, &[0, 3, 6]),
        (6, Some(3), 2, &[3, 6]),
        (6, Some(1), 1, &[6]),
        (6, None, 9, &[0, 6]),
        (2, Some(u64::MAX), 9, &[0, 2]),
    ] {
        let folder = Folder::new("intervals");
        let mut written = Vec::new();
        let mut run = Run::new(steps).keep(keep).on_checkpoint(|info| {
            assert_eq!((info.path, info.steps), (&*folder.step(info.at.step), steps));
            assert!(info.path.exists());
            assert!(folder.names().len() <= keep);
            written.push(info.at.step);
        });
        if let Some(every) = every {
            run = run.checkpoint_every(every);
        }
        let report = go_on(&folder.0, run).unwrap().1;
        assert_eq!(report.checkpoint, Some(folder.step(steps)));
        assert_eq!(folder.names(), files(expected));
        let mut all: Vec<u64> = (0..steps).step_by(every.unwrap_or(u64::MAX) as usize).collect();
        all.push(steps);
        assert_eq!(written, all);
    }
}

#[test]
fn leftovers_of_crashes_go_and_other_files_stay() {
    let folder = Folder::new("leftovers");
    go_on(&folder.0, Run::new(2)).unwrap();
    let ours = [".step-000000000002.safetensors.4711-0.tmp", ".step-000000000004.safetensors.1-12.tmp"];
    let others =
        [".model.safetensors.1-2.tmp", "notes.tmp", "step-3.safetensors", "step-best.safetensors", ".step.tmp"];
    for name in ours.iter().chain(&others) {
        fs::write(folder.0.join(name), "half").unwrap();
    }
    let report = go_on(&folder.0, Run::new(30).checkpoint_every(1).keep(1)).unwrap().1;
    assert_eq!((report.start.step, report.skipped.len()), (2, 0));
    let mut expected: Vec<String> = others.iter().map(|name| (*name).to_owned()).collect();
    expected.push(file(30));
    expected.sort();
    assert_eq!(folder.names(), expected);
}

#[test]
fn a_new_run_does_not_touch_an_earlier_one() {
    let folder = Folder::new("occupied");
    go_on(&folder.0, Run::new(3)).unwrap();
    let before = fs::read(folder.step(3)).unwrap();
    let (mut model, mut opt) = new();
    let run = Run::new(3).checkpoint_dir(&folder.0);
    let error = run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "`{}` holds 2 checkpoints of an earlier run\n\
             help: resume it with `.resume(true)`, choose another directory, or move them away",
            folder.0.display()
        )
    );
    assert_eq!(opt.steps(), 0);
    assert_eq!(fs::read(folder.step(3)).unwrap(), before);
}

#[test]
fn two_runs_at_once() {
    let folder = Folder::new("at-once");
    let run = Run::new(3).checkpoint_every(1).on_step(|_| {
        let error = go_on(&folder.0, Run::new(5)).unwrap_err();
        assert!(matches!(&error, TrainingError::InUse { dir } if *dir == folder.0), "{error}");
    });
    go_on(&folder.0, run).unwrap();
    // After the end, the directory is free again.
    assert_eq!(go_on(&folder.0, Run::new(5)).unwrap().1.start.step, 3);
}

#[test]
fn directories_that_cannot_be_used() {
    let folder = Folder::new("unusable");
    fs::create_dir_all(&folder.0).unwrap();
    let taken = folder.0.join("file");
    fs::write(&taken, "here").unwrap();
    let error = go_on(&taken, Run::new(1)).unwrap_err();
    assert!(matches!(error, TrainingError::Directory { action: "make", .. }), "{error}");
    // Created with all its parents.
    go_on(&folder.0.join("a/b/c"), Run::new(1)).unwrap();
    // A directory with the name of a checkpoint cannot be read.
    let other = Folder::new("unreadable");
    go_on(&other.0, Run::new(1)).unwrap();
    fs::create_dir(other.step(5)).unwrap();
    let report = go_on(&other.0, Run::new(2)).unwrap().1;
    assert_eq!((report.start.step, report.skipped.len()), (1, 1));
    // It cannot be replaced either: the run stops there.
    let error = go_on(&other.0, Run::new(5)).unwrap_err();
    assert!(matches!(error, TrainingError::Checkpoint { at, .. } if at.step == 5), "{error}");
}

#[test]
fn a_directory_that_goes_away() {
    let folder = Folder::new("goes-away");
    let (mut model, mut opt) = new();
    let run = Run::new(9).checkpoint_dir(&folder.0).checkpoint_every(4).on_step(|step| match step.step() {
        2 => fs::remove_dir_all(&folder.0),
        _ => Ok(()),
    });
    let error = run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap_err();
    assert!(matches!(error, TrainingError::Checkpoint { at, .. } if at.step == 4), "{error}");
    assert_eq!(outcome(&model, &opt), straight(4).0);
}

#[test]
fn settings_that_mean_nothing() {
    let run = |run: Run<'_>| {
        let (mut model, mut opt) = new();
        run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at)).unwrap_err().to_string()
    };
    let folder = Folder::new("settings");
    let with = |run: Run<'static>| run.checkpoint_dir(&folder.0);
    assert_eq!(
        run(with(Run::new(1).checkpoint_every(0))),
        "`checkpoint_every(0)`: expected at least 1\nhelp: leave it out for checkpoints at start and end only"
    );
    assert!(run(with(Run::new(1).keep(0))).starts_with("`keep(0)`: expected at least 1\nhelp: "));
    assert!(run(Run::new(1).checkpoint_every(5)).starts_with("`checkpoint_every`: there is no directory"));
    assert!(run(Run::new(1).resume(true)).ends_with("help: add `.checkpoint_dir(\"…\")`"));
    assert!(!folder.0.exists());
}

/// Named pipes, directories and sockets with the names of checkpoints and of the lock: no run waits for them or removes them.
#[cfg(unix)]
#[test]
fn what_is_not_a_file() {
    let fifo = |path: &std::path::Path| {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    };
    let folder = Folder::new("pipes");
    go_on(&folder.0, Run::new(4).checkpoint_every(2).keep(9)).unwrap();
    fifo(&folder.step(9));
    fs::create_dir(folder.step(1)).unwrap();
    fifo(&folder.step(3));
    let _socket = std::os::unix::net::UnixListener::bind(folder.step(8)).unwrap();
    // The newest files cannot be read, and the oldest cannot be removed.
    let report = go_on(&folder.0, Run::new(6).checkpoint_every(1).keep(1)).unwrap().1;
    assert_eq!((report.start.step, report.end.step), (4, 6));
    let reasons: Vec<String> = report.skipped.iter().map(|skipped| skipped.reason.to_string()).collect();
    let reason = |step, what| format!("cannot read `{}`: it is a {what}, expected a file", folder.step(step).display());
    assert_eq!(reasons, [reason(9, "named pipe"), reason(8, "socket")]);
    assert_eq!(folder.names(), files(&[1, 3, 6, 8, 9]));
    let error = go_on(&folder.0, Run::new(9).checkpoint_every(1)).unwrap_err();
    assert!(error.to_string().ends_with("step-000000000008.safetensors`: it is a socket, expected a file"), "{error}");

    let locked = Folder::new("pipe-lock");
    fs::create_dir_all(&locked.0).unwrap();
    let lock = locked.0.join(".training.lock");
    fifo(&lock);
    let error = go_on(&locked.0, Run::new(1)).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write `{}`: it is a named pipe, expected a file", lock.display()));
}
