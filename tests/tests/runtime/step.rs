//! Steps: their requirements, and that a failed step changes nothing.

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, ArrayD, array};
use optim_std::StepError;
use optim_std::author::*;
use optim_std::optimizers::{AdamW, Lion, SGD};
use optim_std::prelude::*;

use super::{Model, all, model, single, single_grad, snapshot, trained};

/// A gradient for every parameter that is not in the list.
fn without(names: &[&str]) -> BTreeMap<String, ArrayD<f32>> {
    let mut grads = BTreeMap::new();
    all(1.0).visit(optim_std::Name::ROOT, &mut |name, tensor| {
        if !names.iter().any(|own| name == *own) {
            grads.insert(name.to_string(), tensor.to_ndarray().to_owned());
        }
    });
    grads
}

/// Expects the step to fail, and nothing to change, to the bit.
#[track_caller]
fn fails<P, G>(params: &mut P, view: impl Fn(&P) -> &Model, grads: &G, optimizer: &mut Optimizer<f32>) -> StepError
where
    P: Parameters<Elem = f32>,
    G: Parameters<Elem = f32>,
{
    let before = snapshot(optimizer, view(params));
    let error = optimizer.step(params, grads).unwrap_err();
    assert_eq!(snapshot(optimizer, view(params)), before, "{error}");
    error
}

#[test]
fn gradients_of_other_names_and_shapes() {
    let (mut optimizer, mut model) = trained();
    let mut grads = without(&[]);
    grads.insert("layers.1.wieght".to_owned(), Array1::zeros(1).into_dyn());
    let error = fails(&mut model, |m| m, &grads, &mut optimizer);
    assert!(
        matches!(&error, StepError::UnknownGradient { param, nearest: Some(near) } if param == "layers.1.wieght" && near == "layers.1.weight")
    );
    // The last parameter in order. All parameters before it are correct.
    let mut grads = without(&[]);
    grads.insert("out.weight".to_owned(), Array2::zeros((2, 3)).into_dyn());
    let error = fails(&mut model, |m| m, &grads, &mut optimizer);
    let StepError::GradientShape { param, expected, found } = &error else { panic!("{error:?}") };
    assert_eq!((param.as_str(), &expected[..], &found[..]), ("out.weight", &[2, 2][..], &[2, 3][..]));
    let twice = [without(&[]), BTreeMap::new()];
    let error = fails(&mut model, |m| m, &twice, &mut optimizer);
    assert!(matches!(&error, StepError::UnknownGradient { param, .. } if param == "0.embedding"), "{error:?}");
}

#[test]
fn two_gradients_for_one_parameter() {
    #[derive(Parameters)]
    struct Twice {
        #[parameters(rename = "layers.0.bias")]
        first: Array1<f32>,
        layers: Vec<super::Linear>,
    }
    let (mut optimizer, mut model) = trained();
    let twice = Twice { first: array![1.0, 1.0], layers: all(1.0).layers };
    let error = fails(&mut model, |m| m, &twice, &mut optimizer);
    assert_eq!(error, StepError::DuplicateGradient { param: "layers.0.bias".to_owned() });
}

#[test]
fn models_that_have_changed() {
    let (mut optimizer, model) = trained();
    let mut fewer = model.clone();
    fewer.layers.pop();
    let error = fails(&mut fewer, |m| m, &without(&[]), &mut optimizer);
    assert_eq!(error, StepError::MissingParameter { param: "layers.1.weight".to_owned() });
    let mut more = model.clone();
    more.layers[1].bias = Some(array![1.0, 2.0]);
    let error = fails(&mut more, |m| m, &without(&[]), &mut optimizer);
    assert!(matches!(&error, StepError::UnknownParameter { param, .. } if param == "layers.1.bias"), "{error:?}");
    let mut other = model.clone();
    other.head.weight = Array2::zeros((4, 1));
    let error = fails(&mut other, |m| m, &without(&[]), &mut optimizer);
    let StepError::ParameterShape { param, expected, found } = &error else { panic!("{error:?}") };
    assert_eq!((param.as_str(), &expected[..], &found[..]), ("out.weight", &[2, 2][..], &[4, 1][..]));
    // The right model still works.
    let mut model = model;
    assert_eq!(optimizer.step(&mut model, &without(&[])).unwrap().updated, 6);
}

#[test]
fn read_only_parameters_are_missing() {
    let mut params = single();
    let mut optimizer = Lion::new().build(&params).unwrap();
    let mut views = BTreeMap::from([("w", params["w"].view())]);
    let error = optimizer.step(&mut views, &single()).unwrap_err();
    assert_eq!(error, StepError::MissingParameter { param: "w".to_owned() });
    drop(views);
    let mut views = BTreeMap::from([("w", params.get_mut("w").unwrap().view_mut())]);
    assert!(optimizer.step(&mut views, &single()).unwrap().applied);
}

