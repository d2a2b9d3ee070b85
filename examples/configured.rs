//! Explains a configuration: `cargo run --release --example configured -- run.yaml 1000`. Without a file, it uses an example.
//!
//! It prints warnings, the groups of a small model, and the values of every scheduled number in the first steps: 100, or as many as the second
//! argument says. If the document has an error, it prints the error and its place.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;

use ndarray::ArrayD;
use optim_std::config::Config;
use optim_std::prelude::*;

const EXAMPLE: &str = "
optimizer:
  AdamW:
    weight_decay: 0.1
    params:
      '*.bias': {tags: small, weight_decay: 0.0}
schedulers:
  - CosineDecayLR: {initial_learning_rate: 0.01, end_learning_rate: 0.0, total_iters: 80, warmup: 20}
clip_norm: 1.0
";

/// The default number of steps that are drawn of each schedule.
const STEPS: u64 = 100;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    match run(args.next(), args.next()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(file: Option<OsString>, steps: Option<OsString>) -> Result<(), Box<dyn Error>> {
    let steps = match steps {
        Some(steps) => {
            steps.to_string_lossy().parse().map_err(|error| format!("number of steps {steps:?}: {error}"))?
        }
        None => STEPS,
    };
    let config = match file {
        Some(file) => Config::open(file)?,
        None => Config::parse(EXAMPLE)?,
    };
    for warning in config.warnings() {
        eprintln!("warning: {warning}");
    }

    let mut model: BTreeMap<&str, ArrayD<f32>> = ["embedding.weight", "linear.weight", "linear.bias", "norm.weight"]
        .map(|name| (name, ArrayD::ones(if name.ends_with("bias") { vec![4] } else { vec![4, 4] })))
        .into();
    let mut optimizer = config.build(&model)?;
    println!("{}, {} bytes of state", optimizer.name(), optimizer.state_bytes());
    for group in optimizer.group_infos() {
        println!("\ngroup `{}`: {}", group.name, group.members.join(", "));
        for (name, value) in group.settings {
            println!("    {name} = {value}");
        }
    }
    for attached in optimizer.schedules() {
        println!("\n{} in group `{}`:\n{}", attached.hyper, attached.group, attached.schedule.plot(steps));
    }

    let grads = model.clone();
    optimizer.step(&mut model, &grads)?;
    Ok(())
}
