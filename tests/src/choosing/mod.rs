//! The guide's page "Which optimizer?", written from plans, documentation and [`advice`] of all optimizers.

mod advice;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use optim_std::plan::StepPlan;
use optim_std::registry::AnyBuilder;
use optim_std::{OptimizerEntry, Routine, optimizers, wrappers};

use crate::takes;

/// The place of the page.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-std/docs/choosing.md")
}

const HEAD: &str = "# Which optimizer?

If you are not sure, start with `AdamW`: `lr` 3e-4 to 1e-3, `weight_decay` 0.01 to 0.1, `betas` (0.9, 0.95) for language models and (0.9, 0.999) otherwise, a warm-up of a few hundred steps, then a cosine
schedule down to a tenth of `lr`. Then choose by what limits you:

- **Quality per step** of a transformer: `Muon` or `NorMuon` for the matrices of hidden layers and `AdamW` for all other parameters; `SOAP` if you can afford its decompositions; `AdEMAMix` for long runs.
- **Memory**: Adam keeps two numbers per element. `Lion`, `SignSGD` and `AdamMini` keep about one, `Adafactor`, `CAME` and `SM3` little more than one per row and column, `GaLore` and `APOLLO` states of low rank. Any optimizer can keep its states in [fewer bytes][storage].
- **Time to tune**: `Prodigy` finds the learning rate; `ScheduleFreeAdamW` and `ScheduleFreeSGD` need no schedule, so the length of the run can stay open.
- **Large batches**: `Lamb`, `LARS`. **Spikes of the loss**: `StableAdamW`, `ADOPT`; for any optimizer, the wrapper `AGC` or the builder's `clip_norm`.
- **Images**: `SGD` with momentum 0.9 and Nesterov, `lr` 0.1 and a cosine schedule, or the wrapper `SAM` around it. **Averaged weights for evaluation**: the wrapper `Ema` around any optimizer.
- **Embedding tables**: `RowWiseAdagrad`, `SparseAdam`. **A smooth function without noise**: `LBFGS`.

Optimizers in *italics* need the feature `contrib`. `cargo run -p optim-tests --bin choosing` writes this page.
";

const TABLE: &str = "
## Costs, and when to use each

The costs are those of one 1024 × 1024 matrix in `f32`, with the default settings, from [`plan_for`][performance]:

- **State**: numbers kept per element of the parameter, of four bytes each in `f32`.
- **B**: bytes that a step moves per element, the parameter and the gradient included. Divided by the memory bandwidth, this is the shortest time of a step.
- **Passes**: walks over memory in most steps, plus matrix products (*mm*) and decompositions (*la*); in brackets, the additional ones of occasional steps. Steps with products or decompositions are
  limited by arithmetic, not by memory.
- **Settings that work** are a starting point; other settings keep their defaults.

| optimizer | state | B | passes | needs | take it for | settings that work | paper |
|---|---|---|---|---|---|---|---|
";

const WRAPPERS: &str = "
## Around another optimizer

Costs of [wrappers][wrapping] such as `Lookahead::new(AdamW::new().lr(1e-3))`, in addition to the inner optimizer, here `SGD` without momentum:

| wrapper | state | B more | needs | take it for | settings that work | paper |
|---|---|---|---|---|---|---|
";

const FOOT: &str = "
[performance]: performance.md
[storage]: storage.md
[wrapping]: wrapping.md
";

/// Library calls that cost as much as products. All other library calls only move numbers.
const DECOMPOSITIONS: [&str; 7] = ["eigh", "svd", "qr", "cholesky", "solve", "solve_lower", "inv_root"];

const SHAPE: [usize; 2] = [1024, 1024];

/// The advice on an optimizer or wrapper in the table.
#[derive(Debug)]
pub struct Advice {
    /// The name.
    pub name: &'static str,
    /// When to use it.
    pub when: &'static str,
    /// Settings to start from.
    pub settings: &'static str,
}

/// The columns of the table that are not computed.
pub fn advice() -> &'static [Advice] {
    advice::ADVICE
}

