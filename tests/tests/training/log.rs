//! Logs: their rows, also after a resume.

use std::cell::RefCell;
use std::fs;

use ndarray::Array1;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::training::{Log, Training, TrainingError, TrainingReport};

use crate::events::{Event, event_files, events, masked_crc};
use crate::{DATA, Folder, Model, Run, compute, go_on, new};

/// A run without checkpoints.
fn alone(run: Run<'_>) -> Result<TrainingReport, TrainingError> {
    let (mut model, mut opt) = new();
    run.run(&mut model, &mut opt, &DATA(), |model, places, at| compute(model, &places, at))
}

/// The same run with a new model, and closures that add some scores and columns.
fn logged(steps: u64, folder: &Folder) -> Run<'static> {
    Run::new(steps)
        .checkpoint_every(2)
        .log(Log::csv(folder.0.join("logs/log.csv")))
        .log(Log::json_lines(folder.0.join("logs/log.jsonl")))
        .log(Log::tensorboard(folder.0.join("events")))
        .on_step(|step| {
            let number = step.step();
            if number % 2 == 1 {
                step.score(1.0 / number as f64);
            }
            if number >= 3 {
                step.log("a \"name\", quoted", step.loss / 3.0);
            }
            if number >= 4 {
                step.log("\\ ✓", f64::NEG_INFINITY);
            }
        })
}

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.0.join(name)).unwrap()
}

/// The losses and learning rates of a run.
fn expected(steps: u64) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    let run = Run::new(steps).on_step(|step| {
        all.push((step.loss, step.report.learning_rate_in("default").unwrap().unwrap()));
    });
    alone(run).unwrap();
    all
}

#[test]
fn rows_of_csv() {
    let folder = Folder::new("log-csv");
    go_on(&folder.0, logged(4, &folder)).unwrap();
    let [(l1, r1), (l2, r2), (l3, r3), (l4, r4)] = expected(4)[..] else { panic!("four steps") };
    let third = |x: f64| x / 3.0;
    let text = format!(
        "step,epoch,loss,lr,score,\"a \"\"name\"\", quoted\",\\ ✓\n\
         1,0,{l1:?},{r1:?},1.0,,\n\
         2,0,{l2:?},{r2:?},,,\n\
         3,0,{l3:?},{r3:?},{:?},{:?},\n\
         4,0,{l4:?},{r4:?},,{:?},-inf\n",
        third(1.0),
        third(l3),
        third(l4),
    );
    assert_eq!(read(&folder, "logs/log.csv"), text);
}

#[test]
fn rows_of_json_lines() {
    let folder = Folder::new("log-json");
    go_on(&folder.0, logged(5, &folder)).unwrap();
    let text = read(&folder, "logs/log.jsonl");
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 5);
    for ((row, (loss, rate)), step) in rows.iter().zip(expected(5)).zip(1_u64..) {
        let number = |name: &str| row[name].as_f64();
        assert_eq!((row["step"].as_u64(), row["epoch"].as_u64()), (Some(step), Some((step - 1) / 4)));
        assert_eq!((number("loss"), number("lr")), (Some(loss), Some(rate)));
        assert_eq!(number("score"), (step % 2 == 1).then_some(1.0 / step as f64));
        assert_eq!(number("a \"name\", quoted"), (step >= 3).then_some(loss / 3.0));
        assert_eq!(row["\\ ✓"].as_str(), (step >= 4).then_some("-inf"));
    }
}

#[test]
fn events_of_tensorboard() {
    assert_eq!(masked_crc(b"123456789"), (0xe306_9283_u32.rotate_right(15)).wrapping_add(0xa282_ead8));
    let folder = Folder::new("log-events");
    go_on(&folder.0, logged(5, &folder)).unwrap();
    let files = event_files(&folder);
    let rows = expected(5).into_iter().zip(1_u64..).map(|((loss, rate), step)| {
        let mut values = vec![("epoch", ((step - 1) / 4) as f32), ("loss", loss as f32), ("lr", rate as f32)];
        if step % 2 == 1 {
            values.push(("score", (1.0 / step as f64) as f32));
        }
        if step >= 3 {
            values.push(("a \"name\", quoted", (loss / 3.0) as f32));
        }
        if step >= 4 {
            values.push(("\\ ✓", f32::NEG_INFINITY));
        }
        Event::Values(step, values.into_iter().map(|(tag, value)| (tag.to_owned(), value)).collect())
    });
    let mut all = vec![Event::Version("brain.Event:2".to_owned())];
    all.extend(rows);
    assert_eq!(files.len(), 1);
    assert_eq!(events(&files[0]), all);
}

