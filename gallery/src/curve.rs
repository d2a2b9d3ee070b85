//! The schedules that the gallery draws, one row each.

use std::sync::Arc;

use optim_std::prelude::*;

/// A schedule to be drawn.
pub(crate) struct Curve {
    /// The schedule's name, and the name of its picture.
    pub(crate) name: &'static str,
    /// The schedule.
    pub(crate) schedule: Arc<dyn Schedule>,
}

/// The number of steps in a picture.
pub(crate) const STEPS: u64 = 100;

/// Creates a row for each schedule.
macro_rules! curves {
    ($($name:literal: $schedule:expr,)*) => {
        vec![$(Curve { name: $name, schedule: Arc::new($schedule) },)*]
    };
}

/// Every stock schedule, and a warm-up.
#[must_use]
pub(crate) fn curves() -> Vec<Curve> {
    curves! {
        "ConstantLR": ConstantLR::new(0.1),
        "LinearLR": LinearLR::new(0.1, 0.0, 80),
        "PolynomialLR": PolynomialLR::new(0.1, 0.0, 100).power(2.0),
        "ExponentialLR": ExponentialLR::new(0.1, 25, 0.5),
        "InverseExponentialTimeDecayLR": InverseExponentialTimeDecayLR::new(0.1, 1.0, 20, 1.0),
        "InverseSquareRootDecayLR": InverseSquareRootDecayLR::new().initial(0.3).warmup_steps(10.0),
        "CosineDecayLR": CosineDecayLR::new(0.1, 0.01, 80),
        "StepLR": StepLR::new(0.1, 25, 0.5),
        "MultiStepLR": MultiStepLR::new(0.1, 0.3, [20, 70]),
        "PiecewiseConstantLR": PiecewiseConstantLR::new([0.05, 0.1, 0.02], [20, 60]),
        "CosineAnnealingLR": CosineAnnealingLR::new(0.1, 40),
        "CosineAnnealingWarmRestarts": CosineAnnealingWarmRestarts::new(0.1, 14).t_mult(2),
        "CyclicLR": CyclicLR::new(0.01, 0.1).step_size_up(10).step_size_down(15).mode(CyclicMode::Triangular2),
        "OneCycleLR": OneCycleLR::new(0.01, 0.1).total_steps(100),
        "LambdaLR": LambdaLR::new(0.1).lambdas([|t: f64| 0.5 + 0.5 * (t / 8.0).cos()]),
        "MultiplicativeLR": MultiplicativeLR::new(0.1, 0.97),
        "SequentialLR": SequentialLR::new((LinearLR::new(0.0, 0.1, 15), ConstantLR::new(0.1), CosineDecayLR::new(0.1, 0.0, 40)), [15, 50]),
        "ChainedScheduler": ChainedScheduler::new((LinearLR::new(0.1, 0.05, 100), StepLR::new(1.0, 30, 0.6))),
        "ScalePerParamLR": ScalePerParamLR::new(LinearLR::new(0.2, 0.0, 100)).adjust_learning_rate(0.5),
        "EpochLR": CosineDecayLR::new(0.1, 0.0, 8).per_epoch(10),
        "WarmupLR": CosineDecayLR::new(0.1, 0.0, 80).warmup(20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stock_schedule_has_a_row() {
        let curves = curves();
        for entry in schedulers() {
            assert!(curves.iter().any(|curve| curve.name == entry.name()), "{}", entry.name());
        }
        for curve in &curves {
            curve.schedule.validate().unwrap();
        }
    }
}