#[test]
fn parameters_without_gradient_stay() {
    let (mut optimizer, mut model) = trained();
    let before = model.clone();
    let state = optimizer.state("out.bias", "exp_avg").unwrap().to_owned();
    let power = optimizer.state_value("out.bias", "beta1_power").unwrap();
    let power = format!("{power:?}");
    let report = optimizer.step(&mut model, &without(&["out.bias", "embedding"])).unwrap();
    assert_eq!((report.applied, report.updated), (true, 4));
    assert_eq!((&model.head.bias, &model.embedding), (&before.head.bias, &before.embedding));
    assert_ne!(model.head.weight, before.head.weight);
    assert_eq!(optimizer.state("out.bias", "exp_avg").unwrap(), state);
    assert_eq!(format!("{:?}", optimizer.state_value("out.bias", "beta1_power").unwrap()), power);
    assert_eq!(optimizer.step_count("out.bias").unwrap(), 3);
    assert_eq!(optimizer.step_count("out.weight").unwrap(), 4);
    assert_eq!(optimizer.steps(), 4);
    // A step without gradients counts for the optimizer, but not for its parameters.
    let after = model.clone();
    let none: BTreeMap<String, Array1<f32>> = BTreeMap::new();
    let report = optimizer.step(&mut model, &none).unwrap();
    assert_eq!((report.applied, report.updated), (true, 0));
    assert_eq!((&model, optimizer.steps()), (&after, 5));
}

#[test]
fn structs_and_maps_of_gradients_are_one() {
    let (mut one, mut first) = trained();
    let (mut two, mut second) = trained();
    one.step(&mut first, &all(1.0)).unwrap();
    two.step(&mut second, &without(&[])).unwrap();
    assert_eq!(snapshot(&one, &first), snapshot(&two, &second));
}

#[test]
fn closures_give_loss_and_gradients() {
    #[derive(Debug, PartialEq)]
    enum Failure {
        NoData,
        Step(StepError),
    }
    impl From<StepError> for Failure {
        fn from(error: StepError) -> Self {
            Self::Step(error)
        }
    }
    let mut params = single();
    let mut optimizer = SGD::new(0.1).build(&params).unwrap();
    // The gradient of half the squared length is the parameter.
    for _ in 0..100 {
        let loss = optimizer.step_with(&mut params, |params| {
            let loss = params["w"].iter().map(|x| 0.5 * x * x).sum::<f64>();
            Ok::<_, Failure>((loss, params.clone()))
        });
        assert!(loss.unwrap() >= 0.0);
    }
    assert!(params["w"].iter().all(|x| x.abs() < 1e-3));
    let before = params.clone();
    let none: Result<f64, Failure> =
        optimizer.step_with(&mut params, |_| Err::<(f64, BTreeMap<String, ArrayD<f64>>), _>(Failure::NoData));
    assert_eq!(none, Err(Failure::NoData));
    let wrong = optimizer.step_with(&mut params, |_| Ok::<_, Failure>((0.0, single_grad(array![1.0].into_dyn()))));
    assert!(matches!(wrong, Err(Failure::Step(StepError::GradientShape { .. }))));
    assert_eq!((params, optimizer.steps()), (before, 100));
}

/// A user's own schedule.
#[derive(Debug)]
struct Warmup {
    peak: f64,
    steps: u64,
}

impl Schedule for Warmup {
    fn at(&self, step: u64) -> f64 {
        self.peak * (step + 1).min(self.steps) as f64 / self.steps as f64
    }
}

#[test]
fn schedules_move_with_the_steps() {
    let mut params = single();
    let mut optimizer = SGD::new(Warmup { peak: 0.4, steps: 4 })
        .group("w", |_| true, |h| h.weight_decay(Warmup { peak: 0.2, steps: 2 }))
        .build(&params)
        .unwrap();
    let ones = single_grad(ArrayD::ones(vec![2, 2]));
    for (step, (lr, decay)) in [(0.1, 0.1), (0.2, 0.2), (0.3, 0.2), (0.4, 0.2), (0.4, 0.2)].into_iter().enumerate() {
        let value = |hyper: &str| optimizer.value_in("w", hyper).unwrap().as_f64().unwrap();
        assert!((value("lr") - lr).abs() < 1e-15 && (value("weight_decay") - decay).abs() < 1e-15, "step {step}");
        let expected = params["w"].mapv(|p| p - lr * (1.0 + decay * p));
        optimizer.step(&mut params, &ones).unwrap();
        assert!(params["w"].iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-12), "step {step}");
    }
    // A plain number replaces the schedule. Another schedule starts at the optimizer's step count.
    optimizer.set("lr", 0.0).unwrap();
    assert_eq!(optimizer.value_in("w", "lr").unwrap(), Setting::Float(0.0));
    optimizer.set_in("w", "lr", Setting::schedule(Warmup { peak: 1.0, steps: 10 })).unwrap();
    assert_eq!(optimizer.value_in("w", "lr").unwrap(), Setting::Float(0.6));
}