#[test]
fn a_run_that_is_killed_and_resumed_has_the_same_logs() {
    let (whole, parts) = (Folder::new("log-whole"), Folder::new("log-parts"));
    go_on(&whole.0, logged(5, &whole)).unwrap();

    go_on(&parts.0, logged(4, &parts)).unwrap();
    let first = events(&event_files(&parts)[0]);
    // The steps after step 2 are lost, and the last row is half written.
    fs::remove_file(parts.step(4)).unwrap();
    for name in ["logs/log.csv", "logs/log.jsonl"] {
        let mut text = read(&parts, name);
        assert_eq!(text.lines().filter(|line| line.contains("-inf")).count(), 1);
        text.push_str("5,0,0.1");
        fs::write(parts.0.join(name), text).unwrap();
    }
    let leftover = parts.0.join("logs/.log.csv.4711-0.tmp");
    fs::write(&leftover, "half").unwrap();
    let (_, report) = go_on(&parts.0, logged(5, &parts)).unwrap();
    assert_eq!(report.start.step, 2);
    for name in ["logs/log.csv", "logs/log.jsonl"] {
        assert_eq!(read(&parts, name), read(&whole, name));
    }
    assert!(!leftover.exists());

    // TensorBoard drops the steps from the start of the new session on, and reads the second file after the first.
    let files = event_files(&parts);
    assert_eq!(files.len(), 2);
    assert_eq!(events(&files[0]), first);
    let second = events(&files[1]);
    assert_eq!(second[..2], [Event::Version("brain.Event:2".to_owned()), Event::Start(3)]);
    let is_kept = |event: &Event| !matches!(event, Event::Values(3.., _));
    let joined = first.into_iter().filter(is_kept).chain(second.into_iter().skip(2));
    assert!(joined.eq(events(&event_files(&whole)[0])));

    // A run without remaining steps adds nothing.
    go_on(&parts.0, logged(5, &parts)).unwrap();
    assert_eq!(event_files(&parts), files);
    assert_eq!(read(&parts, "logs/log.csv"), read(&whole, "logs/log.csv"));
}

#[test]
fn rows_are_in_the_file_before_their_checkpoint() {
    let folder = Folder::new("log-flush");
    let run = logged(5, &folder).on_checkpoint(|info| {
        let step = info.at.step;
        if step > 0 {
            let last = |name| read(&folder, name).lines().last().unwrap().to_owned();
            assert!(last("logs/log.csv").starts_with(&format!("{step},")));
            assert!(last("logs/log.jsonl").starts_with(&format!("{{\"step\":{step},")));
            assert_eq!(events(&event_files(&folder)[0]).len() as u64, 1 + step);
        }
    });
    go_on(&folder.0, run).unwrap();
}

#[test]
fn a_log_begins_with_the_run_that_asks_for_it() {
    let folder = Folder::new("log-later");
    go_on(&folder.0, Run::new(2)).unwrap();
    go_on(&folder.0, logged(3, &folder)).unwrap();
    let lines = |name| read(&folder, name).lines().count();
    assert_eq!((lines("logs/log.csv"), lines("logs/log.jsonl")), (2, 1));
    let files = event_files(&folder);
    assert_eq!(events(&files[0])[1], Event::Start(3));
}

#[test]
fn rows_of_every_third_step_and_of_scores() {
    let folder = Folder::new("log-every");
    fs::create_dir_all(&folder.0).unwrap();
    let (csv, json) = (folder.0.join("log.csv"), folder.0.join("log.jsonl"));
    let run = Run::new(8).log(Log::csv(&csv).every(3)).log(Log::json_lines(&json)).on_step(|step| {
        step.log("mine", 1.0);
        step.log("mine", step.step() as f64);
        if step.step() == 5 {
            step.score(f64::NAN);
        }
    });
    alone(run).unwrap();
    let text = fs::read_to_string(&csv).unwrap();
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    assert_eq!(rows[0], ["step", "epoch", "loss", "lr", "mine", "score"]);
    let some: Vec<[&str; 3]> = rows[1..].iter().map(|row| [&*row[0], &*row[4], &*row[5]]).collect();
    assert_eq!(some, [["3", "3.0", ""], ["5", "5.0", "NaN"], ["6", "6.0", ""]]);
    assert_eq!(fs::read_to_string(&json).unwrap().lines().count(), 8);
}

#[test]
fn learning_rates_of_groups_and_norms() {
    let folder = Folder::new("log-groups");
    let model = || std::collections::BTreeMap::from(["a", "b"].map(|name| (name.to_owned(), Array1::<f32>::ones(2))));
    let names = |group: &str, pattern: &'static str| {
        let mut model = model();
        let adamw = AdamW::new().lr(0.5).group(group, move |p| pattern.contains(p.name()), |h| h.lr(0.25));
        let mut opt = adamw.clip_norm(1.0).build(&model).unwrap();
        let path = folder.0.join(format!("{pattern}.csv"));
        let run = Training::new(1).log(Log::csv(&path));
        run.run(&mut model, &mut opt, &DATA(), |model: &std::collections::BTreeMap<String, Model>, _, _| {
            (1.0, model.clone())
        })
        .unwrap();
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(names("own, \n", "b"), "step,epoch,loss,grad_norm,lr/default,\"lr/own,  \"\n1,0,1.0,2.0,0.5,0.25\n");
    // The default group is empty.
    assert_eq!(names("all", "ab"), "step,epoch,loss,grad_norm,lr\n1,0,1.0,2.0,0.25\n");
}

