//! Steps of the stock optimizers, compared with hand-written loops: `cargo bench -p optim-std`.
//!
//! ```sh
//! cargo bench -p optim-std                            # everything, about ten minutes
//! cargo bench -p optim-std -- lion 2^20               # some of it
//! cargo bench -p optim-std -- --quick                 # shorter, noisier
//! cargo bench -p optim-std -- --masked adamw          # half of all elements masked; the hand-written loop knows no masks
//! cargo bench -p optim-std -- --storage block8 adamw  # states kept in 8 bits; the hand-written loop keeps them in f32
//! cargo bench -p optim-std -- --bf16-products muon    # products of numbers rounded to bf16; the hand-written loop's are of f32
//! ```
//!
//! Every step uses the public interface, `opt.step(&mut model, &grads)`. The hand-written loop computes the same
//! formulas on separate arrays, without names, checks, groups, errors or the flushing of subnormal states. Loops with
//! one pass prefetch memory or not, whichever is faster on the machine. A third loop moves the memory of the same
//! number of states with almost no arithmetic: the memory limit, in bytes per second. The three run alternately. The
//! ratio is the median of the ratios of neighbouring runs, and its quartiles show the noise. Lookahead around SGD has
//! no hand-written loop: its ratio is relative to SGD, over ten steps.

mod cases;
mod hand;
mod level;
mod lookahead;
mod machine;
mod matrix;
mod measure;

use std::process::ExitCode;

use optim_std::{MatmulPrecision, Threads};

use cases::{Variant, WORKLOADS, cases};
use measure::{Effort, measure};

const HELP: &str = "\
usage: cargo bench -p optim-std -- [--quick] [--masked] [--storage KIND] [--bf16-products] [--threads one|all] [NAME ...]

A KIND is native, bf16, bf16_stochastic, f16, block8 or companded8. A NAME selects optimizers (adamw, say) or sizes (2^12 2^20 2^24 resnet50 1000x100).";

/// The optimizers and cases to measure.
struct Selection {
    names: Vec<String>,
    effort: Effort,
    threads: Vec<Threads>,
    variant: Variant,
}

impl Selection {
    fn from_args(args: impl Iterator<Item = String>) -> Result<Self, String> {
        let threads = vec![Threads::One, Threads::All];
        let mut selection = Self { names: Vec::new(), effort: Effort::FULL, threads, variant: Variant::default() };
        let mut args = args;
        while let Some(arg) = args.next() {
            match arg.as_str() {
                // `cargo bench` adds this argument.
                "--bench" => {}
                "--masked" => selection.variant.masked = true,
                "--storage" => {
                    let kind = args.next().unwrap_or_default();
                    selection.variant.storage = kind.parse().map_err(|error| format!("--storage: {error}"))?;
                }
                "--bf16-products" => selection.variant.precision = MatmulPrecision::Bf16,
                "--quick" => selection.effort = Effort::QUICK,
                "--threads" => match args.next().as_deref() {
                    Some("one") => selection.threads = vec![Threads::One],
                    Some("all") => selection.threads = vec![Threads::All],
                    _ => return Err("--threads takes `one` or `all`".to_owned()),
                },
                "--help" | "-h" => return Err(HELP.to_owned()),
                name => {
                    let name = name.to_lowercase();
                    let optimizer = cases().iter().any(|o| o.name.to_lowercase() == name);
                    if !optimizer && !WORKLOADS.iter().any(|w| w.name == name) {
                        return Err(format!("there is nothing called `{name}`\n\n{HELP}"));
                    }
                    selection.names.push(name);
                }
            }
        }
        Ok(selection)
    }

    /// Returns true if a name is selected. If no name of its kind is given, all are.
    fn has(&self, name: &str, kind: impl Iterator<Item = &'static str>) -> bool {
        let named = |name: &str| self.names.contains(&name.to_lowercase());
        named(name) || !kind.into_iter().any(named)
    }
}

fn main() -> ExitCode {
    let selection = match Selection::from_args(std::env::args().skip(1)) {
        Ok(selection) => selection,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}: f32, {} threads, {}\n", machine::name(), rayon::current_num_threads(), level::name());
    println!(
        "| optimizer | elements | threads | ratio to the hand-written loop | noise | ns per element | B per element | of the memory limit |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let cases = cases();
    for optimizer in &cases {
        if !selection.has(optimizer.name, cases.iter().map(|o| o.name)) {
            continue;
        }
        for workload in &WORKLOADS {
            if !selection.has(workload.name, WORKLOADS.iter().map(|w| w.name)) {
                continue;
            }
            let Some(shapes) = (optimizer.shapes)(workload) else { continue };
            for &threads in &selection.threads {
                let (name, size) = (optimizer.name, workload.name);
                let threads_name = if threads == Threads::One { "one" } else { "all" };
                let found = measure(optimizer, &shapes, threads, selection.variant, selection.effort);
                let none = || "–".to_owned();
                let (ratio, noise) = found.ratio.map_or_else(
                    || (none(), none()),
                    |[ratio, low, high]| (format!("{ratio:.2}"), format!("{low:.2}–{high:.2}")),
                );
                let bytes = (found.bytes * 10.0).round() / 10.0;
                println!(
                    "| {name} | {size} | {threads_name} | {ratio} | {noise} | {:.2} | {bytes} | {:.2} |",
                    found.ns, found.of_limit
                );
            }
        }
    }
    ExitCode::SUCCESS
}
