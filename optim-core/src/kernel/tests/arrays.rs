//! The arrays of a step: what is found at a place is the array that was put there, whatever its layout.

use ndarray::{ArrayD, IxDyn};

use super::by_hand::about;
use crate::kernel::{Arrays, Param, TensorMut, TensorRef};

fn counted(shape: &[usize]) -> ArrayD<f32> {
    let len: usize = shape.iter().product();
    ArrayD::from_shape_vec(IxDyn(shape), (0..len).map(|k| k as f32).collect()).expect("as many numbers")
}

fn params(shapes: &[&[usize]]) -> Vec<Param> {
    (0..).zip(shapes).map(|(key, shape)| about::<f32>(key, shape)).collect()
}

/// An array of a shape, whose elements are in memory in the order of columns.
fn by_columns(rows: usize, cols: usize) -> ArrayD<f32> {
    counted(&[cols, rows]).reversed_axes()
}

#[test]
fn a_place_has_the_array_that_was_put_there() {
    let shapes: [&[usize]; 6] = [&[7], &[3, 4], &[], &[0, 2], &[3, 4], &[2, 3, 1]];
    let about = params(&shapes);
    let mut arrays: Vec<ArrayD<f32>> = shapes.iter().map(|shape| counted(shape)).collect();
    arrays[1] = by_columns(3, 4);
    let mut found = Arrays::new(&about);
    for (place, array) in arrays.iter().enumerate() {
        assert_eq!(found.end(), place);
        assert!(found.push(TensorRef::from_array(array)).is_ok());
    }
    assert_eq!(found.count(), 6);
    assert!(found.places().eq(0..6));
    for (place, (array, (own, view))) in arrays.iter().zip(found.iter()).enumerate() {
        assert_eq!(own, place);
        assert_eq!(view.to_ndarray(), array);
        assert_eq!(view.strides().is_some(), place == 1);
    }
}

#[test]
fn only_an_array_of_the_right_shape_is_taken() {
    let about = params(&[&[3, 4], &[12], &[3, 4]]);
    let (matrix, line, swapped) = (counted(&[3, 4]), counted(&[12]), by_columns(3, 4));
    let mut found = Arrays::new(&about);
    assert!(found.push(TensorRef::from_array(&line)).is_err(), "another shape with as many numbers");
    assert!(found.push(TensorRef::from_array(&matrix)).is_ok());
    assert!(found.push(TensorRef::from_array(&line)).is_ok());
    assert!(found.push(TensorRef::from_array(&swapped)).is_ok(), "another order");
    assert!(found.push(TensorRef::from_array(&line)).is_err(), "no parameter is left");
    assert_eq!((found.count(), found.end()), (3, 3));
    assert!(found.get(2).is_some_and(|view| view.to_ndarray() == swapped && view.strides().is_some()));
}

#[test]
fn some_parameters_can_be_taken_alone() {
    let mut about = params(&[&[3, 4], &[12], &[3, 4]]);
    about[1].group = 1;
    let (matrix, line, swapped) = (counted(&[3, 4]), counted(&[12]), by_columns(3, 4));
    let mut found = Arrays::new(&about);
    for array in [&matrix, &line, &swapped] {
        assert!(found.push(TensorRef::from_array(array)).is_ok());
    }
    let own = found.only(|about| about.group == 0);
    assert_eq!(own.count(), 2);
    assert!(own.places().eq([0, 2]) && !own.has(1) && own.get(1).is_none());
    assert!(own.get(2).is_some_and(|view| view.to_ndarray() == swapped));
    assert_eq!(found.count(), 3);
}

#[test]
fn places_may_be_left_out_and_set_again() {
    let about = params(&[&[2], &[2], &[2]]);
    let (one, other) = (counted(&[2]), counted(&[4]));
    let mut found = Arrays::new(&about);
    found.set(2, TensorRef::from_array(&one));
    assert_eq!((found.count(), found.end()), (1, 3));
    assert!(found.places().eq([2]));
    assert!(!found.has(0) && found.has(2) && !found.has(3));
    assert!(found.get(0).is_none() && found.get(3).is_none());
    let every_other = other.slice(ndarray::s![..;2]);
    found.set(2, TensorRef::from_array(&every_other));
    assert_eq!(found.count(), 1, "in place of the other");
    assert!(found.get(2).is_some_and(|view| view.to_ndarray().iter().eq(&[0.0, 2.0])));
}

#[test]
#[should_panic(expected = "an array has the shape of its parameter")]
fn an_array_of_another_shape_is_refused() {
    let about = params(&[&[3, 4]]);
    let mut found = Arrays::new(&about);
    found.set(0, TensorRef::from_array(&counted(&[4, 3])));
}

#[test]
fn each_array_is_written_by_itself() {
    let about = params(&[&[2, 3], &[2, 3], &[4]]);
    let (mut plain, mut swapped, mut line) = (counted(&[2, 3]), by_columns(2, 3), counted(&[4]));
    let mut found = Arrays::new(&about);
    found.set(1, TensorMut::from_array(&mut swapped));
    found.set(0, TensorMut::from_array(&mut plain));
    found.set(2, TensorMut::from_array(&mut line));
    for (place, mut view) in found.iter_mut() {
        view.assign((0..6).map(|k| (10 * place + k) as f32));
    }
    assert!(plain.iter().eq(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]));
    assert!(swapped.iter().eq(&[10.0, 11.0, 12.0, 13.0, 14.0, 15.0]));
    assert!(line.iter().eq(&[20.0, 21.0, 22.0, 23.0]));
}
