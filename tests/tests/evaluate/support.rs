//! Models on the host as tensors of a backend, and comparisons.

use std::collections::BTreeMap;

use ndarray::{Array3, ArrayD};
use num_traits::AsPrimitive;
use optim_std::evaluate::{Backend, NdarrayBackend};
use optim_std::{Builder, Definition, DeviceError, Float, OnDevice, Optimizer, StateView, StepReport};

pub(crate) type Model<T> = BTreeMap<String, ArrayD<T>>;
pub(crate) type Device<T> = OnDevice<NdarrayBackend<T>, T>;
type Tensor<T> = <NdarrayBackend<T> as Backend>::Tensor;

/// Pseudorandom numbers.
fn number(place: usize, seed: u64) -> f64 {
    let bits = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xd134_2543_de82_ef95);
    let bits = (bits ^ bits >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (bits >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
}

/// Parameters called `0`, `1`, … of these shapes.
pub(crate) fn model<'s, T: Float>(shapes: impl Iterator<Item = &'s Vec<usize>>) -> Model<T> {
    let zeros = shapes.enumerate().map(|(place, shape)| (place.to_string(), ArrayD::zeros(shape.clone())));
    numbers(&zeros.collect(), 99)
}

/// Arrays of the same shapes.
pub(crate) fn numbers<T: Float>(model: &Model<T>, seed: u64) -> Model<T> {
    let mut place = 0;
    let mut next = || {
        place += 1;
        T::cast(number(place, seed))
    };
    model.iter().map(|(name, array)| (name.clone(), array.map(|_| next()))).collect()
}

/// An optimizer on the host, and the same optimizer on a device.
pub(crate) fn pair<O: Definition, T: Float>(builder: &Builder<O>, model: &Model<T>) -> (Optimizer<T>, Device<T>) {
    let host = builder.build(model).unwrap();
    let on_device = host.clone().on_device(NdarrayBackend::new()).unwrap();
    (host, on_device)
}

fn tensors<T: Float>(on_device: &Device<T>, model: &Model<T>) -> Vec<Option<Tensor<T>>> {
    let of = |(place, name): (usize, &str)| {
        let array = model.get(name)?;
        let [batch, rows, cols] = match on_device.shape(place)? {
            shape if shape.iter().product::<usize>() == array.len() && name_fits(on_device, name, array) => shape,
            // A wrong shape, passed unchanged.
            _ => [1, array.shape()[0], array.len() / array.shape()[0]],
        };
        Array3::from_shape_vec((batch, rows, cols), array.iter().copied().collect())
            .ok()
            .map(ndarray::ArrayBase::into_shared)
    };
    on_device.optimizer().param_names().enumerate().map(of).collect()
}

fn name_fits<T: Float>(on_device: &Device<T>, name: &str, array: &ArrayD<T>) -> bool {
    on_device.optimizer().params().any(|param| param.name() == name && param.shape() == array.shape())
}

fn write<T: Float>(model: &mut Model<T>, names: &[String], made: Vec<Option<Tensor<T>>>) {
    for (name, made) in names.iter().zip(made) {
        if let (Some(to), Some(from)) = (model.get_mut(name), made) {
            to.iter_mut().zip(&from).for_each(|(to, from)| *to = *from);
        }
    }
}

type Failed = DeviceError<std::convert::Infallible>;

/// A step on the device.
pub(crate) fn step<T: Float>(on: &mut Device<T>, model: &mut Model<T>, grads: &Model<T>) -> Result<StepReport, Failed> {
    let (params, grads) = (tensors(on, model), tensors(on, grads));
    let (made, report) = on.step(&params, &grads)?;
    let names: Vec<String> = on.optimizer().param_names().map(str::to_owned).collect();
    write(model, &names, made);
    Ok(report)
}

/// Weights for evaluation.
pub(crate) fn eval<T: Float>(on: &Device<T>, model: &Model<T>) -> Model<T> {
    let names: Vec<String> = on.optimizer().param_names().map(str::to_owned).collect();
    let mut weights = model.clone();
    write(&mut weights, &names, on.eval_weights(&tensors(on, model)).unwrap());
    weights
}

#[track_caller]
pub(crate) fn same<T: Float>(what: &str, expected: &Model<T>, found: &Model<T>, tolerance: f64) {
    for (name, expected) in expected {
        near(&format!("{what} {name}"), expected.iter(), found[name].iter(), tolerance);
    }
}

#[track_caller]
fn near<'x, T: Float>(
    what: &str,
    expected: impl Iterator<Item = &'x T> + Clone,
    found: impl Iterator<Item = &'x T>,
    tolerance: f64,
) {
    let largest = expected.clone().fold(0.0, |largest: f64, x| largest.max(AsPrimitive::<f64>::as_(*x).abs()));
    for (place, (expected, found)) in expected.zip(found).enumerate() {
        let (expected, found): (f64, f64) = (expected.as_(), found.as_());
        assert!(
            (expected - found).abs() <= tolerance * largest.max(1e-3),
            "{what}[{place}]: {found:?} on the device, {expected:?} by the kernel"
        );
    }
}

/// Parameters, states and counts of both.
#[track_caller]
pub(crate) fn compare<T: Float>(
    host: &Optimizer<T>,
    on_device: &mut Device<T>,
    by_kernel: &Model<T>,
    by_graph: &Model<T>,
    tolerance: f64,
) {
    same("param", by_kernel, by_graph, tolerance);
    let copy = on_device.download().unwrap();
    host.visit_state(|param, state, expected| {
        let found = copy.state_value(param, state).unwrap();
        let what = format!("{state} of {param}");
        match (expected, found) {
            (StateView::Scalar(expected), StateView::Scalar(found)) => {
                near(&what, [T::cast(expected)].iter(), [T::cast(found)].iter(), tolerance);
            }
            (StateView::Array(expected), StateView::Array(found)) => {
                near(&what, expected.iter(), found.iter(), tolerance);
            }
            other => panic!("{other:?}"),
        }
    });
    for ((name, expected), (_, found)) in host.globals().zip(copy.globals()) {
        near(name, [T::cast(expected)].iter(), [T::cast(found)].iter(), tolerance);
    }
}
