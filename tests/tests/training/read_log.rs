//! Reading and drawing logs.

use std::fs;
use std::path::Path;

use optim_std::chart::Chart;
use optim_std::training::{Log, LoggedRun, TrainingError};

use crate::{Folder, Run, go_on};

/// A run with a score in every third step and additional columns. Returns its losses.
fn logged(folder: &Folder, steps: u64) -> Vec<(f64, f64)> {
    let mut losses = Vec::new();
    let run = Run::new(steps)
        .log(Log::csv(folder.0.join("log.csv")))
        .log(Log::json_lines(folder.0.join("log.jsonl")))
        .on_step(|step| {
            let number = step.step();
            losses.push((number as f64, step.loss));
            if number % 3 == 0 {
                step.score(0.1 / number as f64);
            }
            if number >= 4 && number != 6 {
                step.log("a \"name\", quoted \\ ✓\u{e9}", 1.0 / 3.0);
            }
            step.log("odd", if number % 2 == 1 { f64::NEG_INFINITY } else { f64::NAN });
        });
    go_on(&folder.0, run).unwrap();
    losses
}

fn both(folder: &Folder) -> [LoggedRun; 2] {
    ["log.csv", "log.jsonl"].map(|name| LoggedRun::open(folder.0.join(name)).unwrap())
}

#[test]
fn both_kinds_have_the_same_columns_to_the_bit() {
    let folder = Folder::new("read-log");
    let losses = logged(&folder, 9);
    for run in both(&folder) {
        let names: Vec<&str> = run.columns().collect();
        assert_eq!(names, ["step", "epoch", "loss", "lr", "odd", "score", "a \"name\", quoted \\ ✓\u{e9}"]);
        assert_eq!(run.column("loss").unwrap(), losses);
        assert_eq!(run.column("score").unwrap(), [(3.0, 0.1 / 3.0), (6.0, 0.1 / 6.0), (9.0, 0.1 / 9.0)]);
        assert_eq!(run.column("epoch").unwrap()[3..5], [(4.0, 0.0), (5.0, 1.0)]);
        let odd = run.column("odd").unwrap();
        assert!(odd.len() == 9 && odd[0] == (1.0, f64::NEG_INFINITY) && odd[1].1.is_nan());
        assert_eq!(run.column("step").unwrap()[8], (9.0, 9.0));
    }
}

#[test]
fn a_step_without_a_value_leaves_a_gap() {
    let folder = Folder::new("read-gaps");
    logged(&folder, 9);
    for run in both(&folder) {
        let points = run.points("a \"name\", quoted \\ ✓\u{e9}").unwrap();
        let steps: Vec<f64> = points.iter().map(|(step, _)| *step).collect();
        assert_eq!(steps[..2], [4.0, 5.0]);
        assert!(steps[2].is_nan());
        assert_eq!(steps[3..], [7.0, 8.0, 9.0]);
        // A value in every third step makes a curve without gaps.
        assert_eq!(run.points("score").unwrap(), run.column("score").unwrap());
        assert_eq!(run.points("loss").unwrap().len(), 9);
        let [score, loss] = ["score", "loss"].map(|name| Chart::new(name).points("run", run.points(name).unwrap()));
        let svg = Chart::row(&[score, loss.log_x().log_y()]);
        assert_eq!(svg.matches("class=\"curve\"").count(), 2);
    }
}

#[test]
fn columns_that_are_not_there() {
    let folder = Folder::new("read-unknown");
    logged(&folder, 2);
    let run = LoggedRun::open(folder.0.join("log.csv")).unwrap();
    let error = run.points("lozz").unwrap_err();
    assert!(error.to_string().ends_with("log.csv` has no column `lozz`\nhelp: did you mean `loss`?"), "{error}");
    let error = run.column("gradients").unwrap_err();
    let all = "help: there are `step`, `epoch`, `loss`, `lr`, `odd`";
    assert!(error.to_string().ends_with(all), "{error}");
    assert!(matches!(error, TrainingError::UnknownColumn { known, .. } if known.len() == 5));
}

/// Writes a file and reads it as a log.
fn opened(folder: &Folder, text: &str) -> Result<LoggedRun, TrainingError> {
    fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("file");
    fs::write(&path, text).unwrap();
    LoggedRun::open(path)
}

#[test]
fn logs_that_are_being_written_and_files_that_are_not_logs() {
    let folder = Folder::new("read-files");
    for text in ["", "step,epo", "step,epoch,loss\n", "step,epoch,loss\n1,0,2.", "{\"step\":1,\"epoch\":0}"] {
        let run = opened(&folder, text).unwrap();
        let error = run.column("lr").unwrap_err().to_string();
        assert_eq!(run.columns().len(), if text.ends_with(['s', '.', '\n']) { 3 } else { 0 });
        assert!(error.contains("has no column `lr`"), "{error}");
    }
    let spaced = opened(&folder, "{ \"step\": 1 , \"l\\u0041\\n\\t\\/\": \"inf\" }\n{\"step\":2}\n").unwrap();
    assert_eq!(spaced.column("lA\n\t/").unwrap(), [(1.0, f64::INFINITY)]);

    let wrong = [
        ("\n", 1),
        ("epoch,step\n", 1),
        ("step,epoch,\"loss\n", 1),
        ("step,epoch,loss\n1,0\n", 2),
        ("step,epoch,loss\n1,0,1.0\n1,0,much\n", 3),
        ("step,epoch,loss\n,0,1.0\n", 2),
        ("{\"loss\":1.0}\n", 1),
        ("{\"step\":1,\"loss\":null}\n", 1),
        ("{\"step\":1\n", 1),
        ("{\"step\":1}x\n", 1),
        ("{\"step\":1,}\n", 1),
        ("{\"step\":1,\"\\ud800\":1}\n", 1),
        ("{\"step\":1,\"\\u12✓\":1}\n", 1),
        ("{}\n", 1),
        ("{\"step\":1}\nstep,epoch\n", 2),
    ];
    for (text, expected) in wrong {
        let error = opened(&folder, text).unwrap_err();
        assert!(matches!(error, TrainingError::NotALog { line, .. } if line == expected), "{text}: {error}");
    }
    fs::write(folder.0.join("bytes"), [0xff, b'\n']).unwrap();
    assert!(matches!(LoggedRun::open(folder.0.join("bytes")), Err(TrainingError::NotALog { line: 1, .. })));
    for missing in [folder.0.join("nothing"), folder.0.clone(), Path::new("").to_owned()] {
        assert!(matches!(LoggedRun::open(missing), Err(TrainingError::LogFile { .. })));
    }
}
