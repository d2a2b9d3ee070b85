//! The stock schedules, one file each, written as any user would write one.
//!
//! Pass a schedule for any scheduled hyperparameter: `.lr(CosineDecayLR::new(1e-3, 1e-5, 10_000))`,
//! `.weight_decay(LinearWD::new(0.1, 0.0, 10_000))`. A name that ends in `WD` is another name of the schedule that ends
//! in `LR`. With the methods of [`Compose`], add a warm-up before a schedule, add another schedule after it, or let it
//! count epochs. All values are computed in double precision. `t` counts finished steps: the first step uses
//! `value(0)`. [The guide](crate::guide::schedules) shows how to use, combine and write schedules, and lists the
//! differences from other libraries.

mod chained;
mod constant;
mod cosine_annealing;
mod cosine_annealing_warm_restarts;
mod cosine_decay;
mod cyclic;
mod epoch;
mod exponential;
mod inverse_exponential_time_decay;
mod inverse_square_root_decay;
mod lambda;
mod linear;
mod multi_step;
mod multiplicative;
mod one_cycle;
mod piecewise_constant;
mod polynomial;
mod scale_per_param;
mod sequential;
mod step;
mod warmup;

use optim_core::HyperError;
use optim_core::schedule::{ScheduleEntry, find};

pub use chained::{ChainedLR, ChainedScheduler, ChainedWD};
pub use constant::{ConstantLR, ConstantWD};
pub use cosine_annealing::{CosineAnnealingLR, CosineAnnealingWD};
pub use cosine_annealing_warm_restarts::{CosineAnnealingWarmRestarts, CosineAnnealingWarmRestartsWD};
pub use cosine_decay::{CosineDecayLR, CosineDecayWD};
pub use cyclic::{CyclicLR, CyclicMode, CyclicWD, ScaleMode};
pub use epoch::{EpochLR, EpochWD};
pub use exponential::{ExponentialLR, ExponentialWD};
pub use inverse_exponential_time_decay::{InverseExponentialTimeDecayLR, InverseExponentialTimeDecayWD};
pub use inverse_square_root_decay::{InverseSquareRootDecayLR, InverseSquareRootDecayWD};
pub use lambda::{LambdaLR, LambdaWD};
pub use linear::{LinearLR, LinearWD};
pub use multi_step::{MultiStepLR, MultiStepWD};
pub use multiplicative::{MultiplicativeLR, MultiplicativeWD};
pub use one_cycle::{AnnealStrategy, OneCycleLR, OneCycleWD};
pub use piecewise_constant::{PiecewiseConstantLR, PiecewiseConstantWD};
pub use polynomial::{PolynomialLR, PolynomialWD};
pub use scale_per_param::{ScalePerParamLR, ScalePerParamWD};
pub use sequential::{SequentialLR, SequentialWD};
pub use step::{StepLR, StepWD};
pub use warmup::{Compose, WarmupLR, WarmupWD};

const ALL: &[ScheduleEntry] = &[
    ScheduleEntry::of::<ChainedScheduler>(),
    ScheduleEntry::of::<ConstantLR>(),
    ScheduleEntry::of::<CosineAnnealingLR>(),
    ScheduleEntry::of::<CosineAnnealingWarmRestarts>(),
    ScheduleEntry::of::<CosineDecayLR>(),
    ScheduleEntry::of::<CyclicLR>(),
    ScheduleEntry::of::<EpochLR>(),
    ScheduleEntry::of::<ExponentialLR>(),
    ScheduleEntry::of::<InverseExponentialTimeDecayLR>(),
    ScheduleEntry::of::<InverseSquareRootDecayLR>(),
    ScheduleEntry::of::<LambdaLR>(),
    ScheduleEntry::of::<LinearLR>(),
    ScheduleEntry::of::<MultiStepLR>(),
    ScheduleEntry::of::<MultiplicativeLR>(),
    ScheduleEntry::of::<OneCycleLR>(),
    ScheduleEntry::of::<PiecewiseConstantLR>(),
    ScheduleEntry::of::<PolynomialLR>(),
    ScheduleEntry::of::<ScalePerParamLR>(),
    ScheduleEntry::of::<SequentialLR>(),
    ScheduleEntry::of::<StepLR>(),
    ScheduleEntry::of::<WarmupLR>(),
];

/// Every stock schedule, for lookup by name.
///
/// ```
/// let names: Vec<&str> = optim_std::schedulers().iter().map(|entry| entry.name()).collect();
/// assert!(names.contains(&"CosineDecayLR"));
/// ```
pub fn schedulers() -> &'static [ScheduleEntry] {
    ALL
}

/// Finds a stock schedule by name. Case does not matter, and a trailing `LR` is optional.
///
/// ```
/// use optim_std::Setting;
///
/// let entry = optim_std::scheduler_named("linear")?;
/// let schedule = entry.make("LinearLR", &[
///     ("initial_learning_rate", Setting::from(0.0)),
///     ("end_learning_rate", Setting::from(0.1)),
///     ("total_iters", Setting::from(100)),
/// ])?;
/// assert_eq!(schedule.at(50), 0.05);
/// # Ok::<(), optim_std::HyperError>(())
/// ```
///
/// # Errors
///
/// [`HyperError::UnknownSchedule`] with the nearest name.
pub fn scheduler_named(name: &str) -> Result<&'static ScheduleEntry, HyperError> {
    find(ALL, name)
}
