//! Views of slices: what is refused, and that what is accepted reaches only its own elements.

use ndarray::{ArrayD, IxDyn};

use super::support::{LAYOUTS, Random, laid_out, numbers, random};
use crate::kernel::{TensorMut, TensorRef};
use crate::view_error::ViewError;

/// The place in the slice of every index, in C order; none where numbers get too large.
fn places(offset: usize, shape: &[usize], strides: &[i128]) -> Vec<i128> {
    let mut places = vec![offset as i128];
    for (&size, &stride) in shape.iter().zip(strides) {
        places = places.iter().flat_map(|place| (0..size as i128).map(move |k| place + k * stride)).collect();
    }
    places
}

/// Numbers that tell which element of a slice they are.
fn counted(len: usize) -> Vec<f64> {
    (0..len).map(|k| k as f64).collect()
}

#[test]
fn a_slice_has_just_the_elements_of_the_shape() {
    for shape in [&[][..], &[7], &[2, 3], &[2, 1, 3, 1], &[0], &[3, 0, 2], &[0, usize::MAX / 2]] {
        let len = if shape.contains(&0) { 0 } else { shape.iter().product() };
        let mut data = counted(len);
        let view = TensorRef::from_slice(&data, shape).expect("fits");
        assert_eq!((view.shape(), view.strides(), view.len(), view.is_empty()), (shape, None, len, len == 0));
        assert!(view.to_ndarray().iter().eq(&data));
        assert_eq!(view.to_ndarray().shape(), shape);
        let mut view = TensorMut::from_slice(&mut data, shape).expect("fits");
        assert_eq!((view.shape(), view.strides(), view.len(), view.is_empty()), (shape, None, len, len == 0));
        view.to_ndarray_mut().expect("a number each").iter_mut().for_each(|x| *x += 1.0);
        assert!(data.iter().copied().eq((0..len).map(|k| k as f64 + 1.0)));
        for wrong in [len + 1, len.wrapping_sub(1)].into_iter().filter(|&wrong| wrong < 100) {
            let expected = ViewError::Length { shape: shape.to_vec(), expected: len, found: wrong };
            let mut data = counted(wrong);
            assert_eq!(TensorRef::from_slice(&data, shape).expect_err("another length"), expected);
            assert_eq!(TensorMut::from_slice(&mut data, shape).expect_err("another length"), expected);
        }
    }
}

#[test]
fn shapes_beyond_all_memory_are_refused() {
    const HALF: usize = usize::MAX / 2;
    // Products that wrap to 0, to 1, to a small number, and the first that is too large.
    let shapes =
        [&[usize::MAX][..], &[HALF + 1], &[1 << 32, 1 << 32], &[usize::MAX, usize::MAX], &[1 << 33, 1 << 31, 2, 0]];
    for shape in shapes {
        let error = ViewError::TooLarge { shape: shape.to_vec() };
        let zeros = vec![0_isize; shape.len()];
        for data in [&mut [][..], &mut [1.0_f32]] {
            assert_eq!(TensorRef::from_slice(data, shape).expect_err("too large"), error);
            assert_eq!(TensorRef::from_strided(data, 0, shape, &zeros).expect_err("too large"), error);
            assert_eq!(TensorMut::from_slice(data, shape).expect_err("too large"), error);
            assert_eq!(TensorMut::from_strided(data, 0, shape, &zeros).expect_err("too large"), error);
        }
    }
    assert_eq!(
        TensorRef::from_slice(&[0.0_f32], &[usize::MAX, 2]).expect_err("too large").to_string(),
        format!(
            "shape [18446744073709551615, 2] is too large: allowed are {} elements, sizes of 0 not counted",
            isize::MAX
        )
    );
}

