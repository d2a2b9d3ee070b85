//! Arrays in an order of memory.

use std::cmp::Reverse;

use ndarray::{ArrayD, IxDyn};

use crate::kernel::{Float, TensorRef, zeroed};
use crate::sorting::sort_by_key;

/// A zeroed array of the shape and, as far as it has one, the order of memory of another; the number of its elements if
/// not enough memory for them.
pub(crate) fn zeros_like<T: Float>(array: &TensorRef<'_, T>) -> Result<ArrayD<T>, usize> {
    zeros_in_order_of(array.shape(), Some(array))
}

/// [`zeros_like`] of another shape or no array, in C order then.
pub(crate) fn zeros_in_order_of<T: Float>(
    shape: &[usize],
    array: Option<&TensorRef<'_, T>>,
) -> Result<ArrayD<T>, usize> {
    let elements = shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size)).ok_or(usize::MAX)?;
    // An empty parameter may have rows without columns, any number of them: ask before the allocation that aborts.
    if Vec::<T>::new().try_reserve_exact(elements).is_err() {
        return Err(elements);
    }
    let order = array.filter(|array| shape == array.shape()).and_then(memory_order);
    let order = order.unwrap_or_else(|| (0..shape.len()).collect());
    let array = ArrayD::from_shape_vec(stored(shape, &order), zeroed(elements)).map_err(|_| elements)?;
    Ok(array.permuted_axes(places(&order)))
}

/// The shape of an array whose axes are stored in this order.
fn stored(shape: &[usize], order: &[usize]) -> IxDyn {
    IxDyn(&order.iter().map(|&axis| shape[axis]).collect::<Vec<usize>>())
}

/// Where each axis is stored: what a permutation takes that brings the axes of an array stored in this order back.
fn places(order: &[usize]) -> IxDyn {
    let mut places = vec![0; order.len()];
    for (place, &axis) in order.iter().enumerate() {
        places[axis] = place;
    }
    IxDyn(&places)
}

/// The axes of an array from the slowest to the fastest, if its elements fill one block of memory upwards.
fn memory_order<T: Float>(array: &TensorRef<'_, T>) -> Option<Vec<usize>> {
    let (shape, strides) = (array.shape(), array.strides()?);
    if shape.contains(&0) {
        return None;
    }
    let mut order: Vec<usize> = (0..shape.len()).collect();
    // Axes of one element have no order of their own: they stay where they are among the others.
    sort_by_key(&mut order, |&axis| Reverse(if shape[axis] > 1 { strides[axis] } else { isize::MAX }));
    let mut expected = 1;
    for &axis in order.iter().rev().filter(|&&axis| shape[axis] > 1) {
        if strides[axis] != expected {
            return None;
        }
        expected = expected.checked_mul(isize::try_from(shape[axis]).ok()?)?;
    }
    Some(order)
}

/// Lays an array out again if its axes are not in the order of other strides; C order where there are none.
pub(crate) fn lay<E: Clone + Default>(array: &mut ArrayD<E>, strides: Option<&[isize]>) {
    let mut order: Vec<usize> = (0..array.ndim()).collect();
    if let Some(strides) = strides {
        sort_by_key(&mut order, |&axis| Reverse(strides[axis].unsigned_abs()));
    }
    let mut expected = 1;
    let laid = order.iter().rev().all(|&axis| {
        let len = array.shape()[axis];
        let right = len <= 1 || array.strides()[axis] == expected as isize;
        expected *= len;
        right
    });
    if laid || array.is_empty() {
        return;
    }
    let mut again = ArrayD::from_elem(stored(array.shape(), &order), E::default()).permuted_axes(places(&order));
    again.assign(array);
    *array = again;
}
