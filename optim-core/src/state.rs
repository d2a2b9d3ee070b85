//! State of one parameter: allocation, and views to read and replace it.

use ndarray::{ArrayD, ArrayView, ArrayViewD, ArrayViewMutD, Dimension, IxDyn};

use crate::definition::{Definition, Initial, StateInfo};
use crate::error::BuildError;
use crate::kernel::{Float, StateSlot, TensorRef, zeroed};
use crate::shape::{Axes, ParamShape};

/// The name of the step count where it is read as a state, in optimizers whose step uses it.
pub const STEP_STATE: &str = "step";

/// A state to read.
#[derive(Clone, Debug, PartialEq)]
pub enum StateView<'a, T> {
    /// One number, kept in double precision.
    Scalar(f64),
    /// An array.
    Array(ArrayViewD<'a, T>),
}

impl<T> From<f64> for StateView<'_, T> {
    fn from(number: f64) -> Self {
        Self::Scalar(number)
    }
}

impl<'a, T, D: Dimension> From<ArrayView<'a, T, D>> for StateView<'a, T> {
    fn from(array: ArrayView<'a, T, D>) -> Self {
        Self::Array(array.into_dyn())
    }
}

/// A state to write. Its shape stays what it is.
#[derive(Debug)]
pub enum StateMut<'a, T> {
    /// One number, kept in double precision.
    Scalar(&'a mut f64),
    /// An array.
    Array(ArrayViewMutD<'a, T>),
}

/// Makes every state of one parameter.
pub(crate) fn allocate<O: Definition, T: Float>(
    kernel: &O,
    name: &str,
    param: &TensorRef<'_, T>,
    slots: &mut Vec<StateSlot<T>>,
) -> Result<(), BuildError> {
    let shape = ParamShape::of(&O::axes(param.shape()));
    for (index, info) in O::STATES.iter().enumerate() {
        let slot = if kernel.state_exists(index, shape) {
            initial::<O, T>(info, kernel.state_initial(index, shape), name, param)?
        } else {
            StateSlot::Absent
        };
        slots.push(slot);
    }
    Ok(())
}

fn initial<O: Definition, T: Float>(
    info: &StateInfo,
    initial: Initial,
    name: &str,
    param: &TensorRef<'_, T>,
) -> Result<StateSlot<T>, BuildError> {
    let shape = match info.axes {
        Axes::Tensor => param.shape().to_vec(),
        axes => axes.state_shape(&O::axes(param.shape())),
    };
    match (info.axes, initial) {
        (Axes::Scalar, Initial::Constant(value)) => Ok(StateSlot::scalar(value)),
        (_, Initial::Constant(value)) => {
            let mut array = zeros(info, &shape, name, param)?;
            let value = T::from_f64(value);
            // Zeroed memory is not touched: the system maps it when the first step does.
            if value != T::ZERO {
                array.fill(value);
            }
            Ok(StateSlot::Array(array))
        }
        (axes, Initial::Param) if axes != Axes::Scalar && shape == param.shape() => {
            let mut array = zeros(info, &shape, name, param)?;
            array.assign(&param.to_ndarray());
            Ok(StateSlot::Array(array))
        }
        (_, Initial::Param) => Err(BuildError::InitialShape {
            param: name.to_owned(),
            state: info.name,
            shape,
            found: param.shape().to_vec(),
        }),
    }
}

/// A zeroed array, in the parameter's own order of elements where that has no gaps, so that a step can walk both in
/// the order of memory.
fn zeros<T: Float>(
    info: &StateInfo,
    shape: &[usize],
    name: &str,
    param: &TensorRef<'_, T>,
) -> Result<ArrayD<T>, BuildError> {
    let out_of_memory = |elements| BuildError::OutOfMemory { param: name.to_owned(), state: info.name, elements };
    ordered_zeros(shape, param).map_err(out_of_memory)
}

/// A zeroed array of the shape and, as far as it has one, the order of memory of another; the number of its elements if
/// there is no memory for them.
pub(crate) fn zeros_like<T: Float>(array: &TensorRef<'_, T>) -> Result<ArrayD<T>, usize> {
    ordered_zeros(array.shape(), array)
}

fn ordered_zeros<T: Float>(shape: &[usize], param: &TensorRef<'_, T>) -> Result<ArrayD<T>, usize> {
    let elements = shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size)).ok_or(usize::MAX)?;
    // An empty parameter may have rows without columns, any number of them: ask before the allocation that aborts.
    if Vec::<T>::new().try_reserve_exact(elements).is_err() {
        return Err(elements);
    }
    let order = if shape == param.shape() { memory_order(param) } else { None };
    let order = order.unwrap_or_else(|| (0..shape.len()).collect());
    let stored: Vec<usize> = order.iter().map(|&axis| shape[axis]).collect();
    let array = ArrayD::from_shape_vec(IxDyn(&stored), zeroed(elements)).map_err(|_| elements)?;
    // `order[k]` is the array's axis that is stored k-th; the permutation wants the place of every axis.
    let mut places = vec![0; order.len()];
    for (place, &axis) in order.iter().enumerate() {
        places[axis] = place;
    }
    Ok(array.permuted_axes(IxDyn(&places)))
}

/// The axes of an array from the slowest to the fastest, if its elements fill one block of memory upwards.
fn memory_order<T: Float>(array: &TensorRef<'_, T>) -> Option<Vec<usize>> {
    let (shape, strides) = (array.shape(), array.strides());
    if shape.contains(&0) {
        return None;
    }
    let mut order: Vec<usize> = (0..shape.len()).collect();
    // Axes of one element have no order of their own: they stay where they are among the others.
    order.sort_by_key(|&axis| std::cmp::Reverse(if shape[axis] > 1 { strides[axis] } else { isize::MAX }));
    let mut expected = 1;
    for &axis in order.iter().rev().filter(|&&axis| shape[axis] > 1) {
        if strides[axis] != expected {
            return None;
        }
        expected = expected.checked_mul(isize::try_from(shape[axis]).ok()?)?;
    }
    Some(order)
}

/// Bytes of a state.
pub(crate) fn bytes<T>(slot: &StateSlot<T>) -> usize {
    match slot {
        StateSlot::Absent => 0,
        StateSlot::Scalar { .. } => size_of::<f64>(),
        StateSlot::Array(array) => array.len() * size_of::<T>(),
    }
}