#[test]
fn strides_stay_inside_the_slice() {
    let data = counted(24);
    let view = |offset, shape: &'static [usize], strides: &'static [isize]| {
        TensorRef::from_strided(&data, offset, shape, strides).map(|view| numbers(&view.to_ndarray().to_owned()))
    };
    assert_eq!(view(0, &[2, 3], &[1, 2]).expect("inside"), [0.0, 2.0, 4.0, 1.0, 3.0, 5.0]);
    assert_eq!(view(5, &[2, 3], &[-3, -1]).expect("inside"), [5.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!(view(7, &[3], &[0]).expect("inside"), [7.0; 3]);
    assert_eq!(view(23, &[], &[]).expect("inside"), [23.0]);
    assert_eq!(view(23, &[1, 1], &[isize::MAX, isize::MIN]).expect("inside"), [23.0]);
    // Without elements nothing is reached.
    assert_eq!(view(usize::MAX, &[0, 3], &[isize::MAX, isize::MIN]).expect("inside"), [0.0; 0]);
    for (offset, shape, strides) in [
        (24, &[][..], &[][..]),
        (0, &[25], &[1]),
        (1, &[24], &[1]),
        (22, &[24], &[-1]),
        (0, &[2], &[-1]),
        (0, &[2], &[24]),
        (usize::MAX, &[1], &[1]),
        (usize::MAX, &[2], &[1]),
        (12, &[3, 3], &[isize::MAX, isize::MIN]),
        (0, &[5, 5], &[isize::MAX, 4]),
        (0, &[isize::MAX as usize], &[isize::MAX]),
        (0, &[isize::MAX as usize], &[isize::MIN]),
    ] {
        let error = view(offset, shape, strides).expect_err("outside");
        let (shape, strides) = (shape.to_vec(), strides.iter().map(|&s| s as i128).collect());
        assert_eq!(error, ViewError::OutOfBounds { shape, strides, offset, len: 24 });
    }
    let error = TensorRef::from_strided(&data, 0, &[2, 2], &[usize::MAX, 1]).expect_err("no negative stride");
    assert!(matches!(error, ViewError::OutOfBounds { .. }));
    assert_eq!(
        view(3, &[2, 3], &[20, 1]).expect_err("outside").to_string(),
        "a view of shape [2, 3] with strides [20, 1] from element 3 reaches outside of the slice of 24 elements"
    );
    let error = TensorRef::from_strided(&data, 0, &[2, 3], &[1_isize]).expect_err("a stride is missing");
    assert_eq!(error.to_string(), "shape [2, 3] needs 2 strides, found 1: [1]");
}

#[test]
fn what_is_written_has_one_index() {
    let mut data = counted(24);
    let mut accepts = |shape: &[usize], strides: &[isize]| match TensorMut::from_strided(&mut data, 8, shape, strides) {
        Ok(_) => true,
        Err(error) => {
            assert!(matches!(error, ViewError::Overlap { .. }), "{error}");
            false
        }
    };
    assert!(accepts(&[2, 3], &[3, 1]) && accepts(&[2, 3], &[1, 2]) && accepts(&[3, 2], &[-2, 1]));
    assert!(accepts(&[], &[]) && accepts(&[1, 1], &[0, 0]) && accepts(&[2, 1, 3], &[3, 0, 1]));
    assert!(!accepts(&[2], &[0]) && !accepts(&[2, 2], &[1, 1]) && !accepts(&[2, 2], &[1, -1]));
    assert!(!accepts(&[3, 2], &[1, 2]) && !accepts(&[2, 3, 2], &[3, 2, 1]));
    // Every element has one index, but that takes more than a look at each stride.
    assert!(!accepts(&[2, 3], &[3, 2]));
    let error = TensorMut::from_strided(&mut data, 0, &[2, 2], &[0_usize, 1]).expect_err("repeated");
    assert_eq!(
        error.to_string(),
        "a view of shape [2, 2] with strides [0, 1] is not writable: two indices may share an element"
    );
}

/// Small slices with random shapes, strides and offsets, against a list of all indices; then extreme numbers.
#[test]
fn random_arguments_reach_only_the_slice() {
    let mut random = Random(7);
    let mut accepted = [0; 2];
    let rounds = if cfg!(miri) { 300 } else { 20_000 };
    for _ in 0..rounds {
        let len = random.next() as usize % 30;
        let axes = random.next() as usize % 4;
        let shape: Vec<usize> = (0..axes).map(|_| random.next() as usize % 5).collect();
        let strides: Vec<isize> = (0..axes).map(|_| random.next() as isize % 13 - 6).collect();
        let offset = random.next() as usize % 32;
        let wide: Vec<i128> = strides.iter().map(|&stride| stride as i128).collect();
        let places = places(offset, &shape, &wide);
        let inside = places.iter().all(|place| (0..len as i128).contains(place));
        let data = counted(len);
        let read = TensorRef::from_strided(&data, offset, &shape, &strides);
        assert_eq!(read.is_ok(), inside, "{len} {offset} {shape:?} {strides:?}");
        if let Ok(view) = read {
            assert!(view.to_ndarray().iter().map(|&x| x as i128).eq(places.iter().copied()));
            accepted[0] += 1;
        }
        let mut data = counted(len);
        if let Ok(mut view) = TensorMut::from_strided(&mut data, offset, &shape, &strides) {
            assert!(inside);
            accepted[1] += 1;
            view.to_ndarray_mut().expect("a number each").iter_mut().for_each(|x| *x = -1.0 - *x);
            // Each once.
            let written = data.iter().enumerate().filter(|(k, x)| **x == -1.0 - *k as f64).count();
            let same = data.iter().enumerate().filter(|(k, x)| **x == *k as f64).count();
            assert_eq!((written, same), (places.len(), len - places.len()));
        }
    }
    assert!(accepted.iter().all(|&accepted| accepted > rounds / 50), "{accepted:?}");

    const EXTREME: [usize; 12] =
        [0, 1, 2, 3, 1 << 31, 1 << 32, (1 << 62) - 1, 1 << 62, (1 << 63) - 1, 1 << 63, usize::MAX - 1, usize::MAX];
    let mut data = counted(6);
    for _ in 0..rounds {
        let mut pick = || EXTREME[random.next() as usize % EXTREME.len()];
        let (shape, strides, offset) = ([pick(), pick(), pick()], [pick(), pick(), pick()], pick());
        let signed = strides.map(|stride| stride as isize);
        let write = |view: Result<TensorMut<'_, f64>, ViewError>| {
            let Ok(mut view) = view else { return };
            assert!(view.len() <= 6);
            view.to_ndarray_mut().expect("a number each").fill(1.0);
        };
        write(TensorMut::from_slice(&mut data, &shape));
        write(TensorMut::from_strided(&mut data, offset, &shape, &strides));
        write(TensorMut::from_strided(&mut data, offset, &shape, &signed));
        for view in [
            TensorRef::from_slice(&data, &shape),
            TensorRef::from_strided(&data, offset, &shape, &strides),
            TensorRef::from_strided(&data, offset, &shape, &signed),
        ]
        .into_iter()
        .flatten()
        {
            let array = view.to_ndarray();
            assert_eq!(array.len(), view.len());
            let _ = array.iter().take(10).sum::<f64>();
        }
    }
}

#[test]
fn views_of_arrays_and_of_slices_are_alike() {
    let mut random_numbers = Random(3);
    for shape in [&[][..], &[5], &[2, 3], &[2, 3, 4], &[2, 0, 4]] {
        let array: ArrayD<f32> = random(shape, &mut random_numbers);
        let c: Vec<f32> = array.iter().copied().collect();
        assert_eq!(TensorRef::from_slice(&c, shape).expect("fits").to_ndarray(), array);
        for layout in LAYOUTS {
            let laid = laid_out(&array, layout);
            let Some(data) = laid.as_slice_memory_order() else { continue };
            let first = laid.as_ptr().addr();
            let offset = if data.is_empty() { 0 } else { (first - data.as_ptr().addr()) / size_of::<f32>() };
            let view = TensorRef::from_strided(data, offset, shape, laid.strides()).expect("inside");
            assert_eq!(view.to_ndarray(), laid, "{layout:?}");
            let mut copy = data.to_vec();
            let mut view = TensorMut::from_strided(&mut copy, offset, shape, laid.strides()).expect("inside");
            assert_eq!(view.to_ndarray_mut().expect("a number each"), laid, "{layout:?}");
        }
    }
    let many = vec![1; 70];
    let view = TensorRef::from_slice(&[2.0_f64], &many).expect("one element");
    assert_eq!(view.to_ndarray(), ArrayD::from_elem(IxDyn(&many), 2.0));
}
