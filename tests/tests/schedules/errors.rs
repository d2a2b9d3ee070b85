//! Wrong arguments: each is a typed error, and a schedule that is used unchecked does not panic.

use optim_std::HyperError;
use optim_std::prelude::*;

fn refused(schedule: &dyn Schedule, part: &str) {
    let error = schedule.validate().expect_err(part);
    assert!(error.to_string().contains(part), "{error}");
    for step in [0, 1, 7, u64::MAX] {
        schedule.at(step);
    }
    schedule.graph().unwrap().value_at(3.0).unwrap();
    assert!(!schedule.plot(20).is_empty());
}

#[test]
fn lengths_must_be_positive() {
    refused(&ConstantLR::new(0.1).total_iters(0), "`total_iters` of ConstantLR is 0, allowed: at least 1");
    refused(&PolynomialLR::new(0.1, 0.0, 0).cycle(true), "`total_iters` of PolynomialLR is 0");
    refused(&LinearLR::new(0.1, 0.0, 0), "`total_iters` of LinearLR is 0");
    refused(&ExponentialLR::new(0.1, 0, 0.5), "`total_iters` of ExponentialLR is 0");
    refused(
        &InverseExponentialTimeDecayLR::new(0.1, 1.0, 0, 0.5),
        "`total_iters` of InverseExponentialTimeDecayLR is 0",
    );
    refused(&InverseSquareRootDecayLR::new().warmup_steps(0.0), "`warmup_steps` must be more than 0");
    refused(&CosineDecayLR::new(0.1, 0.0, 0), "`total_iters` of CosineDecayLR is 0");
    refused(&StepLR::new(0.1, 0, 0.5), "`step_size` of StepLR is 0");
    refused(&CosineAnnealingLR::new(0.1, 0), "`t_max` of CosineAnnealingLR is 0");
    refused(&CosineAnnealingWarmRestarts::new(0.1, 0).t_mult(2), "`t_0` of CosineAnnealingWarmRestarts is 0");
    refused(&CosineAnnealingWarmRestarts::new(0.1, 1).t_mult(0), "`t_mult` of CosineAnnealingWarmRestarts is 0");
    refused(&CyclicLR::new(0.1, 0.2).step_size_up(0), "`step_size_up` of CyclicLR is 0");
    refused(&CyclicLR::new(0.1, 0.2).step_size_down(0), "`step_size_down` of CyclicLR is 0");
    refused(&OneCycleLR::new(0.1, 0.2).total_steps(0), "`total_steps` of OneCycleLR is 0");
    refused(&OneCycleLR::new(0.1, 0.2).total_steps(10).pct_start(0.1), "`pct_start * total_steps` must not be 1");
    refused(&OneCycleLR::new(0.1, 0.2).final_div_factor(0.0), "`final_div_factor` must be more than 0");
    refused(
        &OneCycleLR::new(0.1, 0.2).pct_start(1.5),
        "`pct_start` of OneCycleLR is 1.5, allowed: at least 0 and at most 1",
    );
}

#[test]
fn lists_must_fit_and_be_in_order() {
    refused(&MultiStepLR::new(0.1, 0.5, [4, 2]), "`milestones` must be in order\nnote: `milestones` is (4, 2)");
    refused(
        &PiecewiseConstantLR::new([0.1, 0.2], [4, 5]),
        "note: `learning_rates` is (0.1, 0.2), `milestones` is (4, 5)",
    );
    refused(&PiecewiseConstantLR::new([], []), "`milestones` must be one fewer than the values");
    refused(
        &PiecewiseConstantLR::new([0.1, f64::INFINITY], [4]),
        "`learning_rates` of PiecewiseConstantLR is (0.1, inf)",
    );
    let line = || LinearLR::new(0.1, 0.0, 5);
    refused(&SequentialLR::new([line(), line()], []), "`milestones` must be one fewer than `schedulers`");
    refused(&SequentialLR::new((line(), line(), 0.1), [7, 3]), "`milestones` must be in order");
    refused(&SequentialLR::new(Vec::<ScheduleRef>::new(), []), "`schedulers` must not be empty");
    refused(&ChainedScheduler::new(Vec::<ScheduleRef>::new()), "`schedulers` must not be empty");
    refused(
        &ChainedScheduler::new((line(), LinearLR::new(0.0, 0.1, 5))),
        "only the first of `schedulers` may start at 0",
    );
    let long = MultiStepLR::new(0.1, 0.5, (0..1000).rev().collect::<Vec<u64>>());
    refused(&long, "`milestones` is (999, 998, 997, 996, 995, 994, 993, 992, …, 1000 in all)");
}

#[test]
fn a_wrong_schedule_inside_of_others_is_named_with_its_place() {
    let inner = ChainedScheduler::new((ConstantLR::new(0.1), StepLR::new(0.1, 0, 0.5)));
    let middle = ScalePerParamLR::new(SequentialLR::new((0.1, inner), [3]));
    let error = middle.warmup(10).validate().unwrap_err();
    assert_eq!(
        error.to_string(),
        "in `WarmupLR.scheduler.scheduler.schedulers[1].schedulers[1]`: `step_size` of StepLR is 0, allowed: at least 1"
    );
    assert!(matches!(error, HyperError::Schedule { owner: "WarmupLR", .. }));
    refused(&CyclicLR::new(0.1, 0.2).scale_fn(StepLR::new(0.1, 0, 0.5)), "in `CyclicLR.scale_fn`");
    refused(&MultiplicativeLR::new(0.1, f64::NAN), "`coefficient` of MultiplicativeLR is NaN");
}
