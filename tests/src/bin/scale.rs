//! The cost of models with very many parameters: `cargo run --release -p optim-tests --bin scale -- 1000000 [elements]`.
//!
//! Prints time, retained memory and peak memory of each stage, per parameter. The memory of the process is read
//! from `/proc`, so it is 0 on systems without it.

use std::time::Instant;

use ndarray::Array1;
use optim_std::checkpoint::{Checkpoint, CheckpointFile};
use optim_std::prelude::*;

/// A line of `/proc/self/status` in bytes.
fn status(key: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0
}

/// Runs a stage, and prints its time and memory.
fn stage<R>(name: &str, count: usize, f: impl FnOnce() -> R) -> R {
    // Resets the peak memory to the present one.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let (before, start) = (status("VmRSS:"), Instant::now());
    let result = f();
    let seconds = start.elapsed().as_secs_f64();
    let per = |bytes: f64| (bytes - before) / count as f64;
    let (stays, peak) = (per(status("VmRSS:")), per(status("VmHWM:")));
    println!(
        "{name:12} {seconds:8.2} s  stays {stays:7.0} B  peak {peak:7.0} B per parameter  process {:6.0} MB",
        status("VmHWM:") / 1e6
    );
    result
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("expected a whole number"));
    let count = arguments.next().unwrap_or(100_000);
    let elements = arguments.next().unwrap_or(1);
    let path = std::env::temp_dir().join(format!("optim-scale-{}.safetensors", std::process::id()));

    let arrays = || (0..count).map(|place| Array1::from_elem(elements, place as f32)).collect::<Vec<_>>();
    let mut model = stage("model", count, arrays);
    let grads = stage("gradients", count, arrays);
    let mut opt = stage("build", count, || AdamW::new().build(&model).expect("it can be built"));
    stage("first step", count, || opt.step(&mut model, &grads).expect("it steps"));
    stage("step", count, || opt.step(&mut model, &grads).expect("it steps"));
    drop(grads);
    let saved = stage("save", count, || Checkpoint::new().params(&model).optimizer(&opt).save(&path));
    if let Err(error) = saved {
        println!("{error}");
        return;
    }
    println!(
        "file: {:.0} B per parameter",
        std::fs::metadata(&path).map_or(0, |file| file.len()) as f64 / count as f64
    );
    let file = stage("open", count, || CheckpointFile::open(&path).expect("it can be opened"));
    stage("verify", count, || file.verify().expect("it is good"));
    let before = model.clone();
    model.iter_mut().for_each(|array| array.fill(0.0));
    opt.set_steps(0);
    stage("load", count, || file.load(&mut model, &mut opt).expect("it fits"));
    assert!(model == before && opt.steps() == 2, "everything came back");
    let _ = std::fs::remove_file(&path);
}