#[test]
fn watched_numbers() {
    let folder = Folder::new("log-watched");
    let mut model = std::collections::BTreeMap::from([("a\n", Array1::<f32>::ones(4)), ("b", Array1::zeros(2))]);
    let mut opt = SGD::new(0.5).watch_every(2, ["update_ratio", "grad_norm"]).build(&model).unwrap();
    let path = folder.0.join("log.csv");
    let run = Training::new(2).log(Log::csv(&path));
    run.run(&mut model, &mut opt, &DATA(), |model: &std::collections::BTreeMap<&str, Model>, _, _| {
        (
            1.0,
            model
                .iter()
                .map(|(name, x)| (*name, Model::from_elem(x.len(), 0.5)))
                .collect::<std::collections::BTreeMap<_, _>>(),
        )
    })
    .unwrap();
    let text = fs::read_to_string(path).unwrap();
    // After the first step, the parameters are 0.75 and −0.25. The second step changes each by 0.25.
    let ratio = (6.0 * 0.0625_f64).sqrt() / (4.0 * 0.5625 + 2.0 * 0.0625_f64).sqrt();
    let norm = (6.0 * 0.25_f64).sqrt();
    let params = [0.5 / 1.5, 1.0, 1.0, 0.5_f64.sqrt()];
    assert_eq!(
        text,
        format!(
            "step,epoch,loss,lr,update_ratio,grad_norm,\"update_ratio/a \",\"grad_norm/a \",update_ratio/b,grad_norm/b\n\
             1,0,1.0,0.5,,,,,,\n2,0,1.0,0.5,{ratio:?},{norm:?},{:?},{:?},{:?},{:?}\n",
            params[0], params[1], params[2], params[3]
        )
    );
    // The run reserves columns with these names.
    for name in ["update_ratio", "cosine/x"] {
        let error = alone(Run::new(1).on_step(|step| step.log(name, 1.0))).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}

/// Outputs with these names. One is also a column of the run.
#[optimizer(output <score: scalar, all: global>)]
#[derive(Debug, Clone, PartialEq)]
struct Scored {
    #[hyper(default = 0.5, scheduled)]
    lr: f64,
}

#[optimizer]
impl Scored {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        if every(2) {
            output.score = grad.amax();
        }
        output.all = grad.global_sum();
        *param -= self.lr * grad;
    }
}