/// The page.
///
/// # Panics
///
/// If an optimizer has no advice, or no plan.
pub fn page() -> String {
    let mut page = HEAD.to_owned() + TABLE;
    for entry in optimizers() {
        let builder = entry.builder().set("lr", 0.1).expect("all have a learning rate");
        let plan = plan_of(&builder);
        let Advice { when, settings, .. } = advice_for(entry.name);
        let (state, bytes, passes) = (state(&plan), plan.bytes_per_element(4), passes(&plan));
        let (name, needs, paper) = (name(entry), needs(entry), paper(entry));
        let _ =
            writeln!(page, "| {name} | {state} | {bytes:.0} | {passes} | {needs} | {when} | {settings} | {paper} |");
    }
    page.push_str(WRAPPERS);
    let inside = optimizers().iter().find(|entry| entry.name == "SGD").expect("SGD is a stock optimizer");
    let inside = inside.builder().set("lr", 0.1).expect("it has a learning rate");
    let alone = plan_of(&inside);
    for entry in wrappers() {
        let builder = entry.builder().inner(inside.clone()).expect("it is a wrapper");
        let plan = plan_of(&builder);
        let Advice { when, settings, .. } = advice_for(entry.name);
        let (state, more) = (state(&plan), plan.bytes_per_element(4) - alone.bytes_per_element(4));
        let (name, needs, paper) = (name(entry), needs(entry), paper(entry));
        let _ = writeln!(page, "| {name} | {state} | {more:.0} | {needs} | {when} | {settings} | {paper} |");
    }
    page + FOOT
}

fn plan_of(builder: &AnyBuilder) -> StepPlan {
    builder.plan_for(&SHAPE).unwrap_or_else(|error| panic!("{error}"))
}

fn advice_for(name: &str) -> &'static Advice {
    let found = advice().iter().find(|advice| advice.name == name);
    found.unwrap_or_else(|| panic!("{name} has no row in `optim_tests::choosing::advice`"))
}

fn name(entry: &OptimizerEntry) -> String {
    let name = format!("`{}`", entry.name);
    if entry.source.module.contains("::contrib::") { format!("*{name}*") } else { name }
}

/// The number of state elements per parameter element, rounded. Only an optimizer without states has `0`.
fn state(plan: &StepPlan) -> String {
    let numbers = plan.state_bytes(4) as f64 / 4.0 / (SHAPE[0] * SHAPE[1]) as f64;
    // Compared with a million numbers, scalars do not count.
    if numbers < 1e-4 { "0".to_owned() } else { trimmed(numbers) }
}

fn trimmed(number: f64) -> String {
    let text = if number < 0.1 { format!("{number:.3}") } else { format!("{number:.2}") };
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The passes and library calls of the usual step. Iterations of loops count. Library calls of occasional steps are in brackets.
fn passes(plan: &StepPlan) -> String {
    let usual = plan.programs.iter().max_by(|a, b| a.share().total_cmp(&b.share()));
    let is_usual = |place: usize| usual.is_none_or(|program| program.passes.contains(&place));
    let now_and_then = |place: usize| {
        !is_usual(place) && plan.programs.iter().any(|program| program.share() > 0.0 && program.passes.contains(&place))
    };
    let usual = counts(plan, &is_usual);
    let now_and_then = counts(plan, &now_and_then);
    let library = |[_, products, decompositions]: [usize; 3]| {
        let of = [(products, "mm"), (decompositions, "la")];
        of.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(" + {count} {what}")).collect::<String>()
    };
    let mut text = usual[0].to_string() + &library(usual);
    let beside = library(now_and_then);
    if !beside.is_empty() {
        let _ = write!(text, " ({})", beside.trim_start());
    }
    text
}

/// The number of walks over memory, products and decompositions in some passes.
fn counts(plan: &StepPlan, which: &dyn Fn(usize) -> bool) -> [usize; 3] {
    let mut counts = [0; 3];
    for (_, pass) in plan.passes.iter().enumerate().filter(|(place, _)| which(*place)) {
        match pass.kind.call() {
            None => counts[0] += pass.times,
            Some("matmul") => counts[1] += pass.times,
            Some(call) if DECOMPOSITIONS.contains(&call) => counts[2] += pass.times,
            Some(_) => {}
        }
    }
    counts
}

/// The requirements of an optimizer.
fn needs(entry: &OptimizerEntry) -> String {
    let mut needs = Vec::new();
    if entry.inner.is_none() && !takes(entry, &[1]) {
        needs.push("matrices".to_owned());
    }
    needs.extend(entry.inputs.iter().map(|input| format!("input `{}`", input.name)));
    if entry.has(Routine::Probe) {
        needs.push("two gradients".to_owned());
    }
    if entry.has(Routine::Eval) {
        needs.push("`eval_weights`".to_owned());
    }
    if entry.is_global() {
        needs.push("the whole model".to_owned());
    }
    needs.join(", ")
}

/// The first link in the documentation. It is the publication.
fn paper(entry: &OptimizerEntry) -> String {
    let link = entry.doc.split_once("http").map(|(_, rest)| rest);
    let link = link.map(|rest| rest.split([')', '>']).next().unwrap_or_default());
    link.map_or_else(String::new, |rest| format!("[paper](http{rest})"))
}
