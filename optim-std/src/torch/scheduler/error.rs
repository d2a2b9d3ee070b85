//! Errors of continuing a scheduler of torch.

use optim_core::HyperError;

use super::SchedulerKind;
use crate::torch::error::TorchError;
use optim_core::__private::messages::{shown, shown_lines};

/// The error of continuing a scheduler or attaching its schedules.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum SchedulerError {
    /// The file has another value in a place.
    #[error(transparent)]
    File(#[from] TorchError),
    /// An argument of the schedule is not allowed, or the optimizer does not take the schedule.
    #[error(transparent)]
    Hyper(#[from] HyperError),
    /// A state does not contain the function of its scheduler.
    #[error(
        "the state of a {kind} does not contain its function\n\
         help: for a schedule of `transformers` call `linear_with_warmup(warmup, total)`, `cosine_with_warmup(warmup, total)` or \
         `constant_with_warmup(warmup)`; for your own function `with(|base_lr| …)`, with a schedule that starts from `base_lr`"
    )]
    NoFunction {
        /// The scheduler.
        kind: SchedulerKind,
    },
    /// `OneCycleLR` keeps its highest and lowest learning rates in the parameter groups of the optimizer.
    #[error(
        "a OneCycleLR keeps its highest and lowest learning rates in the optimizer's state\n\
         help: call `one_cycle(&optimizer)` with the `OptimizerState` of the same run"
    )]
    NeedsOptimizer,
    /// `ReduceLROnPlateau` depends on a metric, so no schedule has its values.
    #[error(
        "ReduceLROnPlateau follows a metric, so no schedule gives its values\n\
         help: continue with the learning rates {last_lrs:?} of the file, which `convert_for` takes over, and lower them with \
         `opt.set(\"lr\", …)` when the metric does not improve"
    )]
    Plateau {
        /// The learning rates of the groups.
        last_lrs: Vec<f64>,
    },
    /// The state has keys that no scheduler of torch has.
    #[error(
        "no scheduler of torch has this state, with the keys {}\n\
         help: call `with(|base_lr| …)`, with a schedule that starts from `base_lr`",
        crate::torch::error::listed(keys)
    )]
    Unknown {
        /// The keys.
        keys: Vec<String>,
    },
    /// An argument of the scheduler that is missing, or of another type or value.
    #[error("`{}` of {kind} is {}, expected {expected}", shown(key), shown(found))]
    Argument {
        /// The scheduler.
        kind: SchedulerKind,
        /// The argument.
        key: String,
        /// Its value.
        found: String,
        /// A description of the expected value.
        expected: &'static str,
    },
    /// A scheduler in a `ChainedScheduler` that does not multiply the learning rate by a factor.
    #[error(
        "{kind} in a ChainedScheduler does not multiply the learning rate by a function of the step\n\
         help: call `with(|base_lr| …)`, with a schedule that starts from `base_lr`"
    )]
    Chained {
        /// The scheduler.
        kind: SchedulerKind,
    },
    /// The schedule has another value than the file.
    #[error(
        "the schedule gives {value:?} for parameter group {group} after {steps} steps of the scheduler, the file has {last_lr:?}\n\
         help: {}",
        shown_lines(help)
    )]
    Differs {
        /// The place of the group in the file.
        group: usize,
        /// Number of finished steps of the scheduler.
        steps: u64,
        /// The schedule's value.
        value: f64,
        /// The file's value.
        last_lr: f64,
        /// A suggestion.
        help: String,
    },
    /// The number of warm-up steps does not follow from the state.
    #[error(
        "the number of warm-up steps does not follow from the learning rate {last_lr:?} after {steps} steps of the scheduler\n\
         help: give it{}",
        among(fits)
    )]
    Warmup {
        /// The file's learning rate.
        last_lr: f64,
        /// Number of finished steps of the scheduler.
        steps: u64,
        /// The numbers that lead to this learning rate. Empty if any number does.
        fits: Vec<u64>,
    },
    /// No number of warm-up steps leads to the learning rate of the file.
    #[error(
        "no number of warm-up steps gives the learning rate {last_lr:?} after {steps} steps of the scheduler{}\nhelp: {}",
        total.map_or_else(String::new, |total| format!(", with `total` = {total}")),
        if total.is_some() { format!("give another `total`: {TOTAL}") } else { CHANGED.to_owned() }
    )]
    NoWarmup {
        /// The file's learning rate.
        last_lr: f64,
        /// Number of finished steps of the scheduler.
        steps: u64,
        /// The total number of steps, if the schedule has an end.
        total: Option<u64>,
    },
    /// A warm-up that is as long as the whole schedule.
    #[error("`warmup` is {warmup}, allowed: less than `total`, which is {total}")]
    WarmupTooLong {
        /// Steps of warm-up.
        warmup: u64,
        /// The total number of steps.
        total: u64,
    },
    /// The scheduler and the optimizer have finished different numbers of steps.
    #[error(
        "the scheduler has finished {scheduler} steps, the optimizer {optimizer}{}{}\nhelp: {}",
        group.as_ref().map_or_else(String::new, |group| format!(" in group `{}`", shown(group))),
        each(*every),
        shown_lines(help)
    )]
    Steps {
        /// Steps of the scheduler.
        scheduler: u64,
        /// Steps of the optimizer.
        optimizer: u64,
        /// The group whose optimizer has finished this number of steps. `None` if all groups with parameters have finished the same number.
        group: Option<String>,
        /// Steps of the optimizer per step of the scheduler.
        every: u64,
        /// A suggestion.
        help: String,
    },
    /// The groups of the file differ from the optimizer's.
    #[error(
        "the scheduler has {file} parameter groups with different learning rates, the optimizer has {here}\n\
         help: build the optimizer with the groups of the file, or attach `group(…)` to each group"
    )]
    Groups {
        /// The file's number of groups.
        file: usize,
        /// The optimizer's number of groups that have parameters.
        here: usize,
    },
    /// A group of the optimizer has another learning rate than the group at the same place in the file.
    #[error(
        "parameter group `{}` has `lr` = {here:?}, group {place} of the scheduler has {last_lr:?}\n\
         help: load the optimizer's state first; if the groups are in another order, attach `group(…)` to each group",
        shown(group)
    )]
    GroupRate {
        /// The group.
        group: String,
        /// Its learning rate.
        here: f64,
        /// The place of the group in the file.
        place: usize,
        /// The file's learning rate.
        last_lr: f64,
    },
}

optim_core::__private::messages::debug_as_display!(SchedulerError);

/// A suggestion if learning rates differ from the schedule.
pub(super) const CHANGED: &str = "if the learning rate was changed during the run, or the schedule has other arguments, call \
                                  `with(|base_lr| …)` with the schedule that the run had";

/// A suggestion for finding the total number of steps.
pub(super) const TOTAL: &str = "the Trainer's `total` is `max_steps` in `trainer_state.json`";

pub(super) fn choices(fits: &[u64]) -> String {
    fits.iter().map(u64::to_string).collect::<Vec<_>>().join(" or ")
}

fn among(fits: &[u64]) -> String {
    if fits.is_empty() { String::new() } else { format!(": {}", choices(fits)) }
}

fn each(every: u64) -> String {
    if every == 1 { String::new() } else { format!(", {every} for each of the scheduler") }
}
