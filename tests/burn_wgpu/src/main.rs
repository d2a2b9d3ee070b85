//! Steps of the stock optimizers on a device of wgpu, compared with the kernel on the CPU. See README.md.

use std::collections::BTreeMap;
use std::process::ExitCode;

use burn::optim::Optimizer as _;
use burn::tensor::{Device, Tensor, TensorData};
use ndarray::ArrayD;
use optim_std::burn::{BurnError, BurnOptimizer, BurnOptions, LearningRates, ParamState, StepPath};
use optim_std::registry::AnyBuilder;

const STEPS: u64 = 20;
const LR: f64 = 0.01;
/// The largest difference, relative to the number or to 1, whichever is larger.
const TOLERANCE: f64 = 1e-4;
const SHAPES: [&[usize]; 4] = [&[5], &[3, 4], &[2, 3, 4], &[64, 48]];

fn main() -> ExitCode {
    let device = Device::default();
    println!("{device:?}, {STEPS} steps, tolerance {TOLERANCE:e}");
    let mut failed = 0;
    for entry in optim_std::optimizers() {
        let Ok(builder) = entry.builder().set("lr", LR) else { continue };
        let optimizer = match optimizer(&builder) {
            Ok(optimizer) => optimizer,
            Err(error) => {
                println!("{:>10}  no optimizer for burn: {error}", entry.name);
                continue;
            }
        };
        let (mut largest, mut shapes) = (0.0_f64, 0);
        for shape in SHAPES {
            let start = numbers(shape, 7);
            let mut model = BTreeMap::from([("0".to_owned(), start.clone())]);
            let Ok(mut expected) = builder.build(&model) else { continue };
            let mut param = OnDevice { optimizer: optimizer.clone(), value: start, state: None };
            for step in 1..=STEPS {
                let grad = numbers(shape, 100 + step);
                let grads = BTreeMap::from([("0".to_owned(), grad.clone())]);
                expected.step(&mut model, &grads).expect("the kernel steps");
                param.step(&device, &grad);
            }
            for (a, b) in model["0"].iter().zip(&param.value) {
                let error = f64::from((a - b).abs()) / f64::from(a.abs()).max(1.0);
                largest = largest.max(if error.is_nan() { f64::INFINITY } else { error });
            }
            shapes += 1;
        }
        let verdict = if largest <= TOLERANCE { "ok" } else { "FAILED" };
        failed += usize::from(largest > TOLERANCE);
        println!("{:>10}  {shapes} shapes, largest difference {largest:.2e}  {verdict}", entry.name);
    }
    println!("{failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn optimizer(builder: &AnyBuilder) -> Result<BurnOptimizer, BurnError> {
    let options = BurnOptions::new().path(StepPath::Graph);
    match BurnOptimizer::from_any(builder.clone(), options) {
        // Rprop's `lr` is the length of the first step.
        Err(BurnError::FixedLearningRate { .. }) => {
            BurnOptimizer::from_any(builder.clone(), options.learning_rates(LearningRates::Own))
        }
        made => made,
    }
}

/// A parameter and its state.
struct OnDevice {
    optimizer: BurnOptimizer,
    value: ArrayD<f32>,
    state: Option<ParamState>,
}

impl OnDevice {
    fn step(&mut self, device: &Device, grad: &ArrayD<f32>) {
        match self.value.ndim() {
            1 => self.step_of::<1>(device, grad),
            2 => self.step_of::<2>(device, grad),
            _ => self.step_of::<3>(device, grad),
        }
    }

    fn step_of<const D: usize>(&mut self, device: &Device, grad: &ArrayD<f32>) {
        let tensor = |array: &ArrayD<f32>| {
            let numbers = array.iter().copied().collect();
            Tensor::<D>::from_data(TensorData::new(numbers, array.shape().to_vec()), device)
        };
        let (param, state) = self.optimizer.step(LR, tensor(&self.value), tensor(grad), self.state.take());
        self.state = state;
        let numbers = param.into_data().try_into_vec::<f32>().expect("the type stays");
        self.value = ArrayD::from_shape_vec(self.value.shape(), numbers).expect("the shape stays");
    }
}

/// Numbers from -2 to 2, always the same.
fn numbers(shape: &[usize], seed: u64) -> ArrayD<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    ArrayD::from_shape_simple_fn(shape, || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 40) as f64 / f64::from(1 << 22) - 2.0) as f32
    })
}
