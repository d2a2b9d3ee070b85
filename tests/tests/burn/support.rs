//! Steps with burn's tensors of any rank.

use burn::optim::Optimizer as _;
use burn::tensor::{DType, Device, Tensor, TensorData};
use ndarray::ArrayD;
use optim_std::burn::{BurnError, BurnOptimizer, BurnOptions, LearningRates, ParamState, StepPath};
use optim_std::registry::AnyBuilder;
use optim_std::{Float, OptimizerEntry};
use optim_tests::stock::{self, Row};

/// Element types that both libraries have.
pub(crate) trait Elem: Float + burn::tensor::Element {}
impl Elem for f32 {}
impl Elem for f64 {}

/// One parameter of any rank, with the optimizer that steps it.
pub(crate) struct Stepped<T> {
    optimizer: BurnOptimizer,
    pub(crate) value: ArrayD<T>,
    state: Option<ParamState>,
}

impl<T: Elem> Stepped<T> {
    pub(crate) fn new(optimizer: &BurnOptimizer, value: ArrayD<T>) -> Self {
        Self { optimizer: optimizer.clone(), value, state: None }
    }

    pub(crate) fn step(&mut self, lr: f64, grad: &ArrayD<T>) {
        match self.value.ndim() {
            1 => self.step_of::<1>(lr, grad),
            2 => self.step_of::<2>(lr, grad),
            3 => self.step_of::<3>(lr, grad),
            4 => self.step_of::<4>(lr, grad),
            _ => self.step_of::<5>(lr, grad),
        }
    }

    fn step_of<const D: usize>(&mut self, lr: f64, grad: &ArrayD<T>) {
        let device = Device::flex();
        let (param, grad) = (tensor::<T, D>(&self.value, &device), tensor::<T, D>(grad, &device));
        let (param, state) = self.optimizer.step(lr, param, grad, self.state.take());
        self.state = state;
        let numbers = param.into_data().try_into_vec::<T>().expect("the type stays");
        self.value = ArrayD::from_shape_vec(self.value.shape(), numbers).expect("the shape stays");
    }
}

fn tensor<T: Elem, const D: usize>(array: &ArrayD<T>, device: &Device) -> Tensor<D> {
    let data = TensorData::new(array.iter().copied().collect(), array.shape().to_vec());
    let dtype = if T::DTYPE == optim_std::checkpoint::DType::F64 { DType::F64 } else { DType::F32 };
    Tensor::from_data(data, (device, dtype))
}

/// An array of numbers from -2 to 2, the same ones each time.
pub(crate) fn numbers<T: Float>(shape: &[usize], seed: u64) -> ArrayD<T> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    ArrayD::from_shape_simple_fn(shape, || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        T::cast((state >> 40) as f64 / f64::from(1 << 22) - 2.0)
    })
}

/// Every optimizer that has a row, its builder, and the row.
pub(crate) fn stock() -> impl Iterator<Item = (&'static Row, &'static OptimizerEntry, AnyBuilder)> {
    stock::all().filter_map(|row| {
        let entry = optim_std::optimizers().iter().find(|entry| entry.name == row.name)?;
        let settings = row.other.iter().try_fold(entry.builder(), |builder, (name, value)| {
            builder.set(name, value.parse::<optim_std::Setting>().expect("a row has values"))
        });
        Some((row, entry, settings.expect("a row has settings of its optimizer").set("lr", 0.01).ok()?))
    })
}

/// The optimizer for burn, or why there is none.
pub(crate) fn for_burn(builder: &AnyBuilder, path: StepPath) -> Result<BurnOptimizer, BurnError> {
    let options = BurnOptions::new().path(path);
    match BurnOptimizer::from_any(builder.clone(), options) {
        // The `lr` of Rprop is the size of the first step.
        Err(BurnError::FixedLearningRate { .. }) => {
            BurnOptimizer::from_any(builder.clone(), options.learning_rates(LearningRates::Own))
        }
        made => made,
    }
}
