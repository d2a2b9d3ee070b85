//! Steps with burn's tensors of any rank.

use std::collections::BTreeMap;

use burn::module::{Module, Param};
use burn::optim::{GradientsParams, Optimizer as _};
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

/// One parameter of any rank, and its optimizer.
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

/// An array of numbers from -2 to 2, always the same.
pub(crate) fn numbers<T: Float>(shape: &[usize], seed: u64) -> ArrayD<T> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    ArrayD::from_shape_simple_fn(shape, || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        T::cast((state >> 40) as f64 / f64::from(1 << 22) - 2.0)
    })
}

/// Every optimizer with a row: the row and the builder.
pub(crate) fn stock() -> impl Iterator<Item = (&'static Row, &'static OptimizerEntry, AnyBuilder)> {
    stock::all().filter_map(|row| {
        let entry = optim_std::optimizers().iter().find(|entry| entry.name == row.name)?;
        let settings = row.other.iter().try_fold(entry.builder(), |builder, (name, value)| {
            builder.set(name, value.parse::<optim_std::Setting>().expect("a row has values"))
        });
        Some((row, entry, settings.expect("a row has settings of its optimizer").set("lr", 0.01).ok()?))
    })
}

/// The optimizer for burn, or the reason why there is none.
pub(crate) fn for_burn(builder: &AnyBuilder, path: StepPath) -> Result<BurnOptimizer, BurnError> {
    let options = BurnOptions::new().path(path);
    match BurnOptimizer::from_any(builder.clone(), options) {
        // Rprop's `lr` is the length of the first step.
        Err(BurnError::FixedLearningRate { .. }) => {
            BurnOptimizer::from_any(builder.clone(), options.learning_rates(LearningRates::Own))
        }
        made => made,
    }
}

/// A layer of a module.
#[derive(Module, Debug)]
pub(crate) struct Layer {
    pub(crate) weight: Param<Tensor<2>>,
    bias: Param<Tensor<1>>,
}

/// A module with parameters of several ranks, some in a list.
#[derive(Module, Debug)]
pub(crate) struct Net {
    embed: Param<Tensor<2>>,
    pub(crate) blocks: Vec<Layer>,
    experts: Param<Tensor<3>>,
}

/// Arrays by name, in the order of their names.
pub(crate) type Arrays<T> = BTreeMap<String, ArrayD<T>>;

/// The names of a [`Net`] in the order of the module, with shapes.
pub(crate) const NET: [(&str, &[usize]); 6] = [
    ("blocks.0.bias", &[6]),
    ("blocks.0.weight", &[4, 6]),
    ("blocks.1.bias", &[4]),
    ("blocks.1.weight", &[6, 4]),
    ("embed", &[5, 4]),
    ("experts", &[2, 4, 3]),
];

/// Arrays for the parameters of a [`Net`], always the same.
pub(crate) fn net_arrays<T: Float>(seed: u64) -> Arrays<T> {
    let arrays = NET.iter().zip(seed..);
    arrays.map(|((name, shape), seed)| ((*name).to_owned(), numbers(shape, seed.wrapping_mul(31) + 1))).collect()
}

impl Net {
    pub(crate) fn new<T: Elem>(arrays: &Arrays<T>) -> Self {
        let device = Device::flex().autodiff();
        let layer = |place: usize| Layer {
            weight: Param::from_tensor(tensor(&arrays[&format!("blocks.{place}.weight")], &device)),
            bias: Param::from_tensor(tensor(&arrays[&format!("blocks.{place}.bias")], &device)),
        };
        Self {
            embed: Param::from_tensor(tensor(&arrays["embed"], &device)),
            blocks: vec![layer(0), layer(1)],
            experts: Param::from_tensor(tensor(&arrays["experts"], &device)),
        }
    }

    /// The gradients with these names.
    pub(crate) fn grads<T: Elem>(&self, arrays: &Arrays<T>) -> GradientsParams {
        fn add<T: Elem, const D: usize>(
            grads: &mut GradientsParams,
            param: &Param<Tensor<D>>,
            array: Option<&ArrayD<T>>,
        ) {
            if let Some(array) = array {
                grads.register(param.id, tensor::<T, D>(array, &Device::flex()));
            }
        }
        let mut grads = GradientsParams::new();
        add(&mut grads, &self.embed, arrays.get("embed"));
        add(&mut grads, &self.experts, arrays.get("experts"));
        for (place, layer) in self.blocks.iter().enumerate() {
            add(&mut grads, &layer.weight, arrays.get(&format!("blocks.{place}.weight")));
            add(&mut grads, &layer.bias, arrays.get(&format!("blocks.{place}.bias")));
        }
        grads
    }

    pub(crate) fn arrays<T: Elem>(&self) -> Arrays<T> {
        fn read<T: Elem, const D: usize>(param: &Param<Tensor<D>>) -> ArrayD<T> {
            let data = param.val().into_data();
            let shape = data.shape().to_vec();
            ArrayD::from_shape_vec(shape, data.try_into_vec::<T>().expect("the type stays")).expect("as many elements")
        }
        let mut all =
            Arrays::from([("embed".to_owned(), read(&self.embed)), ("experts".to_owned(), read(&self.experts))]);
        for (place, layer) in self.blocks.iter().enumerate() {
            all.insert(format!("blocks.{place}.weight"), read(&layer.weight));
            all.insert(format!("blocks.{place}.bias"), read(&layer.bias));
        }
        all
    }
}