#[test]
fn declared_outputs() {
    let folder = Folder::new("log-outputs");
    let mut model = Model::from_elem(2, 1.0);
    let mut opt = Scored::new().watch(["score", "all"]).build(&model).unwrap();
    let path = folder.0.join("log.csv");
    let run = Training::new(3).log(Log::csv(&path)).on_step(|step| step.score(1.0));
    run.run(&mut model, &mut opt, &DATA(), |_: &Model, _, _| (1.0, Model::from_elem(2, 0.5))).unwrap();
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(
        text,
        "step,epoch,loss,lr,all,score,output/score/param\n1,0,1.0,0.5,1.0,1.0,\n2,0,1.0,0.5,1.0,1.0,0.5\n3,0,1.0,0.5,1.0,1.0,\n"
    );
    let mut model = Model::from_elem(2, 1.0);
    // The name is refused also in a step that is not watched, before a row has the number.
    let mut opt = Scored::new().watch_every(5, ["score", "all"]).build(&model).unwrap();
    for name in ["all", "all/x", "output/score", "output/score/x", "output/loss"] {
        let run = Training::new(1).on_step(|step| step.log(name, 1.0));
        let error =
            run.run(&mut model, &mut opt, &DATA(), |_: &Model, _, _| (1.0, Model::from_elem(2, 0.5))).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn a_new_run_does_not_touch_earlier_logs() {
    let folder = Folder::new("log-occupied");
    fs::create_dir_all(folder.0.join("events")).unwrap();
    let paths = [folder.0.join("log.csv"), folder.0.join("log.jsonl"), folder.0.join("events")];
    let event = folder.0.join("events/events.out.tfevents.1700000000.somebody");
    for path in [&paths[0], &paths[1], &event] {
        fs::write(path, "mine").unwrap();
    }
    let [csv, json, dir] = &paths;
    for log in [Log::csv(csv), Log::json_lines(json), Log::tensorboard(dir)] {
        let checkpoints = Folder::new("log-occupied-checkpoints");
        for error in [
            alone(Run::new(1).log(log.clone())).unwrap_err(),
            go_on(&checkpoints.0, Run::new(1).log(log.clone())).unwrap_err(),
        ] {
            let TrainingError::LogOccupied { path } = &error else { panic!("{error}") };
            assert!(paths.contains(path));
            let start = format!("`{}` exists already, and this run is new\nhelp: resume", path.display());
            assert!(error.to_string().starts_with(&start), "{error}");
        }
        // A refused run writes nothing.
        assert!(checkpoints.names().is_empty());
    }
    for path in [csv, json, &event] {
        assert_eq!(fs::read_to_string(path).unwrap(), "mine");
    }
}

#[test]
fn files_that_are_not_logs() {
    let folder = Folder::new("log-not");
    go_on(&folder.0, Run::new(2)).unwrap();
    let path = folder.0.join("notes");
    for (text, csv, json) in [
        ("to do\n", Some(1), Some(1)),
        ("step,epoch\n1,0\nx,0\n", Some(3), Some(1)),
        ("step,loss\n", Some(1), Some(1)),
        ("step,epoch,\"a\n", Some(1), Some(1)),
        ("{\"step\":1,\"epoch\":0}\n{}\n", Some(1), Some(2)),
        ("{\"step\":-1}\n", Some(1), Some(1)),
        ("\u{0}\n", Some(1), Some(1)),
    ] {
        for (log, expected) in [(Log::csv(&path), csv), (Log::json_lines(&path), json)] {
            fs::write(&path, text).unwrap();
            let error = go_on(&folder.0, Run::new(2).log(log)).unwrap_err();
            let TrainingError::NotALog { line, .. } = error else { panic!("{error}") };
            assert_eq!((Some(line), &*fs::read_to_string(&path).unwrap()), (expected, text));
        }
    }
    fs::write(&path, [0xff, b'\n']).unwrap();
    let error = go_on(&folder.0, Run::new(2).log(Log::csv(&path))).unwrap_err();
    assert!(matches!(error, TrainingError::NotALog { line: 1, .. }), "{error}");
    // An empty file is a log without rows.
    for log in [Log::csv(&path), Log::json_lines(&path)] {
        fs::write(&path, "").unwrap();
        go_on(&folder.0, Run::new(2).log(log)).unwrap();
    }
}

#[test]
fn paths_that_cannot_be_written() {
    let folder = Folder::new("log-paths");
    fs::create_dir_all(folder.0.join("directory")).unwrap();
    fs::write(folder.0.join("file"), "").unwrap();
    for log in [
        Log::csv(folder.0.join("file/log.csv")),
        Log::json_lines(folder.0.join("file/log.jsonl")),
        Log::tensorboard(folder.0.join("file/events")),
    ] {
        let error = alone(Run::new(1).log(log)).unwrap_err();
        assert!(matches!(error, TrainingError::LogFile { .. }), "{error}");
    }
    let dir = folder.0.join("checkpoints");
    go_on(&dir, Run::new(1)).unwrap();
    let error = go_on(&dir, Run::new(1).log(Log::csv(folder.0.join("directory")))).unwrap_err();
    assert!(error.to_string().ends_with("it is a directory, expected a file"), "{error}");
}

#[test]
fn names_and_settings_of_logs_that_mean_nothing() {
    for name in ["step", "epoch", "loss", "grad_norm", "lr", "lr/mine", "score", "", "a\nb", "\u{85}"] {
        let steps = RefCell::new(0);
        let run = Run::new(3).on_step(|step| step.log(name, 1.0)).on_step(|_| *steps.borrow_mut() += 1);
        let error = alone(run).unwrap_err();
        assert!(
            matches!(&error, TrainingError::LogColumn { name: found, at } if found == name && at.step == 1),
            "{error}"
        );
        assert!(
            error.to_string().starts_with("at step 1 (batch 1 of epoch 0): a column of a log cannot have the name ")
        );
        assert_eq!(steps.into_inner(), 1);
    }
    let error = alone(Run::new(1).log(Log::csv("a.csv").every(0))).unwrap_err();
    assert_eq!(error.to_string(), "`Log::every(0)`: expected at least 1");
    let error = alone(Run::new(1).log(Log::csv("a")).log(Log::json_lines("a"))).unwrap_err();
    assert_eq!(error.to_string(), "two logs have the path `a`\nhelp: choose a path of its own for each");
}

#[test]
fn a_run_that_fails_leaves_the_rows_before() {
    let folder = Folder::new("log-fails");
    fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("log.csv");
    let run = Run::new(5).log(Log::csv(&path)).on_step(|step| if step.step() == 4 { Err("no power") } else { Ok(()) });
    alone(run).unwrap_err();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("step,epoch,loss,lr\n1,0,") && text.lines().count() == 4, "{text}");
}
