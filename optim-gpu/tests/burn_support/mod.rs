//! Modules of burn for tests, and their parameters as arrays.

use std::collections::BTreeMap;

use burn::module::{Module, ModuleVisitor, Param};
use burn::tensor::{Device, Tensor, TensorData};
use burn_core as burn;
use burn_cubecl::Cube;
use burn_cubecl::tensor::CubeTensor;
use burn_optim::GradientsParams;
use ndarray::ArrayD;

pub(crate) type Host = BTreeMap<String, ArrayD<f32>>;

#[derive(Module, Debug)]
pub(crate) struct Layer {
    pub(crate) weight: Param<Tensor<2>>,
    pub(crate) bias: Param<Tensor<1>>,
}

#[derive(Module, Debug)]
pub(crate) struct Net {
    pub(crate) conv: Param<Tensor<4>>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) scale: Param<Tensor<1>>,
}

/// Numbers in [ -1, 1) that depend only on the seed.
pub(crate) fn numbers(shape: &[usize], seed: u64) -> ArrayD<f32> {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    ArrayD::from_shape_fn(shape, |_| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    })
}

pub(crate) fn tensor<const D: usize>(array: &ArrayD<f32>, device: &Device) -> Tensor<D> {
    let shape: [usize; D] = array.shape().try_into().expect("the rank");
    Tensor::from_data(TensorData::new(array.iter().copied().collect::<Vec<f32>>(), shape), device)
}

impl Net {
    pub(crate) fn new(device: &Device) -> Self {
        fn param<const D: usize>(shape: [usize; D], seed: u64, device: &Device) -> Param<Tensor<D>> {
            Param::from_tensor(tensor(&numbers(&shape, seed), device))
        }
        let layer = |inputs, outputs, seed| Layer {
            weight: param([inputs, outputs], seed, device),
            bias: param([outputs], seed + 1, device),
        };
        let layers = vec![layer(20, 30, 2), layer(30, 7, 4), layer(64, 48, 6)];
        Self { conv: param([4, 3, 3, 3], 1, device), layers, scale: param([1], 9, device) }
    }

    /// A loss that depends on the first two layers and the scale.
    pub(crate) fn loss(&self, inputs: Tensor<2>) -> Tensor<1> {
        let hidden = (inputs.matmul(self.layers[0].weight.val()) + self.layers[0].bias.val().unsqueeze()).tanh();
        let out = hidden.matmul(self.layers[1].weight.val()) + self.layers[1].bias.val().unsqueeze();
        let out = out * self.scale.val().unsqueeze();
        (out - 0.5).powi_scalar(2).mean()
    }
}

/// A walk that calls `OfParam` with names.
struct Each<F>(Vec<String>, F);

trait OfParam {
    fn param<const D: usize>(&mut self, name: String, param: &Param<Tensor<D>>);
}

impl<F: OfParam> ModuleVisitor for Each<F> {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.0.push(name.to_owned());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.0.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.1.param(self.0.join("."), param);
    }
}

fn each<F: OfParam>(module: &impl Module, f: F) -> F {
    let mut each = Each(Vec::new(), f);
    module.visit(&mut each);
    each.1
}

impl OfParam for Host {
    fn param<const D: usize>(&mut self, name: String, param: &Param<Tensor<D>>) {
        let data = param.val().inner().into_data();
        let shape: Vec<usize> = param.lazy_shape().to_vec();
        let elements = data.try_into_vec::<f32>().expect("f32");
        self.insert(name, ArrayD::from_shape_vec(shape, elements).expect("the shape"));
    }
}

pub(crate) fn download(module: &impl Module) -> Host {
    each(module, Host::new())
}

/// Registers a gradient for each parameter that has one here.
struct Give<'a>(&'a Host, GradientsParams);

impl OfParam for Give<'_> {
    fn param<const D: usize>(&mut self, name: String, param: &Param<Tensor<D>>) {
        if let Some(grad) = self.0.get(&name) {
            let given = tensor(grad, &param.val().device().inner());
            // Fusion delays the product. burn has no product of an empty tensor.
            self.1.register::<D>(param.id, if grad.is_empty() { given } else { given * 1.0 });
        }
    }
}

pub(crate) fn give(module: &impl Module, grads: &Host) -> GradientsParams {
    each(module, Give(grads, GradientsParams::new())).1
}

pub(crate) fn lower<const D: usize>(tensor: Tensor<D>) -> CubeTensor {
    let tensor = tensor.inner().try_into_primitive::<Cube>().expect("on a device of CubeCL");
    #[cfg(feature = "fusion")]
    let tensor = {
        let client = tensor.client.clone();
        client.resolve_tensor_float::<burn_cubecl::CubeBackend>(tensor)
    };
    tensor
}

/// The buffer of each parameter.
#[derive(Default)]
struct Buffers(Vec<String>);

impl OfParam for Buffers {
    fn param<const D: usize>(&mut self, _: String, param: &Param<Tensor<D>>) {
        let handle = lower(param.val()).handle;
        self.0.push(format!("{:?} {:?}", handle.memory.descriptor().id, handle.offset_start));
    }
}

pub(crate) fn buffers(module: &impl Module) -> Vec<String> {
    each(module, Buffers::default()).0
}

pub(crate) fn grads_of(model: &Host, t: u64) -> Host {
    let grads = model.iter().enumerate();
    grads.map(|(k, (name, array))| (name.clone(), numbers(array.shape(), 1000 * t + 10 + k as u64))).collect()
}

/// The largest difference, relative to the largest number of its array.
pub(crate) fn worst(found: &Host, expected: &Host) -> f32 {
    assert_eq!(found.len(), expected.len());
    let of_param = |(name, expected): (&String, &ArrayD<f32>)| {
        let scale = expected.iter().map(|x| x.abs()).fold(f32::MIN_POSITIVE, f32::max);
        let difference = |(a, b): (&f32, &f32)| if a.is_nan() || b.is_nan() { f32::INFINITY } else { (a - b).abs() };
        found[name].iter().zip(expected).map(difference).fold(0.0, f32::max) / scale
    };
    expected.iter().map(of_param).fold(0.0, f32::max)
}
