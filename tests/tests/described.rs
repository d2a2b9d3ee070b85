//! Steps as data, for devices: the host describes them, and counts them when the device has run them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::{Array1, Array2};
use optim_std::Optimizer;
use optim_std::prelude::*;
use optim_std::program::{DescribedStep, DeviceReport, GivenToStep};

fn given() -> GivenToStep<'static> {
    GivenToStep { has_grad: &|_| true, number: &|_| None, has_array: &|_, _| false }
}

fn optimizer(params: usize) -> Optimizer<f32> {
    let model = vec![Array1::<f32>::ones(3); params];
    let optimizer = Lookahead::new(ScheduleFreeAdamW::new().lr(0.1)).k(2).build(&model);
    optimizer.unwrap()
}

fn describe(optimizer: &mut Optimizer<f32>) -> DescribedStep {
    let resident = optimizer.device_scalars().unwrap();
    optimizer.describe_step(&given(), &resident).unwrap()
}

#[test]
fn steps_ahead_leave_the_optimizer_as_it_was() {
    let mut optimizer = optimizer(2);
    let resident = optimizer.device_scalars().unwrap();
    let step = describe(&mut optimizer);
    optimizer.finish_step(&step, &DeviceReport::default());
    let before = optimizer.state_dict();
    for panics in [false, true] {
        let mut left = 5;
        let ahead = AssertUnwindSafe(|| {
            optimizer.describe_steps(&given(), &resident, |_| {
                left -= 1;
                assert!(left > 0 || !panics, "on purpose");
                left > 0
            })
        });
        assert_eq!(catch_unwind(ahead).is_err(), panics);
        assert!(optimizer.state_dict() == before);
    }
}

/// The step of an optimizer with more parameters, in a watched step.
#[test]
fn a_step_of_another_optimizer_reports_the_parameters_that_exist() {
    let (mut small, mut large) = (optimizer(1), optimizer(3));
    for optimizer in [&mut small, &mut large] {
        optimizer.watch(["update_norm", "grad_norm"]).unwrap();
    }
    let step = describe(&mut large);
    let report = small.finish_step(&step, &DeviceReport::default());
    let watched = report.watched.unwrap();
    assert_eq!(watched.param("0", "update_norm"), Some(0.0));
    assert_eq!(watched.of_params().count(), 2);
    // The step of an optimizer with fewer parameters.
    let step = describe(&mut small);
    large.finish_step(&step, &DeviceReport::default());
    // Outputs of parameters that do not exist.
    let partly = |params: usize| {
        let model = vec![Array2::<f32>::ones((3, 2)); params];
        let mut optimizer = LARS::new().lr(0.1).build(&model).unwrap();
        optimizer.watch(["trust_ratio"]).unwrap();
        optimizer
    };
    let (mut small, mut large) = (partly(1), partly(3));
    let step = describe(&mut large);
    let numbers = step.entries.iter().flatten().map(|own| vec![2.0; own.program.reports.len()]).collect();
    let report = small.finish_step(&step, &DeviceReport { grad_norm: None, numbers });
    assert_eq!(report.watched.unwrap().of_params().collect::<Vec<_>>(), [("0", "trust_ratio", 2.0)]);
}
