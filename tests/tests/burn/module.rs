//! Modules: parameters without gradients, frozen ones, groups, learning rates.

use burn::module::{Module, Param, ParamGroup};
use burn::optim::GradientsParams;
use burn::tensor::{DType, Device, Tensor};
use optim_std::burn::{BurnOptimizer, BurnOptions, LearningRates};
use optim_std::prelude::*;

#[derive(Module, Debug)]
struct Line {
    weight: Param<Tensor<2>>,
    bias: Param<Tensor<1>>,
}

impl Line {
    fn new(device: &Device) -> Self {
        let weight = Tensor::from_floats([[1.0, -2.0], [0.5, 3.0]], device);
        Self { weight: Param::from_tensor(weight), bias: Param::from_tensor(Tensor::from_floats([0.5, -0.5], device)) }
    }

    fn loss(&self) -> Tensor<1> {
        let device = self.weight.val().device();
        let x = Tensor::<2>::from_floats([[1.0, 2.0], [-1.0, 0.5], [0.3, 0.1]], &device);
        (x.matmul(self.weight.val()) + self.bias.val().unsqueeze()).square().sum()
    }

    fn grads(&self) -> GradientsParams {
        GradientsParams::from_grads(self.loss().backward(), self)
    }

    fn weight(&self) -> Vec<f32> {
        self.weight.val().into_data().try_into_vec().unwrap()
    }

    fn bias(&self) -> Vec<f32> {
        self.bias.val().into_data().try_into_vec().unwrap()
    }
}

fn device() -> Device {
    Device::flex().autodiff()
}

/// No optimizer can prevent it: burn asks for the gradient settings of each parameter first.
#[test]
fn burn_steps_no_module_without_autodiff() {
    let device = Device::flex();
    let step = |mut optimizer: burn::optim::ModuleOptimizer| {
        let line = Line::new(&device);
        let mut grads = GradientsParams::new();
        grads.register(line.weight.id, Tensor::<2>::ones([2, 2], &device));
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| optimizer.step(0.1, line, grads))).is_err()
    };
    assert!(step(burn::optim::AdamWConfig::new().init()));
    assert!(step(BurnOptimizer::new(AdamW::new()).unwrap().init()));
}

#[test]
fn a_module_trains() {
    let mut optimizer = BurnOptimizer::new(AdamW::new()).unwrap().init();
    let mut model = Line::new(&device());
    for _ in 0..600 {
        let grads = model.grads();
        model = optimizer.step(0.05, model, grads);
    }
    let loss = model.loss().into_data().try_into_vec::<f32>().unwrap();
    assert!(loss[0] < 1e-3, "{loss:?}");
}

#[test]
fn parameters_without_a_gradient_stay() {
    let mut optimizer = BurnOptimizer::new(AdamW::new().weight_decay(0.1)).unwrap().init();
    let model = Line::new(&device());
    let (weight, bias) = (model.weight(), model.bias());
    let mut all = model.grads();
    let mut given = GradientsParams::new();
    given.register::<1>(model.bias.id, all.remove(model.bias.id).unwrap());
    let model = optimizer.step(0.1, model, given);
    assert_eq!(model.weight(), weight);
    assert_ne!(model.bias(), bias);
}

#[test]
fn frozen_parameters_stay() {
    let mut optimizer = BurnOptimizer::new(AdamW::new().weight_decay(0.1)).unwrap().init();
    let mut model = Line::new(&device());
    model.weight = model.weight.set_require_grad(false);
    let (weight, bias) = (model.weight(), model.bias());
    for _ in 0..2 {
        let grads = model.grads();
        model = optimizer.step(0.1, model, grads);
    }
    assert_eq!(model.weight(), weight);
    assert_ne!(model.bias(), bias);
    assert!(!model.weight.is_require_grad() && model.bias.is_require_grad());
}

/// The groups are burn's, and so are their learning rates.
#[test]
fn groups_are_those_of_burn() {
    let no_decay = BurnOptimizer::new(SGD::new(0.1)).unwrap();
    let decay = BurnOptimizer::new(SGD::new(0.1).weight_decay(0.5)).unwrap();
    let mut optimizer = decay.init().with_group(ParamGroup::from_predicate("bias"), no_decay, None);
    let model = Line::new(&device());
    let (weight, bias) = (model.weight(), model.bias());
    let mut zero = GradientsParams::new();
    zero.register(model.weight.id, Tensor::<2>::zeros([2, 2], &Device::flex()));
    zero.register(model.bias.id, Tensor::<1>::zeros([2], &Device::flex()));
    let model = optimizer.step(0.1, model, zero);
    assert_eq!(model.bias(), bias);
    let expected: Vec<f32> = weight.iter().map(|x| x - 0.1 * (0.5 * x)).collect();
    for (found, expected) in model.weight().iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6);
    }
}

#[test]
fn the_learning_rate_is_that_of_the_step_or_a_factor() {
    let moved = |optimizer: BurnOptimizer, lr| {
        let model = Line::new(&device());
        let before = model.bias();
        let mut given = GradientsParams::new();
        given.register(model.bias.id, Tensor::<1>::ones([2], &Device::flex()));
        let model = optimizer.init().step(lr, model, given);
        before[0] - model.bias()[0]
    };
    assert!((moved(BurnOptimizer::new(SGD::new(7.0)).unwrap(), 0.25) - 0.25).abs() < 1e-6);
    let factor = BurnOptions::new().learning_rates(LearningRates::Factor);
    let own = BurnOptimizer::with_options(SGD::new(0.5), factor).unwrap();
    assert!((moved(own, 0.25) - 0.125).abs() < 1e-6);
    let scheduled = SGD::new(LinearLR::new(0.5, 0.1, 10));
    let own = BurnOptimizer::with_options(scheduled, factor).unwrap();
    assert!((moved(own, 1.0) - 0.5).abs() < 1e-6);
}

/// Half precision is computed in `f32`, with states in `f32`, and then rounded.
#[test]
fn half_precision_is_computed_in_single() {
    let device = Device::flex();
    let optimizer = BurnOptimizer::new(SGD::new(0.1)).unwrap();
    let tensor = |x: [f32; 2]| Tensor::<1>::from_floats(x, &device).cast(DType::BF16);
    use burn::optim::Optimizer as _;
    let (param, _) = optimizer.step(0.25, tensor([1.0, 2.0]), tensor([1.0, 4.0]), None);
    assert_eq!(param.dtype(), DType::BF16);
    assert_eq!(param.into_data().convert::<f32>().try_into_vec::<f32>().unwrap(), [0.75, 1.0]);
}
