//! A run whose process is killed many times ends like a run that is not killed.
//!
//! The test starts its own program with the name of one test, [`run_of_the_child`], and kills it: after a random time,
//! or as soon as a checkpoint is half written.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ndarray::{Array1, Array2};
use optim_std::checkpoint::CheckpointFile;
use optim_std::prelude::*;
use optim_std::training::{Log, Position, Shuffled, Training};

use crate::Folder;
use crate::events::kept_events;

const DIR: &str = "OPTIM_TRAINING_KILL_DIR";
const SEED: &str = "OPTIM_TRAINING_KILL_SEED";
const STEPS: u64 = 120;
const EVERY: u64 = 3;
const KILLS: u32 = 40;
/// Large enough that writing checkpoints takes a good part of the time.
const SIZE: usize = 20_000;
/// The file with one line per step, and one per process.
const LOG: &str = "log";
/// Logs of the run.
const LOGS: [&str; 2] = ["run.csv", "run.jsonl"];
/// The directory with the events of TensorBoard.
const EVENTS: &str = "events";

/// Two arrays, because a file may be cut between them.
#[derive(Parameters)]
struct Weights {
    matrix: Array2<f32>,
    bias: Array1<f32>,
}

fn compute(weights: &Weights, places: &[usize], at: Position) -> (f64, Weights) {
    let mut noise = at.seed(1);
    let mut target = |place: usize| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        places[place % places.len()] as f32 + (noise >> 40) as f32 * 1e-7
    };
    let mut place = 0;
    let mut difference = |x: f32| {
        place += 1;
        x - target(place)
    };
    let grads = Weights { matrix: weights.matrix.mapv(&mut difference), bias: weights.bias.mapv(&mut difference) };
    (grads.matrix.iter().chain(&grads.bias).map(|x| f64::from(x * x)).sum(), grads)
}

/// The run, until it is killed: a partition in wrappers, with watched numbers.
fn train(dir: &Path) {
    let mut weights = Weights { matrix: Array2::zeros((SIZE / 100, 100)), bias: Array1::ones(7) };
    let partition = Partition::new()
        .rule("matrices", |p| p.ndim() == 2, Muon::new().lr(CosineDecayLR::new(0.1, 0.001, 50)))
        .rest("rest", AdamW::new().lr(CosineDecayLR::new(0.1, 0.001, 50)));
    let average = Ema::new(Accumulate::new(partition).k(2)).decay(0.9).clip_norm(1e3);
    let mut opt = average.watch_every(5, ["update_ratio", "cosine"]).build(&weights).unwrap();
    let data = Shuffled::new(23, 4, 9);
    let mut log = OpenOptions::new().create(true).append(true).open(dir.join(LOG)).unwrap();
    let mut second = log.try_clone().unwrap();
    let run = Training::new(STEPS).checkpoint_dir(dir).checkpoint_every(EVERY).keep(2).resume(true);
    let run = run
        // When the call returns, the line is in the file, even if the process is killed.
        .on_step(|step| log.write_all(format!("{} {:016x}\n", step.step(), step.loss.to_bits()).as_bytes()))
        .on_step(|step| {
            if step.step() % 10 == 0 {
                step.log("a column, now and then", step.loss.sqrt());
            }
        })
        .log(Log::csv(dir.join(LOGS[0])))
        .log(Log::json_lines(dir.join(LOGS[1])))
        .log(Log::tensorboard(dir.join(EVENTS)))
        .on_resume(|info| {
            assert!(info.skipped.is_empty(), "{:?}", info.skipped);
            second.write_all(format!("resumed {}\n", info.at.step).as_bytes())
        });
    run.run(&mut weights, &mut opt, &data, |weights, places, at| compute(weights, &places, at)).unwrap();
}

/// Does nothing unless [`a_run_that_is_killed_again_and_again`] started it.
#[test]
fn run_of_the_child() {
    if let Some(dir) = std::env::var_os(DIR) {
        train(Path::new(&dir));
    }
}

fn start(dir: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::run_of_the_child", "--test-threads=1"]).env(DIR, dir);
    command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap()
}

/// Checkpoints that a process is writing, or was writing when it was killed.
fn half_written(folder: &Folder) -> Vec<String> {
    folder.names().into_iter().filter(|name| name.ends_with(".tmp")).collect()
}

/// The step of the newest checkpoint. All checkpoints must be complete.
fn newest(folder: &Folder) -> Option<u64> {
    let names = folder.names().into_iter().filter(|name| name.starts_with("step-"));
    let steps = names.map(|name| {
        CheckpointFile::open(folder.0.join(&name)).unwrap().verify().unwrap();
        name.trim_start_matches("step-").split('.').next().unwrap().parse().unwrap()
    });
    steps.max()
}

