//! Schedules in the settings of optimizers: any scheduled hyperparameter, checked before anything is built.

use optim_std::ndarray::array;
use optim_std::prelude::*;

#[test]
fn a_setter_takes_a_number_or_a_schedule() {
    let mut model = array![1.0_f64, -2.0];
    let grad = array![0.0, 0.0];
    let mut opt =
        SGD::new(CosineDecayLR::new(0.5, 0.0, 10)).weight_decay(LinearWD::new(0.1, 0.0, 2)).build(&model).unwrap();
    opt.step(&mut model, &grad).unwrap();
    // The first step has the values of time 0: decay is part of the gradient.
    assert_eq!(model, array![1.0 - 0.5 * 0.1, -2.0 + 0.5 * 0.2]);
    assert_eq!(opt.value("weight_decay").unwrap()[0].1, Setting::Float(0.05));
}

#[test]
fn an_invalid_schedule_is_refused_by_build_and_named_with_its_place() {
    let model = array![1.0_f32];
    let error = Lion::new().lr(CosineDecayLR::new(0.1, 0.0, 0)).build(&model).unwrap_err().to_string();
    assert_eq!(error, "in `Lion.lr`: `total_iters` of CosineDecayLR is 0, allowed: at least 1");
    let nested = SequentialLR::new((ConstantLR::new(0.1), LinearLR::new(0.1, f64::NAN, 5)), [3]);
    let error = Lion::new().weight_decay(nested).build(&model).unwrap_err().to_string();
    assert_eq!(error, "in `Lion.weight_decay.schedulers[1]`: `end` of LinearLR is NaN, allowed: a finite number");
    let unordered = PiecewiseConstantLR::new([0.1, 0.2, 0.3], [5, 3]);
    let error = Lion::new().lr(unordered).build(&model).unwrap_err().to_string();
    assert_eq!(
        error,
        "in `Lion.lr`: PiecewiseConstantLR cannot have these arguments: `milestones` must be in order\nnote: `milestones` is (5, 3)"
    );
}
