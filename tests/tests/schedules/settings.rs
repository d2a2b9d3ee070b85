//! Schedules in the settings of optimizers: for any scheduled hyperparameter, and checked by `build`.

use optim_std::author::*;
use optim_std::ndarray::array;
use optim_std::prelude::*;

#[test]
fn a_setter_takes_a_number_or_a_schedule() {
    let mut model = array![1.0_f64, -2.0];
    let grad = array![0.0, 0.0];
    let mut opt =
        SGD::new(CosineDecayLR::new(0.5, 0.0, 10)).weight_decay(LinearWD::new(0.1, 0.0, 2)).build(&model).unwrap();
    opt.step(&mut model, &grad).unwrap();
    // The first step has the values at time 0. The decay is part of the gradient.
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

/// The sign of an average, with schedules for all settings.
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
struct Scheduled {
    #[hyper(scheduled)]
    lr: f64,
    #[hyper(default = (0.9, 0.99), scheduled, range = 0.0..1.0)]
    betas: (f64, f64),
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    eps: f64,
}

#[optimizer]
impl Scheduled {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        *param -= self.lr * (beta1 * state.exp_avg + (1.0 - beta1) * grad) / (grad.abs() + self.eps);
        state.exp_avg = beta2 * state.exp_avg + (1.0 - beta2) * grad;
    }
}

#[test]
fn one_formula_serves_every_hyperparameter() {
    let mut model = array![1.0_f64];
    let cycle = OneCycleLR::new(0.1, 0.5).total_steps(10);
    let momentum = cycle.momentum(0.85, 0.95);
    let settings =
        || Scheduled::new(cycle.clone()).betas((momentum.clone(), 0.999)).eps(ExponentialLR::new(1e-3, 1, 0.5));
    let mut opt = settings().build(&model).unwrap();
    for step in 0..10 {
        let now = |name: &str| opt.value(name).unwrap()[0].1.clone();
        assert_eq!(now("lr"), Setting::Float(cycle.at(step)));
        assert_eq!(now("betas"), Setting::Tuple(vec![Setting::Float(momentum.at(step)), Setting::Float(0.999)]));
        assert_eq!(now("eps"), Setting::Float(ExponentialLR::new(1e-3, 1, 0.5).at(step)));
        opt.step(&mut model, &array![0.5]).unwrap();
    }
    let wrong = settings().betas((StepLR::new(0.9, 0, 0.5), 0.999)).build(&model).unwrap_err().to_string();
    assert_eq!(wrong, "in `Scheduled.betas.0`: `step_size` of StepLR is 0, allowed: at least 1");
}

/// A run is interrupted after three steps, and resumes from the state dicts of its schedules.
#[test]
fn resuming_at_a_step_continues_exactly() {
    let restarts = CosineAnnealingWarmRestarts::new(0.5, 3);
    let chained = ChainedScheduler::new((restarts, StepLR::new(1.0, 2, 0.5)));
    let lr = SequentialLR::new((LinearLR::new(0.0, 0.5, 2), chained), [2]);
    let beta1 = ExponentialLR::new(0.9, 4, 0.5);
    let (mut model, grad) = (array![1.0_f64], array![0.1]);
    let mut whole = AdamW::new().lr(lr).betas((beta1, 0.99)).build(&model).unwrap();
    for _ in 0..3 {
        whole.step(&mut model, &grad).unwrap();
    }
    let saved: Vec<_> = whole.schedules().iter().map(|found| found.state_dict().unwrap()).collect();
    let names: Vec<&str> = saved.iter().map(|state| state.name.as_str()).collect();
    assert_eq!((&names[..], saved[0].position), (&["SequentialLR", "ExponentialLR"][..], 3));

    let [lr, beta1] = [0, 1].map(|place| saved[place].schedule(schedulers()).unwrap());
    let mut resumed = AdamW::new().lr(lr).betas((beta1, 0.99)).build(&model).unwrap();
    resumed.set_steps(saved[0].position);
    for _ in 0..20 {
        assert_eq!(resumed.values(), whole.values());
        whole.step(&mut model, &grad).unwrap();
        resumed.step(&mut model, &grad).unwrap();
    }
}