#[test]
fn schedules_inside_of_tuples() {
    let betas = || (0.9, Setting::schedule(Warmup { peak: 0.9, steps: 2 }));
    let [mut scheduled, mut set] = [AdamW::new().betas(betas()), AdamW::new()].map(|it| it.build(&single()).unwrap());
    set.set("betas", betas()).unwrap();
    let ones = single_grad(ArrayD::ones(vec![2, 2]));
    for (step, beta) in [0.45, 0.9, 0.9].into_iter().enumerate() {
        for optimizer in [&mut scheduled, &mut set] {
            let betas = Setting::Tuple(vec![Setting::Float(0.9), Setting::Float(beta)]);
            assert_eq!(optimizer.value("betas").unwrap(), [("default", betas)], "step {step}");
            optimizer.step(&mut single(), &ones).unwrap();
        }
    }
    let second = scheduled.state("w", "exp_avg_sq").unwrap();
    // With gradients of 1, the second moment is 1 minus the product of the weights.
    assert!(second.iter().all(|v| (v - (1.0 - 0.45 * 0.9 * 0.9)).abs() < 1e-15), "{second}");
}

/// Its tuple takes no schedule.
#[optimizer]
#[derive(Debug, Clone)]
struct Fixed {
    #[hyper(default = (0.9, 0.99))]
    pair: (f64, f64),
}

#[optimizer]
impl Fixed {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.pair.0 * self.pair.1 * grad;
    }
}

#[test]
fn a_fixed_tuple_takes_no_schedule_inside() {
    let error = Fixed::new()
        .build(&single())
        .unwrap()
        .set("pair", (0.9, Setting::schedule(Warmup { peak: 0.9, steps: 1 })))
        .unwrap_err();
    assert!(error.to_string().contains("can't have a schedule"), "{error}");
}

#[test]
fn a_schedule_that_leaves_its_range_stops_the_step() {
    #[derive(Debug)]
    struct Bad;
    impl Schedule for Bad {
        fn at(&self, step: u64) -> f64 {
            if step == 2 { f64::NAN } else { 0.1 }
        }
    }
    let mut model = model();
    // The first group advances, and the second one fails. Still nothing may change.
    let mut optimizer = AdamW::new()
        .lr(Warmup { peak: 1.0, steps: 3 })
        .group("biases", |p| p.ndim() == 1, |h| h.weight_decay(Bad))
        .build(&model)
        .unwrap();
    let grads = without(&[]);
    optimizer.step(&mut model, &grads).unwrap();
    optimizer.step(&mut model, &grads).unwrap();
    let error = fails(&mut model, |m| m, &grads, &mut optimizer);
    let StepError::Scheduled { group, name, step, value, .. } = &error else { panic!("{error:?}") };
    assert_eq!((group.as_str(), *name, *step, value.is_nan()), ("biases", "weight_decay", 2, true));
    optimizer.set_in("biases", "weight_decay", 0.0).unwrap();
    optimizer.step(&mut model, &grads).unwrap();
}

#[test]
fn optimizers_of_all_kinds_in_one_list() {
    let model = || BTreeMap::from([("w".to_owned(), ArrayD::<f32>::ones(vec![3, 2]))]);
    let build = |params: &BTreeMap<String, ArrayD<f32>>| -> Vec<Optimizer<f32>> {
        vec![
            SGD::new(0.1).build(params).unwrap(),
            Lamb::new().build(params).unwrap(),
            Muon::new().build(params).unwrap(),
        ]
    };
    for mut optimizer in build(&model()) {
        let mut params = model();
        let grads = model();
        let report = optimizer.step(&mut params, &grads).unwrap();
        assert_eq!((report.updated, optimizer.steps(), optimizer.step_count("w").unwrap()), (1, 1, 1));
        assert_ne!(params, model(), "{}", optimizer.name());
        assert!(optimizer.param_names().eq(["w"]));
        optimizer.set("lr", Setting::Float(0.0)).unwrap();
        assert_eq!(optimizer.value("lr").unwrap(), [("default", Setting::Float(0.0))]);
        let before = params.clone();
        optimizer.step(&mut params, &grads).unwrap();
        assert_eq!(params, before, "{}: no learning rate, no movement", optimizer.name());
        assert!(optimizer.step(&mut params, &BTreeMap::from([("v", ArrayD::<f32>::ones(vec![3, 2]))])).is_err());
    }
}
