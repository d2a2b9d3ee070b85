//! Models, and the same steps on the host and on a device.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use ndarray::ArrayD;
use optim_gpu::cubecl::{self, prelude::Client, server::Handle};
use optim_gpu::{GpuError, GpuInput, GpuOptimizer};
use optim_std::{Inputs, Optimizer, StateView};

pub(crate) type Model = BTreeMap<String, ArrayD<f32>>;

/// The largest allowed difference, relative to the largest number of a parameter or a state.
pub(crate) const CLOSE: f32 = 1e-5;

/// The first device.
pub(crate) fn client() -> &'static Client {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    CLIENT.get_or_init(|| cubecl::Device::default().client())
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

pub(crate) fn model(shapes: &[&[usize]], seed: u64) -> Model {
    let named = shapes.iter().enumerate().map(|(k, shape)| (format!("p{k:03}"), numbers(shape, seed + k as u64)));
    named.collect()
}

fn bytes(array: &ArrayD<f32>) -> Vec<u8> {
    array.iter().flat_map(|x| x.to_ne_bytes()).collect()
}

pub(crate) fn upload(model: &Model) -> Vec<Handle> {
    let bytes = |array| match bytes(array) {
        // No buffer is empty.
        bytes if bytes.is_empty() => vec![0; 4],
        bytes => bytes,
    };
    model.values().map(|array| client().create_from_slice(&bytes(array))).collect()
}

pub(crate) fn download(handle: &Handle) -> Vec<f32> {
    let bytes = client().read_one(handle.clone()).expect("the device reads");
    bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().expect("four bytes"))).collect()
}

/// The difference between arrays on the device and on the host, relative to the largest number. NaN must be at the same places.
pub(crate) fn difference<'a>(found: impl IntoIterator<Item = &'a f32>, expected: &[f32]) -> f32 {
    let scale = expected.iter().filter(|x| x.is_finite()).map(|x| x.abs()).fold(f32::MIN_POSITIVE, f32::max);
    let each = found.into_iter().zip(expected).map(|(a, b)| match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        (false, false) if a == b => 0.0,
        (false, false) => (a - b).abs() / scale,
        _ => f32::INFINITY,
    });
    each.fold(0.0, f32::max)
}

/// The results of a number of steps on the host and on the device.
#[derive(Debug)]
pub(crate) struct Compared {
    /// The largest difference of parameters, and the largest of states.
    pub(crate) params: f32,
    pub(crate) states: f32,
}

/// Runs a number of steps on the host, and twice on the device. Both runs on the device must give the same bits. `has_grad` says which parameters
/// have a gradient in a step.
///
/// # Errors
///
/// Returns an error if the device refuses the optimizer.
///
/// # Panics
///
/// If two runs on the device differ, or the step on the host fails.
pub(crate) fn compare(
    build: &dyn Fn(&Model) -> Optimizer<f32>,
    shapes: &[&[usize]],
    steps: u64,
    has_grad: &dyn Fn(u64, usize) -> bool,
) -> Result<Compared, GpuError> {
    let start = model(shapes, 7);
    let mut host_model = start.clone();
    let mut host = build(&host_model);
    let (mut device, mut again) =
        (GpuOptimizer::new(build(&start), client().clone())?, GpuOptimizer::new(build(&start), client().clone())?);
    let (params, repeated) = (upload(&start), upload(&start));
    for t in 1..=steps {
        let mut grads = model(shapes, 100 + 10 * t);
        let uploaded: Vec<Option<Handle>> =
            upload(&grads).into_iter().enumerate().map(|(k, grad)| has_grad(t, k).then_some(grad)).collect();
        let mut place = 0;
        grads.retain(|_, _| {
            place += 1;
            has_grad(t, place - 1)
        });
        // An input is 1 for all elements, in steps in which it is due.
        let mut given = Inputs::new();
        let mut arrays: Vec<(&str, Option<Vec<Option<Handle>>>)> = Vec::new();
        for info in host.inputs() {
            if info.global {
                given = given.number(info.name, 1.0);
                arrays.push((info.name, None));
                continue;
            }
            let due = host.due(info.name).unwrap_or_else(|error| panic!("{error}"));
            let ones: Model = grads.iter().map(|(name, grad)| (name.clone(), grad.mapv(|_| 1.0))).collect();
            let handles = start.keys().zip(upload(&start)).map(|(name, _)| {
                let own = ones.get(name).filter(|_| due.contains(&name.as_str()));
                own.map(|ones| client().create_from_slice(&bytes(ones)))
            });
            arrays.push((info.name, Some(handles.collect())));
            given = given.tensors_where_due(info.name, ones);
        }
        let inputs: Vec<(&str, GpuInput<'_>)> = arrays
            .iter()
            .map(|(name, arrays)| (*name, arrays.as_deref().map_or(GpuInput::Number(1.0), GpuInput::Arrays)))
            .collect();
        let stepped = host.with_inputs(&given).step(&mut host_model, &grads);
        stepped.unwrap_or_else(|error| panic!("step {t}: {error}"));
        let report = device.step_with_inputs(&params, &uploaded, &inputs)?;
        assert_eq!(report.updated, grads.len());
        again.step_with_inputs(&repeated, &uploaded, &inputs)?;
    }
    let params = compare_params(&host_model, &params, &repeated);
    let mut states: f32 = 0.0;
    let downloaded = device.download()?;
    host.visit_state(|param, state, expected| {
        let expected: Vec<f32> = match expected {
            StateView::Scalar(x) => vec![x as f32],
            StateView::Array(array) => array.iter().copied().collect(),
        };
        let found = downloaded.state(param, state).unwrap_or_else(|error| panic!("{error}"));
        states = states.max(difference(found.iter(), &expected));
    });
    assert_eq!(host.steps(), downloaded.steps());
    Ok(Compared { params, states })
}

/// The largest difference between parameters on the host and on the device, where a second run must have the same bits.
fn compare_params(host: &Model, params: &[Handle], repeated: &[Handle]) -> f32 {
    let mut largest: f32 = 0.0;
    for (k, (name, expected)) in host.iter().enumerate() {
        let len = expected.len();
        let (found, second) = (download(&params[k]), download(&repeated[k]));
        let same = found.iter().zip(&second).take(len).all(|(a, b)| a.to_bits() == b.to_bits());
        assert!(same, "{name} has other bits when it is repeated");
        let expected: Vec<f32> = expected.iter().copied().collect();
        largest = largest.max(difference(&found[..len], &expected));
    }
    largest
}
