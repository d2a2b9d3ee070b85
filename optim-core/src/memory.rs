//! Arrays in an order of memory.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use ndarray::{Array1, ArrayD, Axis, IxDyn, Slice};

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
    if Vec::<T>::new().try_reserve_exact(elements.saturating_add(PAD / size_of::<T>())).is_err() {
        return Err(elements);
    }
    let order = array.filter(|array| shape == array.shape()).and_then(memory_order);
    let order = order.unwrap_or_else(|| (0..shape.len()).collect());
    let array = staggered(elements).into_shape_with_order(stored(shape, &order)).map_err(|_| elements)?;
    Ok(array.permuted_axes(places(&order)))
}

/// Arrays of so many bytes and more begin apart from each other.
const LARGE: usize = 256 << 10;
/// The distance between the beginnings of two arrays, besides whole pages, in bytes: twenty cache lines.
const APART: usize = 1280;
/// The number of different beginnings.
const BEGINNINGS: usize = 8;
/// Cache lines, in bytes.
const LINE: usize = 64;
/// Most bytes before the first element.
const PAD: usize = APART * BEGINNINGS + LINE;

/// A line of zeros.
///
/// Allocators place all large arrays alike within a page, and often within megabytes. A loop that walks several of them side by side
/// then asks the same bank of memory for different rows all the time, which takes up to two thirds longer on some processors. So
/// large arrays begin at cache lines of their own.
fn staggered<T: Float>(elements: usize) -> Array1<T> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let size = size_of::<T>();
    if elements.saturating_mul(size) < LARGE {
        return Array1::from_vec(zeroed(elements));
    }
    let zeros: Vec<T> = zeroed(elements + PAD / size);
    // The choice does not change any number, so no ordering is needed.
    let place = 1 + NEXT.fetch_add(1, Ordering::Relaxed) % BEGINNINGS;
    let to_line = zeros.as_ptr().addr().wrapping_neg() % LINE;
    let before = (to_line + place * APART).min(PAD) / size;
    let mut array = Array1::from_vec(zeros);
    array.slice_axis_inplace(Axis(0), Slice::from(before..before + elements));
    array
}

/// The shape of an array whose axes are stored in this order.
fn stored(shape: &[usize], order: &[usize]) -> IxDyn {
    IxDyn(&order.iter().map(|&axis| shape[axis]).collect::<Vec<usize>>())
}

/// The place in memory of each axis: the permutation that restores the axes of an array stored in this order.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_arrays_begin_apart_from_each_other() {
        let place = |array: &ArrayD<f32>| array.as_ptr().addr() % 4096;
        let arrays: Vec<ArrayD<f32>> = (0..4).map(|_| zeros_in_order_of(&[300, 256], None).unwrap()).collect();
        for (k, array) in arrays.iter().enumerate() {
            assert!(array.shape() == [300, 256] && array.iter().all(|&x| x == 0.0));
            assert_eq!(place(array) % LINE, 0);
            assert!(array.is_standard_layout());
            // Other tests take places meanwhile, but seldom seven at once.
            let others = arrays[..k].iter().filter(|other| place(other) == place(array)).count();
            assert!(others < 3, "array {k} begins where {others} others do");
        }
        let small: ArrayD<f64> = zeros_in_order_of(&[3, 2], None).unwrap();
        assert!(small.shape() == [3, 2] && small.iter().all(|&x| x == 0.0));
    }
}
