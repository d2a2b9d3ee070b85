//! Choosing the elements to keep.

use ndarray::{Array, ArrayRef, Dimension};

use super::MaskError;
use crate::kernel::Float;
use crate::random::Random;

/// Masks the fraction `sparsity` of the elements, the smallest in absolute value, rounded to a whole number of
/// elements. Among equal elements, the first in C order are kept, whatever the memory layout. NaN counts as the
/// largest.
///
/// ```
/// use optim_core::sparsity;
/// use ndarray::array;
///
/// let weight = array![[0.1_f32, -3.0], [2.0, 0.5]];
/// assert_eq!(sparsity::magnitude(&weight, 0.5)?, array![[false, true], [true, false]]);
/// # Ok::<(), optim_core::sparsity::MaskError>(())
/// ```
///
/// # Errors
///
/// Returns an error if `sparsity` is not from 0 to 1.
pub fn magnitude<T: Float, D: Dimension>(array: &ArrayRef<T, D>, sparsity: f64) -> Result<Array<bool, D>, MaskError> {
    let masked = share("sparsity", sparsity, array.len())?;
    let mut sorted: Vec<f64> = array.iter().map(|x| x.as_().abs()).collect();
    if masked == sorted.len() {
        return Ok(array.map(|_| false));
    }
    // The smallest absolute value that is kept, and the number of elements with this value that are kept.
    let (_, &mut least, above) = sorted.select_nth_unstable_by(masked, f64::total_cmp);
    let larger = above.iter().filter(|x| x.total_cmp(&least).is_gt()).count();
    let mut equals = array.len() - masked - larger;
    Ok(in_order(array, |x| {
        let order = x.as_().abs().total_cmp(&least);
        let first = order.is_eq() && equals > 0;
        equals -= usize::from(first);
        order.is_gt() || first
    }))
}

/// Keeps the elements that are not 0: the mask of an array that is already pruned.
///
/// ```
/// use optim_core::sparsity;
/// use ndarray::array;
///
/// assert_eq!(sparsity::nonzero(&array![0.0, -1.5, -0.0]), array![false, true, false]);
/// ```
pub fn nonzero<T: Float, D: Dimension>(array: &ArrayRef<T, D>) -> Array<bool, D> {
    array.map(|x| *x != T::ZERO)
}

/// Keeps the fraction `density` of the elements, chosen at random and rounded to a whole number of elements. Only the
/// shape of `array` matters. The same shape and seed give the same mask on every machine and in every release of a
/// major version.
///
/// ```
/// use optim_core::sparsity;
/// use ndarray::Array2;
///
/// let weight = Array2::<f32>::zeros((10, 20));
/// let mask = sparsity::random(&weight, 0.1, 42)?;
/// assert_eq!(mask.iter().filter(|kept| **kept).count(), 20);
/// assert_eq!(mask, sparsity::random(&weight, 0.1, 42)?);
/// # Ok::<(), optim_core::sparsity::MaskError>(())
/// ```
///
/// # Errors
///
/// Returns an error if `density` is not from 0 to 1.
pub fn random<T: Float, D: Dimension>(
    array: &ArrayRef<T, D>,
    density: f64,
    seed: u64,
) -> Result<Array<bool, D>, MaskError> {
    let mut wanted = share("density", density, array.len())? as u64;
    let mut left = array.len() as u64;
    let mut numbers = Random::new(seed);
    // Selection sampling (Knuth, volume 2, 3.4.2, algorithm S).
    Ok(in_order(array, |_| {
        let kept = numbers.next() % left < wanted;
        left -= 1;
        wanted -= u64::from(kept);
        kept
    }))
}

/// A fraction of the elements as a number of elements.
fn share(name: &'static str, value: f64, len: usize) -> Result<usize, MaskError> {
    if !(0.0..=1.0).contains(&value) {
        return Err(MaskError::Share { name, value });
    }
    Ok(((value * len as f64).round() as usize).min(len))
}

/// An array in the same layout, with a decision for each element in C order.
fn in_order<T: Float, D: Dimension>(array: &ArrayRef<T, D>, mut decide: impl FnMut(T) -> bool) -> Array<bool, D> {
    let mut mask = array.map(|_| false);
    for (kept, x) in mask.iter_mut().zip(array) {
        *kept = decide(*x);
    }
    mask
}
