//! The kind of torch's scheduler that a state belongs to.

use std::fmt;

/// A class of `torch.optim.lr_scheduler`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchedulerKind {
    /// `LambdaLR` or `MultiplicativeLR`, whose states look the same. The schedules of `transformers` are `LambdaLR`s.
    Lambda,
    /// `StepLR`.
    Step,
    /// `MultiStepLR`.
    MultiStep,
    /// `ConstantLR`.
    Constant,
    /// `LinearLR`.
    Linear,
    /// `ExponentialLR`.
    Exponential,
    /// `PolynomialLR`.
    Polynomial,
    /// `CosineAnnealingLR`.
    CosineAnnealing,
    /// `CosineAnnealingWarmRestarts`.
    CosineAnnealingWarmRestarts,
    /// `CyclicLR`.
    Cyclic,
    /// `OneCycleLR`.
    OneCycle,
    /// `SequentialLR`.
    Sequential,
    /// `ChainedScheduler`.
    Chained,
    /// `ReduceLROnPlateau`.
    ReduceOnPlateau,
    /// A class that is not part of torch.
    Unknown,
}

/// Keys of every scheduler that do not begin with `_`. Keys with `_` are internal and change between releases of torch.
const COMMON: [&str; 3] = ["base_lrs", "last_epoch", "verbose"];

/// A kind, its required keys, and its optional keys.
type Row = (SchedulerKind, &'static [&'static str], &'static [&'static str]);

/// All kinds. The first match counts.
const KINDS: [Row; 14] = [
    (SchedulerKind::Sequential, &["_schedulers", "_milestones"], &[]),
    (SchedulerKind::Chained, &["_schedulers"], &[]),
    (SchedulerKind::Lambda, &["lr_lambdas"], &[]),
    (SchedulerKind::Step, &["step_size", "gamma"], &[]),
    (SchedulerKind::MultiStep, &["milestones", "gamma"], &[]),
    (SchedulerKind::Linear, &["start_factor", "end_factor", "total_iters"], &[]),
    (SchedulerKind::Constant, &["factor", "total_iters"], &[]),
    (SchedulerKind::Polynomial, &["total_iters", "power"], &[]),
    (SchedulerKind::CosineAnnealingWarmRestarts, &["T_0", "T_mult", "eta_min"], &["T_i", "T_cur"]),
    (SchedulerKind::CosineAnnealing, &["T_max", "eta_min"], &[]),
    (
        SchedulerKind::Cyclic,
        &["max_lrs", "total_size", "step_ratio", "mode"],
        &["gamma", "scale_mode", "cycle_momentum", "use_beta1", "base_momentums", "max_momentums"],
    ),
    (SchedulerKind::OneCycle, &["total_steps", "_schedule_phases"], &["cycle_momentum", "use_beta1"]),
    (
        SchedulerKind::ReduceOnPlateau,
        &["patience", "num_bad_epochs"],
        &[
            "factor",
            "default_min_lr",
            "min_lrs",
            "cooldown",
            "eps",
            "mode_worse",
            "mode",
            "threshold",
            "threshold_mode",
            "best",
            "cooldown_counter",
        ],
    ),
    // Other kinds have this key, too.
    (SchedulerKind::Exponential, &["gamma"], &[]),
];

impl SchedulerKind {
    /// The kind of a state dict with these keys.
    pub(super) fn of(keys: &[&str]) -> Self {
        let fits = |(_, has, may_have): &&Row| {
            let known = |key: &&str| COMMON.contains(key) || has.contains(key) || may_have.contains(key);
            has.iter().all(|key| keys.contains(key)) && keys.iter().all(|key| key.starts_with('_') || known(key))
        };
        KINDS.iter().find(fits).map_or(Self::Unknown, |row| row.0)
    }
}

/// The name of the class.
impl fmt::Display for SchedulerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lambda => "LambdaLR or MultiplicativeLR",
            Self::Step => "StepLR",
            Self::MultiStep => "MultiStepLR",
            Self::Constant => "ConstantLR",
            Self::Linear => "LinearLR",
            Self::Exponential => "ExponentialLR",
            Self::Polynomial => "PolynomialLR",
            Self::CosineAnnealing => "CosineAnnealingLR",
            Self::CosineAnnealingWarmRestarts => "CosineAnnealingWarmRestarts",
            Self::Cyclic => "CyclicLR",
            Self::OneCycle => "OneCycleLR",
            Self::Sequential => "SequentialLR",
            Self::Chained => "ChainedScheduler",
            Self::ReduceOnPlateau => "ReduceLROnPlateau",
            Self::Unknown => "a scheduler that is not part of torch",
        })
    }
}
