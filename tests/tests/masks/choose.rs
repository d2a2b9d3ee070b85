//! Masks that are created from arrays.

use ndarray::{Array1, Array2, Array3, ArrayD, array};
use optim_std::sparsity::{magnitude, nonzero, random};
use proptest::prelude::*;

#[test]
fn ties_go_to_the_first_in_c_order() {
    let array = array![[1.0_f32, -1.0, 1.0], [-1.0, 1.0, 2.0]];
    let expected = array![[true, true, false], [false, false, true]];
    assert_eq!(magnitude(&array, 0.5).unwrap(), expected);
    // The order in memory does not matter.
    let mut turned = Array2::zeros((3, 2)).reversed_axes();
    turned.assign(&array);
    let mask = magnitude(&turned, 0.5).unwrap();
    assert_eq!(mask, expected);
    assert_eq!(mask.strides(), turned.strides());
    assert_eq!(
        magnitude(&array.slice(ndarray::s![.., ..;-1]), 0.5).unwrap(),
        array![[true, true, false], [true, false, false]]
    );
}

#[test]
fn ends_of_the_range() {
    let array = array![0.0_f64, -0.0, f64::NAN, f64::INFINITY, -3.0];
    assert_eq!(magnitude(&array, 0.0).unwrap(), Array1::from_elem(5, true));
    assert_eq!(magnitude(&array, 1.0).unwrap(), Array1::from_elem(5, false));
    assert_eq!(magnitude(&array, 0.6).unwrap(), array![false, false, true, true, false]);
    assert_eq!(magnitude(&array, 0.8).unwrap(), array![false, false, true, false, false]);
    assert_eq!(nonzero(&array), array![false, false, true, true, true]);
    let empty = Array3::<f32>::zeros((2, 0, 3));
    assert_eq!(magnitude(&empty, 0.5).unwrap().shape(), [2, 0, 3]);
    assert_eq!(random(&empty, 0.5, 1).unwrap().shape(), [2, 0, 3]);
    assert_eq!(random(&array, 0.0, 1).unwrap(), Array1::from_elem(5, false));
    assert_eq!(random(&array, 1.0, 1).unwrap(), Array1::from_elem(5, true));
}

/// Every element is kept about equally often.
#[test]
fn random_masks_are_spread() {
    let array = ArrayD::<f32>::zeros(vec![4, 5]);
    let mut counts = Array1::<u32>::zeros(20);
    for seed in 0..2000 {
        let mask = random(&array, 0.25, seed).unwrap();
        counts.iter_mut().zip(&mask).for_each(|(count, kept)| *count += u32::from(*kept));
    }
    assert_eq!(counts.sum(), 2000 * 5);
    assert!(counts.iter().all(|count| (400..600).contains(count)), "{counts}");
}

proptest! {
    #[test]
    fn magnitude_keeps_the_largest(
        numbers in prop::collection::vec(-4..5_i8, 0..40),
        sparsity in 0.0..=1.0,
    ) {
        let array: Array1<f32> = numbers.iter().map(|x| f32::from(*x)).collect();
        let mask = magnitude(&array, sparsity).unwrap();
        let kept = mask.iter().filter(|kept| **kept).count();
        prop_assert_eq!(array.len() - kept, (sparsity * array.len() as f64).round() as usize);
        let least = array.iter().zip(&mask).filter(|(_, kept)| **kept).map(|(x, _)| x.abs()).fold(9.0, f32::min);
        prop_assert!(array.iter().zip(&mask).all(|(x, kept)| *kept || x.abs() <= least));
    }
}