/// The files and the output of one process.
struct Left {
    /// The lines that it added.
    lines: Vec<(String, String)>,
    /// The newest checkpoint.
    newest: Option<u64>,
}

fn left(folder: &Folder, lines_before: usize) -> Left {
    let log = fs::read_to_string(folder.0.join(LOG)).unwrap_or_default();
    let lines = log.lines().skip(lines_before).filter_map(|line| line.split_once(' '));
    Left { lines: lines.map(|(a, b)| (a.to_owned(), b.to_owned())).collect(), newest: newest(folder) }
}

/// Starts a process and kills it. Returns true if the process ended before.
fn start_and_kill(folder: &Folder, delay: Duration, wait_for_writing: bool) -> bool {
    let mut child = start(&folder.0);
    let (begun, before) = (Instant::now(), half_written(folder));
    while begun.elapsed() < delay || wait_for_writing && half_written(folder).iter().all(|name| before.contains(name)) {
        std::thread::sleep(Duration::from_micros(200));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return true;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

#[test]
fn a_run_that_is_killed_again_and_again() {
    let seed = std::env::var(SEED).map_or(1, |seed| seed.parse().unwrap());
    // Printed if the test fails.
    println!("to repeat: {SEED}={seed}");
    let mut random = random(seed);

    let alone = Folder::new("alone");
    fs::create_dir_all(&alone.0).unwrap();
    let begun = Instant::now();
    assert!(start(&alone.0).wait().unwrap().success());
    let whole = begun.elapsed();
    let losses: BTreeMap<String, String> = left(&alone, 0).lines.into_iter().collect();
    assert_eq!(losses.len() as u64, STEPS);

    let folder = Folder::new("killed");
    fs::create_dir_all(&folder.0).unwrap();
    let (mut lines, mut newest, mut in_writing, mut resumes, mut stuck) = (0, None, 0, 0, 0_u32);
    for kill in 0..=KILLS {
        let done = if kill < KILLS {
            // If the machine becomes slower, processes live longer, so that some write a checkpoint.
            let delay = whole.mul_f64(0.15 * random()) * (1 << stuck.min(8));
            start_and_kill(&folder, delay, kill % 2 == 0)
        } else {
            start(&folder.0).wait().unwrap().success()
        };
        in_writing += u32::from(!half_written(&folder).is_empty());
        let left = left(&folder, lines);
        lines += left.lines.len();
        println!("killed: {}, after {} lines, with {:?}", !done, left.lines.len(), left.newest);
        // The process resumed from the newest checkpoint, and every step equals the step of the uninterrupted run.
        let (resumed, steps) = match left.lines.split_first() {
            Some(((word, step), steps)) if word == "resumed" => (Some(step.parse().unwrap()), steps),
            _ => (None, &left.lines[..]),
        };
        assert!(resumed == newest || left.lines.is_empty(), "went on from {resumed:?}, there was {newest:?}");
        resumes += u32::from(resumed.is_some());
        for ((step, loss), expected) in steps.iter().zip(resumed.unwrap_or(0) + 1..) {
            assert_eq!(*step, expected.to_string(), "a step was left out");
            assert_eq!(*loss, losses[step], "the loss of step {step}");
        }
        // A checkpoint that was due is missing only if the process was writing it.
        let finished = resumed.unwrap_or(0) + steps.len() as u64;
        assert!(finished <= left.newest.unwrap_or(0) + EVERY, "{finished} steps, and {:?}", left.newest);
        stuck = if left.newest == newest { stuck + 1 } else { 0 };
        newest = left.newest;
        if done {
            break;
        }
    }
    assert_eq!(newest, Some(STEPS));
    assert!(in_writing > 0, "no checkpoint was hit while it was written");
    assert!(resumes > 2, "{resumes} processes went on");

    // The same bits of parameters, state and position.
    let read = |folder: &Folder| fs::read(folder.step(STEPS)).unwrap();
    assert!(read(&folder) == read(&alone), "the results differ");
    for log in LOGS {
        let read = |folder: &Folder| fs::read_to_string(folder.0.join(log)).unwrap();
        assert_eq!(read(&folder), read(&alone));
    }
    let events = |folder: &Folder| kept_events(&folder.0.join(EVENTS));
    assert_eq!(events(&folder), events(&alone));
    assert_eq!(events(&alone).len() as u64, STEPS);
    assert!(half_written(&folder).is_empty(), "{:?}", folder.names());
}

/// Numbers from 0 to 1.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut at = Position::default();
    move || {
        at.step += 1;
        (at.seed(seed) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
